"""``arena drill``: every player meets the same positions; figures apart from table play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from harness.cli.run import take_config
from harness.cli.screen import show
from harness.cli.status import say
from harness.config import ConfigError, load
from harness.drill import bank
from harness.drill.run import drill, drilled, meetings
from harness.errors import DONE, STOPPED
from harness.live import Live
from harness.show.klirr.drill import terminal
from harness.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from harness.config import Config
    from harness.runner import Report


def drill_tournament(path: Path, results: Path, positions: int | None) -> int:
    """Put the positions to the players of the tournament in the file; give the exit status."""
    config = load(path)
    _check(config, positions)
    with Store(results / config.name) as store:
        take_config(config, store)
        report = _drill(config, store, positions)
        show(terminal(drilled(config, store)))
    if not report.unfinished:
        return DONE
    say(f"{report.unfinished} positions are unmet; run the same command again to go on:")
    for problem in report.problems:
        say(f"- {problem}")
    return STOPPED


def _check(config: Config, positions: int | None) -> None:
    """Raise ConfigError where there is nothing to drill."""
    played = sorted({table.game for table in config.games})
    if "klirr" not in played:
        raise ConfigError(f"the drill is for klirr; the tournament plays: {', '.join(played)}")
    most = len(bank.load().exercises)
    if positions is not None and not 1 <= positions <= most:
        raise ConfigError(f"--positions cannot be {positions}; allowed: 1 to {most}")


def _drill(config: Config, store: Store, positions: int | None) -> Report:
    due = meetings(config, positions or len(bank.load().exercises))
    met = store.drilled()
    with Live(len(due), sum(one.id in met for one in due), "positions") as live:
        return asyncio.run(drill(config, store, due, live))
