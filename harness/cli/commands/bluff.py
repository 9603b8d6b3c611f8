"""``arena bluff``: bluffing skill, player by player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cli.options import AsJson, RunName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.klirr.bluff.report import Watched
    from harness.analysis.klirr.drill.figures import Drilling
    from harness.reading import Run


def command(
    name: RunName,
    player: Annotated[
        str | None, typer.Option("--player", metavar="P", help="Everything about this player.")
    ] = None,
    stories: Annotated[
        int | None,
        typer.Option("--stories", metavar="N", min=1, help="The N claims that moved most money."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show who bluffs, who sees through it, at what price."""
    from harness import reading
    from harness.cli.screen import show_json

    with reading.open(name) as run:
        _check(run, player)
        watched = run.bluff()
        # the drill stands beside table play, never mixed with it
        met = [one for one in run.drilled() if player in {None, one.player}]
    if as_json:
        show_json(_json(watched, met, player, stories), run.mixed)
    elif stories:
        _show_stories(run, watched, player, stories)
    else:
        _show_tables(run, watched, met, player)


def _check(run: Run, player: str | None) -> None:
    """Refuse a run without claims in it, and a player who is not in it."""
    from harness.reading import KLIRR

    if KLIRR not in run.games:
        there = ", ".join(run.games)
        raise typer.BadParameter(f"bluffing is measured in {KLIRR}; the run plays: {there}")
    if player is not None and player not in run.config.players:
        there = ", ".join(run.config.players)
        raise typer.BadParameter(f"the run has no player {player[:200]!r}; it has: {there}")


def _json(
    watched: Watched, met: Sequence[Drilling], player: str | None, stories: int | None
) -> dict[str, Any]:
    from harness.analysis.klirr.bluff.report import profiles
    from harness.show.klirr.stories import as_json

    found = [one.json() for one in profiles(watched) if player in {None, one.player}]
    drill = [one.json() for one in met]
    told = {"matches": watched.matches, "deals": watched.deals, "players": found, "drill": drill}
    if stories:
        told["stories"] = [as_json(judged) for judged in watched.stories(stories, player)]
    return told


def _show_stories(run: Run, watched: Watched, player: str | None, number: int) -> None:
    from harness.cli.screen import show
    from harness.show.klirr.stories import terminal

    show(terminal(watched.stories(number, player)), run.mixed)


def _show_tables(run: Run, watched: Watched, met: Sequence[Drilling], player: str | None) -> None:
    from harness.analysis.klirr.bluff.report import profiles
    from harness.cli.screen import show
    from harness.show.klirr import bluff, bluffer, drill

    found = profiles(watched)
    beside = drill.terminal(met) if met else None
    if player is None:
        show(bluff.terminal(watched, found, beside), run.mixed)
    else:
        one = next((one for one in found if one.player == player), None)
        show(bluffer.terminal(watched, player, one, beside), run.mixed)
