"""From records to pair scores: who beat whom, deal by deal, as arrays.

A match of n players is n(n-1)/2 results of pairs: 1, 1/2 or 0 by rank, each of weight 1/(n-1), so
that a player's match counts once however many sat at the table. The deal is the unit that chance
comes in: all rotations and line-ups of one deal belong together.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from harness.record import Head

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

View = Literal["as_played", "when_it_played"]
"""Every pair counts, or only those of which neither fell back in the match."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The matches of one game at one table size, in the order of deal, line-up and rotation.

    ``names``: the entrants, sorted; ``deals``: the deal numbers, sorted. ``player`` (matches x
    seats): index into names; ``deal`` (matches): index into deals; ``rank`` (matches x seats);
    ``fell`` (matches x seats): the seat fell back at least once.
    """

    game: str
    seats: int
    heads: tuple[Head, ...]
    names: tuple[str, ...]
    deals: tuple[int, ...]
    player: Ints
    deal: Ints
    rank: Ints
    fell: Flags


def tables(heads: Iterable[Head]) -> list[Table]:
    """Group matches by game and table size, sorted by both; the order of the heads is nothing."""
    groups: defaultdict[tuple[str, int], list[Head]] = defaultdict(list)
    for head in heads:
        groups[head.game, len(head.seats)].append(head)
    return [_table(game, seats, group) for (game, seats), group in sorted(groups.items())]


def _table(game: str, seats: int, group: list[Head]) -> Table:
    group.sort(key=lambda head: (head.deal, head.line_up, head.rotation, head.match))
    names = sorted({name for head in group for name in head.seats})
    deals = sorted({head.deal for head in group})
    place = {name: index for index, name in enumerate(names)}
    number = {deal: index for index, deal in enumerate(deals)}
    return Table(
        game,
        seats,
        tuple(group),
        tuple(names),
        tuple(deals),
        _rows([[place[name] for name in head.seats] for head in group], seats),
        np.array([number[head.deal] for head in group], dtype=np.int64),
        _rows([head.outcome.ranks for head in group], seats),
        _rows([[play.fallbacks for play in head.play] for head in group], seats) > 0,
    )


def _rows(values: Sequence[Sequence[int]], seats: int) -> Ints:
    return np.array(values, dtype=np.int64).reshape(len(values), seats)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The results of one pair of seats, in every match that counts.

    ``row``: index of the match; ``one``, ``other``: the entrants' indices; ``half``: the one's
    half points, 2 for a win, 1 for a tie, 0 for a loss.
    """

    seats: tuple[int, int]
    row: Ints
    one: Ints
    other: Ints
    half: Ints


def pairs(table: Table, view: View) -> Iterator[Pairs]:
    """Give the results pair of seats by pair of seats; an entrant never meets itself."""
    for a, b in combinations(range(table.seats), 2):
        counts = table.player[:, a] != table.player[:, b]
        if view == "when_it_played":
            counts &= ~(table.fell[:, a] | table.fell[:, b])
        row = np.flatnonzero(counts)
        half = 1 + np.sign(table.rank[row, b] - table.rank[row, a])
        yield Pairs((a, b), row, table.player[row, a], table.player[row, b], half)


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Pair scores by deal, of any number of entrants.

    ``wins`` (deals x entrants x entrants): ``wins[d, i, j]`` is what i took from j in deal d, in
    matches (a pair's weight is 1/(n-1)); ``tied`` (entrants x entrants): how much of the meetings
    of i and j were ties, over all deals.
    """

    names: tuple[str, ...]
    wins: Floats
    tied: Floats

    @property
    def ties(self) -> float | None:
        """The share of the pairs that tied, None without a pair."""
        total = float(self.wins.sum())
        return float(self.tied.sum()) / 2 / total if total else None

    def among(self, who: Sequence[int]) -> Meetings:
        """Give the meetings of some entrants only, in the deals where any of them met."""
        wins = self.wins[:, who][:, :, who]
        names = tuple(self.names[i] for i in who)
        return Meetings(names, wins[wins.any(axis=(1, 2))], self.tied[np.ix_(who, who)])


def meetings(table: Table, view: View) -> Meetings:
    """Sum the pair scores of a table by deal.

    Counted in whole half points before the weight is put on: the same records in any order give
    the same bits.
    """
    size = len(table.names)
    half = np.zeros(len(table.deals) * size * size, dtype=np.int64)
    tied = np.zeros(size * size, dtype=np.int64)
    for pair in pairs(table, view):
        there, back = pair.one * size + pair.other, pair.other * size + pair.one
        deal = table.deal[pair.row] * size * size
        half += _total(deal + there, pair.half, half.size)
        half += _total(deal + back, 2 - pair.half, half.size)
        for way in (there, back):
            tied += np.bincount(way[pair.half == 1], minlength=tied.size)
    weight = 1 / max(table.seats - 1, 1)
    wins: Floats = np.multiply(half.reshape(-1, size, size), weight / 2, dtype=np.float64)
    ties: Floats = np.multiply(tied.reshape(size, size), weight, dtype=np.float64)
    return Meetings(table.names, wins, ties)


def _total(index: Ints, half: Ints, size: int) -> Ints:
    return np.bincount(index, half, minlength=size).astype(np.int64)
