"""Strategies for both sides of a claim, what they earn, and how far they can be exploited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.equilibrium.position import Position, Unseen

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


def value(position: Position, claims: Claims, calls: Calls) -> float:
    """Give the taker's mean gain a card taken, dollars, when both play like this."""
    return (
        sum(
            count * probability * _mean(position, card, asked, calls)
            for card, count in weights(position.unseen)
            for asked, probability in claims[card].items()
        )
        / position.unseen.total
    )


def best_calls(position: Position, claims: Claims) -> Calls:
    """Answer these claims as well as possible: 1 call, 0 pay (also when both are equal)."""
    return {
        asked: float(called < paid) for asked, (paid, called) in _totals(position, claims).items()
    }


def best_claims(position: Position, calls: Calls) -> Claims:
    """Claim as well as possible against these answers: one sum a card, the lowest of equals."""
    return {
        card: {max(position.choices(card), key=lambda c: _mean(position, card, c, calls)): 1.0}
        for card, _ in weights(position.unseen)
    }


def floor(position: Position, claims: Claims) -> float:
    """Give the taker's mean gain against the best answers to these claims, dollars."""
    answers = _totals(position, claims).values()
    return (_passed(position, claims) + sum(map(min, answers))) / position.unseen.total


def ceiling(position: Position, calls: Calls) -> float:
    """Give the taker's mean gain with the best claims against these answers, dollars."""
    return value(position, best_claims(position, calls), calls)


def claimer_exploitability(position: Position, claims: Claims, best: Equilibrium) -> float:
    """Give what claiming like this gives away a card to the best answers; 0 in equilibrium."""
    return best.value - floor(position, claims)


def caller_exploitability(position: Position, calls: Calls, best: Equilibrium) -> float:
    """Give what answering like this gives away a card to the best claims; 0 in equilibrium."""
    return ceiling(position, calls) - best.value


def _mean(position: Position, card: int, asked: int, calls: Calls) -> float:
    """Give the taker's mean gain with a card and a sum."""
    called = calls.get(asked, 0.0)
    return called * position.payoff(card, asked, called=True) + (1 - called) * position.payoff(
        card, asked, called=False
    )


def _totals(position: Position, claims: Claims) -> dict[int, tuple[float, float]]:
    """Give, for each sum asked, the taker's gain over all cards when it is paid and when called."""
    totals: dict[int, tuple[float, float]] = {}
    for card, count in weights(position.unseen):
        for asked, probability in claims[card].items():
            if asked:
                paid, called = totals.get(asked, (0.0, 0.0))
                totals[asked] = (
                    paid + count * probability * position.payoff(card, asked, called=False),
                    called + count * probability * position.payoff(card, asked, called=True),
                )
    return totals


def _passed(position: Position, claims: Claims) -> float:
    """Give the gain of all worthless cards that are passed."""
    probability = claims[0].get(0, 0.0) if position.unseen.worthless else 0.0
    return position.unseen.worthless * probability * (position.passing or 0.0)
