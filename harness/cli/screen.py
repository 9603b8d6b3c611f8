"""Prints for a person: as wide as the terminal, and clean text where there is none.

A run may be somebody else's: nothing that stands in it moves the cursor, colours the screen or is
read as markup.
"""

from __future__ import annotations

import sys
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group

from harness.export import line
from harness.show.cells import Sentence
from prompts.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import ConsoleOptions, RenderableType
    from rich.segment import Segment


class Screen(Console):
    """A console that shows texts as they are, without what a terminal would obey."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - those of rich
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Give the segments with safe texts; colours are put around them later."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=safe(segment.text))


def show(renderable: RenderableType, notices: Sequence[str] = ()) -> None:
    """Print to stdout, first what must be known of all that is shown.

    In a file no line ends in blanks, so that two files can be compared.
    """
    if notices:
        renderable = Group(*(Sentence(notice, style="bold") for notice in notices), "", renderable)
    console = Screen()
    if console.is_terminal:
        console.print(renderable)
        return
    page = Screen(file=StringIO(), width=console.width, color_system=None, force_terminal=False)
    with page.capture() as drawn:
        page.print(renderable)
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def show_json(document: Any, notices: Sequence[str] = ()) -> None:  # noqa: ANN401 - any JSON
    """Print one JSON document on one line; what must be known of it goes to stderr."""
    _warn(notices)
    print(line(document))


def show_text(text: str, notices: Sequence[str] = ()) -> None:
    """Print a text for programs and documents; what must be known of it goes to stderr."""
    _warn(notices)
    sys.stdout.write(safe(text))


def _warn(notices: Sequence[str]) -> None:
    for notice in notices:
        print(safe(notice), file=sys.stderr)
