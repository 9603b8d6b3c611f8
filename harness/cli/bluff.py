"""``arena bluff``: bluffing skill, player by player."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Any

from harness.analysis.klirr.bluff.report import KLIRR, Watched, profiles, watch
from harness.cli.replayed import replayed
from harness.cli.screen import show
from harness.cli.status import USAGE
from harness.cli.tables import open_run
from harness.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.klirr.drill.figures import Drilling
    from harness.config import Config
    from harness.store import Reader


def show_bluffing(run: str, player: str | None, stories: int | None, *, json: bool) -> None:
    """Do ``arena bluff``."""
    config, reader = open_run(run)
    _check(config, player)
    with reader:
        watched = watch(replayed(config, reader, KLIRR))
        met = [one for one in _met(config, reader) if player in {None, one.player}]
    if json:
        print(json_text.dumps(_json(watched, met, player, stories)))
    elif stories:
        _print_stories(watched, player, stories)
    else:
        _print_tables(watched, met, player)


def _check(config: Config, player: str | None) -> None:
    """Refuse a run without claims in it, and a player who is not in it. Raises StoreError."""
    played = sorted({table.game for table in config.games})
    if KLIRR not in played:
        there = ", ".join(played)
        raise StoreError(f"bluffing is measured in {KLIRR}; the run plays: {there}", USAGE)
    if player is not None and player not in config.players:
        there = ", ".join(config.players)
        raise StoreError(f"the run has no player {player[:200]!r}; it has: {there}", USAGE)


def _met(config: Config, reader: Reader) -> Sequence[Drilling]:
    """Measure the drill, where it was played: it stands beside table play, never mixed with it."""
    if not reader.drilled():
        return ()
    from harness.drill.run import drilled

    return drilled(config, reader)


def _json(
    watched: Watched, met: Sequence[Drilling], player: str | None, stories: int | None
) -> dict[str, Any]:
    from harness.show.klirr.stories import as_json

    found = [one.json() for one in profiles(watched) if player in {None, one.player}]
    drill = [one.json() for one in met]
    told = {"matches": watched.matches, "deals": watched.deals, "players": found, "drill": drill}
    if stories:
        told["stories"] = [as_json(judged) for judged in watched.stories(stories, player)]
    return told


def _print_stories(watched: Watched, player: str | None, number: int) -> None:
    from harness.show.klirr.stories import terminal

    show(terminal(watched.stories(number, player)))


def _print_tables(watched: Watched, met: Sequence[Drilling], player: str | None) -> None:
    from harness.show.klirr import bluff, bluffer, drill

    found = profiles(watched)
    beside = drill.terminal(met) if met else None
    if player is None:
        show(bluff.terminal(watched, found, beside))
    else:
        one = next((one for one in found if one.player == player), None)
        show(bluffer.terminal(watched, player, one, beside))
