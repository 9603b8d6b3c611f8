"""The bot ``impossible``.

While each sum still has an unseen card it passes worthless cards. Answers like ``counter``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import Act, Ask
from engine.klirr.cards import face_value
from harness.bots.klirr._habits import balanced_answer, request
from harness.equilibrium.table import unseen_at

if TYPE_CHECKING:
    from random import Random

    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Bluffs only with sums of which every card is shown already; otherwise honest."
EXPLOITS: Final = (
    "Exploits whoever does not count cards; exploited by whoever does: each such call is certain."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Bluff where it cannot be true."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, face_value(turn.view.card) or _shown(turn, random))
        case "answer":
            return balanced_answer(turn.view, random)
    return random.choice(turn.legal)


def _shown(turn: KlirrTurn, random: Random) -> int:
    """Draw a legal sum of which no card is unseen; 0 (pass) if there is none."""
    unseen = unseen_at(turn.view)
    sums = sorted({act.sum for act in turn.legal if isinstance(act, Ask)})
    impossible = [asked for asked in sums if not unseen.count(asked)]
    return random.choice(impossible) if impossible else 0
