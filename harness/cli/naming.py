"""What is named on the command line is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from engine.games import games

if TYPE_CHECKING:
    from engine.game import Game


def known_game(name: str) -> Game[Any, Any]:
    """Give the game of this name. Raises typer.BadParameter."""
    if name not in games():
        raise typer.BadParameter(f"there is no game {name[:80]!r}; allowed: {', '.join(games())}")
    return games()[name]
