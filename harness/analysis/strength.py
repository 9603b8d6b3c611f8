"""Bradley-Terry strengths and how sure they are.

Models are frozen and their skill does not drift, so one model is fitted to all results at once:
the order of play is nothing. What chance does is measured by leaving out one deal at a time.
Sources: Bradley & Terry 1952; Maystre & Grossglauser 2015 (choix); Efron & Stein 1981 (jackknife).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

import choix
import numpy as np

from harness.analysis.interval import FEWEST_DEALS, quantile

if TYPE_CHECKING:
    from harness.analysis.pairs import Floats, Ints

ELO: Final = 400 / log(10)
"""Elo points in one unit of log odds."""

PRIOR: Final = 0.1
"""Wins, and losses, of everybody against the phantom player: keeps every strength finite."""


def strengths(wins: Floats, start: Floats | None = None, prior: float = PRIOR) -> Floats:
    """Fit log strengths, mean 0, to ``wins[i, j]`` = what i took from j (entrants x entrants).

    ``start``: a guess that saves time; it does not change the result beyond 1e-7.
    """
    size = len(wins)
    if not size:
        return np.zeros(0)
    with_phantom = np.full((size + 1, size + 1), prior)
    with_phantom[:size, :size] = wins
    with_phantom[size, size] = 0
    guess = None if start is None else np.append(start, 0.0)
    theta = choix.ilsr_pairwise_dense(with_phantom, initial_params=guess, max_iter=10_000)
    own: Floats = theta[:size] - theta[:size].mean()
    return own


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """Strengths with the covariance of their estimate.

    ``theta`` (entrants): log strengths, mean 0; ``covariance`` (entrants x entrants) of these
    centred strengths; ``deals``: how many deals it rests on.
    """

    theta: Floats
    covariance: Floats
    deals: int

    @property
    def known(self) -> bool:
        """Whether there are deals enough to say how sure it is."""
        return self.deals >= FEWEST_DEALS

    def half_width(self) -> Floats:
        """Give the half-widths of the 95 % intervals, by entrant, in log odds."""
        return np.sqrt(self.covariance.diagonal()) * quantile(self.deals)


def estimate(wins: Floats, prior: float = PRIOR) -> Estimate:
    """Fit ``wins`` (deals x entrants x entrants) and measure the noise, one deal left out a time.

    With fewer than two deals the covariance is nan.
    """
    deals, size = wins.shape[:2]
    total = wins.sum(axis=0)
    theta = strengths(total, prior=prior)
    if deals < 2:  # noqa: PLR2004 - nothing to leave out
        return Estimate(theta, np.full((size, size), np.nan), deals)
    # Deals with equal results leave equal data behind: each kind of deal is fitted once.
    kinds, kind = _kinds(wins)
    without = np.array([strengths(total - one, theta, prior) for one in kinds])[kind]
    spread = without - without.mean(axis=0)
    return Estimate(theta, (deals - 1) / deals * spread.T @ spread, deals)


def _kinds(wins: Floats) -> tuple[Floats, Ints]:
    """Give the different deals there are and, by deal, which of them it is."""
    flat, kind = np.unique(wins.reshape(len(wins), -1), axis=0, return_inverse=True)
    return flat.reshape(-1, *wins.shape[1:]), kind.reshape(-1)
