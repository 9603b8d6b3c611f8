"""A seat played by a bot of our own: a pure function of the turn and a stream of its own."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any

from harness.player import Decision, Made
from harness.usage import since
from prompts.reply import Fault, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Turn
    from harness.bots import Bot


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
            said = Reading(reason=f"{type(error).__name__}: {error}"[:500])
            return Decision(None, Made((Fault.CRASHED,), reading=said))
        return Decision(act, Made(usage=since(began)))
