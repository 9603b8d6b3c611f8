"""A seat played by a bot of our own: a pure function of the turn and a stream of its own."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

from engine.game import Turn
from harness.player import Decision
from harness.players.bots import bot_module
from prompts.reply import Fault

Bot = Callable[[Turn[Any, Any], Random], Any]
"""Decides from the turn alone; the stream is seeded for this decision and no other."""


class BotPlayer:
    """A bot at one seat of one match; ``seed(number)`` names the stream of a decision."""

    def __init__(self, bot: Bot, seed: Callable[[int], str]) -> None:
        self._bot = bot
        self._seed = seed
        self._random = Random(0)

    async def choose(self, turn: Turn[Any, Any], number: int) -> Decision[Any]:
        """Decide at once; whatever the bot raises is its own failure."""
        began = time.perf_counter()
        self._random.seed(self._seed(number))
        try:
            act = self._bot(turn, self._random)
        except Exception as error:  # noqa: BLE001 - any failure of a bot is data
            return Decision(None, (Fault.CRASHED,), reason=f"{type(error).__name__}: {error}"[:500])
        return Decision(act, ms=(time.perf_counter() - began) * 1000)


@cache
def find_bot(name: str, game: str) -> Bot:
    """Load a built-in bot: ``name`` or ``name:parameter``, of this game or of every game.

    The name is known to exist: the tournament file was checked.
    """
    plain, _, parameter = name.partition(":")
    found = importlib.import_module(bot_module(game, plain))
    bot: Any = found.choose
    return partial(bot, parameter=float(parameter)) if parameter else bot
