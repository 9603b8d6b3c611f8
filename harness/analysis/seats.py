"""What seats and deals do to results that strength does not.

Does rotation pay? Read from residuals: what a seat took from its opponents, less what the
ratings expect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.analysis.interval import half_width
from harness.analysis.pairs import pairs

if TYPE_CHECKING:
    from harness.analysis.pairs import Floats, Ints, Table, View


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a seat is worth: the share of a win it takes from each opponent beyond the ratings.

    ``half_width``: of the 95 % interval, None with too few deals.
    """

    seat: int
    effect: float
    half_width: float | None

    def json(self) -> dict[str, Any]:
        """Give the effect as JSON."""
        return {"seat": self.seat, "effect": self.effect, "half_width": self.half_width}


@dataclass(frozen=True, slots=True)
class SeatEffects:
    """What seats and deals give that strength does not.

    ``seats``: one effect a seat. ``within_deal``: how alike the residuals of one seat are in all
    the matches of a deal, whoever sits there (intraclass correlation, 1 = all of it is dealt);
    None when no deal was played twice. Rotation takes this part out of a comparison.
    """

    seats: tuple[SeatEffect, ...]
    within_deal: float | None

    def json(self) -> dict[str, Any]:
        """Give the figures as JSON."""
        return {"seats": [seat.json() for seat in self.seats], "within_deal": self.within_deal}


def seat_effects(table: Table, view: View, theta: Floats) -> SeatEffects:
    """Measure seats and deals. ``theta``: by entrant of the table, nan for whoever is left out."""
    rest = residuals(table, view, theta)
    here = ~np.isnan(rest).any(axis=1)
    rest, deal = rest[here], table.deal[here]
    effects = tuple(_effect(seat, rest[:, seat], deal) for seat in range(table.seats))
    even = rest - np.array([one.effect for one in effects])
    group = (deal[:, None] * table.seats + np.arange(table.seats)).ravel()
    return SeatEffects(effects, intraclass(even.ravel(), group))


def residuals(table: Table, view: View, theta: Floats) -> Floats:
    """Give by match and seat the mean score against opponents less the mean expected.

    nan where no pair of the seat counts.
    """
    rest = np.zeros(table.player.shape)
    count = np.zeros(table.player.shape)
    for pair in pairs(table, view):
        expected = 1 / (1 + np.exp(theta[pair.other] - theta[pair.one]))
        beyond = pair.half / 2 - expected
        for seat, sign in zip(pair.seats, (1, -1), strict=True):
            rest[pair.row, seat] += sign * beyond
            count[pair.row, seat] += 1
    count[count == 0] = np.nan
    return rest / count


def _effect(seat: int, rest: Floats, deal: Ints) -> SeatEffect:
    """Average over deals, each deal one vote."""
    played, index, size = np.unique(deal, return_inverse=True, return_counts=True)
    by_deal = np.bincount(index, rest, minlength=len(played)) / size
    effect = float(by_deal.mean()) if len(played) else 0.0
    return SeatEffect(seat, effect, half_width(by_deal))


def intraclass(values: Floats, group: Ints) -> float | None:
    """Give the one-way intraclass correlation (Fisher 1925, unequal groups), None if undefined."""
    _, index, size = np.unique(group, return_inverse=True, return_counts=True)
    groups, count = len(size), len(values)
    if groups < 2 or count == groups:  # noqa: PLR2004 - nothing to compare
        return None
    means = np.bincount(index, values) / size
    between = float((size * (means - values.mean()) ** 2).sum()) / (groups - 1)
    within = float(((values - means[index]) ** 2).sum()) / (count - groups)
    typical = (count - float((size**2).sum()) / count) / (groups - 1)
    whole = between + (typical - 1) * within
    return (between - within) / whole if whole > 0 else None
