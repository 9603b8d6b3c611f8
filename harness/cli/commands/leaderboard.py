"""``arena leaderboard``: the rating tables of a run."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.options import AsJson, RunName

if TYPE_CHECKING:
    from harness.analysis.klirr.luck import Won as SeatWon
    from harness.config import Config
    from harness.show.klirr.winnings import Won
    from harness.store import Reader


def command(
    name: RunName,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    combined: Annotated[
        bool, typer.Option("--combined", help="Add a board over all games: a second view.")
    ] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="Add Klirr's dollars without the luck of the draw.")
    ] = False,
    as_json: AsJson = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
) -> None:
    """Show the Elo tables of a run, one per game and table size."""
    from harness.cli.opening import boards_of, open_run
    from harness.cli.screen import show, show_json
    from harness.show import board_files
    from harness.show.boards import terminal

    config, reader = open_run(name)
    _check(config, game, combined=combined)
    with reader:
        found, both = boards_of(config, reader, together=combined)
        won = _winnings(config, reader) if luck else None
    found = [board for board in found if game in {None, board.game}]
    if as_json:
        show_json(board_files.as_json(found, both if combined else None, won))
    elif csv:
        sys.stdout.write(board_files.as_csv([*found, *both], won))
    elif markdown:
        sys.stdout.write(board_files.as_markdown([*found, *both], won))
    else:
        show(terminal([*found, *both], won=won))


def _check(config: Config, game: str | None, *, combined: bool) -> None:
    if combined and game:
        sentence = "--combined is over all games; it cannot be asked for with --game"
        raise typer.BadParameter(sentence)
    played = sorted({table.game for table in config.games})
    if game not in {None, *played}:
        there = ", ".join(played)
        raise typer.BadParameter(f"the run does not play {game!r}; it plays: {there}")


def _winnings(config: Config, reader: Reader) -> Won:
    """Replay all matches of Klirr and give what was won a round, by table size and player.

    Only on demand: what is stored with a match is what happened, never a figure made of it.
    """
    from harness.analysis.klirr.bluff.report import KLIRR
    from harness.analysis.klirr.luck import winnings, won
    from harness.cli.replayed import replayed

    seats: defaultdict[tuple[str, int], list[SeatWon]] = defaultdict(list)
    for record, states in replayed(config, reader, KLIRR):
        seats[KLIRR, len(record.head.seats)] += won(record, states)
    return {table: winnings(matches) for table, matches in seats.items()}
