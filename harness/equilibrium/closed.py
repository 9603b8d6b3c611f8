"""The equilibrium of a claim in closed form: nobody's cash is short, passing is free or never wise.

Take a worthless card for a card of value 0, and passing for an honest request of 0. Then one
sentence covers every deck. Let k be the smallest value (0 included) with

    #(cards up to k, worthless included) ≥ ½ #(cards above k).

Cards above k are asked for honestly. Cards below k bluff upward, and cards of value k mix, so that
a request for c > k is a bluff one time in three: n_c / 2 bluffs meet n_c honest ones; the asked
does not mind whether to pay or to call. The asked calls c with q_c = (1 - k/c) / 2, so that every
bluff earns k. If more cards lie below k than that takes, the rest asks for k, where fewer than ⅓
are bluffs and everybody pays. So a card up to k earns k, and a card of value v above k earns
v (1 + q_v) = 1.5 v - k/2.

k = 0 (at least half as many worthless cards as dollar cards): a worthless card bluffs with
probability D / 2Z, every request is called half the time, the value is 1.5 Σ n_v v / (Z + D).
k > 0: nobody passes, so it does not matter what passing costs.

A card above the cap is beyond bluffing: it is asked for, believed and paid, and stays out of the
count above. A sum of which no card is unseen can only be a bluff: it is called.

Pure Python, cached, no import beyond the engine: a bot solves every decision with it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.klirr.cards import STEP
from harness.equilibrium.position import CAP
from harness.equilibrium.strategy import Equilibrium, weights

if TYPE_CHECKING:
    from harness.equilibrium.position import Position, Unseen


def holds(position: Position) -> bool:
    """Say whether the closed form is an equilibrium of the position."""
    top = max((value for value, _ in position.unseen.dollars), default=0)
    rich = position.taker_cash >= top and position.asked_cash >= 2 * top
    if not rich:
        return False
    level = pivot(position.unseen, position.cap)
    free = position.passing == 0 or position.unseen.worthless == 0
    return free or (level > 0 and (position.passing is None or position.passing <= level))


def pivot(unseen: Unseen, cap: int = CAP) -> int:
    """Give k, the value that parts bluffing cards from honest ones, dollars."""
    above = sum(count for value, count in unseen.dollars if value <= cap)
    below = unseen.worthless
    if 2 * below >= above:
        return 0
    for value, count in unseen.dollars:
        below += count
        above -= count
        if 2 * below >= above:
            return value
    raise AssertionError  # nothing is above the last value


@lru_cache(maxsize=4096)
def solve(unseen: Unseen, cap: int = CAP) -> Equilibrium:
    """Give the equilibrium; ``cap`` is the largest sum that may be bluffed."""
    level = pivot(unseen, cap)
    bluffs, mixing = _bluffs(unseen, cap, level)
    claims = {
        card: _claims(card, level, bluffs, mixing if card == level else 1.0)
        for card, _ in weights(unseen)
    }
    value = sum(count * worth(card, level, cap) for card, count in weights(unseen))
    return Equilibrium(value / (unseen.total or 1), claims, _calls(unseen, cap, level))


def worth(card: int, level: int, cap: int = CAP) -> float:
    """Give what a card earns its taker in equilibrium, dollars; ``level`` is the pivot."""
    if card <= level:
        return float(level)
    return 1.5 * card - level / 2 if card <= cap else float(card)


def _bluffs(unseen: Unseen, cap: int, level: int) -> tuple[dict[int, float], float]:
    """Give how bluffs spread over the sums, and how often a card of value k bluffs."""
    wanted = {value: count / 2 for value, count in unseen.dollars if level < value <= cap}
    below = sum(count for card, count in weights(unseen) if card < level)
    at_level = unseen.count(level) if level else unseen.worthless
    spare = below - sum(wanted.values())
    if spare > 0:
        wanted[level] = spare
    total = sum(wanted.values())
    mixing = max(0.0, -spare) / at_level if at_level else 0.0
    return {asked: weight / total for asked, weight in wanted.items()}, mixing


def _claims(card: int, level: int, bluffs: dict[int, float], bluffing: float) -> dict[int, float]:
    """Give how one card is asked for; ``bluffing``: how often it bluffs if it is not above k."""
    if card > level or not bluffing:
        return {card: 1.0}
    asked = {c: bluffing * probability for c, probability in bluffs.items()}
    return asked if bluffing == 1 else {card: 1 - bluffing, **asked}


def _calls(unseen: Unseen, cap: int, level: int) -> dict[int, float]:
    """Give how often each sum is called."""
    held = dict(unseen.dollars)
    sums = (*range(STEP, cap + 1, STEP), *(value for value in held if value > cap))
    return {
        c: 1.0 if c not in held else (1 - level / c) / 2 if level < c <= cap else 0.0 for c in sums
    }
