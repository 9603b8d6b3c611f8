"""The bot ``bluff-q``.

A bluff names the value of an unseen dollar card, each card as likely as any other, so that sums
carry no tell. Answers like ``counter``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.cards import face_value
from harness.bots.klirr._habits import balanced_answer, probability, request
from harness.equilibrium.table import unseen_at

if TYPE_CHECKING:
    from random import Random

    from engine.klirr.acts import Act
    from engine.klirr.view import View
    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = (
    "Bluffs on a worthless card with a fixed chance (bluff-q:0.3, the default), else is honest."
)
EXPLOITS: Final = (
    "Exploits whoever pays too often (high chance) or calls too often (low chance); exploited by "
    "calling when the chance is above the equilibrium, else by paying."
)

read_parameter = probability


def choose(turn: KlirrTurn, random: Random, parameter: float = 0.3) -> Act:
    """Bluff by a weighted coin."""
    match turn.view.phase:
        case "ask":
            worth = face_value(turn.view.card)
            if not worth and random.random() < parameter:
                worth = _likely(turn.view, random)
            return request(turn, random, worth)
        case "answer":
            return balanced_answer(turn.view, random)
    return random.choice(turn.legal)


def _likely(view: View, random: Random) -> int:
    """Draw a value that may be bluffed, by how many such cards are unseen; else the smallest."""
    held = [(value, count) for value, count in unseen_at(view).dollars if value <= view.bluff_cap]
    values, counts = [value for value, _ in held], [count for _, count in held]
    return random.choices(values, counts)[0] if held else 1
