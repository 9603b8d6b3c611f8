"""The bot ``counter``.

Calls when no card of that value is unseen or when it holds no more than the sum. Whom it takes
from and whom it asks is drawn uniformly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from harness.bots.klirr._habits import balanced_answer, balanced_sum, request

if TYPE_CHECKING:
    from random import Random

    from engine.klirr.acts import Act
    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Counts cards: claims and calls as often as the equilibrium, cash left aside."
EXPLOITS: Final = (
    "Nobody gains by one claim against it while cash is not short; it exploits impossible sums, "
    "and leaves the habits of others unpunished."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Play the closed-form equilibrium of the unseen cards."""
    match turn.view.phase:
        case "ask":
            return request(turn, random, balanced_sum(turn.view, random))
        case "answer":
            return balanced_answer(turn.view, random)
    return random.choice(turn.legal)
