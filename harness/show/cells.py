"""What takes the width it is given: a name, an interval drawn as a bar, a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from rich.measure import Measurement
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GLUED: Final = re.compile("(?<=±) | (?=[±%])")
"""A figure, its interval and its sign stay on one line."""

STUCK: Final = "\N{NO-BREAK SPACE}"

NARROW: Final = 8
WIDE: Final = 24


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name, cut short with an ellipsis where it does not fit."""

    name: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.name, no_wrap=True, overflow="ellipsis", end="")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(min(NARROW, len(self.name)), len(self.name))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence under a table, broken to the width, without blanks at the end of its lines."""

    text: str
    indent: int = 0
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        margin = " " * self.indent
        text = GLUED.sub(STUCK, self.text)
        width = max(1, options.max_width - self.indent)
        for line in wrap(text, width, break_on_hyphens=False):
            yield Text(margin + line.replace(STUCK, " "), style=self.style, no_wrap=True)


@dataclass(frozen=True, slots=True)
class Bar:
    """A point and its interval on a scale.

    ``low`` and ``high`` are None for a point alone. ``scale``: what the left and the right end
    stand for, the same for all bars of a column.
    """

    point: float
    low: float | None
    high: float | None
    scale: tuple[float, float]

    def text(self, width: int) -> str:
        """Draw it ``width`` characters wide."""
        marks = [" "] * width
        if self.low is not None and self.high is not None:
            left, right = self._place(self.low, width), self._place(self.high, width)
            marks[left : right + 1] = "─" * (right - left + 1)
        marks[self._place(self.point, width)] = "●"
        return "".join(marks)

    def _place(self, value: float, width: int) -> int:
        start, end = self.scale
        part = (value - start) / (end - start) if end > start else 0.5
        return round(min(max(part, 0.0), 1.0) * (width - 1))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.text(options.max_width), no_wrap=True, end="")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)
