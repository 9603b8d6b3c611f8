"""What a player's matches add up to: wins, ranks, scores, decisions, money, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import fsum
from typing import TYPE_CHECKING

import numpy as np

from harness.analysis.board import Tally
from harness.record import together

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.analysis.pairs import Flags, Table, View
    from harness.record import Head, Play


def counting(table: Table, view: View) -> Flags:
    """Say which seats of which matches count in a view (matches x seats).

    A seat counts when at least one of its pairs does.
    """
    if view == "as_played":
        return np.ones(table.player.shape, dtype=np.bool_)
    stood: Flags = ~table.fell & ((~table.fell).sum(axis=1, keepdims=True) > 1)
    return stood


@dataclass(slots=True)
class _Sum:
    """One player's matches while they are added up."""

    ranks: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    plays: list[Play] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def tallies(played: Iterable[tuple[Head, Sequence[bool]]]) -> dict[str, Tally]:
    """Add up by player. With each match goes by seat whether its result counts.

    Results are of the seats that count; decisions, money and faults are of all. Equal whatever
    the order: whole numbers are counted, and fractions are summed without rounding.
    """
    sums: defaultdict[str, _Sum] = defaultdict(_Sum)
    for head, flags in played:
        winners = head.outcome.ranks.count(1)
        for seat, name in enumerate(head.seats):
            one = sums[name]
            one.plays.append(head.play[seat])
            if flags[seat]:
                one.ranks.append(head.outcome.ranks[seat])
                one.scores.append(head.outcome.scores[seat])
                one.wins[winners] += head.outcome.ranks[seat] == 1
        for _, seat, kind in head.faults:
            sums[head.seats[seat]].faults[kind] += 1
    return {name: _tally(one) for name, one in sums.items()}


def _tally(one: _Sum) -> Tally:
    matches = len(one.ranks)
    return Tally(
        matches=matches,
        wins=fsum(count / shared for shared, count in one.wins.items()),
        mean_rank=sum(one.ranks) / matches if matches else None,
        mean_score=sum(one.scores) / matches if matches else None,
        play=together(one.plays),
        faults=dict(sorted(one.faults.items())),
    )
