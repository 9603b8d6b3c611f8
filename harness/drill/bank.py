"""The bank: frozen positions of Klirr in which a claim is to be made or answered.

Banks are numbered and never change once figures of theirs were published; what is better is a new
number. A bank is a file of JSON lines. The first holds its number and the rules in force; every
other is one position, told as the history that leads to it: the bots that sit there, the deals
(dealer, and 45 cards: the rows seat by seat, then those aside; K klirr, J jackpot, X klart, digits
tens of thousands, 0 for 100,000), and the acts that were choices. Acts without a choice are made
by the rules, as in play. So each position is one that play reaches, with a real past in view.

The lines stand in stratified order: any number of positions from the start is a fair selection.
``tests/harness/drill/generate.py`` made the file.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from engine.game import CHANCE
from engine.klirr import GAME
from engine.klirr.cards import JACKPOT, KLART, KLIRR, STEP, Card
from harness.record import Move
from harness.replay import read_act

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Seat
    from engine.klirr.position import State

NEWEST: Final = 1
SEATS: Final = 4
ROW: Final = 11

Kind = Literal["claim", "answer"]

LETTERS: Final[Mapping[Card, str]] = {
    KLIRR: "K",
    JACKPOT: "J",
    KLART: "X",
    **{step * STEP: str(step % 10) for step in range(1, 11)},
}
_CARDS: Final = {letter: card for card, letter in LETTERS.items()}


class History(NamedTuple):
    """How a position came about: bots' names by seat, deals in their code, acts with a choice."""

    kind: Kind
    habits: tuple[str, ...]
    deals: tuple[str, ...]
    acts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One position of the bank.

    ``habits``: by seat, the bot that played there so far; the player takes the place of the one
    that acts. ``moves``: the whole history; ``state``: what it leads to.
    """

    bank: int
    kind: Kind
    number: int
    habits: tuple[str, ...]
    moves: tuple[Move, ...]
    state: State

    @property
    def id(self) -> str:
        """Name it: ``drill-1-answer-17``."""
        return f"drill-{self.bank}-{self.kind}-{self.number}"

    @property
    def seat(self) -> Seat:
        """Whose decision it is."""
        return self.state.actors[0]


@dataclass(frozen=True, slots=True)
class Bank:
    """All positions of one number, in stratified order; ``rules``: every switch with its value."""

    number: int
    rules: Mapping[str, Any]
    exercises: tuple[Exercise, ...]


@cache
def load(number: int = NEWEST) -> Bank:
    """Read a bank that is in the package and replay its histories."""
    head, *lines = file(number).read_text(encoding="utf-8").splitlines()
    rules = json.loads(head)["rules"]
    counts: dict[Kind, int] = {"claim": 0, "answer": 0}
    exercises = []
    for line in lines:
        history = read(line)
        moves, state = retold(rules, history)
        kind = history.kind
        exercises.append(Exercise(number, kind, counts[kind], history.habits, moves, state))
        counts[kind] += 1
    return Bank(number, rules, tuple(exercises))


def file(number: int) -> Path:
    """Give where a bank is kept."""
    return Path(__file__).with_name(f"bank-{number}.jsonl")


def read(line: str) -> History:
    """Read one line of a bank."""
    told = json.loads(line)
    habits, deals = tuple(told["habits"]), tuple(told["deals"])
    return History(told["kind"], habits, deals, tuple(told["acts"].split(", ")))


def retold(rules: Mapping[str, Any], history: History) -> tuple[tuple[Move, ...], State]:
    """Give the moves of a history and the position they lead to. Raises IllegalAction."""
    deals, acts = deque(history.deals), deque(history.acts)
    state: Any = GAME.start(SEATS, GAME.complete(rules))
    moves: list[Move] = []
    while (act := _next(state, deals, acts)) is not None:
        move = Move(state.actors[0], act)
        moves.append(move)
        state = state.apply(move.by, read_act(GAME, move))
    return tuple(moves), state


def _next(state: State, deals: deque[str], acts: deque[str]) -> str | Mapping[str, Any] | None:
    """Give the next act: the only one there is, or the next one told; None at the end."""
    seat = state.actors[0]
    if seat == CHANCE:
        return deal(state.round.number, deals.popleft())
    legal = state.legal(seat)
    if len(legal) == 1:
        return str(legal[0])
    return acts.popleft() if acts else None


def deal(number: int, code: str) -> dict[str, Any]:
    """Give a round's deal as it stands in a record, from its code."""
    dealer, letters = code.split()
    cards = [_CARDS[letter] for letter in letters]
    rows = [cards[seat * ROW : (seat + 1) * ROW] for seat in range(SEATS)]
    aside = cards[SEATS * ROW :]
    return {"deal": {"round": number, "dealer": int(dealer), "rows": rows, "aside": aside}}
