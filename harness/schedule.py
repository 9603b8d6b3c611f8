"""Which matches a tournament has, in which order, and where all of their chance comes from.

Numbers count from 0. A line-up's number is the index of its set of players in colexicographic
order of the players as listed, so that appending players keeps old numbers. Nothing but the seed,
the game, the table size and these numbers enters a seed; no name, clock or order of play does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from harness.config.count import line_ups_of, rotations_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.game import Seat
    from harness.config.model import Config, Table

Members = tuple[int, ...]
"""A set of players: their indices in the file, ascending."""


class Seated(Protocol):
    """What entrants are seated for: a match, or one position of the drill."""

    @property
    def id(self) -> str:
        """Name it uniquely in the run."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def seats(self) -> int:
        """The table size."""

    @property
    def players(self) -> tuple[str, ...]:
        """The entrants' names by seat."""


@dataclass(frozen=True, slots=True)
class Match:
    """One playing: a deal, a line-up, a rotation. ``players``: names by seat."""

    game: str
    seats: int
    deal: int
    line_up: int
    rotation: int
    players: tuple[str, ...]

    @property
    def id(self) -> str:
        """Name it uniquely in the run: ``klirr-4-d3-l0-r1``."""
        return f"{self.game}-{self.seats}-d{self.deal}-l{self.line_up}-r{self.rotation}"


def schedule(config: Config) -> Iterator[Match]:
    """Give every match in export order: games as listed, then deal, line-up, rotation."""
    for table in config.games:
        chosen = _chosen(len(config.players), table.seats, line_ups_of(config, table))
        for deal, line_ups in zip(range(table.deals), chosen, strict=False):
            for members in line_ups:
                yield from _rotations(config, table, deal, members)


def rules_of(config: Config, match: Match) -> Mapping[str, Any]:
    """Give every switch with its value, as in force in a match."""
    return next(
        table.rules
        for table in config.games
        if (table.game, table.seats) == (match.game, match.seats)
    )


def chance_seed(seed: str, match: Match, number: int) -> str:
    """Seed draw ``number`` of chance: the same for every line-up and rotation of a deal."""
    return f"{seed}/{match.game}/{match.seats}/{match.deal}/{number}"


def bot_seed(seed: str, match: Seated, seat: Seat, number: int) -> str:
    """Seed decision ``number`` of a bot: a stream of its own for every decision."""
    return f"{seed}/{match.id}/{seat}/{number}"


def colex(members: Members) -> int:
    """Give a set's index among the sets of its size, in colexicographic order."""
    return sum(comb(member, place) for place, member in enumerate(members, start=1))


def _rotations(config: Config, table: Table, deal: int, members: Members) -> Iterator[Match]:
    names = list(config.players)
    line_up, seats = colex(members), table.seats
    base = [names[member] for member in members]
    Random(f"{config.seed}/{table.game}/{seats}/{deal}/line-up/{line_up}").shuffle(base)
    for rotation in range(rotations_of(config, table)):
        seated = tuple(base[rotation:] + base[:rotation])
        yield Match(table.game, seats, deal, line_up, rotation, seated)


def _chosen(players: int, seats: int, wanted: int) -> Iterator[Iterator[Members]]:
    """Give so many line-ups for each deal, by their number; the deals go on without end."""
    count = comb(players, seats)
    if wanted == count:
        while True:
            yield _all(players, seats)
    even = Even(players, seats)
    while True:
        if wanted <= count // 2:
            yield iter(even.sets(wanted))
        else:  # meeting evenly is the same as being left out evenly
            left_out = set(even.sets(count - wanted))
            yield (members for members in _all(players, seats) if members not in left_out)


def _all(players: int, seats: int) -> Iterator[Members]:
    """Give every set in colexicographic order, one at a time."""
    if seats == 0:
        yield ()
        return
    for last in range(seats - 1, players):
        for rest in _all(last, seats - 1):
            yield (*rest, last)


class Even:
    """Chooses sets of players so that every pair meets about equally often, set after set.

    Each set is grown from the player seated least by adding whoever has met its members least, then
    improved by exchanging single members while that lowers the sum of squared meetings.
    """

    def __init__(self, players: int, seats: int) -> None:
        self._seats = seats
        self._met = [[0] * players for _ in range(players)]
        self._seated = [0] * players

    def sets(self, wanted: int) -> list[Members]:
        """Choose the next deal's sets, no two the same, by colexicographic index."""
        taken: set[Members] = set()
        while len(taken) < wanted:
            members = self._next(taken)
            taken.add(members)
            for a, b in combinations(members, 2):
                self._met[a][b] += 1
                self._met[b][a] += 1
            for member in members:
                self._seated[member] += 1
        return sorted(taken, key=lambda members: members[::-1])

    def _next(self, taken: set[Members]) -> Members:
        members = next(self._grown((), taken))
        while True:
            better = self._exchanged(members, taken)
            if better is None:
                return members
            members = better

    def _grown(self, members: Members, taken: set[Members]) -> Iterator[Members]:
        """Give whole sets that hold these members, the evenest continuations first."""
        if len(members) == self._seats:
            whole = tuple(sorted(members))
            if whole not in taken:
                yield whole
            return
        for player in sorted(self._others(members), key=lambda p: self._cost(p, members)):
            yield from self._grown((*members, player), taken)

    def _exchanged(self, members: Members, taken: set[Members]) -> Members | None:
        """Exchange the one member whose exchange lowers the cost most; None if none does."""
        exchanges = (
            (meetings - self._cost(out, rest)[0], seated, out, player)
            for out in members
            for rest in [tuple(member for member in members if member != out)]
            for player in self._others(members)
            for meetings, seated, _ in [self._cost(player, rest)]
        )
        for _gain, _, out, player in sorted(found for found in exchanges if found[0] < 0):
            better = tuple(sorted({*members, player} - {out}))
            if better not in taken:
                return better
        return None

    def _others(self, members: Members) -> list[int]:
        return [player for player in range(len(self._met)) if player not in members]

    def _cost(self, player: int, members: Members) -> tuple[int, int, int]:
        met = self._met[player]
        return sum(met[member] for member in members), self._seated[player], player
