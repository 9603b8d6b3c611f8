"""What a player does as taker: how often it bluffs, for how much, and what comes of it.

Only its own decisions count; answers by the engine for a player that failed are left out too.
Money is in thousands of dollars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from harness.analysis.figure import THOUSAND, Figure, rate, ratio
from harness.equilibrium.position import stakes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.klirr.claims import Cluster, Opportunity

FEW: Final = 20


@dataclass(frozen=True, slots=True)
class Claimer:
    """A player's figures as taker.

    ``forced``, ``optional``: bluffs a card taken, worthless and dollar.
    ``frequency_error``: bluffs a worthless card above the equilibrium's, cash counted in.
    ``success``: bluffs believed; ``honest_called``: honest requests called. ``impossible``:
    bluffs at a sum of which no card is unseen. ``chips``: thousands a worthless card.
    ``optional_low``, ``optional_high``: thousands an optional bluff gained over the truth, if
    that would have been called and if it would have been paid.
    """

    forced: Figure
    optional: Figure
    frequency_error: Figure
    success: Figure
    honest_called: Figure
    impossible: Figure
    chips: Figure
    optional_low: Figure
    optional_high: Figure


def claimer(opportunities: Sequence[Opportunity]) -> Claimer:
    """Measure one player's own opportunities."""
    forced = [c for c in opportunities if c.forced]
    optional = [c for c in opportunities if not c.forced]
    bluffs = [c for c in opportunities if c.bluff]
    answered = [c for c in opportunities if c.sum and c.answered]
    lies = [c for c in answered if c.bluff]
    truths = [c for c in answered if not c.bluff]
    settled = [c for c in forced if not c.sum or c.answered]
    spared = [c for c in lies if not c.forced]
    error = ratio(deals(forced), [c.bluff - c.balanced_rate() for c in forced])
    chips = ratio(deals(settled), [won(c) / THOUSAND for c in settled])
    return Claimer(
        rate(deals(forced), [c.bluff for c in forced], FEW),
        rate(deals(optional), [c.bluff for c in optional], FEW),
        error.on_at_least(FEW),
        rate(deals(lies), [not c.called for c in lies], FEW),
        rate(deals(truths), [c.called for c in truths], FEW),
        rate(deals(bluffs), [not c.possible for c in bluffs], FEW),
        chips.on_at_least(FEW),
        _over_truth(spared, called=True),
        _over_truth(spared, called=False),
    )


def deals(opportunities: Sequence[Opportunity]) -> list[Cluster]:
    """Give the cluster of each opportunity."""
    return [c.deal for c in opportunities]


def won(opportunity: Opportunity) -> float:
    """Give what the taker won by an opportunity, dollars; a pass wins nothing."""
    return (
        opportunity.stakes.gain(opportunity.called, honest=not opportunity.bluff)
        if opportunity.sum
        else 0.0
    )


def _over_truth(bluffs: Sequence[Opportunity], *, called: bool) -> Figure:
    """Compare optional bluffs with the truth, had that been called or paid by the same seat."""
    truths = [stakes(c.card, c.taker_cash, c.asked_cash) for c in bluffs]
    worth = [truth.gain(called, honest=True) for truth in truths]
    gains = [(won(c) - v) / THOUSAND for c, v in zip(bluffs, worth, strict=True)]
    return ratio(deals(bluffs), gains).on_at_least(FEW)
