"""``arena drill``: every player meets the same positions; figures apart from table play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.options import ConfigFile, Mix, Results
from harness.cli.status import unfinished
from harness.cli.stopping import to_end

if TYPE_CHECKING:
    from harness.config import Config
    from harness.runner import Report
    from harness.store import Store


def command(
    path: ConfigFile,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", help="Only the first N positions of the bank."),
    ] = None,
    results: Results = Path("results"),
    mix: Mix = False,
) -> int:
    """Put the same bluffing positions to every player.

    Then show how they did; after a stop the same command goes on.
    """
    from harness.cli.screen import show
    from harness.cli.taking import take_config
    from harness.config import load
    from harness.drill import bank
    from harness.reading import Run
    from harness.show.klirr.drill import terminal
    from harness.store import Store

    config = load(path)
    most = len(bank.load().exercises)
    _check(config, positions, most)
    with Store(results / config.name) as store:
        take_config(config, store, mix=mix)
        report = _drill(config, store, positions or most)
        run = Run(config, store)
        show(terminal(run.drilled()), run.mixed)
    return unfinished(report, "positions are unmet")


def _check(config: Config, positions: int | None, most: int) -> None:
    """Refuse where there is nothing to drill."""
    from harness.config import ConfigError

    played = sorted({table.game for table in config.games})
    if "klirr" not in played:
        raise ConfigError(f"the drill is for klirr; the tournament plays: {', '.join(played)}")
    if positions is not None and not 1 <= positions <= most:
        raise typer.BadParameter(f"--positions cannot be {positions}; allowed: 1 to {most}")


def _drill(config: Config, store: Store, positions: int) -> Report:
    from harness.drill.run import drill, meetings
    from harness.live import Live

    due, met = meetings(config, positions), store.drilled()
    with Live(len(due), sum(one.id in met for one in due), "positions") as live:
        return to_end(drill(config, store, due, live))
