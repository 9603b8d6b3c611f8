"""The bot ``reader``.

One Beta prior a habit, worth four observations at the equilibrium (a bluff in three requests, a
call in two, small and large sums apart), updated by all claims of the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, PASS, PAY, Act, Ask
from engine.klirr.cards import face_value
from harness.equilibrium.position import stakes
from harness.equilibrium.table import unseen_at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.game import Seat
    from engine.klirr.view import View
    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Learns how often each opponent bluffs and calls, and plays best against that."
EXPLOITS: Final = (
    "Exploits every steady habit; exploited by whoever changes habits after building up a name, "
    "since it never forgets."
)

WEIGHT: Final = 4
BLUFFS: Final = 1 / 3
CALLS: Final = 1 / 2
BIG: Final = 50_000


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Make the best answer to what the claims so far show."""
    match turn.view.phase:
        case "ask":
            return _ask(turn, random)
        case "answer":
            return _answer(turn.view)
    return random.choice(turn.legal)


def _ask(turn: KlirrTurn, random: Random) -> Act:
    """Ask the seat and sum of the largest mean gain; pass if each one loses."""
    view, card = turn.view, face_value(turn.view.card)
    unseen = unseen_at(view)
    asks = [act for act in turn.legal if isinstance(act, Ask)]
    calls = {
        (seat, big): _call_probability(view, seat, big=big)
        for seat in {act.seat for act in asks}
        for big in (False, True)
    }

    def gain(act: Ask) -> float:
        stake = stakes(act.sum, view.cash[view.seat], view.cash[act.seat])
        called = calls[act.seat, act.sum >= BIG] if unseen.count(act.sum) else 1.0
        return stake.gain(called, honest=act.sum == card)

    gains = [(gain(act), act) for act in asks]
    most = max((won for won, _ in gains), default=0.0)
    if PASS in turn.legal and most <= 0:
        return PASS
    return random.choice([act for won, act in gains if won == most])


def _answer(view: View) -> Act:
    """Call if the probability of a bluff, by this taker's past, makes that pay."""
    assert view.sum is not None and view.taker is not None, "nobody is asked"  # noqa: S101, PT018
    past = [claim.bluff for claim in view.claims if claim.taker == view.taker]
    bluff = _mean(BLUFFS, past) if unseen_at(view).count(view.sum) else 1.0
    stake = stakes(view.sum, view.cash[view.taker], view.cash[view.seat])
    return CALL if stake.free or stake.edge(bluff) > 0 else PAY


def _call_probability(view: View, seat: Seat, *, big: bool) -> float:
    """Give how often a seat calls small or big sums, by its past answers."""
    past = (c.answer == "call" for c in view.claims if c.asked == seat and (c.sum >= BIG) is big)
    return _mean(CALLS, past)


def _mean(prior: float, past: Iterable[bool]) -> float:
    """Give the mean of a Beta prior after what was seen."""
    seen = list(past)
    return (WEIGHT * prior + sum(seen)) / (WEIGHT + len(seen))
