"""A view of Klirr in words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from engine.klirr.acts import Act, Ask
from engine.klirr.cards import (
    HIGHEST_BLUFF,
    INVENTED_VALUES,
    JACKPOT_PAYS,
    SPECIALS,
    STEP,
    cards_each,
)
from engine.klirr.rounds import GOAL, STARTING_CASH
from engine.klirr.view import Passed
from prompts.page import Line, listed, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.klirr.view import Claim, View
    from prompts.page import Shown

MOST: Final = {"all": 40, "latest": 3, "counts": 0}
"""How many of the latest requests and passes stand in rows; older ones are only counted."""

AT_ONCE: Final = {"all": 20, "latest": 1, "counts": 1}
"""How many rows leave at once when there are more: only then does the text before them change."""

_FEW: Final = 3

_SEAT: Final = re.compile(r"(take|ask) (\d+)")
_PLAYER: Final = re.compile(r"(take|ask) Player ([1-9][0-9]?)", re.IGNORECASE)


def facts(view: View) -> dict[str, Any]:
    """Give what stays as it is for a seat all match: the switches, and what follows from them."""
    rules = view.rules
    cards = cards_each(view.seats)
    left = len(rules.deck) - cards * view.seats
    middle = sorted(rules.dollar_values)[len(rules.dollar_values) // 2]
    return {
        **asdict(rules),
        "seats": view.seats,
        "me": player(view.seat),
        "dollar_cards": listed(
            f"{count} of {value}" for value, count in sorted(Counter(rules.dollar_values).items())
        ),
        "invented": sorted(rules.dollar_values) == sorted(INVENTED_VALUES),
        "high_cards": max(rules.dollar_values) > HIGHEST_BLUFF,
        "starting_cash": STARTING_CASH,
        "cards": cards,
        "aside": left,
        "left_over": left > 0,
        "left": "1 card" if left == 1 else f"{left} cards",
        "most_rows": MOST["all"],
        "jackpot": JACKPOT_PAYS,
        "highest_bluff": HIGHEST_BLUFF,
        "goal": GOAL,
        "example_card": middle,
        "example_double": 2 * middle,
        "example_bluff": HIGHEST_BLUFF if middle != HIGHEST_BLUFF else HIGHEST_BLUFF // 2,
    }


def scene(view: View, shown: Shown) -> dict[str, Any]:
    """Give the view for a template: plain words and numbers, seats as players."""
    extra = len(view.players) < view.seats
    older = _older(len(view.past), shown)
    passers = [one.taker for one in view.past[len(view.past) - view.passed :]]
    return {
        "phase": view.phase,
        "round": view.round,
        "extra": listed(map(player, view.players)) if extra else None,
        "dealer": player(view.dealer),
        "turner": _named(view.turner, view),
        "aside": view.aside,
        "table": [_place(seat, view) for seat in range(view.seats)],
        "older": older,
        "rows": [_row(one) for one in view.past[older:]],
        "counted": [_counted(seat, view) for seat in range(view.seats)] if view.past else [],
        "unseen": _unseen(view) if shown.counts else None,
        "passers": listed(_named(seat, view) for seat in passers) if passers else None,
        "again": view.seat in passers,
        "taker": None if view.taker is None else _named(view.taker, view),
        "owner": None if view.owner is None else _named(view.owner, view),
        "card": view.card,
        "sum": view.sum,
    }


def choices(legal: Sequence[Act]) -> list[Line[Act]]:
    """Give the choices as few lines: requests for the same sums are one, its sums from the least.

    Lines, and players in a line, stand in the order in which they come first.
    """
    sums: dict[Seat, list[int]] = {}
    for act in legal:
        if isinstance(act, Ask):
            sums.setdefault(act.seat, []).append(act.sum)
    lines: dict[Act | tuple[int, ...], list[Seat]] = {}
    for act in legal:
        seats = lines.setdefault(tuple(sorted(sums[act.seat])) if isinstance(act, Ask) else act, [])
        if isinstance(act, Ask) and act.seat not in seats:
            seats.append(act.seat)
    return [
        _requests(seats, one) if isinstance(one, tuple) else Line(say(one), (one,))
        for one, seats in lines.items()
    ]


def _requests(seats: list[Seat], sums: tuple[int, ...]) -> Line[Act]:
    players = list(map(player, seats))
    several = len(players) > 1
    target = "PLAYER" if several else players[0]
    words = "words" if several else "word"
    where = f"PLAYER is {listed(players, last='or')}, " if several else ""
    acts = tuple(Ask(seat, each) for seat in seats for each in sums)
    text = f"ask {target} SUM (fill in the {words} in capitals: {where}SUM is {_amounts(sums)})"
    return Line(text, acts, as_given=False)


def _amounts(sums: tuple[int, ...]) -> str:
    first, last = sums[0], sums[-1]
    if len(sums) > _FEW and sums == tuple(range(first, last + 1, STEP)):
        return f"a number from {first} to {last} in steps of {STEP}"
    return listed(map(str, sums), last="or")


def say(act: Act) -> str:
    """Write an act as a player does: with the players as they are called at the table."""
    return _SEAT.sub(lambda found: f"{found[1]} {player(int(found[2]))}", str(act), count=1)


def hear(text: str) -> str:
    """Give the record's text of an act as a player writes it; other texts stay as they are."""
    return _PLAYER.sub(lambda found: f"{found[1].lower()} {int(found[2]) - 1}", text, count=1)


