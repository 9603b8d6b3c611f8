"""The bot ``bluffer``.

Where a switch forbids 100 000 it asks for the largest sum allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import PAY, Act
from engine.klirr.cards import HIGHEST_BLUFF, face_value
from harness.bots.klirr._habits import request

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Asks for the true value, and for 100 000 on every worthless card; always pays."
EXPLOITS: Final = "Exploits whoever pays large sums; exploited by calling every 100 000."


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Bluff whenever the card is worthless, as high as it goes."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, face_value(turn.view.card) or HIGHEST_BLUFF)
        case "answer":
            return PAY
    return random.choice(turn.legal)
