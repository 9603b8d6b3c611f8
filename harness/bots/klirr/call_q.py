"""The bot ``call-q``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, PAY, Act
from harness.bots.klirr._habits import balanced_sum, probability, request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = (
    "Calls any request with a fixed chance (call-q:0.3, the default); claims at the equilibrium."
)
EXPLOITS: Final = (
    "Exploits nobody; below 0.5 exploited by bluffs on every worthless card at the largest sum, "
    "above 0.5 by honest requests."
)

read_parameter = probability


def choose(turn: KlirrTurn, random: Random, parameter: float = 0.3) -> Act:
    """Answer by a weighted coin."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, balanced_sum(turn.view, random))
        case "answer":
            return CALL if random.random() < parameter else PAY
    return random.choice(turn.legal)
