"""The pilot: some matches of a tournament, played in memory by scripted players.

It goes through the same loop as a run and meets the same cards; nothing is stored, no model is
asked, no strange code is started. Whoever is no built-in bot is stood in for by one, a different
one for each so that there is a spread of skill. Its size is fixed, so that the same file always
gives the same pilot.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import comb, log
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from engine.games import games
from harness.bots import cast, find_bot
from harness.config import BotEntrant, ModelEntrant, is_dotted
from harness.config.count import line_ups_of
from harness.match import play
from harness.plan.length import prompt_size
from harness.players.bot import BotPlayer
from harness.record import make_record
from harness.schedule import bot_seed, chance_seed, rules_of, schedule
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Turn
    from harness.config import Config, Entrant, Table
    from harness.plan.length import Size
    from harness.player import Decision, Player
    from harness.record import Head, Move
    from harness.schedule import Match
    from prompts.form import Asks

MATCHES: Final = 480
"""Matches of all pilots of a tournament together, about; some seconds of play."""

LEAST: Final = 48
DEALS: Final = 8
MOST_DEALS: Final = 60
PLAYERS: Final = 12
WATCHED: Final = 8


@dataclass(frozen=True, slots=True)
class Pilot:
    """What the pilot of one table showed.

    ``heads``: its matches. ``asked``: by player, deal by deal, how many decisions a match asked of
    whoever sat for it; "" stands for all of them. ``sizes``: by prompt variant and what is
    asked beside the act.
    """

    heads: tuple[Head, ...]
    asked: dict[str, list[float]]
    sizes: dict[tuple[str, Asks], Size]


def play_pilot(config: Config, table: Table) -> Pilot:
    """Play the pilot of one table."""
    small = _small(config, table)
    names = {
        name: _stand_in(entrant, table.game, number)
        for number, (name, entrant) in enumerate(small.players.items())
    }
    matches = list(schedule(small))
    watched = {match.id: number for number, match in enumerate(matches[:: _step(matches)])}
    heads, turns = asyncio.run(_play(small, matches, names, watched))
    by_bot = {bot: _asked(heads, names, bot) for bot in {"", *names.values()}}
    asked = {name: by_bot[bot] for name, bot in names.items()}
    return Pilot(tuple(heads), {"": by_bot[""], **asked}, _sizes(config, table, turns))


def _sizes(
    config: Config, table: Table, turns: Sequence[Sequence[Turn[Any, Any]]]
) -> dict[tuple[str, Asks], Size]:
    """Measure the prompts that the models of a tournament get."""
    wanted = {
        (entrant.prompt, entrant.asks)
        for entrant in config.players.values()
        if isinstance(entrant, ModelEntrant)
    }
    game = games()[table.game]
    return {
        (variant, asks): prompt_size(load_prompt(game, variant), turns, asks)
        for variant, asks in wanted
    }


def _asked(heads: Sequence[Head], bots: dict[str, str], bot: str) -> list[float]:
    """Average by deal the decisions asked of one bot, or of all."""
    by_deal: defaultdict[int, list[int]] = defaultdict(list)
    for head in heads:
        for name, one in zip(head.seats, head.play, strict=True):
            if bot in ("", bots[name]):
                by_deal[head.deal].append(one.asked)
    return [fmean(by_deal[deal]) for deal in sorted(by_deal)]


def _step(matches: Sequence[Match]) -> int:
    return max(1, len(matches) // WATCHED)


def _small(config: Config, table: Table) -> Config:
    """Cut a tournament down to one table, few players, few line-ups and some deals."""
    budget = max(LEAST, MATCHES // len(config.games))
    rotations = table.seats if config.rotate == "full" else 1
    number, line_ups = _shape(config, table, max(1, budget // (DEALS * rotations)))
    deals = min(MOST_DEALS, max(DEALS, budget // (line_ups * rotations)))
    return config.model_copy(
        update={
            "games": (table.model_copy(update={"deals": deals}),),
            "players": dict(islice(config.players.items(), number)),
            "lineups": line_ups,
        }
    )


def _shape(config: Config, table: Table, fitting: int) -> tuple[int, int]:
    """Give players and line-ups a deal, so that each plays a deal as often as in the tournament.

    ``fitting``: the line-ups that can be played. Where that is not enough each plays less, and what
    is judged by the pilot comes out too uncertain rather than too sure.
    """
    players = len(config.players)
    wanted = line_ups_of(config, table) / players
    sizes = range(table.seats, max(table.seats, min(players, PLAYERS)) + 1)
    most = line_ups_of(config, table)
    shapes = [(number, min(fitting, most, comb(number, table.seats))) for number in sizes]
    return min(shapes, key=lambda one: (abs(log(one[1] / one[0] / wanted)), -one[0]))


def _stand_in(entrant: Entrant, game: str, number: int) -> str:
    """Name the bot that sits for an entrant: itself, if it is one of ours."""
    bots = cast(games()[game])
    if isinstance(entrant, BotEntrant) and not is_dotted(entrant.named(game)):
        name = entrant.named(game)
        return bots.quicker.get(name, name)
    return bots.stand_ins[number % len(bots.stand_ins)]


class _Watched:
    """A player whose turns are kept."""

    def __init__(self, player: Player[Any], turns: list[Turn[Any, Any]]) -> None:
        self._player = player
        self._turns = turns

    async def choose(self, turn: Turn[Any, Any], number: int) -> Decision[Any]:
        """Keep the turn and pass it on."""
        self._turns.append(turn)
        return await self._player.choose(turn, number)


class _Forgotten:
    """A journal that keeps nothing."""

    past: tuple[Move, ...] = ()

    def add(self, number: int, move: Move) -> None:
        """Forget it."""


async def _play(
    config: Config, matches: Sequence[Match], bots: dict[str, str], watched: dict[str, int]
) -> tuple[list[Head], list[tuple[Turn[Any, Any], ...]]]:
    heads: list[Head] = []
    kept: list[tuple[Turn[Any, Any], ...]] = []
    for match in matches:
        players: list[Player[Any]] = [
            BotPlayer(find_bot(match.game, bots[name]), partial(bot_seed, config.seed, match, seat))
            for seat, name in enumerate(match.players)
        ]
        turns: list[Turn[Any, Any]] = []
        if match.id in watched:
            seat = watched[match.id] % match.seats
            players[seat] = _Watched(players[seat], turns)
        rules = rules_of(config, match)
        draws = partial(chance_seed, config.seed, match)
        moves, outcome = await play(
            games()[match.game],
            rules,
            players,
            lambda number, draws=draws: Random(draws(number)),  # type: ignore[misc]
            _Forgotten(),
        )
        heads.append(make_record(match, rules, moves, outcome).head)
        kept += [tuple(turns)] if match.id in watched else []
    return heads, kept
