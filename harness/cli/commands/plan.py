"""``arena plan``: what a tournament takes and shows. Nothing is sent, started or stored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from harness.cli.options import AsJson, ConfigFile, Results
from harness.cli.status import say_whose_code_runs

GAPS: Final = (1.0, 4000.0)
"""The least and the largest gap that can be planned for, Elo points."""


def command(
    path: ConfigFile,
    gap: Annotated[
        float | None, typer.Option("--gap", metavar="ELO", help="How many deals show this gap?")
    ] = None,
    results: Results = Path("results"),
    as_json: AsJson = False,
) -> None:
    """Say what a tournament takes and shows; spends nothing."""
    from harness.cli.screen import show, show_json
    from harness.config import load
    from harness.plan import make_plan
    from harness.show.plan import terminal

    least, most = GAPS
    if gap is not None and not least <= gap <= most:
        raise typer.BadParameter(
            f"--gap cannot be {gap:g}; allowed: {least:g} to {most:g} Elo points"
        )
    config = load(path)
    say_whose_code_runs(config)
    plan, for_gap = make_plan(config, results, gap)
    if as_json:
        show_json(plan.json() | {"for_gap": for_gap and for_gap.json()})
    else:
        show(terminal(config, plan, for_gap))
