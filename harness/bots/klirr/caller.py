"""The bot ``caller``.

Whom it takes from and whom it asks is drawn uniformly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, Act
from engine.klirr.cards import face_value
from harness.bots.klirr._habits import request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Asks for the true value, passes worthless cards, always calls."
EXPLOITS: Final = (
    "Exploits whoever bluffs more often than one request in three; exploited by honest requests, "
    "which it pays double."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Tell the truth and believe nobody."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, face_value(turn.view.card))
        case "answer":
            return CALL
    return random.choice(turn.legal)
