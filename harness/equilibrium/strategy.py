"""Strategies for both sides of a claim, and what they earn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.equilibrium.position import Unseen

Claims = Mapping[int, Mapping[int, float]]
"""How the taker asks: card value (0: worthless) → sum (0: passing) → probability."""

Calls = Mapping[int, float]
"""How the asked answers: sum → probability of calling; a sum not in it is paid."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A safe strategy for both sides. ``value``: the taker's mean gain a card taken, dollars."""

    value: float
    claims: Claims
    calls: Calls

    @property
    def bluff_rate(self) -> float:
        """The probability p* that a worthless card is asked for; 0 when none is left."""
        if 0 not in self.claims:
            return 0.0
        return sum(probability for asked, probability in self.claims[0].items() if asked)


def weights(unseen: Unseen) -> tuple[tuple[int, int], ...]:
    """Give how many cards of each value can be drawn, worthless ones as value 0."""
    worthless = ((0, unseen.worthless),) if unseen.worthless else ()
    return worthless + unseen.dollars
