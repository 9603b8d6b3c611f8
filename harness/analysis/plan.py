"""How many deals it takes, and what so many deals will show.

A gap is on the scale of the board: luck compresses it, so that two players who would be 100 points
apart without luck may stand 57 apart on a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt, tanh
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy import special  # type: ignore[import-untyped]

from harness.analysis.interval import FEWEST_DEALS, quantile
from harness.analysis.paired import paired
from harness.analysis.pairs import meetings, tables
from harness.analysis.strength import ELO, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.analysis.pairs import Table
    from harness.record import Head

LEVEL: Final = 0.05
"""How often a difference that is none may be called one."""

POWER: Final = 0.8
"""How often the planned deals show a gap that is there."""


def difference_of(gap: float) -> float:
    """Give the mean of won less lost that a gap of so many Elo points stands for."""
    return tanh(gap / ELO / 2)


def gap_of(difference: float) -> float:
    """Give the Elo points that a mean of won less lost stands for (|difference| < 1)."""
    return float(2 * ELO * np.arctanh(difference))


def deals_needed(spread: float, difference: float, pairs: int = 1) -> int:
    """Give the deals that show a mean difference four times in five at the 5 % level.

    ``spread``: standard deviation of a deal's difference; ``pairs``: how many are tested at once.
    """
    return ceil((_z(pairs) * spread / abs(difference)) ** 2)


def _z(pairs: int = 1) -> float:
    return float(special.ndtri(1 - LEVEL / 2 / pairs) + special.ndtri(POWER))


@dataclass(frozen=True, slots=True)
class Forecast:
    """What so many deals of a table will show, judged by earlier matches of it.

    ``spread``: standard deviation of a deal's difference between two players (typical pair);
    ``half_width``: of a typical rating's 95 % interval, None with too few deals; ``gap``: the
    smallest gap shown four times in five, None if they show none. Both in Elo points.
    ``from_deals``: the earlier deals. ``met``: in which share of the deals a pair meets.
    """

    spread: float
    half_width: float | None
    gap: float | None
    from_deals: int
    met: float = 1.0

    def deals_for(self, gap: float) -> int:
        """Give the deals it takes to show a gap of so many Elo points, an interval's at least."""
        shared = deals_needed(self.spread, difference_of(gap))
        return max(FEWEST_DEALS, ceil(shared / self.met))


def forecast(earlier: Iterable[Head], deals: int, met: float = 1.0) -> Forecast | None:
    """Say what ``deals`` deals will show; None where no pair met in two deals.

    ``earlier``: matches of one game and table size with like players. ``met``: in which share of
    the planned deals a pair meets.
    """
    table = next(iter(tables(earlier)), None)
    spread = typical_spread(table) if table else None
    if table is None or spread is None:
        return None
    fit = estimate(meetings(table, "as_played").wins)
    error = float(np.median(np.sqrt(fit.covariance.diagonal()))) * sqrt(fit.deals / deals)
    least = _z() * spread / sqrt(deals * met)
    return Forecast(
        spread,
        ELO * error * quantile(deals) if deals >= FEWEST_DEALS else None,
        gap_of(least) if least < 1 else None,
        fit.deals,
        met,
    )


def typical_spread(table: Table) -> float | None:
    """Give the root mean square, over all pairs, of the standard deviation of a shared deal.

    None if no pair met in two deals.
    """
    both = paired(table)
    size = len(both.names)
    by_pair = [both.differences(i, j) for i in range(size) for j in range(i)]
    squares = [u.var(ddof=1) for u in by_pair if len(u) > 1]
    return float(np.sqrt(np.mean(squares))) if squares else None
