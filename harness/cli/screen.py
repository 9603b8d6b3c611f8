"""Prints for a person: as wide as the terminal, and clean text where there is none."""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType


def show(renderable: RenderableType) -> None:
    """Print to stdout; in a file no line ends in blanks, so that two files can be compared."""
    console = Console()
    if console.is_terminal:
        console.print(renderable)
        return
    page = Console(file=StringIO(), width=console.width, color_system=None, force_terminal=False)
    with page.capture() as drawn:
        page.print(renderable)
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def show_json(document: Any) -> None:  # noqa: ANN401 - any JSON
    """Print one JSON document on one line."""
    print(json.dumps(document))
