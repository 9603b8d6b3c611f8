"""The habits that sit in the drill, as rates: how often each asks for what, how often it calls.

They are the bots of the same names, told by formula instead of draw by draw, so that what an act
earns against them is computed and not sampled. A test holds the bots to these formulas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.asking import bluffs
from harness.equilibrium import closed, equilibrium
from harness.equilibrium.position import CAP
from harness.equilibrium.strategy import weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.equilibrium.position import Position, Unseen

YARDSTICKS: Final = ("equilibrium", "always-pay", "always-call", "call-big", "call-q:0.3")
"""Callers against whom every claim is priced, whoever sits at the table."""

SELDOM: Final = 0.3
BIG: Final = 50_000
_FIXED: Final = {
    "honest": 0.0,
    "bluffer": 0.0,
    "always-pay": 0.0,
    "always-call": 1.0,
    "call-q:0.3": SELDOM,
}


def call_probability(habit: str, position: Position, asked: int) -> float:
    """Give how often a habit calls a request for ``asked`` dollars.

    A habit that is not known for its answers answers at the equilibrium as a card counter does:
    it calls what cannot be true or costs nothing, and leaves cash aside otherwise.
    """
    if habit in _FIXED:
        return _FIXED[habit]
    if habit == "call-big":
        return float(asked >= BIG)
    if habit == "equilibrium":
        return equilibrium(position).calls.get(asked, 1.0)
    if position.stakes(asked).free or not position.unseen.count(asked):
        return 1.0
    return closed.solve(position.unseen, position.cap).calls[asked]


def asks(habit: str, unseen: Unseen, card: int) -> Mapping[int, float]:
    """Give how often a habit asks for each sum with a card (0: worthless; sum 0: it passes)."""
    if habit == "bluff-max":
        return {CAP: 1.0}
    if habit in {"honest", "bluffer", "bluff-q:0.3", "impossible"}:
        return {card: 1.0} if card else _bluffs(habit, unseen)
    return closed.solve(unseen).claims[card]


def _bluffs(habit: str, unseen: Unseen) -> Mapping[int, float]:
    """Give what is asked with a worthless card by habits that are honest with all others."""
    if habit == "bluffer":
        return {CAP: 1.0}
    if habit == "bluff-q:0.3":
        held = sum(count for _, count in unseen.dollars)
        return {0: 1 - SELDOM, **{value: SELDOM * n / held for value, n in unseen.dollars}}
    shown = [c for c in bluffs(CAP) if not unseen.count(c)]
    if habit == "impossible" and shown:
        return dict.fromkeys(shown, 1 / len(shown))
    return {0: 1.0}


def bluff_probability(habit: str, unseen: Unseen, asked: int) -> float:
    """Give the probability that a habit's request for ``asked`` dollars is a bluff."""
    ways = {
        card: count * asks(habit, unseen, card).get(asked, 0.0) for card, count in weights(unseen)
    }
    total = sum(ways.values())
    return 1 - ways.get(asked, 0.0) / total if total else 1.0
