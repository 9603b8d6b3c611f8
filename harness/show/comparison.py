"""Two players side by side, as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from harness.analysis.significance import verdict
from harness.show.cells import Name, Sentence
from harness.show.figures import DASH, amounts, count, dollars, share, undealt
from harness.show.grid import grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.table import Table

    from harness.analysis.board import Tally
    from harness.analysis.paired import Mean
    from harness.analysis.significance import Comparison, Duel


def terminal(comparison: Comparison) -> RenderableType:
    """Show every board the two share, the clearest difference first, then what they used."""
    parts: list[RenderableType] = []
    for duel in comparison.duels:
        shared = f"{count(duel.difference.deals, 'shared deal')}, {count(duel.matches, 'meeting')}"
        parts.append(Text(f"{duel.game}, {duel.seats} players: {shared}", style="bold"))
        parts.append(Sentence(verdict(comparison, duel), indent=2))
        parts += [Sentence(words, indent=2) for words in [undealt(duel.game)] if words]
        parts += [Sentence(line, indent=2) for line in _lines(comparison, duel)]
        parts.append(Text(""))
    if not comparison.duels:
        parts += [Text(f"{comparison.one} and {comparison.other} never met."), Text("")]
    return Group(*parts, _used(comparison))


def _lines(comparison: Comparison, duel: Duel) -> Iterator[str]:
    one, other = comparison.one, comparison.other
    yield (
        f"{one} before {other} {duel.wins} times, level {duel.ties}, behind {duel.losses}: won"
        f" less lost {_percent(duel.difference)} of the meetings; score {_amount(duel.score)}."
    )
    together = (
        f"over all {duel.pairs} pairs of the board (Holm) p = {duel.p_holm:.4f}"
        if duel.pairs > 1
        else "they are the board's only pair"
    )
    yield (
        f"sign-flip test p = {duel.p:.4f}; {together}. The smallest that could be shown is"
        f" {duel.smallest:.4f}."
    )
    seats = ", ".join(
        f"{100 * seat.difference:+.0f} % in seat {seat.seat} (of {seat.matches})"
        for seat in duel.by_seat
    )
    yield f"By the seat of {one}, the largest difference first: {seats}."


def _percent(mean: Mean) -> str:
    half = _half(mean)
    return f"{100 * mean.value:+.1f}" + (f" ± {100 * half:.1f} %" if half is not None else " %")


def _amount(mean: Mean) -> str:
    half = _half(mean)
    value, width = amounts([mean.value, half])
    return ("" if mean.value < 0 else "+") + value + (f" ± {width}" if half is not None else "")


def _half(mean: Mean) -> float | None:
    return None if mean.high is None else mean.high - mean.value


def _used(comparison: Comparison) -> Table:
    table = grid()
    table.add_column("player")
    for heading in ("matches", "own", "asked", "tokens", "cost", "a match"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name in (comparison.one, comparison.other):
        table.add_row(Name(name), *(Text(cell) for cell in _cells(comparison.sums[name])))
    return table


def _cells(tally: Tally) -> list[str]:
    usage, each = tally.play.usage, DASH
    if tally.matches:
        each = dollars(
            None if tally.play.usage.cost is None else tally.play.usage.cost / tally.matches
        )
    tokens = usage.tokens.inp + usage.tokens.out
    return [
        f"{tally.matches:,}",
        share(tally.play.coverage),
        f"{tally.play.asked:,}",
        f"{tokens:,}",
        dollars(usage.cost),
        each,
    ]
