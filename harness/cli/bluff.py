"""``arena bluff``: bluffing skill, player by player."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Any

from engine.game import IllegalAction
from engine.games import games
from harness.analysis.bluff.report import KLIRR, Watched, profiles, watch
from harness.cli.screen import show
from harness.cli.status import FAILED, USAGE
from harness.cli.tables import open_run
from harness.export import records
from harness.match import replay
from harness.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import State
    from harness.analysis.drill.figures import Drilling
    from harness.config import Config
    from harness.record import Record
    from harness.store import Reader


def show_bluffing(run: str, player: str | None, stories: int | None, *, json: bool) -> None:
    """Do ``arena bluff``."""
    config, reader = open_run(run)
    _check(config, player)
    with reader:
        watched = watch(_replayed(config, reader))
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


def _replayed(config: Config, reader: Reader) -> Iterator[tuple[Record, list[State[Any, Any]]]]:
    """Yield the Klirr matches with their positions. Raises StoreError for a broken one."""
    game = games()[KLIRR]
    for record in records(config, reader):
        head = record.head
        if head.game == KLIRR:
            try:
                states = list(replay(game, head.rules, len(head.seats), record.moves))
            except IllegalAction as breach:
                raise StoreError(f"{head.match} breaks the rules: {breach}", FAILED) from None
            yield record, states


def _met(config: Config, reader: Reader) -> Sequence[Drilling]:
    """Measure the drill, where it was played: it stands beside table play, never mixed with it."""
    if not reader.drilled():
        return ()
    from harness.drill.run import drilled

    return drilled(config, reader)


def _json(
    watched: Watched, met: Sequence[Drilling], player: str | None, stories: int | None
) -> dict[str, Any]:
    from harness.show.stories import as_json

    found = [one.to_json() for one in profiles(watched) if player in {None, one.player}]
    drill = [one.to_json() for one in met]
    told = {"matches": watched.matches, "deals": watched.deals, "players": found, "drill": drill}
    if stories:
        told["stories"] = [as_json(judged) for judged in watched.stories(stories, player)]
    return told


def _print_stories(watched: Watched, player: str | None, number: int) -> None:
    from harness.show.stories import terminal

    show(terminal(watched.stories(number, player)))


def _print_tables(watched: Watched, met: Sequence[Drilling], player: str | None) -> None:
    from harness.show import bluff, bluffer, drill

    found = profiles(watched)
    beside = drill.terminal(met) if met else None
    if player is None:
        show(bluff.terminal(watched, found, beside))
    else:
        one = next((one for one in found if one.player == player), None)
        show(bluffer.terminal(watched, player, one, beside))
