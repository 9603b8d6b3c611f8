"""A move told in a sentence, as the referee or as one seat saw it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.game import Action, Draw, Seat, State


class Teller(Protocol):
    """A game's ``telling`` module."""

    def tell(
        self,
        before: Any,
        by: Seat,
        act: Any,
        after: Any,
        seat: Seat | None,
    ) -> str:
        """Tell one move; ``seat`` None is the referee, who sees everything."""


def tell(
    game_id: str,
    before: State[Any, Any],
    by: Seat,
    act: Action | Draw,
    after: State[Any, Any],
    seat: Seat | None,
) -> str:
    """Tell one move of a game: what was done, and what everybody, or the seat, saw of it."""
    teller: Teller = importlib.import_module(f"prompts.{game_id.replace('-', '_')}.telling")
    return teller.tell(before, by, act, after, seat)
