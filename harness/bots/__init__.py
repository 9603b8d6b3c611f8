"""The scripted players, one file each: ``<game>/<name>.py``, or ``<name>.py`` for every game."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Callable
from functools import cache, partial
from itertools import dropwhile
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Turn

Bot = Callable[[Turn[Any, Any], Random], Any]
"""Decides from the turn alone; the stream is seeded for this decision and no other."""


_HERE = Path(__file__).parent


@cache
def bot_names(game: str) -> tuple[str, ...]:
    """Give the names of the bots that know a game, in alphabetical order; none is imported.

    A file's name with hyphens for underscores is the bot's. A bot with a parameter is listed by
    its bare name (``call-q``) and seated with it (``call-q:0.3``).
    """
    folders = [str(_HERE), str(_HERE / game.replace("-", "_"))]
    return tuple(
        sorted(
            found.name.replace("_", "-")
            for found in pkgutil.iter_modules(folders)
            if not found.ispkg and not found.name.startswith("_")
        )
    )


def bot_module(game: str, name: str) -> str:
    """Give the module of a bot that is in ``bot_names(game)``; the game's own comes first."""
    return ".".join((__name__, *_place(game, name)))


def about(game: str, name: str) -> str:
    """Give a bot's description, the first line of its file's docstring, without importing it."""
    return _told(game, name).partition("\n")[0]


def exploits(game: str, name: str) -> str:
    """Give what a bot exploits and what exploits it, as its docstring says; "" if it says nothing.

    It is the end of the docstring, from the first sentence that has the word "exploits" in it.
    """
    sentences = re.split(r"(?<=\.)\s+", " ".join(_told(game, name).split()))
    after = dropwhile(lambda sentence: "exploits" not in sentence.lower(), sentences)
    return " ".join(after)


def _told(game: str, name: str) -> str:
    source = _HERE.joinpath(*_place(game, name)).with_suffix(".py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


def _place(game: str, name: str) -> tuple[str, ...]:
    """Give where a bot's file lies below this folder, its suffix left out."""
    folder, file = game.replace("-", "_"), name.replace("-", "_")
    return (folder, file) if (_HERE / folder / f"{file}.py").is_file() else (file,)


@cache
def find_bot(name: str, game: str) -> Bot:
    """Load a built-in bot: ``name`` or ``name:parameter``, of this game or of every game.

    The name is known to exist: the tournament file was checked.
    """
    plain, _, parameter = name.partition(":")
    found = importlib.import_module(bot_module(game, plain))
    bot: Any = found.choose
    return partial(bot, parameter=float(parameter)) if parameter else bot
