"""Results with some of the luck taken out.

Whoever sits in the same seat in the same deal meets the same chance, so the mean of all who sat
there is what the seat was worth.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from harness.analysis.paired import mean

if TYPE_CHECKING:
    from harness.analysis.paired import Mean
    from harness.analysis.pairs import Flags, Floats, Table


def above_seat(table: Table) -> dict[str, Mean]:
    """Give by player its dollars or points a match above the mean of its seats.

    The mean is of all who sat in the same seat of the same deal, the player included. Whoever
    never shared a seat with somebody else is left out.
    """
    worth = [_above(table, seat) for seat in range(table.seats)]
    found = {name: _average(table, index, worth) for index, name in enumerate(table.names)}
    return {name: score for name, score in found.items() if score}


def _average(table: Table, player: int, worth: list[tuple[Floats, Flags]]) -> Mean | None:
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    for seat, (above, shared) in enumerate(worth):
        mine = shared & (table.player[:, seat] == player)
        for deal, value in zip(table.deal[mine].tolist(), above[mine].tolist(), strict=True):
            by_deal[deal].append(value)
    return mean(np.array([np.mean(by_deal[deal]) for deal in sorted(by_deal)]))


def _above(table: Table, seat: int) -> tuple[Floats, Flags]:
    """Give by match the seat's score above the mean of its deal, and whether others sat there."""
    scores = np.array([head.outcome.scores[seat] for head in table.heads], dtype=np.float64)
    who, deals = table.player[:, seat], len(table.deals)
    size = np.bincount(table.deal, minlength=deals)
    worth = np.bincount(table.deal, scores, minlength=deals) / size
    sat = np.zeros((deals, len(table.names)), dtype=np.bool_)
    sat[table.deal, who] = True
    shared: Flags = sat.sum(axis=1)[table.deal] > 1
    return scores - worth[table.deal], shared
