"""What is kept of a match: its moves, what each decision took, and the head tables are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import CHANCE, Outcome, Seat
from harness.player import Decision, Source, total_cost
from prompts.reply import Fault, Tokens, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.schedule import Match

SCHEMA: Final = 1
Json = dict[str, Any]


class Move(NamedTuple):
    """One act in a record.

    ``by``: the seat, or CHANCE. ``act``: the act's text, or chance's draw as JSON. ``source`` and
    ``decision`` say who decided and what it took; None for chance and for forced acts.
    """

    by: Seat
    act: str | Mapping[str, Any]
    source: Source | None = None
    decision: Decision[Any] | None = None

    def json(self) -> Json:
        """Give the move as it stands in an exported record."""
        return {"by": self.by, **({"act": self.act} if isinstance(self.act, str) else self.act)}


def read_move(json: Mapping[str, Any], decision: Sequence[Any] | None = None) -> Move:
    """Read a move as ``Move.json`` writes it, with its decision as ``decision_json`` does."""
    by = json["by"]
    act = {key: json[key] for key in json if key != "by"} if by == CHANCE else json["act"]
    source, made = _read_decision(decision) if decision else (None, None)
    return Move(by, act, source, made)


def decision_json(move: Move) -> list[Any] | None:
    """Give what is stored of a decision: two values where it was made without ado, as a bot's."""
    made = move.decision
    if made is None:
        return None
    ms = round(made.ms, 3)
    if made._replace(act=None, ms=0.0) == _WITHOUT_ADO:
        return [move.source, ms]
    _, faults, attempts, _, *rest = made
    return [move.source, ms, faults, attempts, *rest]


_WITHOUT_ADO: Final = Decision[Any](None)


def _read_decision(stored: Sequence[Any]) -> tuple[Source, Decision[Any]]:
    source, ms, *rest = stored
    if not rest:
        return source, Decision(None, ms=ms)
    faults, attempts, tokens, *more = rest
    kinds = tuple(map(Fault, faults))
    return source, Decision(None, kinds, attempts, ms, Tokens(*tokens), *more)


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat's decisions of one match add up to; forced acts are not among them.

    ``asked``: decisions asked for; ``own``: those the player made itself; ``fallbacks``: those
    the engine made for it, so ``own + fallbacks == asked``. ``ms``: wall milliseconds; ``cost``:
    dollars, None when a price is unknown; ``repaired``: acts that were read with help.
    """

    asked: int
    own: int
    fallbacks: int
    ms: float
    tokens: Tokens
    cost: float | None
    repaired: int = 0


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

    def json(self) -> Json:
        """Give the head as it is stored: JSON-ready."""
        outcome = self.outcome
        return {
            "match": self.match,
            "game": self.game,
            "rules": self.rules,
            "seats": list(self.seats),
            "deal": self.deal,
            "line_up": self.line_up,
            "rotation": self.rotation,
            "outcome": [list(outcome.scores), list(outcome.ranks), outcome.ended],
            "faults": [list(fault) for fault in self.faults],
            "play": [
                [p.asked, p.own, p.fallbacks, p.ms, list(p.tokens), p.cost, p.repaired]
                for p in self.play
            ],
        }


def read_head(json: Json) -> Head:
    """Read a head as ``Head.json`` writes it."""
    scores, ranks, ended = json["outcome"]
    return Head(
        json["match"],
        json["game"],
        json["rules"],
        tuple(json["seats"]),
        json["deal"],
        json["line_up"],
        json["rotation"],
        Outcome(tuple(scores), tuple(ranks), ended),
        tuple((move, seat, kind) for move, seat, kind in json["faults"]),
        tuple(
            Play(asked, own, fallbacks, ms, Tokens(*tokens), *more)
            for asked, own, fallbacks, ms, tokens, *more in json["play"]
        ),
    )


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match: its head and its moves."""

    head: Head
    moves: tuple[Move, ...]

    def json(self) -> Json:
        """Give the record as it is exported: everything but what has to do with time or cost."""
        head = self.head
        return {
            "schema": SCHEMA,
            "match": head.match,
            "game": head.game,
            "rules": head.rules,
            "seats": list(head.seats),
            "deal": head.deal,
            "line_up": head.line_up,
            "rotation": head.rotation,
            "moves": [move.json() for move in self.moves],
            "outcome": {
                "scores": list(head.outcome.scores),
                "ranks": list(head.outcome.ranks),
                "ended": head.outcome.ended,
            },
            "faults": [{"move": m, "seat": s, "kind": k} for m, s, k in head.faults],
        }


def make_record(
    match: Match, rules: Mapping[str, Any], moves: Sequence[Move], outcome: Outcome
) -> Record:
    """Put a record together when its match is over."""
    faults = tuple(
        (number, move.by, str(fault))
        for number, move in enumerate(moves)
        if move.decision
        for fault in move.decision.faults
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
    mine = [(move.source, move.decision) for move in moves if move.decision]
    made = [decision for _, decision in mine]
    fallbacks = sum(source == "fallback" for source, _ in mine)
    return Play(
        len(made),
        len(made) - fallbacks,
        fallbacks,
        round(sum(round(decision.ms, 3) for decision in made), 3),
        total(decision.tokens for decision in made),
        total_cost(decision.cost for decision in made),
        sum(decision.repaired for decision in made),
    )
