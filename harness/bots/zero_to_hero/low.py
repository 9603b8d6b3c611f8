"""The bot ``low``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.zero_to_hero.tiles import ORDER, Play

if TYPE_CHECKING:
    from random import Random

    from engine.game import Turn
    from engine.zero_to_hero.view import View

ABOUT: Final = (
    "Plays its lowest number, whatever the trick is worth; of equal ones the first of O B G R."
)


def choose(turn: Turn[View, Play], random: Random) -> Play:  # noqa: ARG001 - nothing is drawn
    """Play the lowest number."""
    return min(turn.legal, key=lambda play: (play.tile.number, ORDER[play.tile]))
