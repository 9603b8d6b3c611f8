"""A move told in a sentence, as the referee or as one seat saw it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.game import Action, Draw, Seat, State


class Tell(Protocol):
    """Tells one move of a game; ``seat`` None is the referee, who sees everything."""

    def __call__(
        self,
        before: State[Any, Any],
        act: Action | Draw,
        after: State[Any, Any],
        seat: Seat | None,
    ) -> str:
        """Say what was done and what everybody, or the seat, saw of it."""


def teller(game_id: str) -> Tell:
    """Give the game's own way to tell a move: ``tell`` in its ``telling`` module."""
    tell: Tell = importlib.import_module(f"prompts.{game_id.replace('-', '_')}.telling").tell
    return tell
