"""The bot ``always-pay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import PAY, Act
from harness.bots.klirr._habits import balanced_sum, request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Pays every request; claims at the equilibrium."
EXPLOITS: Final = "Exploits nobody; exploited by the largest bluff on every card."


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Answer by one fixed habit."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, balanced_sum(turn.view, random))
        case "answer":
            return PAY
    return random.choice(turn.legal)
