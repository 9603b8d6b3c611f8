"""Who comes next around the table: clockwise, seat by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.klirr.rules import Rules

Cash = tuple[int, ...]
"""By seat, the dollars it has."""

Active = tuple[bool, ...]
"""By seat, whether it is not out of the round."""


def nearest(seat: Seat, others: Sequence[Seat], seats: int) -> Seat:
    """Give the first of the others clockwise from the seat."""
    return min(others, key=lambda other: (other - seat) % seats)


def next_active(active: Active, seat: Seat) -> Seat | None:
    """Give the next active seat clockwise, the seat itself last; None when nobody is active."""
    if True in active[seat + 1 :]:
        return active.index(True, seat + 1)
    return active.index(True) if True in active else None


def heir(rules: Rules, turner: Seat, taker: Seat, active: Active) -> Seat | None:
    """Give who holds the moment after a taker that passed; None: it ends (ruling 10)."""
    after, seats = next_active(active, taker), len(active)
    if rules.pass_to == "nobody" or after is None or after == taker:
        return None
    if rules.pass_to == "lap" and (after - turner) % seats <= (taker - turner) % seats:
        return None
    return after
