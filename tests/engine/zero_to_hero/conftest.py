"""A table to set up positions on: every one is reached from the start by acts the rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import CHANCE
from engine.zero_to_hero import GAME
from engine.zero_to_hero.draws import Deal, Lead
from engine.zero_to_hero.points import extra_tiles
from engine.zero_to_hero.rules import ScoreTile
from engine.zero_to_hero.tiles import TILE, TILES, Play

if TYPE_CHECKING:
    from collections.abc import Sequence

State = Any

WORTHLESS = (0, 0)


@dataclass(frozen=True)
class Table:
    """Positions of one table; a trick is written by seat, "O7 B3 G4", whoever leads it."""

    seats: int
    switches: dict[str, Any]
    leader: int = 0

    def start(self) -> State:
        return GAME.start(self.seats, GAME.rules(self.switches))

    def led(self) -> State:
        """The leader drew O13, the others O1, O2 …"""
        drawn = [TILES[12] if seat == self.leader else TILES[seat] for seat in range(self.seats)]
        return self.start().apply(CHANCE, Lead((tuple(enumerate(drawn)),), self.leader))

    def deal(self, state: State, tiles: Sequence[str], worth: Sequence[tuple[int, int]]) -> Deal:
        """Each seat gets the tiles named and as many others as the hand needs."""
        named = [[TILE[name] for name in own.split()] for own in tiles]
        spare = [tile for tile in TILES if not any(tile in own for own in named)]
        for own, extra in zip(
            named, extra_tiles(state.standing.points, state.standing.rules), strict=True
        ):
            while len(own) < 7 + extra:
                own.append(spare.pop())
        left = list(state.standing.rules.score_tiles)
        first = [ScoreTile(*pair) for pair in worth]
        for pair in first:
            left.remove(pair)
        score_tiles = (*first, *left)[:7]
        return Deal(state.standing.hand.number + 1, score_tiles, tuple(map(tuple, named)))

    def hand(
        self, state: State, tricks: Sequence[str], worth: Sequence[tuple[int, int]] = ()
    ) -> State:
        """Deal a hand and play the first tricks of it."""
        table = [trick.split() for trick in tricks]
        tiles = [" ".join(trick[seat] for trick in table) for seat in range(self.seats)]
        state = state.apply(CHANCE, self.deal(state, tiles, worth))
        for trick in table:
            state = self.trick(state, " ".join(trick))
        return state

    def trick(self, state: State, trick: str) -> State:
        for _ in range(self.seats):
            seat = state.actors[0]
            state = state.apply(seat, Play(TILE[trick.split()[seat]]))
        return state

    def rest_of_hand(self, state: State) -> State:
        """Play whatever is held until the hand ends."""
        while state.actors not in ((), (CHANCE,)):
            state = state.apply(state.actors[0], state.fallback(state.actors[0]))
        return state


def make_table(seats: int, leader: int = 0, **switches: Any) -> Table:
    return Table(seats, switches, leader)


@pytest.fixture(name="make_table", scope="session")
def make_table_fixture() -> Any:
    """Make a table: ``make_table(seats, leader=0, **switches)``."""
    return make_table


@pytest.fixture(scope="session")
def decide() -> Any:
    """Play one trick and tell who won and who was second, by seat, sorted."""

    def decided(trick: str, leader: int = 0, **switches: Any) -> tuple[list[int], list[int]]:
        table = make_table(len(trick.split()), leader, **switches)
        last = table.hand(table.led(), [trick]).standing.tricks[-1]
        return sorted(last.winners), sorted(last.seconds)

    return decided


@pytest.fixture(scope="session")
def points_after() -> Any:
    """Play tricks worth these score tiles in hand 1 and tell everybody's points."""

    def points(tricks: list[str], worth: list[tuple[int, int]], **switches: Any) -> tuple[int, ...]:
        score_tiles = [*worth, *[WORTHLESS] * (12 - len(worth))]
        table = make_table(len(tricks[0].split()), score_tiles=score_tiles, **switches)
        state = table.hand(table.led(), tricks, worth)
        return tuple(state.standing.points)

    return points
