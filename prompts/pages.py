"""The words of every game: the ``PAGE`` it has in a folder here, or one made from its rules."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any

from engine.games import games
from prompts import generic
from prompts.page import Page


@cache
def page_of(game_id: str) -> Page[Any, Any]:
    """Give a game in words."""
    name = f"prompts.{game_id.replace('-', '_')}"
    own = getattr(importlib.import_module(name), "PAGE", None) if find_spec(name) else None
    return own if isinstance(own, Page) else generic.page(games()[game_id])
