"""The scripted players, one file each: ``<game>/<name>.py``, or ``<name>.py`` for every game."""

from __future__ import annotations

import pkgutil
from pathlib import Path

_HERE = Path(__file__).parent


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
