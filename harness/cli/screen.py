"""Prints for a person: as wide as the terminal, and clean text where there is none."""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group

from harness.show.cells import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType


def show(renderable: RenderableType, notices: Sequence[str] = ()) -> None:
    """Print to stdout, first what must be known of all that is shown.

    In a file no line ends in blanks, so that two files can be compared.
    """
    if notices:
        renderable = Group(*(Sentence(notice, style="bold") for notice in notices), "", renderable)
    console = Console()
    if console.is_terminal:
        console.print(renderable)
        return
    page = Console(file=StringIO(), width=console.width, color_system=None, force_terminal=False)
    with page.capture() as drawn:
        page.print(renderable)
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def show_json(document: Any, notices: Sequence[str] = ()) -> None:  # noqa: ANN401 - any JSON
    """Print one JSON document on one line; what must be known of it goes to stderr."""
    warn(notices)
    print(json.dumps(document))


def warn(notices: Sequence[str]) -> None:
    """Print to stderr what must be known of something that a program reads."""
    for notice in notices:
        print(notice, file=sys.stderr)
