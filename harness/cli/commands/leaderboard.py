"""``arena leaderboard``: the rating tables of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.options import AsJson, RunName

if TYPE_CHECKING:
    from harness.reading import Run


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
    from harness import reading
    from harness.cli.screen import show, show_json, show_text
    from harness.show import board_files
    from harness.show.boards import terminal

    with reading.open(name) as run:
        _check(run, game, combined=combined)
        found = [board for board in run.boards() if game in {None, board.game}]
        both = run.combined() if combined else []
        won = run.winnings() if luck else None
        money = run.money()
        led = {} if as_json or csv or markdown else run.led()
    if as_json:
        show_json(board_files.as_json(found, both if combined else None, won), run.mixed)
    elif csv:
        show_text(board_files.as_csv([*found, *both], won), run.mixed)
    elif markdown:
        show_text(board_files.as_markdown([*found, *both], won), run.mixed)
    else:
        show(terminal([*found, *both], won=won, money=money, led=led), run.mixed)


def _check(run: Run, game: str | None, *, combined: bool) -> None:
    if combined and game:
        sentence = "--combined is over all games; it cannot be asked for with --game"
        raise typer.BadParameter(sentence)
    if game not in {None, *run.games}:
        there = ", ".join(run.games)
        raise typer.BadParameter(f"the run does not play {game!r}; it plays: {there}")
