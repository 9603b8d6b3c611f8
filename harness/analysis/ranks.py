"""Ranks that admit what is not known: a set of places, not a place.

All pairs of players are looked at together, so that with 95 % confidence not one "surely above"
of the whole board is wrong (the studentised range for correlated estimates; Mogstad, Romano,
Shaikh & Wilhelm 2024).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from harness.analysis.pairs import Flags, Floats, Ints
    from harness.analysis.strength import Estimate

DRAWS: Final = 40_000
"""Draws for the quantile: its own error is then below one percent."""

STILL: Final = 1e-6
"""Log odds: what two fits of the same data may differ by. Less is no difference."""


def surely_above(estimate: Estimate) -> Flags:
    """Say who is surely above whom: ``[i, j]`` (entrants x entrants), all at once at 95 %.

    Nobody is, below the fewest deals for an interval.
    """
    gap = estimate.theta[:, None] - estimate.theta[None, :]
    if not estimate.known:
        return np.zeros(gap.shape, dtype=np.bool_)
    spread = _spread(estimate.covariance)
    sure: Flags = gap > np.maximum(STILL, _quantile(estimate, spread) * np.maximum(spread, STILL))
    return sure


def rank_sets(above: Flags) -> tuple[Ints, Ints]:
    """Give the lowest and the highest rank each may have, from who is surely above whom."""
    return 1 + above.sum(axis=0), len(above) - above.sum(axis=1)


def _spread(covariance: Floats) -> Floats:
    """Give the standard errors of all differences."""
    own = covariance.diagonal()
    square: Floats = own[:, None] + own[None, :] - 2 * covariance
    return np.sqrt(np.maximum(square, 0))


def _quantile(estimate: Estimate, spread: Floats) -> float:
    """Give the 95 % quantile of the largest absolute t over all differences."""
    one, other = np.triu_indices(len(spread), 1)
    moving = spread[one, other] > STILL
    one, other = one[moving], other[moving]
    if not len(one):
        return 0.0
    largest = np.concatenate(
        [
            np.abs((part[:, one] - part[:, other]) / spread[one, other]).max(axis=1)
            for part in np.array_split(_draws(estimate), 1 + len(one) * DRAWS // 4_000_000)
        ]
    )
    return float(np.quantile(largest, 0.95))


def _draws(estimate: Estimate) -> Floats:
    """Draw the error of the strengths (draws x entrants): multivariate t, the same every time."""
    return np.asarray(
        stats.multivariate_t.rvs(
            shape=estimate.covariance,
            df=estimate.deals - 1,
            size=DRAWS,
            random_state=np.random.default_rng(1),
        ),
        dtype=np.float64,
    ).reshape(DRAWS, -1)
