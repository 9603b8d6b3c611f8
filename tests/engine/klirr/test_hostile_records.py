"""Whatever a record or a program holds: IllegalAction, never another exception."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, IllegalAction
from engine.klirr import GAME
from engine.klirr.acts import CALL, PASS, PAY, TURN_UP, Ask, Deal, Take, TurnUp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.engine.klirr.conftest import Table

START = GAME.start(3, GAME.rules({}))
RECORD = START.draw(Random(1)).json()
ROW = RECORD["deal"]["rows"][0]
HUGE = 10**5000
"""More digits than Python turns into text."""
NOT_WHOLE: list[Any] = [True, 1.0, "1", [1], (1,), {}, b"1", 1j, float("nan"), object()]


def let_through(read: Callable[[Any], Any], things: Iterable[Any]) -> list[Any]:
    """Give those that are not refused; anything but IllegalAction is raised."""
    passed = []
    for thing in things:
        try:
            read(thing)
        except IllegalAction:
            continue
        passed.append(thing)
    return passed


def test_a_text_that_is_no_act_is_refused() -> None:
    # Separated by "|"; what cannot be told apart by eye is spelt out.
    lines = """| |turn | turn|Turn|TURN|turn  1|turn -1|turn +1|turn 01|turn 1.0|turn 1e0|turn 0x1
    |turn 1_0|turn a|take|take 1:|take :1|take 1 : 2|take 1:2:3|take 1 2|take -1|take a|take 1: 2
    |ask|ask 1|ask 1 50k|ask 1 50,000|ask 1 -50000|ask 1 50000 |ask 1 $50000|ask 1 5e4|ask 1:50000
    |ask  1 50000|ask 01 50000|ask 1 50000.0|pass 1|pay 1|call 1|bluff|PAY|pay,call|null|{}|[]"""
    texts = [text.removesuffix("\n    ") for text in lines.split("|")]
    spaces = ["\n", "\r", "\t", "\0", "\u00a0", "\u200b", "\ufeff", "\u2028"]
    digits = ["\u0661", "\uff11", "\u00b2", "\u2460", "\u0967"]
    texts += [
        f"{act}{space}" for act in ("turn", "turn 1", "pay", "ask 1 10000") for space in spaces
    ]
    texts += [f"{space}turn" for space in spaces] + [f"turn{space}1" for space in spaces]
    texts += [f"turn {digit}" for digit in digits] + [f"ask 1 1{digit}0000" for digit in digits]
    texts += ["turn " + "9" * 100_000, "ask 1 " + "9" * 4_301, "x" * 10**6, "ask " + "1 " * 50_000]
    assert let_through(GAME.parse, texts) == []


def test_what_is_no_text_is_no_act() -> None:
    things: list[Any] = [None, 5, HUGE, True, b"turn", ["turn"], {"act": "turn"}, object(), TURN_UP]
    assert let_through(GAME.parse, things) == []


@given(st.text() | st.from_regex(r"(turn|take|ask|pass)( \d+)?([ :]\d+)?\n?"))
def test_any_text_is_refused_or_is_the_text_of_its_act(text: str) -> None:
    try:
        act = GAME.parse(text)
    except IllegalAction:
        return
    assert str(act) == text


def test_an_honest_request_for_a_card_of_any_size_is_read_back(table: type[Table]) -> None:
    dollars = 10**90
    at = table("klirr", f"{dollars // 1000}k", dollar_values=[dollars] * 26)
    honest = at.play("0: turn", "0: take 1").state.legal(0)[-1]
    assert honest == Ask(1, dollars)
    assert GAME.parse(str(honest)) == honest


def changed(*path: str | int, to: Any, record: Any = RECORD) -> dict[str, Any]:
    """Give the record with one thing in it replaced."""
    whole = place = deepcopy(record)
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return whole


def test_a_malformed_deal_is_refused_when_it_is_read() -> None:
    deal, not_card = RECORD["deal"], [*NOT_WHOLE[:3], None, *NOT_WHOLE[3:]]
    records = [
        *[None, [], "deal", 5, HUGE, {}, {"deal": None}, {"deal": []}, {"lead": {}}, {"deal": {}}],
        *[{**RECORD, "by": -1}, changed("deal", "more", to=1)],
        *[{"deal": {key: deal[key] for key in deal if key != gone}} for gone in deal],
        *[
            changed("deal", key, to=bad)
            for key in ("round", "dealer")
            for bad in (*NOT_WHOLE, None)
        ],
        *[
            changed("deal", key, to=bad)
            for key in ("rows", "aside")
            for bad in (1, "a", {}, None, ())
        ],
        *[
            changed("deal", "rows", 0, to=bad)
            for bad in ("klirr", 5, {}, {"0": "klirr"}, True, 1.5)
        ],
        *[
            changed("deal", "rows", 0, 0, to=bad)
            for bad in (*not_card, "KLIRR", "klirr\n", "10000")
        ],
        *[changed("deal", "aside", 0, to=bad) for bad in (*not_card, 10_000.0, "joker", "")],
    ]
    assert let_through(GAME.read_draw, records) == []


def test_a_deal_against_the_rules_is_refused_when_it_is_applied() -> None:
    rows, aside = RECORD["deal"]["rows"], RECORD["deal"]["aside"]
    records = [
        *[changed("deal", "round", to=bad) for bad in (0, 2, -1, HUGE, -HUGE)],
        *[changed("deal", "dealer", to=bad) for bad in (3, -1, HUGE, -HUGE)],
        *[
            changed("deal", "rows", to=b)
            for b in ([], rows[:2], [*rows, None], [*rows, []], [ROW] * 3)
        ],
        *[changed("deal", "rows", 1, to=b) for b in (None, [], ROW[:10], [*ROW, "klirr"], ROW)],
        *[changed("deal", "rows", 0, 0, to=b) for b in (0, -10_000, 15_000, HUGE, -HUGE, 1)],
        *[
            changed("deal", "aside", to=bad)
            for bad in ([], aside[1:], [*aside, "klirr"], ["klirr"] * 12)
        ],
    ]
    draws = [GAME.read_draw(record) for record in records]
    assert let_through(lambda drawn: START.apply(CHANCE, drawn), draws) == []


def test_the_dealer_of_a_later_round_is_not_free(table: type[Table]) -> None:
    at = table("klart", "klart", "klart").play("0: turn", "1: turn", "2: turn")
    good = at.state.draw(Random(1)).json()
    draws = [GAME.read_draw(changed("deal", "dealer", to=to, record=good)) for to in range(3)]
    assert let_through(lambda drawn: at.state.apply(CHANCE, drawn), draws) == [draws[0]]


def test_a_seat_that_sits_out_gets_no_row_and_the_tied_do(table: type[Table]) -> None:
    rich = [900_000] * 3 + [10_000] * 23
    at = table("900k klart", "900k klart", "klart", dollar_values=rich)
    at.play("0: turn", "1: turn", "2: turn", "0: turn", "1: turn")
    good = at.state.draw(Random(1)).json()
    rows, aside = good["deal"]["rows"], good["deal"]["aside"]
    assert rows[2] is None
    laid = [
        [*rows[:2], []],
        [*rows[:2], aside[:11]],
        [rows[0], None, rows[1]],
        [None] * 3,
        rows[:2],
    ]
    draws = [GAME.read_draw(changed("deal", "rows", to=bad, record=good)) for bad in laid]
    assert let_through(lambda drawn: at.state.apply(CHANCE, drawn), draws) == []


KEYS = st.sampled_from(["deal", "round", "dealer", "rows", "aside"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["klirr", "x"])


@given(st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)))
def test_any_json_is_refused_or_is_the_json_of_its_deal(json: Any) -> None:
    try:
        drawn = GAME.read_draw(json)
    except IllegalAction:
        return
    assert drawn.json() == json


def test_no_act_can_be_made_of_the_wrong_stuff() -> None:
    numbers: list[Callable[[Any], Any]] = [
        TurnUp,
        Take,
        lambda bad: Take(1, bad),
        lambda bad: Ask(bad, 10_000),
        lambda bad: Ask(1, bad),
        lambda bad: Deal(bad, 0, (), ()),
        lambda bad: Deal(1, bad, (), ()),
        lambda bad: Deal(1, 0, ((bad,),), ()),
        lambda bad: Deal(1, 0, (), (bad,)),
    ]
    assert [let_through(make, NOT_WHOLE) for make in numbers] == [[]] * len(numbers)
    rows = [None, [], {}, 5, "klirr", ([],), ("klirr",), (5,)]
    assert let_through(lambda bad: Deal(1, 0, bad, ()), rows) == []
    assert let_through(lambda bad: Deal(1, 0, (), bad), rows[:5]) == []


def every_phase(table: type[Table]) -> list[Any]:
    at = table("klirr", "20k klart", "")
    lines = ["0: turn", "0: take 1", "0: ask 2 20000", "2: pay"]
    over = table("klart", "klart", max_rounds=1).play("0: turn", "1: turn")
    return [START, at.state, *[at.play(line).state for line in lines], over.state]


def test_in_every_phase_an_act_applies_or_is_refused_in_a_short_sentence(
    table: type[Table],
) -> None:
    numbers = [-HUGE, -1, 0, 1, 2, 3, 11, 10_000, 15_000, 110_000, HUGE]
    acts = [TURN_UP, PASS, PAY, CALL, START.draw(Random(1)), HUGE, "turn", Ask, None, *NOT_WHOLE]
    acts += [TurnUp(slot) for slot in numbers]
    acts += [Take(seat, slot) for seat in numbers for slot in (None, *numbers)]
    acts += [Ask(seat, dollars) for seat in numbers for dollars in numbers]
    seats: list[Any] = [-HUGE, -2, CHANCE, 0, 1, 2, 3, HUGE, None, "0", [], 0.5]
    applied = refused = 0
    for state in every_phase(table):
        for seat in seats:
            for act in acts:
                try:
                    state.apply(seat, act)
                    applied += seat in state.actors
                except IllegalAction as refusal:
                    refused += len(str(refusal)) < 200
    # The deal; turn and slots 0 to 3; two rows likewise; 10000 of two; pay, call; slot 0 is up now.
    assert applied == 1 + 5 + 2 * 5 + 2 + 2 + 4
    assert applied + refused == len(every_phase(table)) * len(seats) * len(acts)


@pytest.mark.parametrize(
    ("script", "line", "sentence"),
    [
        ([], "1: turn", "seat"),
        ([], "0: turn 11", r"slots \[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\]"),
        (["0: turn"], "0: take 0", r"seats with down cards: \[1, 2\]"),
        (["0: turn"], "0: take 7", r"seats with down cards: \[1, 2\]"),
        (["0: turn", "0: take 1"], "0: ask 0 10000", r"\[1, 2\]"),
        (["0: turn", "0: take 1"], "0: ask 1 110000", "at most 100000"),
        (["0: turn", "0: take 1"], "0: pass", "klirr or klart"),
        (["0: turn", "0: take 1"], "0: pay", "ask"),
    ],
)
def test_a_refusal_says_what_would_do(
    table: type[Table], script: list[str], line: str, sentence: str
) -> None:
    at = table("klirr", "20k", "").play(*script)
    with pytest.raises(IllegalAction, match=sentence):
        at.play(line)
