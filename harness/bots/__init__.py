"""The scripted players, one file each: ``<game>/<name>.py``, or ``<name>.py`` for every game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.util import find_spec
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.game import Game, Turn

RANDOM: Final = "random"
"""The bot that knows every game."""

Bot = Callable[[Turn[Any, Any], Random], Any]
"""Decides from the turn alone; the stream is seeded for this decision and no other."""


class Cast(NamedTuple):
    """Which of a game's bots are taken where none is named; ``CAST`` in its folder.

    ``opponents``: of a person. ``stand_ins``: of players that a pilot cannot seat. ``quicker``:
    what plays almost like a bot in a hundredth of the time.
    """

    opponents: tuple[str, ...]
    stand_ins: tuple[str, ...] = (RANDOM,)
    quicker: Mapping[str, str] = MappingProxyType({})


def cast(game: Game[Any, Any]) -> Cast:
    """Give the cast of a game: the one in its folder, or ``random`` at its smallest table."""
    folder = _package(game.id)
    own = getattr(importlib.import_module(folder), "CAST", None) if find_spec(folder) else None
    others = min(set(game.seats) - game.unofficial) - 1
    return own if isinstance(own, Cast) else Cast((RANDOM,) * others)


@cache
def bot_names(game: str) -> tuple[str, ...]:
    """Give the names of the bots that know a game, in alphabetical order; none is imported.

    A file's name with hyphens for underscores is the bot's. A bot with a parameter is listed by
    its bare name (``call-q``) and seated with it (``call-q:0.3``).
    """
    files = _files(__name__) | _files(_package(game))
    return tuple(sorted(file.replace("_", "-") for file in files))


def bot_module(game: str, name: str) -> str:
    """Give the module of a bot that is in ``bot_names(game)``; the game's own comes first."""
    own, file = _package(game), name.replace("-", "_")
    return f"{own if file in _files(own) else __name__}.{file}"


def _package(game: str) -> str:
    return f"{__name__}.{game.replace('-', '_')}"


@cache
def _files(package: str) -> frozenset[str]:
    """Give the names of the bots' files in a package; none where there is no such package."""
    found = find_spec(package)
    folders = (found and found.submodule_search_locations) or ()
    return frozenset(
        file.name
        for file in pkgutil.iter_modules(folders)
        if not file.ispkg and not file.name.startswith("_")
    )


def about(game: str, name: str) -> str:
    """Give what a bot says it does."""
    return str(_load(game, name).ABOUT)


def exploits(game: str, name: str) -> str:
    """Give what a bot says it exploits and what exploits it; "" if it says nothing."""
    return getattr(_load(game, name), "EXPLOITS", "")


def _load(game: str, name: str) -> Any:  # noqa: ANN401 - a module with the names of a bot
    return importlib.import_module(bot_module(game, name))


@cache
def find_bot(game: str, name: str) -> Bot:
    """Load a built-in bot: ``name`` or ``name:parameter``, of this game or of every game.

    The name is known to exist: the tournament file was checked.
    """
    plain, _, parameter = name.partition(":")
    bot: Any = _load(game, plain).choose
    return partial(bot, parameter=float(parameter)) if parameter else bot
