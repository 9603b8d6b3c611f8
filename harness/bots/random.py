"""Plays any legal choice with equal chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from engine.game import A, Turn, View


def choose(turn: Turn[View, A], random: Random) -> A:
    """Pick a legal act."""
    return random.choice(turn.legal)
