"""The claim of Klirr as a one-shot game between the taker and the asked, and how it is played best.

The taker holds a card drawn from those nobody has seen. A dollar card must be asked for, honestly
or not; a worthless one (klirr, klart) may be asked for (a bluff) or passed. The asked sees only the
sum, and pays or calls (Klirr, rulings 9 to 14). What one wins the other loses, so the game has a
value and a safe strategy for both: in closed form when nobody's cash is short and passing costs
nothing (``closed``), by linear programming always (``program``). Cash is in dollars throughout.

``equilibrium`` picks the cheaper way that holds. ``docs/bluffing.md`` explains it; it is a relative
of the simplified poker of von Neumann and Morgenstern (1944, §19).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from harness.equilibrium import closed

if TYPE_CHECKING:
    from harness.equilibrium.position import Position
    from harness.equilibrium.strategy import Equilibrium


@lru_cache(maxsize=4096)
def equilibrium(position: Position) -> Equilibrium:
    """Solve any position: the closed form where it holds, else the linear program."""
    if closed.holds(position):
        return closed.solve(position.unseen, position.cap)
    from harness.equilibrium import program  # noqa: PLC0415 - scipy loads slowly

    return program.solve(position)
