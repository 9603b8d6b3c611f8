"""Puts the players of a tournament at its tables, and starts and stops what they run on."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from engine.games import games
from harness.bots import find_bot
from harness.config import BotEntrant, Config, ConfigError, HumanEntrant, ModelEntrant, is_dotted
from harness.models.hiring import Models
from harness.players.bot import BotPlayer
from harness.players.breaker import Breaker, Stopped
from harness.players.child import BotError, ChildBots, ChildPlayer
from harness.players.human import HumanPlayer
from harness.players.llm import LlmPlayer
from harness.schedule import bot_seed
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from harness.gate import Order
    from harness.journal import MatchJournal
    from harness.models.budget import Budget
    from harness.models.hiring import Found
    from harness.models.pace import Tell
    from harness.player import Player
    from harness.schedule import Seated


class Seating:
    """The entrants of one run; an async context manager that owns their processes."""

    def __init__(
        self,
        config: Config,
        budget: Budget,
        found: Found,
        tell: Tell,
        starts: Mapping[str, Any],
        keep_starts: Callable[[Any], None],
    ) -> None:
        """Prepare them; nothing starts yet. Raises ConfigError.

        ``found``: how a player was asked by earlier invocations. ``tell``: who is told what is
        waited for. ``starts``, ``keep_starts``: how entrants began, for the breaker.
        """
        self._config = config
        self._budget = budget
        self.models = Models(config, found, tell)
        self.stopped: Stopped = {}
        self._breaker = Breaker(self.stopped, starts, keep_starts)
        self._children: dict[tuple[str, str], ChildBots] = {}

    async def __aenter__(self) -> Self:
        """Start somebody else's bots. Raises ConfigError where one does not start."""
        try:
            await self._start()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

    def sit(
        self, match: Seated, journal: MatchJournal, order: Callable[[int], Order]
    ) -> list[Player[Any]]:
        """Give the players of one match, by seat; ``order(number)``: a decision's in the queue."""
        return [self._player(match, seat, journal, order) for seat in range(match.seats)]

    def found(self) -> Found:
        """Give by player how it was found to be asked."""
        found = self.models.found()
        return found._replace(rungs={**found.rungs, **self._breaker.rungs()})

    async def _start(self) -> None:
        models = [one for one in self._config.players.values() if isinstance(one, ModelEntrant)]
        keys = [model.api_key_env for model in models if model.api_key_env]
        for player, entrant in self._config.players.items():
            if not isinstance(entrant, BotEntrant):
                continue
            for name in {entrant.named(table.game) for table in self._config.games}:
                if not is_dotted(name):
                    continue
                bots = ChildBots(name, entrant.options, self._config.limits, keys)
                self._children[player, name] = bots
                try:
                    await bots.try_out()
                except BotError as failure:
                    raise ConfigError(
                        f"players.{player}: bot {name} does not start: {failure}"
                    ) from None

    async def _close(self) -> None:
        await asyncio.gather(self.models.close(), *(c.close() for c in self._children.values()))

    def _player(
        self, match: Seated, seat: int, journal: MatchJournal, order: Callable[[int], Order]
    ) -> Player[Any]:
        player = match.players[seat]
        entrant = self._config.players[player]
        seed = partial(bot_seed, self._config.seed, match, seat)
        if isinstance(entrant, ModelEntrant):
            prompt = load_prompt(games()[match.game], entrant.prompt)
            hired = self.models[player]
            breaker, stopped = self._breaker, self.stopped
            return LlmPlayer(hired, prompt, journal, self._budget, stopped, breaker, seed, order)
        if isinstance(entrant, HumanEntrant):
            return HumanPlayer(player, load_prompt(games()[match.game]), journal)
        name = entrant.named(match.game)
        if is_dotted(name):
            return ChildPlayer(games()[match.game], self._children[player, name], seed)
        return BotPlayer(find_bot(match.game, name), seed)
