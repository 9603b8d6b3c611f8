"""The Bayes caller: what somebody could have known who counts cards and has watched the claimer.

A request for c is a bluff with probability

    p = M s_c / (M s_c + n_c h),   M = Z b + sum of n_v (1 - h) over the other values v,

where b is how often this claimer bluffs with a worthless card, h how often it is honest with a
dollar card, s_c how it spreads its bluffs: its public record in the same match so far and in
matches earlier in export order, shrunk to the equilibrium as if that had been seen a few times.
Regret is what the answer that was given loses against the better one under p, cash counted in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from harness.analysis.figure import THOUSAND, Figure, ratio
from harness.equilibrium import closed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from harness.analysis.klirr.claims import Opportunity
    from harness.equilibrium.position import Unseen
    from harness.equilibrium.strategy import Equilibrium

RATE_WEIGHT: Final = 4
SUM_WEIGHT: Final = 10
FEWEST: Final = 50


@dataclass(slots=True)
class Tendency:
    """What a claimer has been seen to do: cards and bluffs by kind of card, bluffs by sum."""

    forced: int = 0
    forced_bluffs: int = 0
    optional: int = 0
    optional_bluffs: int = 0
    sums: Counter[int] = field(default_factory=Counter)

    def add(self, opportunity: Opportunity) -> None:
        """Take in an opportunity that was resolved: its card is public by then."""
        if opportunity.forced:
            self.forced += 1
            self.forced_bluffs += opportunity.bluff
        else:
            self.optional += 1
            self.optional_bluffs += opportunity.bluff
        if opportunity.bluff:
            self.sums[opportunity.sum] += 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A request and its probability of a bluff: by the claimer's record, by the cards alone."""

    opportunity: Opportunity
    bluff: float
    prior: float

    @property
    def regret(self) -> float:
        """What the answer lost against the better one, dollars; 0 if it was the better one."""
        edge = self.opportunity.stakes.edge(self.bluff)
        return max(0.0, -edge if self.opportunity.called else edge)


def judge(opportunities: Iterable[Opportunity]) -> Iterator[Judged]:
    """Judge every answered request by what came before it; they are in export order."""
    records: defaultdict[str, Tendency] = defaultdict(Tendency)
    for opportunity in opportunities:
        if opportunity.sum and opportunity.answered:
            seen = records[opportunity.taker]
            yield Judged(
                opportunity,
                bluff_probability(opportunity, seen),
                bluff_probability(opportunity, Tendency()),
            )
        if opportunity.own:
            records[opportunity.taker].add(opportunity)


def bluff_probability(opportunity: Opportunity, seen: Tendency) -> float:
    """Give the probability that a request is a bluff, by the unseen cards and the record."""
    unseen, asked = opportunity.unseen, opportunity.sum
    best = closed.solve(unseen, opportunity.cap)
    share = _shrunk(
        _spread(best, unseen).get(asked, 0.0), SUM_WEIGHT, seen.sums[asked], seen.sums.total()
    )
    bluffing = _shrunk(best.bluff_rate, RATE_WEIGHT, seen.forced_bluffs, seen.forced)
    mass = unseen.worthless * bluffing
    for value, count in unseen.dollars:
        if value != asked:
            mass += count * _lying(best, value, seen)
    if not unseen.count(asked):
        return 1.0
    lies = mass * share
    truths = unseen.count(asked) * (1 - _lying(best, asked, seen))
    return lies / (lies + truths) if lies + truths else 0.0


def regret(judged: Sequence[Judged]) -> Figure:
    """Give the mean regret of answers, in thousands."""
    figure = ratio([j.opportunity.deal for j in judged], [j.regret / THOUSAND for j in judged])
    return figure.on_at_least(FEWEST)


def _lying(best: Equilibrium, value: int, seen: Tendency) -> float:
    """Give how often a card of this value is not asked for honestly."""
    balanced = 1 - best.claims[value].get(value, 0.0)
    return _shrunk(balanced, RATE_WEIGHT, seen.optional_bluffs, seen.optional)


def _spread(best: Equilibrium, unseen: Unseen) -> dict[int, float]:
    """Give how the equilibrium spreads bluffs over sums, as its lowest card does."""
    lowest = min(best.claims)
    bluffs = {c: share for c, share in best.claims[lowest].items() if c not in (0, lowest)}
    total = sum(bluffs.values())
    if not total:
        return {value: 1 / len(unseen.dollars) for value, _ in unseen.dollars}
    return {c: share / total for c, share in bluffs.items()}


def _shrunk(balanced: float, weight: int, hits: int, seen: int) -> float:
    """Give a rate as if the equilibrium had been seen ``weight`` times before."""
    return (weight * balanced + hits) / (weight + seen)
