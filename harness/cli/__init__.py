"""The ``arena`` command: reads the command line, calls, prints; loads what it needs when used."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its help pages take longer to load than all the rest
    help="Measure how well language models play, bluff and see through bluffs.",
)

Config = Annotated[Path, typer.Argument(metavar="CONFIG", help="A tournament file (YAML).")]
Run = Annotated[str, typer.Argument(metavar="RUN", help="A run's folder, or its name in results/.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
Results = Annotated[Path, typer.Option("--results", help="Where runs are kept.")]


@app.command()
def run(
    config: Config,
    results: Results = Path("results"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw the run away, start over.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before --fresh.")] = False,
) -> None:
    """Play a tournament and show its tables; again = resume.

    Plays only what is not yet played: after a stop of any kind the same command goes on.
    """
    from harness.cli.run import run_tournament

    raise typer.Exit(run_tournament(config, results, fresh=fresh, sure=yes))


@app.command()
def check(config: Config) -> None:
    """Try each model of a tournament once, with the smallest reply."""
    from harness.cli.check import check_tournament

    raise typer.Exit(check_tournament(config))


@app.command()
def plan(
    config: Config,
    gap: Annotated[
        float | None, typer.Option("--gap", metavar="ELO", help="How many deals show this gap?")
    ] = None,
    results: Results = Path("results"),
    json: Json = False,
) -> None:
    """Say what a tournament takes and shows; spends nothing."""
    from harness.cli.plan import plan_tournament

    plan_tournament(config, results, gap, json=json)


@app.command()
def leaderboard(
    run: Run,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    combined: Annotated[
        bool, typer.Option("--combined", help="Add a board over all games: a second view.")
    ] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="Add Klirr's dollars without the luck of the draw.")
    ] = False,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
) -> None:
    """Show the Elo tables of a run, one per game and table size."""
    from harness.cli.tables import show_leaderboard

    show_leaderboard(run, game, together=combined, luck=luck, json=json, csv=csv, markdown=markdown)


@app.command()
def bluff(
    run: Run,
    player: Annotated[
        str | None, typer.Option("--player", metavar="P", help="Everything about this player.")
    ] = None,
    stories: Annotated[
        int | None,
        typer.Option("--stories", metavar="N", min=1, help="The N claims that moved most money."),
    ] = None,
    json: Json = False,
) -> None:
    """Show who bluffs, who sees through it, at what price."""
    from harness.cli.bluff import show_bluffing

    show_bluffing(run, player, stories, json=json)


@app.command()
def compare(
    run: Run,
    one: Annotated[str, typer.Argument(metavar="A", help="A player.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another player.")],
    json: Json = False,
) -> None:
    """Compare two players deal by deal: skill, or chance.

    The paired difference, its p-value, and the seats in which they differ.
    """
    from harness.cli.tables import show_comparison

    show_comparison(run, one, other, json=json)


@app.command()
def matches(run: Run, json: Json = False) -> None:
    """List the finished matches, one a line."""
    from harness.cli.tables import show_matches

    show_matches(run, json=json)


@app.command()
def replay(
    run: Run,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="A match's id: `arena matches`.")],
    seat: Annotated[int | None, typer.Option("--seat", help="As this seat saw it; from 0.")] = None,
    json: Json = False,
) -> None:
    """Show one match move by move.

    As the referee saw it, with every card, or as one seat did.
    """
    from harness.cli.tables import show_replay

    show_replay(run, match, seat, json=json)


@app.command()
def verify(run: Run) -> None:
    """Replay every match offline and recompute every result."""
    from harness.cli.tables import verify_run

    raise typer.Exit(verify_run(run))


@app.command()
def export(
    run: Run,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="One decision a line instead of one match.")
    ] = False,
) -> None:
    """Print the finished matches as JSON lines, in schedule order."""
    from harness.cli.tables import export_run

    export_run(run, decisions=decisions)


@app.command()
def drill(
    config: Config,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", help="Only the first N positions of the bank."),
    ] = None,
    results: Results = Path("results"),
) -> None:
    """Put the same bluffing positions to every player.

    Then show how they did; after a stop the same command goes on.
    """
    from harness.cli.drill import drill_tournament

    raise typer.Exit(drill_tournament(config, results, positions))


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of `arena games`.")],
    vs: Annotated[
        list[str] | None,
        typer.Option(
            "--vs", metavar="PLAYER", help="A bot, or provider/model; once for each opponent."
        ),
    ] = None,
    results: Results = Path("results"),
) -> None:
    """Take a seat yourself, in the terminal."""
    from harness.cli.play import play_game

    raise typer.Exit(play_game(game, vs or [], results))


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only it, with rules.")] = None,
) -> None:
    """List the games and their rule switches, or tell one game's rules."""
    from harness.cli.lists import show_games

    show_games(game)


@app.command()
def bots() -> None:
    """List the built-in bots, game by game."""
    from harness.cli.lists import show_bots

    show_bots()


@app.command()
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
) -> None:
    """Write a commented tournament file to start from."""
    from harness.cli.lists import write_starter

    write_starter(file)


def main() -> None:
    """Run the command; every foreseen failure is one sentence and an exit status."""
    from harness.cli.status import exit_status

    status = exit_status(app)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: a second Ctrl-C is not obeyed
    sys.exit(status)
