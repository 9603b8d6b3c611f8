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
    from harness.cli.opening import open_run
    from harness.export import decision_lines, match_lines

    config, reader = open_run(name)
    with reader:
        lines = decision_lines(config, reader) if decisions else match_lines(config, reader)
        sys.stdout.writelines(f"{line}\n" for line in lines)
