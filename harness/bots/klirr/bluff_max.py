"""The bot ``bluff-max``.

Answers like ``counter``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.cards import HIGHEST_BLUFF, face_value
from harness.bots.klirr._habits import balanced_answer, request

if TYPE_CHECKING:
    from random import Random

    from engine.klirr.acts import Act
    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Asks for 100 000 whatever the card, or the largest sum allowed."
EXPLOITS: Final = (
    "Exploits whoever always pays; exploited by calling every 100 000, which is a bluff but for "
    "the cards of that value."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Ask for as much as can be asked for."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, max(HIGHEST_BLUFF, face_value(turn.view.card)))
        case "answer":
            return balanced_answer(turn.view, random)
    return random.choice(turn.legal)
