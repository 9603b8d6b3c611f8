"""How sure a mean over deals is: deals are drawn, so the deal is the unit, and there may be few."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from scipy import stats  # type: ignore[import-untyped]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_DEALS: Final = 8
"""With fewer deals an interval would claim more than it knows."""


def quantile(deals: int, level: float = 0.95) -> float:
    """Give the two-sided t quantile for so many deals."""
    return float(stats.t.ppf((1 + level) / 2, deals - 1))


def half_width(by_deal: NDArray[np.float64]) -> float | None:
    """Give half of the 95 % interval of a mean, each deal one vote; None with too few deals."""
    deals = len(by_deal)
    if deals < FEWEST_DEALS:
        return None
    return quantile(deals) * float(by_deal.std(ddof=1)) / sqrt(deals)
