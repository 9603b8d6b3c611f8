"""A figure with its count, its 95 % interval and, where it says too little, the reason.

Deals are drawn, so the deal is the unit: intervals are delete-one-deal jackknives (Efron & Stein
1981). Figures that need a fit leave out one of at most 25 groups of deals a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

from harness.analysis.interval import FEWEST_DEALS, quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

THOUSAND: Final = 1000
"""Dollars: figures of money are in thousands."""

GROUPS: Final = 25


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the panel.

    ``value``: None where it is undefined. ``n``: what it rests on. ``low``, ``high``: the 95 %
    interval, None with too few deals. ``withheld``: why a table should not show it.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    withheld: str | None = None

    def needs(self, enough: bool, reason: str) -> Figure:  # noqa: FBT001 - reads as a sentence
        """Withhold the figure unless there is enough to rest it on; the first reason stays."""
        return self if enough or self.withheld else replace(self, withheld=reason)

    def on_at_least(self, fewest: int) -> Figure:
        """Withhold the figure unless it rests on so many; the first reason stays."""
        return self.needs(self.n >= fewest, f"fewer than {fewest}")

    def within(self, lowest: float, highest: float) -> Figure:
        """Cut the interval to what is possible."""
        if self.low is None or self.high is None:
            return self
        return replace(self, low=max(lowest, self.low), high=min(highest, self.high))

    def json(self) -> dict[str, Any]:
        """Give the figure as JSON, not rounded."""
        shown = {"value": self.value, "low": self.low, "high": self.high, "n": self.n}
        return shown if self.withheld is None else shown | {"withheld": self.withheld}


def undefined(reason: str, n: int = 0) -> Figure:
    """Give a figure that has no value, and why."""
    return Figure(None, n, withheld=reason)


def by_deal(deals: Sequence[Hashable], rows: ArrayLike) -> Floats:
    """Sum rows (claims x columns, any further axes) by deal (deals x columns)."""
    values = np.asarray(rows, dtype=np.float64)
    places: dict[Hashable, int] = {}
    index = np.array([places.setdefault(deal, len(places)) for deal in deals], dtype=np.intp)
    sums = np.zeros((len(places), *values.shape[1:]))
    np.add.at(sums, index, values)
    return sums


def jackknife(sums: Floats, statistic: Callable[[Floats], float], n: int) -> Figure:
    """Measure a statistic of sums by deal; nan is undefined."""
    total = sums.sum(axis=0)
    value = float(statistic(total))
    if not isfinite(value):
        return undefined("undefined", n)
    return _interval(Figure(value, n), [statistic(total - one) for one in sums], len(sums))


def refit(deals: Sequence[Hashable], fit: Callable[[NDArray[np.bool_]], float], n: int) -> Figure:
    """Measure a fitted number; ``fit`` gets which rows to use, and gives nan where it cannot."""
    places: dict[Hashable, int] = {}
    group = np.array([places.setdefault(deal, len(places)) % GROUPS for deal in deals])
    value = float(fit(np.ones(len(group), dtype=np.bool_)))
    if not isfinite(value):
        return undefined("undefined", n)
    if len(places) < FEWEST_DEALS:
        return Figure(value, n)
    without = [fit(group != one) for one in range(min(GROUPS, len(places)))]
    return _interval(Figure(value, n), without, len(places))


def ratio(deals: Sequence[Hashable], part: ArrayLike, whole: ArrayLike | None = None) -> Figure:
    """Give sum of ``part`` / sum of ``whole`` (default: how many), row by row."""
    parts = np.asarray(part, dtype=np.float64)
    wholes = np.ones(len(parts)) if whole is None else np.asarray(whole, dtype=np.float64)
    if not len(parts) or not wholes.any():
        return undefined("no chance", 0)
    sums = by_deal(deals, np.column_stack([parts, wholes]))
    return jackknife(sums, lambda s: s[0] / s[1] if s[1] else np.nan, round(wholes.sum()))


def rate(deals: Sequence[Hashable], flags: Sequence[bool], fewest: int = 20) -> Figure:
    """Give the share of flags that are true; where all are equal the interval is Clopper's."""
    found = ratio(deals, flags)
    if found.low is not None and found.low == found.high and found.value is not None:
        exact = stats.binomtest(round(found.value * found.n), found.n).proportion_ci()
        found = replace(found, low=float(exact.low), high=float(exact.high))
    return found.within(0, 1).on_at_least(fewest)


def _interval(figure: Figure, without: Sequence[float], deals: int) -> Figure:
    """Add the interval from the values with one deal, or group of deals, left out a time."""
    values = np.asarray(without, dtype=np.float64)
    if deals < FEWEST_DEALS or not np.isfinite(values).all() or figure.value is None:
        return figure
    groups = len(values)
    variance = (groups - 1) / groups * float(((values - values.mean()) ** 2).sum())
    half = quantile(groups) * sqrt(variance)
    return replace(figure, low=figure.value - half, high=figure.value + half)
