"""What a player does when asked: can it tell a bluff from the truth, and how readily does it call.

Signal detection (Macmillan & Creelman 2005): H is the share of bluffs called, F that of honest
requests; d' = z(H) - z(F) says how well the two are told apart, c = -(z(H) + z(F)) / 2 how slow it
is to call. One event is added, split in proportion to the two sides (Hautus 1995 splits it evenly),
so that who always calls or always pays has exactly d' = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped]

from harness.analysis.figure import Figure, by_deal, jackknife, rate, undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.analysis.figure import Floats
    from harness.analysis.klirr.claims import Opportunity

BLUFFS: Final = 60
HONEST: Final = 120
SURE: Final = 10
STRATA: Final = 5


@dataclass(frozen=True, slots=True)
class Caller:
    """A player's figures when asked.

    ``hits``: bluffs called; ``false_alarms``: honest requests called. ``d_prime``, ``criterion``:
    pooled. ``within``: d' among requests that the unseen cards make about equally likely to be
    bluffs: what is left of it beyond counting cards. ``sure``: certain or free calls made.
    """

    hits: Figure
    false_alarms: Figure
    d_prime: Figure
    criterion: Figure
    within: Figure
    sure: Figure


def caller(asked: Sequence[Opportunity]) -> Caller:
    """Measure the requests a player answered itself."""
    lies = [c for c in asked if c.bluff]
    truths = [c for c in asked if not c.bluff]
    sure = [c for c in asked if not c.possible or c.stakes.free]
    return Caller(
        rate([c.deal for c in lies], [c.called for c in lies]),
        rate([c.deal for c in truths], [c.called for c in truths]),
        _detection(asked, [0] * len(asked), d_prime),
        _detection(asked, [0] * len(asked), criterion),
        _detection(asked, _strata(asked), d_prime),
        rate([c.deal for c in sure], [c.called for c in sure], SURE),
    )


def d_prime(hits: float, bluffs: float, false_alarms: float, honest: float) -> float:
    """Give d' from counts; nan where a side is empty."""
    hit, false = _z(hits, bluffs, false_alarms, honest)
    return hit - false


def criterion(hits: float, bluffs: float, false_alarms: float, honest: float) -> float:
    """Give c from counts; nan where a side is empty. 0 is even-handed, above it slow to call."""
    hit, false = _z(hits, bluffs, false_alarms, honest)
    return -(hit + false) / 2


def _detection(
    asked: Sequence[Opportunity], strata: Sequence[int], measure: Callable[..., float]
) -> Figure:
    """Measure in each stratum and weigh it by what it can tell: without both sides, nothing."""
    rows = np.zeros((len(asked), max(strata, default=0) + 1, 4))
    for row, opportunity, stratum in zip(rows, asked, strata, strict=True):
        row[stratum, 0 if opportunity.bluff else 2] = opportunity.called
        row[stratum, 1 if opportunity.bluff else 3] = 1
    bluffs, honest = rows.sum(axis=(0, 1))[[1, 3]]
    if not bluffs or not honest:
        return undefined("no bluff" if not bluffs else "no honest request", len(asked))
    figure = jackknife(
        by_deal([c.deal for c in asked], rows), lambda sums: _weighed(sums, measure), len(asked)
    )
    reason = f"fewer than {BLUFFS} bluffs or {HONEST} honest requests"
    return figure.needs(bluffs >= BLUFFS and honest >= HONEST, reason)


def _weighed(sums: Floats, measure: Callable[..., float]) -> float:
    telling = [one for one in sums.tolist() if one[1] and one[3]]
    weights = [one[1] * one[3] / (one[1] + one[3]) for one in telling]
    values = [measure(*one) for one in telling]
    return float(np.average(values, weights=weights)) if telling else float(np.nan)


def _strata(asked: Sequence[Opportunity]) -> list[int]:
    """Part requests by the odds that unseen cards give: the impossible, then four like groups."""
    odds = np.array([prior_odds(c) for c in asked])
    possible = [odd for odd, c in zip(odds, asked, strict=True) if c.possible]
    cuts = np.quantile(possible, np.arange(1, STRATA - 1) / (STRATA - 1)) if possible else []
    return [
        1 + int(np.searchsorted(cuts, odd)) if c.possible else 0
        for odd, c in zip(odds, asked, strict=True)
    ]


def prior_odds(opportunity: Opportunity) -> float:
    """Give the log odds of a worthless card against one of the sum's value, half a card added."""
    return log(
        (opportunity.unseen.worthless + 0.5) / (opportunity.unseen.count(opportunity.sum) + 0.5)
    )


def _z(hits: float, bluffs: float, false_alarms: float, honest: float) -> tuple[float, float]:
    if not bluffs or not honest:
        return float(np.nan), float(np.nan)
    share = bluffs / (bluffs + honest)
    hit = (hits + share) / (bluffs + 2 * share)
    false = (false_alarms + 1 - share) / (honest + 2 * (1 - share))
    return float(ndtri(hit)), float(ndtri(false))
