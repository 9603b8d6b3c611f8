"""``arena run``: play what is missing, show the tables, say what is left."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from harness.cli.status import say
from harness.cli.tables import print_boards
from harness.config import Config, ConfigError, changes, load
from harness.config.count import total
from harness.errors import DONE, STOPPED, USAGE
from harness.live import Live
from harness.runner import Report, run
from harness.store import Store

if TYPE_CHECKING:
    from pathlib import Path


def run_tournament(path: Path, results: Path, *, fresh: bool, sure: bool) -> int:
    """Play the tournament in the file; give the exit status."""
    config = load(path)
    folder = results / config.name
    if fresh and not sure and not _confirmed(folder):
        return USAGE
    with Store(folder) as store:
        if fresh:
            store.clear()
        take_config(config, store)
        report = _play(config, store)
        print_boards(config, store)
    if not report.unfinished:
        return DONE
    say(f"{report.unfinished} matches are unfinished; run the same command again to go on:")
    for problem in report.problems:
        say(f"- {problem}")
    return STOPPED


def _confirmed(folder: Path) -> bool:
    """Ask whether to throw a run away; without a terminal the answer is no."""
    if not folder.exists():
        return True
    if not sys.stdin.isatty():
        say(f"--fresh would throw away {folder}: say --yes too, or answer on a terminal")
        return False
    sys.stderr.write(f"Throw away all that was played in {folder}? [y/N] ")
    return input().strip().lower() in {"y", "yes"}


def take_config(config: Config, store: Store) -> None:
    """Remember the config with the run, unless it contradicts what was played (ConfigError)."""
    before = store.recall("config")
    if before is not None and store.begun():
        changed = changes(Config.from_json(before), config)
        if changed:
            raise ConfigError(
                f"{'; '.join(changed)}; the run in {store.folder} was played otherwise: "
                "choose another name, or start over with --fresh"
            )
    store.remember("config", config.to_json())


def _play(config: Config, store: Store) -> Report:
    done = len(store.finished())
    with Live(total(config), done) as live:
        return asyncio.run(run(config, store, live))
