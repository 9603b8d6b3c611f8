"""Claims made up, and claims of matches between bots, played as a tournament plays them."""

from __future__ import annotations

import asyncio
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import games
from harness.analysis.klirr.bluff.report import watch
from harness.analysis.klirr.claims import Answer, Cluster, Opportunity
from harness.bots import find_bot
from harness.equilibrium.position import Unseen
from harness.match import play
from harness.players.bot import BotPlayer
from harness.record import make_record
from harness.replay import replay
from harness.schedule import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.record import Record

K = 1000
DECK = Unseen(
    15,
    tuple((v * K, n) for v, n in zip((10, 20, 30, 40, 50, 100), (6, 5, 4, 4, 4, 3), strict=True)),
)
RICH = 10_000 * K
KLIRR = games()["klirr"]


class Forgetful:
    past = ()

    def add(self, number: int, move: Any) -> None:
        pass


def one_match(bots: Sequence[str], deal: int, rotation: int, rounds: int) -> Record:
    seats = len(bots)
    names = tuple(bots[(seat + rotation) % seats] for seat in range(seats))
    match = Match("klirr", seats, deal, 0, rotation, names)
    rules = KLIRR.rules({"max_rounds": rounds})

    def stream(seat: int) -> Callable[[int], str]:
        return lambda number: f"{match.id}/{seat}/{number}"

    players = [BotPlayer(find_bot("klirr", name), stream(seat)) for seat, name in enumerate(names)]
    playing = play(KLIRR, rules, players, lambda k: Random(f"{seats}/{deal}/{k}"), Forgetful())
    return make_record(match, rules, *asyncio.run(playing))


def replayed(record: Record) -> Any:
    head = record.head
    return record, replay(KLIRR, head.rules, len(head.seats), record.moves)


@cache
def records_of(
    bots: tuple[str, ...], deals: int, rotations: int, first: int, rounds: int
) -> tuple[Record, ...]:
    numbers = range(first, first + deals)
    return tuple(one_match(bots, deal, r, rounds) for deal in numbers for r in range(rotations))


@pytest.fixture(scope="session")
def records() -> Callable[..., tuple[Record, ...]]:
    def make(
        *bots: str, deals: int = 40, rotations: int = 2, first: int = 0, rounds: int = 100
    ) -> tuple[Record, ...]:
        return records_of(bots, deals, rotations, first, rounds)

    return make


@pytest.fixture(scope="session")
def table(records: Callable[..., tuple[Record, ...]]) -> Callable[..., list[Opportunity]]:
    """The opportunities of matches between these bots."""
    return lambda *bots, **size: list(watch(map(replayed, records(*bots, **size))).opportunities)


@pytest.fixture(scope="session")
def opportunity() -> Callable[..., Opportunity]:
    """One opportunity of rich players with the fixture deck, unless said otherwise."""

    def make(card: int = 0, sum: int = 0, *, called: bool = False, **more: Any) -> Opportunity:  # noqa: A002
        deal = Cluster(4, more.pop("deal", 0))
        source = more.pop("answer_source", "player")
        belief = more.pop("p_bluff", None)
        asked = {"asked": "other", "answer": Answer(called, source, belief)} if sum else {}
        given = {
            "match": "m",
            "order": 0,
            "move": 0,
            "taker": "one",
            "unseen": DECK,
            "taker_cash": RICH,
            "richest": RICH,
            "cap": 100 * K,
            "duel": False,
            "source": "player",
            "asked_cash": RICH,
            **asked,
            **more,
        }
        return Opportunity(deal=deal, card=card, sum=sum, **given)

    return make
