"""Panels: small tables of figures with their intervals and counts, one under the other.

All data goes in as plain text, never as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from rich.text import Text

from harness.show.cells import Name
from harness.show.figures import count
from harness.show.grid import grid
from harness.show.klirr.bluff_words import BELIEFS, brief

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from harness.analysis.figure import Figure
    from harness.analysis.klirr.bluff.beliefs import Beliefs
    from harness.show.klirr.bluff_words import Unit


class Measured(Protocol):
    """A player with its figures."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def beliefs(self) -> Beliefs | None:
        """Its stated beliefs, if there are any."""

    def figures(self) -> Mapping[str, Figure]:
        """Give all its other figures by name."""


class Column(NamedTuple):
    """One figure of a panel, by its name in the JSON."""

    heading: str
    unit: Unit
    name: str

    def read(self, one: Measured) -> Figure | None:
        """Give a player's figure; None where it never stated a belief to make it of."""
        if self.name not in BELIEFS:
            return one.figures()[self.name]
        found: Figure | None = getattr(one.beliefs, self.name, None)
        return found


class Part(NamedTuple):
    """One panel: its title, what it shows, its columns."""

    title: str
    words: str
    columns: tuple[Column, ...]


def laid_out(
    parts: Sequence[Part], players: Sequence[Measured], gap: int
) -> Iterator[RenderableType]:
    """Lay out each panel with those it says something about; ``gap``: between two columns."""
    for part in parts:
        rows = [one for one in players if any(column.read(one) for column in part.columns)]
        if rows:
            yield from (Text(""), Text(part.title, style="bold"), Text(part.words, style="dim"))
            yield _table(part.columns, rows, gap)


def left_out(acts: int) -> Iterator[str]:
    """Say how many acts are in no figure, if there are any."""
    if acts:
        yield f"Left out: {count(acts, 'act')} the engine played for a player that failed."


def _table(columns: Sequence[Column], rows: Sequence[Measured], gap: int) -> Table:
    table = grid(gap)
    table.add_column("player")
    cells = []
    for column in columns:
        figures = [figure for one in rows if (figure := column.read(one))]
        shown = [brief(figure, column.unit) for figure in figures]
        heading, *texts = _beside([column.heading, *shown], ["n", *(f"{f.n}" for f in figures)])
        table.add_column(heading, justify="right", no_wrap=True)
        cells.append(texts)
    for number, one in enumerate(rows):
        table.add_row(Name(one.player), *(texts[number] for texts in cells))
    return table


def _beside(figures: Sequence[str], counts: Sequence[str]) -> list[Text]:
    """Put counts beside figures, dim, both in line under their headings."""
    wide, deep = max(map(len, figures)), max(map(len, counts))
    return [
        Text(figure.rjust(wide)) + Text(f" {number.rjust(deep)}", style="dim")
        for figure, number in zip(figures, counts, strict=True)
    ]
