"""What the bots of Klirr are put together from: one habit a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.klirr.acts import CALL, PASS, PAY, Act, Ask
from engine.klirr.cards import face_value
from harness.equilibrium import closed
from harness.equilibrium.position import stakes
from harness.equilibrium.table import unseen_at

if TYPE_CHECKING:
    from random import Random

    from engine.game import Seat, Turn
    from engine.klirr.view import View

    KlirrTurn = Turn[View, Act]


def request(turn: KlirrTurn, random: Random, dollars: int, seat: Seat | None = None) -> Act:
    """Ask a seat (None: anybody, at random) for a sum; 0 dollars: pass.

    A sum that a switch forbids becomes the nearest legal one, the lower of two.
    """
    asks = [act for act in turn.legal if isinstance(act, Ask)]
    if not asks or (dollars == 0 and PASS in turn.legal):
        return PASS
    asked = random.choice(turn.view.askable) if seat is None else seat
    return min(
        (act for act in asks if act.seat == asked),
        key=lambda act: (abs(act.sum - dollars), act.sum),
    )


def balanced_sum(view: View, random: Random) -> int:
    """Draw the sum to ask for with the taken card from the equilibrium; 0: pass."""
    best = closed.solve(unseen_at(view), view.bluff_cap)
    sums = best.claims[face_value(view.card)]
    return random.choices(tuple(sums), tuple(sums.values()))[0]


def balanced_answer(view: View, random: Random) -> Act:
    """Call what cannot be true or costs nothing to call, else as often as the equilibrium."""
    assert view.sum is not None, "nobody is asked"  # noqa: S101
    unseen = unseen_at(view)
    free = stakes(view.sum, asked_cash=view.cash[view.seat]).free
    if free or not unseen.count(view.sum):
        return CALL
    best = closed.solve(unseen, view.bluff_cap)
    return CALL if random.random() < best.calls[view.sum] else PAY


def probability(text: str) -> float:
    """Read a probability after the colon of a bot's name. Raises ValueError, one sentence."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{text!r} is not a probability from 0 to 1")
    return number
