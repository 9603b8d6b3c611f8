"""Ratings: Bradley-Terry on the Elo scale, as a pure function of records.

One board per game and table size (and per group of players whom no chain of meetings joins), in
two views: as played, and when it played itself. The same records in any order give the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from harness.analysis.above_seat import above_seat
from harness.analysis.board import Anchor, Board, Identity, Row, TwinGap
from harness.analysis.graph import bounds, components
from harness.analysis.interval import quantile
from harness.analysis.pairs import Meetings, meetings, tables
from harness.analysis.ranks import rank_sets, surely_above
from harness.analysis.seats import seat_effects
from harness.analysis.strength import ELO, Estimate, estimate
from harness.analysis.tally import counting, tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.analysis.board import Tally
    from harness.analysis.graph import Bound
    from harness.analysis.paired import Mean
    from harness.analysis.pairs import Flags, Floats, Table, View
    from harness.record import Head

MEAN: Final = 1500.0
"""The mean rating of a board without an anchor."""

COVERAGE: Final = 0.95
"""The share of decisions that must be a player's own for it to be ranked."""

TOO_FEW: Final = "too few deals for an interval"
IDLE: Final = "no result counts: in each match it fell back, or all the others did"
OPEN: Final[Mapping[Bound, str]] = {
    "low": "lost nothing to the rest: the rating is a bound, it is at least this strong",
    "high": "won nothing from the rest: the rating is a bound, it is at most this strong",
    "both": "won or lost everything against the rest: the distances are lower bounds",
}


def boards(
    heads: Iterable[Head],
    entrants: Mapping[str, Identity] | None = None,
    anchor: Anchor | None = None,
) -> list[Board]:
    """Rate all players: by game, table size, view (as played first), component.

    ``entrants``: what is known of the players (default: bots without twins). ``anchor``: fixes
    one player's rating on every board it is on; elsewhere the mean is 1500.
    """
    known = entrants or {}
    found = []
    for table in tables(heads):
        frame = _Frame(table.game, table.seats, "as_played", known, anchor, above_seat(table))
        as_played = _boards(table, frame)
        found += as_played
        if table.fell.any():
            found += _boards(table, replace(frame, view="when_it_played"))
        else:
            found += [replace(board, view="when_it_played") for board in as_played]
    return found


def combined(
    heads: Iterable[Head],
    entrants: Mapping[str, Identity] | None = None,
    anchor: Anchor | None = None,
) -> list[Board]:
    """Rate all players over all games at once: a second view, which mixes different skills.

    Every deal of every game is a cluster of its own; a match weighs the same in each game.
    """
    found = tables(heads)
    played = [head for table in found for head in table.heads]
    sums = tallies((head, (True,) * len(head.seats)) for head in played)
    sums = {name: replace(tally, mean_score=None) for name, tally in sums.items()}
    meet = _together([meetings(table, "as_played") for table in found])
    frame = _Frame("combined", None, "as_played", entrants or {}, anchor, {})
    return [
        replace(
            _board(group, frame, sums),
            component=number,
            matches=sum(head.seats[0] in group.names for head in played),
        )
        for number, group in _groups(meet)
    ]


def _together(several: Sequence[Meetings]) -> Meetings:
    """Lay the meetings of several tables side by side, over all their entrants."""
    names = tuple(sorted({name for one in several for name in one.names}))
    wins = [np.zeros((0, len(names), len(names)))]
    tied = np.zeros((len(names), len(names)))
    for one in several:
        where = [names.index(name) for name in one.names]
        wide = np.zeros((len(one.wins), len(names), len(names)))
        wide[np.ix_(range(len(wide)), where, where)] = one.wins
        wins.append(wide)
        tied[np.ix_(where, where)] += one.tied
    return Meetings(names, np.concatenate(wins), tied)


def _groups(meet: Meetings) -> list[tuple[int | None, Meetings]]:
    """Part the meetings by component; a single one has no number."""
    groups = components(meet.wins.sum(axis=0))
    return [
        (None if len(groups) == 1 else number, meet.among(group))
        for number, group in enumerate(groups)
    ]


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is the same for all boards of a table in one view."""

    game: str
    seats: int | None
    view: View
    entrants: Mapping[str, Identity]
    anchor: Anchor | None
    above: Mapping[str, Mean]

    def entrant(self, name: str) -> Identity:
        return self.entrants.get(name, Identity())


def _boards(table: Table, frame: _Frame) -> list[Board]:
    """Rate one table in one view; whoever met nobody stands at the foot of the first board."""
    flags = counting(table, frame.view)
    sums = tallies(zip(table.heads, flags.tolist(), strict=True))
    meet = meetings(table, frame.view)
    groups = _groups(meet) or [(None, meet.among([]))]
    found = []
    for number, group in groups:
        board = replace(_board(group, frame, sums), component=number)
        found.append(_on_table(board, table, flags))
    idle = set(table.names).difference(*(group.names for _, group in groups))
    rows = tuple(_idle(name, frame, sums[name]) for name in sorted(idle))
    return [replace(found[0], rows=found[0].rows + rows), *found[1:]]


def _on_table(board: Board, table: Table, flags: Flags) -> Board:
    """Count a board's matches and measure its seats."""
    where = [table.names.index(row.player) for row in board.rows]
    theta = np.full(len(table.names), np.nan)
    theta[where] = [0.0 if row.rating is None else row.rating / ELO for row in board.rows]
    here = flags & np.isin(table.player, where)
    matches = int(here.any(axis=1).sum())
    return replace(board, matches=matches, seat_effects=seat_effects(table, board.view, theta))


