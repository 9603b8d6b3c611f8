"""What is kept of a match: its moves, what each decision took, and the head tables are made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import CHANCE, Outcome, Seat
from harness.player import Made, Source, read_made
from harness.usage import Usage, read_usage, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.schedule import Match

SCHEMA: Final = 1
Json = dict[str, Any]


class Move(NamedTuple):
    """One act in a record.

    ``by``: the seat, or CHANCE. ``act``: the act's text, or chance's draw as JSON. ``source`` and
    ``made`` say who decided and what it took; None for chance and for forced acts.
    """

    by: Seat
    act: str | Mapping[str, Any]
    source: Source | None = None
    made: Made | None = None

    def json(self) -> Json:
        """Give the move as it stands in an exported record."""
        return {"by": self.by, **({"act": self.act} if isinstance(self.act, str) else self.act)}

    def stored(self) -> Json:
        """Give the move as it is kept, with what its decision took where that is not the usual."""
        if self.made is None:
            return self.json()
        made = {"source": self.source, **self.made.json()}
        return {**self.json(), "made": {k: v for k, v in made.items() if v != _USUAL[k]}}


_USUAL: Final = {"source": "player", **Made().json()}
"""A decision that was made without ado, as a bot's is, in no time."""


def read_move(json: Mapping[str, Any]) -> Move:
    """Read a move as ``Move.stored`` gives it."""
    by = json["by"]
    if by == CHANCE:
        return Move(by, {key: json[key] for key in json if key != "by"})
    if "made" not in json:
        return Move(by, json["act"])
    made = _USUAL | json["made"]
    return Move(by, json["act"], made["source"], read_made(made))


@dataclass(frozen=True, slots=True)
class Play:
    """What decisions of one player add up to; forced acts are not among them.

    ``asked``: decisions asked for; ``fallbacks``: those the engine made for the player;
    ``repaired``: acts that were read with help.
    """

    asked: int = 0
    fallbacks: int = 0
    repaired: int = 0
    usage: Usage = Usage()

    @property
    def own(self) -> int:
        """The decisions the player made itself."""
        return self.asked - self.fallbacks

    @property
    def coverage(self) -> float:
        """The share of its own decisions, 1 if nothing was asked."""
        return self.own / self.asked if self.asked else 1.0

    def __add__(self, other: Play) -> Play:
        return together((self, other))

    def json(self) -> Json:
        """Give it by name; ``read_play`` reads it back."""
        return asdict(self) | {"usage": self.usage.json()}


def read_play(json: Mapping[str, Any]) -> Play:
    """Read what ``Play.json`` gave."""
    return Play(**{**json, "usage": read_usage(json["usage"])})


def together(several: Iterable[Play]) -> Play:
    """Add up, without rounding in between: the order is nothing."""
    every = tuple(several)
    return Play(
        sum(one.asked for one in every),
        sum(one.fallbacks for one in every),
        sum(one.repaired for one in every),
        total(one.usage for one in every),
    )


@dataclass(frozen=True, slots=True)
class Head:
    """A match record without its moves.

    ``seats``: entrants' names by seat; ``faults``: (move, seat, kind) of every faulty reply;
    ``play``: by seat.
    """

    match: str
    game: str
    rules: Mapping[str, Any]
    seats: tuple[str, ...]
    deal: int
    line_up: int
    rotation: int
    outcome: Outcome
    faults: tuple[tuple[int, int, str], ...]
    play: tuple[Play, ...]

    @property
    def usage(self) -> Usage:
        """What the match took in all."""
        return sum((play.usage for play in self.play), Usage())

    def json(self) -> Json:
        """Give the head by name: what of it is exported, and ``play``."""
        return {
            "match": self.match,
            "game": self.game,
            "rules": self.rules,
            "seats": list(self.seats),
            "deal": self.deal,
            "line_up": self.line_up,
            "rotation": self.rotation,
            "outcome": asdict(self.outcome),
            "faults": [{"move": m, "seat": s, "kind": k} for m, s, k in self.faults],
            "play": [play.json() for play in self.play],
        }


def read_head(json: Json) -> Head:
    """Read a head as ``Head.json`` gives it."""
    outcome, faults = json["outcome"], json["faults"]
    read = {
        "seats": tuple(json["seats"]),
        "outcome": Outcome(tuple(outcome["scores"]), tuple(outcome["ranks"]), outcome["ended"]),
        "faults": tuple((fault["move"], fault["seat"], fault["kind"]) for fault in faults),
        "play": tuple(map(read_play, json["play"])),
    }
    return Head(**json | read)


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match: its head and its moves."""

    head: Head
    moves: tuple[Move, ...]

    def json(self) -> Json:
        """Give the record as it is exported: everything but what has to do with time or cost."""
        told = self.head.json()
        del told["play"]
        outcome, faults = told.pop("outcome"), told.pop("faults")
        moves = [move.json() for move in self.moves]
        return {"schema": SCHEMA, **told, "moves": moves, "outcome": outcome, "faults": faults}


def make_record(
    match: Match, rules: Mapping[str, Any], moves: Sequence[Move], outcome: Outcome
) -> Record:
    """Put a record together when its match is over."""
    faults = tuple(
        (number, move.by, str(fault))
        for number, move in enumerate(moves)
        if move.made
        for fault in move.made.faults
    )
    head = Head(
        match.id,
        match.game,
        rules,
        match.players,
        match.deal,
        match.line_up,
        match.rotation,
        outcome,
        faults,
        tuple(sum_up(m for m in moves if m.by == seat) for seat in range(match.seats)),
    )
    return Record(head, tuple(moves))


def sum_up(moves: Iterable[Move]) -> Play:
    """Add up the decisions of one player's moves; forced acts are not among them."""
    mine = [(move.source, move.made) for move in moves if move.made]
    return Play(
        len(mine),
        sum(source == "fallback" for source, _ in mine),
        sum(made.reading.repaired for _, made in mine),
        sum((made.usage for _, made in mine), Usage()).rounded(),
    )
