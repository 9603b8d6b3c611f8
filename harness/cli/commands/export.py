"""``arena export``: a run as JSON lines."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from harness.cli.options import RunName


def command(
    name: RunName,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="One decision a line instead of one match.")
    ] = False,
) -> None:
    """Print the finished matches as JSON lines, in schedule order."""
    from harness import reading
    from harness.export import decision_lines, match_lines

    with reading.open(name) as run:
        lines = decision_lines(run) if decisions else match_lines(run)
        sys.stdout.writelines(f"{line}\n" for line in lines)
