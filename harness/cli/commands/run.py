"""``arena run``: play what is missing, show the tables, say what is left."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.options import ConfigFile, Mix, Results
from harness.cli.status import say, unfinished
from harness.errors import USAGE

if TYPE_CHECKING:
    from harness.config import Config
    from harness.runner import Report
    from harness.store import Store


def command(
    path: ConfigFile,
    results: Results = Path("results"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw the run away, start over.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before --fresh.")] = False,
    mix: Mix = False,
) -> int:
    """Play a tournament and show its tables; again = resume.

    Plays only what is not yet played: after a stop of any kind the same command goes on.
    """
    from harness.cli.screen import show
    from harness.cli.taking import take_config
    from harness.config import load
    from harness.reading import Run
    from harness.show.boards import terminal
    from harness.store import Store

    config = load(path)
    folder = results / config.name
    if fresh and not yes and not _confirmed(folder):
        return USAGE
    with Store(folder) as store:
        if fresh:
            store.clear()
        take_config(config, store, mix=mix)
        report = _play(config, store)
        played = Run(config, store)
        show(terminal(played.boards(), money=played.money(), led=played.led()), played.mixed)
    return unfinished(report, "matches are unfinished")


def _confirmed(folder: Path) -> bool:
    """Ask whether to throw a run away; without a terminal the answer is no."""
    if not folder.exists():
        return True
    if not sys.stdin.isatty():
        say(f"--fresh would throw away {folder}: say --yes too, or answer on a terminal")
        return False
    sys.stderr.write(f"Throw away all that was played in {folder}? [y/N] ")
    return input().strip().lower() in {"y", "yes"}


def _play(config: Config, store: Store) -> Report:
    import asyncio

    from harness.config.count import total
    from harness.live import Live
    from harness.runner import run

    with Live(total(config), len(store.finished())) as live:
        return asyncio.run(run(config, store, live))
