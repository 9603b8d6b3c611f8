"""The bot ``call-big``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, PAY, Act
from harness.bots.klirr._habits import balanced_sum, request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Calls every sum from 50 000, pays smaller ones; claims at the equilibrium."
EXPLOITS: Final = (
    "Exploits whoever bluffs high; exploited by bluffs of 40 000 and by honest requests of large "
    "sums."
)

BIG: Final = 50_000


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Answer by the size of the sum alone."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, balanced_sum(turn.view, random))
        case "answer":
            assert turn.view.sum is not None, "nobody is asked"  # noqa: S101
            return CALL if turn.view.sum >= BIG else PAY
    return random.choice(turn.legal)