def _named(seat: Seat, view: View) -> str:
    return "you" if seat == view.seat else player(seat)


def _place(seat: Seat, view: View) -> dict[str, Any]:
    row = view.rows[seat]
    up = [str(card) for card in row if card is not None]
    return {
        "name": player(seat) + (" (you)" if seat == view.seat else ""),
        "cash": view.cash[seat],
        "plays": seat in view.players,
        "active": view.active[seat],
        "up": " ".join(up) or "none",
        "down": len(row) - len(up),
    }


def _counted(seat: Seat, view: View) -> dict[str, Any]:
    """Count what a seat did with what it took, and what it answered, by the truth."""
    made = Counter(
        (one.card in SPECIALS, one.bluff, one.answer) for one in view.claims if one.taker == seat
    )
    answered = Counter((one.bluff, one.answer) for one in view.claims if one.asked == seat)
    return {
        "name": player(seat) + (" (you)" if seat == view.seat else ""),
        "honest": _of_these(made[False, False, "pay"], made[False, False, "call"]),
        "bluffs": _of_these(made[False, True, "pay"], made[False, True, "call"]),
        "worthless": _of_these(made[True, True, "pay"], made[True, True, "call"]),
        "passes": sum(one.taker == seat for one in view.past if isinstance(one, Passed)),
        "on_honest": _two(answered[False, "pay"], answered[False, "call"]),
        "on_bluffs": _two(answered[True, "pay"], answered[True, "call"]),
    }


def _of_these(paid: int, called: int) -> str:
    """Write how many there were and how many of them were called; a plain 0 is short."""
    return f"{paid + called} ({called})" if paid or called else "0"


def _two(paid: int, called: int) -> str:
    return f"{paid}, {called}" if paid or called else "0"


def _older(past: int, shown: Shown) -> int:
    """Give how many of the first requests and passes have no row (see ``AT_ONCE``)."""
    step = AT_ONCE[shown.history]
    return max(0, -(-(past - MOST[shown.history]) // step) * step)


def _row(one: Claim | Passed) -> dict[str, Any]:
    """Tell a request or a pass by its cells; ``only``: what was paid for want of more."""
    cells = {"round": one.round, "taker": player(one.taker), "owner": player(one.owner)}
    if isinstance(one, Passed):
        return {**cells, "card": one.card, "asked": None}
    owed = one.sum if one.answer == "pay" or one.bluff else 2 * one.sum
    return {
        **cells,
        "card": one.card,
        "asked": player(one.asked),
        "sum": one.sum,
        "answer": one.answer,
        "only": one.paid if one.paid < owed else None,
    }


def _unseen(view: View) -> str:
    """Count the cards of the deck that the seat has not seen in this round."""
    up = [card for row in view.rows for card in row if card is not None]
    taken = [] if view.card is None else [view.card]
    left = Counter(view.deck) - Counter(up) - Counter(taken)
    special = [f"{left[card]} {card}" for card in dict.fromkeys(SPECIALS) if card in left]
    dollars = sorted((card, count) for card, count in left.items() if isinstance(card, int))
    return listed([*special, *(f"{count} of {card}" for card, count in dollars)])