def _board(meet: Meetings, frame: _Frame, sums: Mapping[str, Tally]) -> Board:
    """Fit one component and write its rows."""
    fit = estimate(meet.wins)
    anchor = frame.anchor if frame.anchor and frame.anchor.player in meet.names else None
    frame = replace(frame, anchor=anchor)
    rows = _rows(meet, fit, _ratings(meet.names, fit.theta, anchor), sums, frame)
    return Board(
        game=frame.game,
        seats=frame.seats,
        view=frame.view,
        component=None,
        deals=fit.deals,
        matches=0,
        ties=meet.ties,
        anchor=anchor,
        twins=_twins(meet.names, fit, frame),
        seat_effects=None,
        note="" if fit.known else TOO_FEW,
        rows=tuple(sorted(rows, key=lambda row: (-(row.rating or 0), row.player))),
    )


def _ratings(names: tuple[str, ...], theta: Floats, anchor: Anchor | None) -> list[float]:
    if anchor:
        theta = theta - theta[names.index(anchor.player)]
    return [float(one) for one in (anchor.at if anchor else MEAN) + ELO * theta]


def _rows(
    meet: Meetings,
    fit: Estimate,
    ratings: Sequence[float],
    sums: Mapping[str, Tally],
    frame: _Frame,
) -> list[Row]:
    """Write a row for each player. Ranks are places among those who are ranked."""
    half = ELO * fit.half_width() if fit.known else None
    ranked = [i for i, name in enumerate(meet.names) if sums[name].play.coverage >= COVERAGE]
    lowest, highest = rank_sets(surely_above(fit)[np.ix_(ranked, ranked)])
    places = dict(zip(ranked, zip(lowest.tolist(), highest.tolist(), strict=True), strict=True))
    base = meet.names.index(frame.anchor.player) if frame.anchor else None
    open_ended = bounds(meet.wins.sum(axis=0), base)
    rows = []
    for i, name in enumerate(meet.names):
        bound, tally = open_ended.get(i), sums[name]
        rank_low, rank_high = places.get(i, (None, None))
        row = Row(
            player=name,
            entrant=frame.entrant(name),
            rating=ratings[i],
            low=None if half is None else ratings[i] - float(half[i]),
            high=None if half is None else ratings[i] + float(half[i]),
            rank_low=rank_low,
            rank_high=rank_high,
            ranked=i in places,
            bound=bound,
            above_seat=frame.above.get(name),
            note="; ".join([*([OPEN[bound]] if bound else []), *_unranked(tally)]),
            tally=tally,
        )
        rows.append(row)
    return rows


def _unranked(tally: Tally) -> list[str]:
    if tally.play.coverage >= COVERAGE:
        return []
    share = int(1000 * tally.play.coverage) / 10  # rounded down: never shown as the limit it missed
    return [
        f"not ranked: {share} % of its decisions were its own, {100 * COVERAGE:.0f} % are asked for"
    ]


def _idle(name: str, frame: _Frame, tally: Tally) -> Row:
    """Write the row of a player without a result that counts."""
    return Row(
        name,
        frame.entrant(name),
        *(None,) * 5,
        ranked=False,
        bound=None,
        above_seat=frame.above.get(name),
        note="; ".join([IDLE, *_unranked(tally)]),
        tally=tally,
    )


def _twins(names: tuple[str, ...], fit: Estimate, frame: _Frame) -> tuple[TwinGap, ...]:
    """Find the entrants with equal options and how far apart they came out."""
    options = [frame.entrant(name).options for name in names]
    return tuple(
        TwinGap(
            names[i],
            names[j],
            abs(float(ELO * (fit.theta[i] - fit.theta[j]))),
            ELO * _gap_half_width(fit, i, j) if fit.known else None,
        )
        for i, j in combinations(range(len(names)), 2)
        if options[i] and options[i] == options[j]
    )


def _gap_half_width(fit: Estimate, i: int, j: int) -> float:
    own = fit.covariance
    square = float(own[i, i] + own[j, j] - 2 * own[i, j])
    return sqrt(max(square, 0.0)) * quantile(fit.deals)
