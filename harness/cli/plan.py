"""``arena plan``: what a tournament takes and shows. Nothing is sent, started or stored."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Final

from harness.cli.screen import show
from harness.config import ConfigError, load
from harness.plan import make_plan
from harness.show.plan import terminal

if TYPE_CHECKING:
    from pathlib import Path

GAPS: Final = (1.0, 4000.0)
"""The least and the largest gap that can be planned for, Elo points."""


def plan_tournament(path: Path, results: Path, gap: float | None, *, json: bool) -> None:
    """Do ``arena plan``."""
    least, most = GAPS
    if gap is not None and not least <= gap <= most:
        raise ConfigError(f"--gap cannot be {gap:g}; allowed: {least:g} to {most:g} Elo points")
    config = load(path)
    plan, for_gap = make_plan(config, results, gap)
    if json:
        print(json_text.dumps(plan.json() | {"for_gap": for_gap and for_gap.json()}))
    else:
        show(terminal(config, plan, for_gap))
