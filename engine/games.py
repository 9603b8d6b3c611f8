"""The games there are: every module of this package that holds a ``GAME``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import engine
from engine.game import Game


@cache
def games() -> dict[str, Game[Any, Any]]:
    """Give every game by its id, in alphabetical order. Raises ValueError for an id held twice."""
    modules = (
        importlib.import_module(f"engine.{found.name}")
        for found in pkgutil.iter_modules(engine.__path__)
        if found.name != "games"
    )
    found = [module.GAME for module in modules if isinstance(getattr(module, "GAME", None), Game)]
    by_id = {game.id: game for game in sorted(found, key=lambda game: game.id)}
    if len(by_id) < len(found):
        raise ValueError(f"two modules of engine hold a game of one id, of {', '.join(by_id)}")
    return by_id
