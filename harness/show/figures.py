"""How figures are written for a person."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from engine.games import games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.board import Row
    from harness.plan.span import Span

DASH: Final = "\N{EN DASH}"
"""Between the ends of a range; alone: there is no figure."""

THOUSANDS: Final = 1_000
"""From here on amounts are written in thousands."""

UNITS: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
TEN: Final = 10


def count(number: int, one: str, many: str | None = None) -> str:
    """Write a number of things: "1 match", "1,200 deals"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def rating(elo: float) -> str:
    """Write Elo points: whole ones."""
    return f"{elo:.0f}"


def rank(row: Row, *, sure: bool) -> str:
    """Write a rank set, "2" or "2 to 4" with a dash; a star says that there is a note."""
    star = "*" if row.note else ""
    if row.rank_low is None or not sure:
        return DASH + star
    last = "" if row.rank_low == row.rank_high else f"{DASH}{row.rank_high}"
    return f"{row.rank_low}{last}{star}"


def share(part: float) -> str:
    """Write a share in percent, rounded down, so that no limit looks reached that is not."""
    percent = floor(1000 * part + 1e-9) / 10
    return f"{percent:.0f} %" if percent == int(percent) else f"{percent:.1f} %"


def amounts(values: Sequence[float | None], sign: str = "") -> list[str]:
    """Write dollars or points that stand together: all in thousands ("812k") or none.

    ``sign="+"`` writes both signs.
    """
    large = any(value is not None and abs(value) >= THOUSANDS for value in values)
    return [
        DASH if value is None else f"{value / 1000:{sign}.0f}k" if large else f"{value:{sign}.1f}"
        for value in values
    ]


def dollars(value: float | None) -> str:
    """Write what something cost; an unknown price is never 0."""
    if value is None:
        return "unknown"
    return f"${value:.2f}" if value >= 1 or value == 0 else f"${value:.4f}"


def undealt(game: str) -> str:
    """Say of a game that leaves nothing to chance what that means for its deals; else ""."""
    known = games().get(game)
    if known is None or known.chance:
        return ""
    return (
        f"In {game} nothing is left to chance: its deals differ only in what players draw for"
        " themselves. Between players who draw nothing all deals are one play, and no interval,"
        " rank or p holds."
    )


def spanned(span: Span) -> str:
    """Write a range of counts, in one unit if it fits both ends; one figure if they look alike."""
    size, unit = _unit(span.high)
    high = f"{_short(span.high / size, whole=not unit)}{unit}"
    if span.low * TEN >= size or not unit:
        low = _short(span.low / size, whole=not unit)
        return high if f"{low}{unit}" == high else f"{low}{DASH}{high}"
    size, unit = _unit(span.low)
    return f"{_short(span.low / size, whole=not unit)}{unit}{DASH}{high}"


def _unit(value: float) -> tuple[float, str]:
    return next((one for one in UNITS if value >= one[0]), (1.0, ""))


def _short(value: float, *, whole: bool) -> str:
    return f"{value:.0f}" if whole or value >= TEN else f"{value:.1f}"
