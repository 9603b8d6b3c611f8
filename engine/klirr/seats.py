"""Who comes next around the table: clockwise, seat by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat

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
