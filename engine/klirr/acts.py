"""The acts of Klirr and how they are written: ``turn``, ``take 2:4``, ``ask 1 50000``, ``pass``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.game import IllegalAction, Seat
from engine.klirr.cards import JACKPOT, KLART, KLIRR, Card, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn one of your own down cards; no slot means the lowest-numbered one (ruling 6)."""

    slot: int | None = None

    def __str__(self) -> str:
        return "turn" if self.slot is None else f"turn {self.slot}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a down card from another player's row (ruling 7)."""

    seat: Seat
    slot: int | None = None

    def __str__(self) -> str:
        return f"take {self.seat}" if self.slot is None else f"take {self.seat}:{self.slot}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a player for a sum, in dollars (rulings 9 to 12)."""

    seat: Seat
    sum: int

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

_NUMBER = "(0|[1-9][0-9]{0,11})"
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
    for form, act in _FORMS:
        if found := form.fullmatch(text):
            return act(*map(int, found.groups()))
    raise IllegalAction(
        f"{text[:40]!r} is not an act of Klirr; write turn, turn SLOT, take SEAT, take SEAT:SLOT, "
        "ask SEAT SUM, pass, pay or call"
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

    def json(self) -> dict[str, Any]:
        """Give the deal as it stands in a record."""
        rows = [None if row is None else list(row) for row in self.rows]
        deal = {"round": self.round, "dealer": self.dealer, "rows": rows, "aside": list(self.aside)}
        return {"deal": deal}


def read_deal(json: Mapping[str, Any]) -> Deal:
    """Read a deal from a record, the inverse of ``Deal.json``. Raises IllegalAction."""
    match json:
        case {
            "deal": {"round": int(number), "dealer": int(dealer), "rows": list(rows), **rest}
        } if rest.keys() == {"aside"} and len(json) == 1:
            read = tuple(None if row is None else _read_row(row) for row in rows)
            return Deal(_whole(number), _whole(dealer), read, _read_row(rest["aside"]))
    raise IllegalAction('a deal is {"deal": {"round": …, "dealer": …, "rows": […], "aside": […]}}')


def _whole(number: int) -> int:
    if isinstance(number, bool):
        raise IllegalAction("a deal's round and dealer are whole numbers")
    return number


def _read_row(row: object) -> Row:
    if not isinstance(row, list):
        raise IllegalAction("a row of a deal is a list of cards, or null")
    return tuple(_read_card(card) for card in row)


def _read_card(card: object) -> Card:
    if card in (KLIRR, JACKPOT, KLART) or (isinstance(card, int) and not isinstance(card, bool)):
        return card
    raise IllegalAction('a card is "klirr", "jackpot", "klart" or a number of dollars')
