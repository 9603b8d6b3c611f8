"""From what a seat of Klirr sees to the claim that is to be made or answered."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from engine.klirr.cards import JACKPOT, KLART, KLIRR, Card, Row
from harness.equilibrium.position import CAP, Position, Unseen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Seat
    from engine.klirr.view import View


def unseen_at(view: View) -> Unseen:
    """Count the cards that do not lie face up; a card just taken is among them."""
    left = dict(_counts(view.deck))
    for face in _faces(view):
        left[face] -= 1
    worthless = left.pop(KLIRR) + left.pop(KLART)
    del left[JACKPOT]
    return Unseen(worthless, tuple([(int(value), n) for value, n in left.items() if n]))


def cap_at(view: View, taker: Seat) -> int:
    """Give the largest sum the taker may bluff (ruling 11), dollars."""
    return min(CAP, view.cash[taker]) if view.rules.bluff_cap == "own_cash" else CAP


def position_at(view: View, taker: Seat, asked: Seat) -> Position:
    """Give the claim between two seats of the table."""
    cash, cap, duel = view.cash, cap_at(view, taker), duel_at(view, taker)
    return position(unseen_at(view), cash[taker], cash[asked], cap, duel=duel)


def duel_at(view: View, taker: Seat) -> bool:
    """Say whether passing hands the moment to the only rival."""
    return view.seats == 2 and view.active[1 - taker]  # noqa: PLR2004 - a duel


def position(
    unseen: Unseen, taker_cash: int, asked_cash: int, cap: int = CAP, *, duel: bool = False
) -> Position:
    """Give a claim; cash that cannot run short counts as infinite, so that equal claims are equal.

    Passing is free from three seats on. In a duel it hands the rival the moment, which is worth
    more than any small bluff costs, so there it counts as impossible.
    """
    top = max(CAP, *(value for value, _ in unseen.dollars), 0)
    return Position(
        unseen,
        taker_cash if taker_cash < top else inf,
        asked_cash if asked_cash < 2 * top else inf,
        cap,
        None if duel else 0.0,
    )


@lru_cache(maxsize=64)
def _counts(deck: Row) -> tuple[tuple[Card, int], ...]:
    """Count a deck, dollar cards in ascending order."""
    return tuple(sorted(Counter(deck).items(), key=lambda item: (isinstance(item[0], int), item)))


def _faces(view: View) -> Iterator[Card]:
    return (face for row in view.rows for face in row if face is not None)
