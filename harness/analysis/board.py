"""One rating table: its rows, and both as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.analysis.graph import Bound
    from harness.analysis.paired import Mean
    from harness.analysis.pairs import View
    from harness.analysis.seats import SeatEffects
    from harness.record import Play

Kind = Literal["bot", "model", "human"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who an entrant is, as far as the tables tell.

    ``options``: all that defines it, as text; two entrants with equal options are twins, and
    "" has no twin. ``reply_mode``: the rung of the reply ladder a model answers on.
    """

    kind: Kind = "bot"
    options: str = ""
    reply_mode: str | None = None


class Anchor(NamedTuple):
    """The player whose rating is fixed, and at what."""

    player: str
    at: float


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's matches add up to.

    ``matches``: those whose result counts; ``wins``: shared wins are split; ``mean_score``:
    dollars or points, None over several games (and, like ``mean_rank``, without a match);
    ``play``: its decisions; ``faults``: how many of each kind.
    """

    matches: int
    wins: float
    mean_rank: float | None
    mean_score: float | None
    play: Play
    faults: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One player on one board.

    ``rating``: Elo points, None without a single result that counts; ``low`` and ``high``: 95 %,
    None with too few deals; ``rank_low`` to ``rank_high``: the places it may have among the
    ranked, None when unranked; ``bound``: the rating is a bound, and on which side it is open;
    ``above_seat``: its mean score above that of all who sat in the same seats of the same deals,
    None where nobody else did; ``note``: sentences for a person, "" if there is nothing to say.
    """

    player: str
    entrant: Identity
    rating: float | None
    low: float | None
    high: float | None
    rank_low: int | None
    rank_high: int | None
    ranked: bool
    bound: Bound | None
    above_seat: Mean | None
    note: str
    tally: Tally

    def json(self) -> dict[str, Any]:
        """Give the row as the contract has it; figures are not rounded."""
        tally = self.tally
        play = tally.play
        return {
            "player": self.player,
            "kind": self.entrant.kind,
            "rating": self.rating,
            "low": self.low,
            "high": self.high,
            "rank_low": self.rank_low,
            "rank_high": self.rank_high,
            "matches": tally.matches,
            "wins": tally.wins,
            "mean_rank": tally.mean_rank,
            "mean_score": tally.mean_score,
            "coverage": play.coverage,
            "ranked": self.ranked,
            "bound": self.bound,
            "above_seat": self.above_seat and asdict(self.above_seat),
            "note": self.note,
            "reply_mode": self.entrant.reply_mode,
            "cost": play.usage.cost,
            "tokens": play.usage.tokens.json(),
            "ms": play.usage.ms,
            "asked": play.asked,
            "faults": dict(tally.faults),
            "repaired": play.repaired,
        }


@dataclass(frozen=True, slots=True)
class TwinGap:
    """How far apart two entrants with equal options came out: the noise floor, in Elo points.

    ``half_width``: of the gap's 95 % interval, None with too few deals.
    """

    one: str
    other: str
    gap: float
    half_width: float | None

    def json(self) -> dict[str, Any]:
        """Give the gap as JSON."""
        players = [self.one, self.other]
        return {"players": players, "gap": self.gap, "half_width": self.half_width}


@dataclass(frozen=True, slots=True)
class Board:
    """One rating table: one game at one table size, in one view.

    ``seats``: None on the combined board. ``component``: None when all players are joined by
    meetings, else which group this is, from 0. ``deals`` and ``matches``: with at least one pair
    that counts; ``ties``: share of pairs that tied, None if no pair counts. ``anchor``: None when
    the mean is 1500. ``note``: what holds for all rows, "" if nothing. ``rows``: the best first.
    """

    game: str
    seats: int | None
    view: View
    component: int | None
    deals: int
    matches: int
    ties: float | None
    anchor: Anchor | None
    twins: tuple[TwinGap, ...]
    seat_effects: SeatEffects | None
    note: str
    rows: tuple[Row, ...]

    def json(self) -> dict[str, Any]:
        """Give the board as the contract has it, with what it adds."""
        board: dict[str, Any] = {"game": self.game, "seats": self.seats, "view": self.view}
        if self.component is not None:
            board["component"] = self.component
        anchor = self.anchor and {"player": self.anchor.player, "at": self.anchor.at}
        return board | {
            "deals": self.deals,
            "matches": self.matches,
            "ties": self.ties,
            "anchor": anchor,
            "twins": [twin.json() for twin in self.twins],
            "luck": self.seat_effects and self.seat_effects.json(),
            "note": self.note,
            "rows": [row.json() for row in self.rows],
        }
