"""Whom a taker may ask, and for how much (rulings 9 to 12)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.klirr.acts import PASS, Ask
from engine.klirr.cards import HIGHEST_BLUFF, STEP, face_value, is_worthless

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.acts import Act
    from engine.klirr.cards import Card
    from engine.klirr.rules import Rules
    from engine.klirr.seats import Active, Cash


def askable(
    rules: Rules, players: tuple[Seat, ...], cash: Cash, active: Active, taker: Seat, owner: Seat
) -> tuple[Seat, ...]:
    """Give the seats that may be asked, ascending; ``owner``: whose card was taken (ruling 12)."""
    if rules.ask_target == "owner":
        return (owner,) if cash[owner] else ()
    if rules.ask_target == "active":
        players = tuple([seat for seat in players if active[seat]])
    may: tuple[Seat, ...] = ()
    for seat in players:  # on the hot path, where a comprehension is one call more
        if cash[seat] and seat != taker:
            may += (seat,)
    return may


def bluff_cap(rules: Rules, cash: int) -> int:
    """Give the highest sum a taker with so much cash may bluff with (ruling 11)."""
    return min(HIGHEST_BLUFF, cash) if rules.bluff_cap == "own_cash" else HIGHEST_BLUFF


def bluffs(cap: int) -> range:
    """Give the sums a bluff may name, up to the highest (ruling 11)."""
    return range(STEP, cap + 1, STEP)


@lru_cache(maxsize=4096)
def requests(card: Card, may: tuple[Seat, ...], cap: int) -> tuple[Act, ...]:
    """Give every request, seat by seat and sum by sum, and passing with a worthless card."""
    sums = sorted({*bluffs(cap), *filter(None, [face_value(card)])})
    asks = [Ask(seat, dollars) for seat in may for dollars in sums]
    return (*asks, PASS) if is_worthless(card) else tuple(asks)
