"""The switches of Klirr and the deck they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from engine.game import Switch, choice
from engine.klirr.cards import INVENTED_VALUES, SPECIALS, STEP, Row

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch with its value, and the 45 cards that follow from them."""

    dollar_values: tuple[int, ...]
    pass_to: Literal["round", "lap", "nobody"]
    bluff_cap: Literal["fixed", "own_cash"]
    ask_target: Literal["any", "active", "owner"]
    turn_after_klirr: Literal["turner", "taker"]
    max_rounds: int
    deck: Row = field(compare=False, repr=False)


def make_rules(switches: Mapping[str, Any]) -> Rules:
    """Turn the JSON-ready switches into rules, with the deck in a fixed order."""
    values = tuple(switches["dollar_values"])
    return Rules(**{**switches, "dollar_values": values}, deck=SPECIALS + tuple(sorted(values)))


def _dollar_values(value: object) -> list[int]:
    if not isinstance(value, list) or len(value) != len(INVENTED_VALUES):
        raise ValueError("that is not a list of 26 values")
    for dollars in value:
        if not isinstance(dollars, int) or isinstance(dollars, bool):
            raise TypeError(f"{dollars!r} is not a whole number")
        if dollars <= 0 or dollars % STEP:
            raise ValueError(f"{dollars} is not a multiple of {STEP} above 0")
    return list(value)


def _max_rounds(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError("that is not a number of rounds")
    return value


SWITCHES: Final[Mapping[str, Switch]] = {
    "dollar_values": Switch(
        list(INVENTED_VALUES),
        "the 26 dollar cards; the rulebook does not print them, the default is invented",
        "a list of 26 multiples of 10000 above 0",
        _dollar_values,
    ),
    "pass_to": choice(
        "round",
        "lap",
        "nobody",
        about="where a moment goes after a pass: round and round, to each other active player "
        "once, or nowhere",
    ),
    "bluff_cap": choice(
        "fixed", "own_cash", about="is a bluff also capped by the taker's own cash"
    ),
    "ask_target": choice(
        "any",
        "active",
        "owner",
        about="who may be asked for money: anybody, whoever is not out, or whose card it was",
    ),
    "turn_after_klirr": choice(
        "turner", "taker", about="whose left neighbour turns after a moment"
    ),
    "max_rounds": Switch(
        100, "when the match is cut off, extra rounds counted", "a whole number from 1", _max_rounds
    ),
}
