"""Puts the players of a tournament at its tables, and starts and stops what they run on."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from engine.games import games
from harness.config import BotEntrant, Config, ConfigError, HumanEntrant, ModelEntrant, is_dotted
from harness.players.bot import BotPlayer, find_bot
from harness.players.child import BotFailure, ChildBots, ChildPlayer
from harness.players.human import HumanPlayer
from harness.schedule import Match, bot_seed
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from types import TracebackType

    from harness.player import Player
    from harness.store import MatchJournal


class Seating:
    """The entrants of one run; an async context manager that owns their processes."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._children: dict[tuple[str, str], ChildBots] = {}

    async def __aenter__(self) -> Self:
        """Start somebody else's bots. Raises ConfigError where one does not start."""
        try:
            await self._start()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._close()

    def sit(self, match: Match, journal: MatchJournal) -> list[Player[Any]]:
        """Give the players of one match, by seat."""
        return [self._player(match, seat, journal) for seat in range(match.seats)]

    async def _start(self) -> None:
        for player, entrant in self._config.players.items():
            if not isinstance(entrant, BotEntrant):
                continue
            for name in {entrant.named(table.game) for table in self._config.games}:
                if not is_dotted(name):
                    continue
                bots = ChildBots(name, entrant.options, self._config.limits.timeout)
                self._children[player, name] = bots
                try:
                    await bots.try_out()
                except BotFailure as failure:
                    raise ConfigError(
                        f"players.{player}: bot {name} does not start: {failure}"
                    ) from None

    async def _close(self) -> None:
        await asyncio.gather(*(bots.close() for bots in self._children.values()))

    def _player(self, match: Match, seat: int, journal: MatchJournal) -> Player[Any]:
        player = match.players[seat]
        entrant = self._config.players[player]
        if isinstance(entrant, ModelEntrant):
            raise NotImplementedError
        if isinstance(entrant, HumanEntrant):
            return HumanPlayer(player, load_prompt(games()[match.game]), journal)
        seed = partial(bot_seed, self._config.seed, match, seat)
        name = entrant.named(match.game)
        if is_dotted(name):
            return ChildPlayer(games()[match.game], self._children[player, name], seed)
        return BotPlayer(find_bot(name, match.game), seed)
