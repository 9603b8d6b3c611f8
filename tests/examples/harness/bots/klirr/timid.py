"""The bot ``timid``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import PAY, Act

if TYPE_CHECKING:
    from random import Random

    from engine.game import Turn
    from engine.klirr.view import View

ABOUT: Final = "Pays whatever is asked; otherwise does the first thing it may."
EXPLOITS: Final = "Exploits nobody; exploited by asking for the most every time."


def choose(turn: Turn[View, Act], _random: Random) -> Act:
    """Avoid all quarrel."""
    return PAY if PAY in turn.legal else turn.legal[0]
