"""The bot ``random``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from engine.game import A, Turn, View

ABOUT: Final = "Plays any legal choice with equal chance."


def choose(turn: Turn[View, A], random: Random) -> A:
    """Pick a legal act."""
    return random.choice(turn.legal)
