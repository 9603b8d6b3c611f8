"""A move told by its own text, for games that have no better words for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.game import CHANCE

if TYPE_CHECKING:
    from engine.game import Action, Draw, Seat, State


def tell(
    before: State[Any, Any], act: Action | Draw, _after: State[Any, Any], seat: Seat | None
) -> str:
    """Give the act's text; a draw may hide things, so a seat hears only that there was one."""
    if before.actors[0] != CHANCE:
        return str(act)
    drawn: Any = act
    return json.dumps(drawn.json()) if seat is None else "draws"
