"""From what a seat of Klirr sees to the claim that is to be made or answered."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from harness.equilibrium.position import CAP, Position, counted

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.cards import Card, Row
    from engine.klirr.view import View
    from harness.equilibrium.position import Unseen


def unseen_at(view: View) -> Unseen:
    """Count the cards that do not lie face up; a card just taken is among them."""
    left = dict(_counts(view.deck))
    for row in view.rows:
        for face in row:
            if face is not None:
                left[face] -= 1
    return counted(left)


def position_at(view: View, asked: Seat) -> Position:
    """Give the claim of the taker that this seat is asked with."""
    cash, taker = view.cash, taker_of(view)
    return position(unseen_at(view), cash[taker], cash[asked], view.bluff_cap, duel=duel_at(view))


def duel_at(view: View) -> bool:
    """Say whether passing hands the moment to the only rival."""
    return view.seats == 2 and view.heir is not None  # noqa: PLR2004 - a duel


def taker_of(view: View) -> Seat:
    """Give who holds the klirr moment that is going on."""
    assert view.taker is not None, "there is no klirr moment"  # noqa: S101 - a programming error
    return view.taker


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
    return tuple(Counter(deck).items())
