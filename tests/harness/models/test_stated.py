"""The law of money: no reply is booked below what its provider bills, whatever the usage says.

The provider here knows what a reply really took. It states it honestly, or in one of the ways
that providers state it wrongly: the truth is always within what was stated or left out.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from harness.models.price import Most, Price, cost
from harness.models.stated import read, used
from prompts.reply import Tokens

MOST = Most(4_000, 1_024)
Usage = dict[str, Any]
Bill = tuple[int, int, int, int, int]
"""Tokens of input, those of it read from a cache and written into one, of text and of thoughts."""
CLOSE = 1 - 1e-9
ODD = st.sampled_from([None, 0, -3, "20", 2.5, float("nan"), True, [], {}, 10**12])


def response(usage: Usage) -> Any:
    """Give the usage with its parts as attributes, as a response has it."""
    parts = {k: SimpleNamespace(**v) if isinstance(v, dict) else v for k, v in usage.items()}
    return SimpleNamespace(**parts)


def booked(usage: Usage, price: Price, *, silent: bool = False) -> float:
    dollars = cost(used(read(response(usage)), MOST, silent=silent), price)
    assert dollars is not None
    return dollars


@st.composite
def prices(draw: DrawFn) -> Price:
    dollars = st.floats(0, 100)
    inp, out = draw(dollars), draw(dollars)
    cached = draw(st.one_of(st.just(inp), st.floats(0, inp)))
    written = draw(st.one_of(st.none(), st.floats(inp, 200)))
    return Price(inp, cached, out, written)


@st.composite
def bills(draw: DrawFn) -> Bill:
    """What a reply really took, within what the request allowed."""
    inp = draw(st.integers(1, MOST.inp))
    cached = draw(st.integers(0, inp))
    written = draw(st.integers(0, inp - cached))
    text, thoughts = draw(st.integers(1, 600)), draw(st.integers(0, 400))
    return inp, cached, written, text, thoughts


def billed(bill: Bill, price: Price) -> float:
    inp, cached, written, text, thoughts = bill
    writing = 1.25 * price.inp if price.written is None else price.written
    fresh = (inp - cached - written) * price.inp
    return (fresh + cached * price.cached + written * writing + (text + thoughts) * price.out) / 1e6


def honest(bill: Bill) -> Usage:
    inp, cached, written, text, thoughts = bill
    return {
        "prompt_tokens": inp,
        "completion_tokens": text + thoughts,
        "total_tokens": inp + text + thoughts,
        "prompt_tokens_details": {"cached_tokens": cached, "cache_creation_tokens": written},
        "completion_tokens_details": {"reasoning_tokens": thoughts},
    }


def beside(bill: Bill) -> Usage:
    """Thoughts are stated beside the output; the total holds them."""
    return honest(bill) | {"completion_tokens": bill[3]}


def without_total(bill: Bill) -> Usage:
    return beside(bill) | {"total_tokens": None}


def total_alone(bill: Bill) -> Usage:
    return beside(bill) | {"completion_tokens_details": None}


def wrong_total(bill: Bill) -> Usage:
    """The total leaves the thoughts out."""
    inp, _, _, text, thoughts = bill
    parts = {"completion_tokens": text} if thoughts > text else {}
    return honest(bill) | parts | {"total_tokens": inp + text}


def caches_beside(bill: Bill) -> Usage:
    """Anthropic's own way: the input leaves out what was read from and written to a cache."""
    inp, cached, written, text, thoughts = bill
    fresh = inp - cached - written
    stated = {"prompt_tokens": fresh, "total_tokens": fresh + text + thoughts}
    names = {"cache_read_input_tokens": cached, "cache_creation_input_tokens": written}
    seen = cached + written > fresh  # else it looks like a part of the input
    return honest(bill) | ({**stated, **names} if seen else {})


EXACT = [honest, beside]
WAYS = [without_total, total_alone, wrong_total, caches_beside]


TOP = ("prompt_tokens", "completion_tokens", "total_tokens", "completion_tokens_details")


@st.composite
def halves(draw: DrawFn) -> tuple[Bill, Usage]:
    """A usage of which parts are gone, or nonsense stands in their place."""
    bill = draw(bills())
    way = draw(st.sampled_from([honest, caches_beside]))
    gone = st.fixed_dictionaries({}, optional=dict.fromkeys(TOP, ODD))
    return bill, way(bill) | draw(gone)


def check_ways(bill: Bill, price: Price) -> None:
    real = billed(bill, price)
    for way in EXACT:
        assert booked(way(bill), price) == pytest.approx(real), way.__name__
    for way in WAYS:
        assert booked(way(bill), price) >= real * CLOSE, way.__name__


def check_halves(half: tuple[Bill, Usage], price: Price) -> None:
    bill, usage = half
    assert booked(usage, price) >= billed(bill, price) * CLOSE


@given(bills(), prices())
def test_a_reply_is_booked_at_what_is_billed_and_never_below_where_usage_contradicts(bill, price):
    check_ways(bill, price)


@given(halves(), prices())
def test_a_reply_whose_usage_is_stated_by_halves_is_never_booked_below_its_bill(half, price):
    check_halves(half, price)


@pytest.mark.long
@settings(max_examples=10_000, deadline=None)
@given(bills(), prices())
def test_ten_thousand_usages_are_never_booked_below_their_bill(bill, price):
    check_ways(bill, price)


@pytest.mark.long
@settings(max_examples=10_000, deadline=None)
@given(halves(), prices())
def test_ten_thousand_halves_are_never_booked_below_their_bill(half, price):
    check_halves(half, price)


HALF = {"prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020}
PRICE = Price(1, 0.5, 10)
WORST_IN, WORST_OUT = MOST.inp * 1 / 1e6, MOST.out * 10 / 1e6


@pytest.mark.parametrize("odd", [None, 0, -3, "20", 2.5, True, 10**12])
def test_what_is_not_stated_keeps_its_worst_case_and_the_other_part_is_what_it_is(odd):
    without_total = HALF | {"total_tokens": None}
    no_input, no_output = without_total | {"prompt_tokens": odd}, HALF | {"completion_tokens": odd}
    assert booked(no_input, PRICE) == pytest.approx(WORST_IN + 200 / 1e6)
    assert booked(no_output, PRICE) == pytest.approx(1000 / 1e6 + WORST_OUT)
    assert booked({}, PRICE) == pytest.approx(WORST_IN + WORST_OUT)


def test_no_output_is_believed_where_nothing_came_and_the_total_says_so_too():
    nothing = HALF | {"completion_tokens": 0, "total_tokens": 1000}
    assert booked(nothing, PRICE, silent=True) == pytest.approx(1000 / 1e6)
    assert booked(nothing, PRICE) == pytest.approx(1000 / 1e6 + WORST_OUT)
    assert booked(nothing | {"total_tokens": 0}, PRICE, silent=True) > WORST_OUT


def test_caches_larger_than_the_input_are_no_discount_on_it():
    usage = HALF | {"prompt_tokens_details": {"cached_tokens": 5000}}
    assert booked(usage, PRICE) >= booked(HALF, PRICE)


def test_what_is_shown_holds_the_thoughts_that_stand_beside_the_output():
    thought = {"completion_tokens_details": {"reasoning_tokens": 5000}}
    shown = read(response(HALF | thought | {"total_tokens": 6020})).tokens
    assert shown == Tokens(inp=1000, cached=0, out=5020, reasoning=5000)


def test_a_usage_of_any_shape_is_read():
    for shape in (None, [], "much", 7, {}):
        assert read(shape).tokens == Tokens()
