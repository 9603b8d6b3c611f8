"""The claims that moved most money, to be read one by one."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from harness.analysis.klirr.bluff.bayes import Judged, judge
from harness.analysis.klirr.bluff.claimer import won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.analysis.klirr.claims import Opportunity


def stories(
    opportunities: Iterable[Opportunity], count: int, player: str | None = None
) -> list[Judged]:
    """Give the requests that moved most money, either way.

    Of equal ones come first those whose kind, taker, match and asked were told least, then the
    earliest: most tie at the largest sum, and five tales of one player would be dull. ``player``:
    only those it made or answered. Each holds what was held, asked, believed and answered, the
    reasons given, and the Bayes caller's probability of a bluff.
    """
    judged = [
        j
        for j in judge(opportunities)
        if player in (None, j.opportunity.taker, j.opportunity.asked)
    ]
    judged.sort(key=lambda j: (-_moved(j), j.opportunity.order, j.opportunity.move))
    told: list[Judged] = []
    seen: Counter[tuple[str, object]] = Counter()
    for _, tied in groupby(judged, key=_moved):
        left = list(tied)
        while left and len(told) < count:
            told.append(min(left, key=lambda j: [seen[mark] for mark in _marks(j)]))
            left.remove(told[-1])
            seen.update(_marks(told[-1]))
    return told


def _moved(judged: Judged) -> float:
    return abs(won(judged.opportunity))


def _marks(judged: Judged) -> tuple[tuple[str, object], ...]:
    """Give what may be alike in two stories, what matters most first."""
    opportunity = judged.opportunity
    return (
        ("kind", (opportunity.bluff, opportunity.called)),
        ("taker", opportunity.taker),
        ("match", opportunity.match),
        ("asked", opportunity.asked),
    )
