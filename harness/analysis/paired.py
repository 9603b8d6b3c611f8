"""Two players deal by deal: the same cards, so what is left is the difference between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.analysis.interval import half_width
from harness.analysis.pairs import pairs

if TYPE_CHECKING:
    from harness.analysis.pairs import Floats, Ints, Table


@dataclass(frozen=True, slots=True, eq=False)
class Paired:
    """All pairs of a table: how often one came before the other.

    ``net`` (deals x entrants x entrants): matches i won against j less those it lost; ``met``:
    matches of both.
    """

    names: tuple[str, ...]
    net: Ints
    met: Ints

    def differences(self, one: int, other: int) -> Floats:
        """Give by deal the mean of won less lost, -1 to 1, over the deals in which they met."""
        met = self.met[:, one, other]
        shared = met > 0
        u: Floats = self.net[shared, one, other] / met[shared]
        return u


def paired(table: Table) -> Paired:
    """Count the results of all pairs of a table."""
    size = len(table.names)
    shape = (len(table.deals), size, size)
    net, met = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for pair in pairs(table, "as_played"):
        deal = table.deal[pair.row]
        for one, other, sign in ((pair.one, pair.other, 1), (pair.other, pair.one, -1)):
            np.add.at(net, (deal, one, other), sign * (pair.half - 1))
            np.add.at(met, (deal, one, other), 1)
    return Paired(table.names, net, met)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals, each deal one vote, with its 95 % interval.

    ``low`` and ``high`` are None with too few deals. ``spread``: the standard deviation of one
    deal, None below two.
    """

    value: float
    low: float | None
    high: float | None
    spread: float | None
    deals: int


def mean(by_deal: Floats) -> Mean | None:
    """Average over deals, None without one."""
    deals = len(by_deal)
    if not deals:
        return None
    value = float(by_deal.mean())
    spread = float(by_deal.std(ddof=1)) if deals > 1 else None
    half = half_width(by_deal)
    low, high = (None, None) if half is None else (value - half, value + half)
    return Mean(value, low, high, spread, deals)
