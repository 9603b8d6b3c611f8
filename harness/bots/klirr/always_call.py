"""The bot ``always-call``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, Act
from harness.bots.klirr._habits import balanced_sum, request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Calls every request; claims at the equilibrium."
EXPLOITS: Final = (
    "Exploits whoever bluffs more than one request in three; exploited by honest requests, paid "
    "double, and by never bluffing."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Answer by one fixed habit."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, balanced_sum(turn.view, random))
        case "answer":
            return CALL
    return random.choice(turn.legal)
