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
from prompts.page import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.klirr.view import Claim, View
    from prompts.klirr.words import Words
    from prompts.names import Names
    from prompts.page import Shown

MOST: Final = {"all": 40, "latest": 3, "counts": 0}
"""How many of the latest requests and passes stand in rows; older ones are only counted."""

AT_ONCE: Final = {"all": 20, "latest": 1, "counts": 1}
"""How many rows leave at once when there are more: only then does the text before them change."""

_FEW: Final = 3

_TO_SEAT: Final = frozenset({"take", "ask"})
"""The verbs of acts that name a seat first."""

_SEAT: Final = re.compile(r"\d+")


def facts(words: Words, view: View) -> dict[str, Any]:
    """Give what stays as it is for a seat all match: the switches, and what follows from them."""
    rules = view.rules
    cards = cards_each(view.seats)
    left = len(rules.deck) - cards * view.seats
    middle = sorted(rules.dollar_values)[len(rules.dollar_values) // 2]
    return {
        **asdict(rules),
        "seats": view.seats,
        "me": words.names.seat(view.seat),
        "dollar_cards": words.names.all(_values(words, Counter(rules.dollar_values))),
        "invented": sorted(rules.dollar_values) == sorted(INVENTED_VALUES),
        "high_cards": max(rules.dollar_values) > HIGHEST_BLUFF,
        "starting_cash": STARTING_CASH,
        "cards": cards,
        "aside": left,
        "left_over": left > 0,
        "left": words.left[left != 1].format(left),
        "most_rows": MOST["all"],
        "jackpot": JACKPOT_PAYS,
        "highest_bluff": HIGHEST_BLUFF,
        "goal": GOAL,
        "example_card": middle,
        "example_double": 2 * middle,
        "example_bluff": HIGHEST_BLUFF if middle != HIGHEST_BLUFF else HIGHEST_BLUFF // 2,
    }


def scene(words: Words, view: View, shown: Shown) -> dict[str, Any]:
    """Give the view for a template: plain words and numbers, seats as players."""
    names, me = words.names, view.seat
    extra = len(view.players) < view.seats
    older = _older(len(view.past), shown)
    passers = [one.taker for one in view.past[len(view.past) - view.passed :]]
    return {
        "phase": view.phase,
        "round": view.round,
        "extra": names.all(map(names.seat, view.players)) if extra else None,
        "dealer": names.seat(view.dealer),
        "turner": names.told(view.turner, me),
        "aside": view.aside,
        "table": [_place(words, seat, view) for seat in range(view.seats)],
        "older": older,
        "rows": [_row(names, one) for one in view.past[older:]],
        "counted": [_counted(names, seat, view) for seat in range(view.seats)] if view.past else [],
        "unseen": _unseen(words, view) if shown.counts else None,
        "passers": names.all(names.told(seat, me) for seat in passers) if passers else None,
        "again": me in passers,
        "taker": None if view.taker is None else names.told(view.taker, me),
        "owner": None if view.owner is None else names.told(view.owner, me),
        "card": view.card,
        "sum": view.sum,
    }


def choices(words: Words, legal: Sequence[Act]) -> list[Line[Act]]:
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
        _requests(words, seats, one) if isinstance(one, tuple) else Line(say(words, one), (one,))
        for one, seats in lines.items()
    ]


def _requests(words: Words, seats: list[Seat], sums: tuple[int, ...]) -> Line[Act]:
    players = [words.names.seat(seat) for seat in seats]
    text = (words.ask_some if len(players) > 1 else words.ask_one).format(
        ask=words.verbs["ask"],
        player=players[0],
        players=words.names.any(players),
        sums=_amounts(words, sums),
    )
    acts = tuple(Ask(seat, each) for seat in seats for each in sums)
    return Line(text, acts, as_given=False)


def _amounts(words: Words, sums: tuple[int, ...]) -> str:
    first, last = sums[0], sums[-1]
    if len(sums) > _FEW and sums == tuple(range(first, last + 1, STEP)):
        return words.steps.format(first=first, last=last, step=STEP)
    return words.names.any(map(str, sums))


def say(words: Words, act: Act) -> str:
    """Write an act as a player does: with the players as they are called at the table."""
    verb, space, rest = str(act).partition(" ")
    if verb in _TO_SEAT:
        rest = _SEAT.sub(lambda found: words.names.seat(int(found[0])), rest, count=1)
    return f"{words.verbs[verb]}{space}{rest}"


def hear(words: Words, text: str) -> str:
    """Give the record's text of an act as a player writes it; other texts stay as they are."""
    for verb, said in words.verbs.items():
        seat = f" {re.escape(words.names.player)} ([1-9][0-9]?)" if verb in _TO_SEAT else "()"
        if found := re.match(rf"{re.escape(said)}\b{seat}", text, re.IGNORECASE):
            at = f" {int(found[1]) - 1}" if found[1] else ""
            return f"{verb}{at}{text[found.end() :]}"
    return text


def _place(words: Words, seat: Seat, view: View) -> dict[str, Any]:
    row = view.rows[seat]
    up = [str(card) for card in row if card is not None]
    return {
        "name": words.names.listed(seat, view.seat),
        "cash": view.cash[seat],
        "plays": seat in view.players,
        "active": view.active[seat],
        "up": " ".join(up) or words.none,
        "down": len(row) - len(up),
    }


def _counted(names: Names, seat: Seat, view: View) -> dict[str, Any]:
    """Count what a seat did with what it took, and what it answered, by the truth."""
    made = Counter(
        (one.card in SPECIALS, one.bluff, one.answer) for one in view.claims if one.taker == seat
    )
    answered = Counter((one.bluff, one.answer) for one in view.claims if one.asked == seat)
    return {
        "name": names.listed(seat, view.seat),
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


def _row(names: Names, one: Claim | Passed) -> dict[str, Any]:
    """Tell a request or a pass by its cells; ``only``: what was paid for want of more."""
    cells = {"round": one.round, "taker": names.seat(one.taker), "owner": names.seat(one.owner)}
    if isinstance(one, Passed):
        return {**cells, "card": one.card, "asked": None}
    owed = one.sum if one.answer == "pay" or one.bluff else 2 * one.sum
    return {
        **cells,
        "card": one.card,
        "asked": names.seat(one.asked),
        "sum": one.sum,
        "answer": one.answer,
        "only": one.paid if one.paid < owed else None,
    }


def _unseen(words: Words, view: View) -> str:
    """Count the cards of the deck that the seat has not seen in this round."""
    up = [card for row in view.rows for card in row if card is not None]
    taken = [] if view.card is None else [view.card]
    left = Counter(view.deck) - Counter(up) - Counter(taken)
    special = [f"{left[card]} {card}" for card in dict.fromkeys(SPECIALS) if card in left]
    dollars = Counter({card: count for card, count in left.items() if isinstance(card, int)})
    return words.names.all([*special, *_values(words, dollars)])


def _values(words: Words, counts: Counter[int]) -> list[str]:
    """Count dollar cards by their values, from the least."""
    return [words.so_many.format(count=count, value=card) for card, count in sorted(counts.items())]
