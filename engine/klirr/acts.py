"""The acts of Klirr and how they are written: ``turn``, ``take 2:4``, ``ask 1 50000``, ``pass``.

An act holds whole numbers and a deal holds cards, whoever makes them: making any other raises
IllegalAction, so that the rules need not ask again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.game import IllegalAction, Seat
from engine.klirr.cards import JACKPOT, KLART, KLIRR, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


_WORDS: Final = (KLIRR, JACKPOT, KLART)


def _check_whole(*numbers: object) -> None:
    for number in numbers:
        if type(number) is not int:
            raise IllegalAction("seats, slots, sums and rounds are whole numbers")


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn one of your own down cards; no slot means the lowest-numbered one (ruling 6)."""

    slot: int | None = None

    def __post_init__(self) -> None:
        _check_whole(self.slot if self.slot is not None else 0)

    def __str__(self) -> str:
        return "turn" if self.slot is None else f"turn {self.slot}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a down card from another player's row (ruling 7)."""

    seat: Seat
    slot: int | None = None

    def __post_init__(self) -> None:
        _check_whole(self.seat, self.slot if self.slot is not None else 0)

    def __str__(self) -> str:
        return f"take {self.seat}" if self.slot is None else f"take {self.seat}:{self.slot}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a player for a sum, in dollars (rulings 9 to 12)."""

    seat: Seat
    sum: int

    def __post_init__(self) -> None:
        _check_whole(self.seat, self.sum)

    def __str__(self) -> str:
        return f"ask {self.seat} {self.sum}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Show a worthless card instead of bluffing (ruling 10)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Pay:
    """Believe the request and pay it (ruling 13)."""

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True, slots=True)
class Call:
    """Say that the request is a bluff (ruling 13)."""

    def __str__(self) -> str:
        return "call"


Act = TurnUp | Take | Ask | Pass | Pay | Call

TURN_UP: Final = TurnUp()
PASS: Final = Pass()
PAY: Final = Pay()
CALL: Final = Call()

_NUMBER: Final = "(0|[1-9][0-9]{0,4299})"  # Python reads no longer ones
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., Act]], ...]] = (
    (re.compile("turn"), TurnUp),
    (re.compile(f"turn {_NUMBER}"), TurnUp),
    (re.compile(f"take {_NUMBER}"), Take),
    (re.compile(f"take {_NUMBER}:{_NUMBER}"), Take),
    (re.compile(f"ask {_NUMBER} {_NUMBER}"), Ask),
    (re.compile("pass"), Pass),
    (re.compile("pay"), Pay),
    (re.compile("call"), Call),
)


def parse(text: str) -> Act:
    """Read an act from its text, the inverse of ``str``. Raises IllegalAction."""
    if isinstance(text, str):
        for form, act in _FORMS:
            if found := form.fullmatch(text):
                return act(*map(int, found.groups()))
    raise IllegalAction(
        "an act of Klirr is turn, turn SLOT, take SEAT, take SEAT:SLOT, ask SEAT SUM, pass, pay or "
        "call"
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance's act: the cards of a round.

    ``rows``: the cards by seat, slots from 0; None for a seat that sits out. ``aside``: the rest.
    """

    round: int
    dealer: Seat
    rows: tuple[Row | None, ...]
    aside: Row

    def __post_init__(self) -> None:
        _check_whole(self.round, self.dealer)
        if not isinstance(self.rows, tuple):
            raise IllegalAction("the rows of a deal are a list")
        for row in (*(row for row in self.rows if row is not None), self.aside):
            _check_row(row)

    def json(self) -> dict[str, Any]:
        """Give the deal as it stands in a record."""
        rows = [None if row is None else list(row) for row in self.rows]
        deal = {"round": self.round, "dealer": self.dealer, "rows": rows, "aside": list(self.aside)}
        return {"deal": deal}


def read_deal(json: Mapping[str, Any]) -> Deal:
    """Read a deal from a record, the inverse of ``Deal.json``. Raises IllegalAction."""
    match json:
        case {
            "deal": {
                "round": number,
                "dealer": dealer,
                "rows": list(rows),
                "aside": list(aside),
                **rest,
            }
        } if not rest and len(json) == 1:
            laid = tuple(tuple(row) if isinstance(row, list) else row for row in rows)
            return Deal(number, dealer, laid, tuple(aside))
    raise IllegalAction('a deal is {"deal": {"round": …, "dealer": …, "rows": […], "aside": […]}}')


def _check_row(row: object) -> None:
    if not isinstance(row, tuple):
        raise IllegalAction("a row of a deal is a list of cards, or null")
    for card in row:
        if type(card) is not int and card not in _WORDS:
            raise IllegalAction('a card is "klirr", "jackpot", "klart" or a number of dollars')
