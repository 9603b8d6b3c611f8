"""What tokens cost: known prices, unknown ones, and the worst case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models.endpoint import _litellm
from harness.models.price import Price, cost, most_tokens_in, price_of, worst_case
from prompts.reply import Request, Tokens


def test_the_built_in_model_costs_nothing():
    assert price_of("local/smollm2") == Price(0, 0, 0)
    assert cost(Tokens(1000, 0, 100), price_of("local/smollm2")) == 0


def test_an_unknown_price_stays_unknown_and_is_never_nothing():
    for model in ("openai/no-such-model", "nosuch/gpt-5-mini", "openrouter/openai/gpt-4o"):
        assert price_of(model) is None
    assert cost(Tokens(1000, 0, 100), None) is None
    assert worst_case(Request((), {}, 10), None) is None


def test_a_price_is_that_of_the_makers_own_address():
    assert price_of("openai/gpt-5-mini") is not None
    assert price_of("openai/gpt-5-mini", "http://127.0.0.1:1/v1") is None


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-5-mini", "gpt-5-mini"),
        ("anthropic/claude-sonnet-4-5", "claude-sonnet-4-5"),
        ("gemini/gemini-2.5-flash", "gemini/gemini-2.5-flash"),
    ],
)
def test_the_prices_are_those_litellm_holds(model, name):
    held = _litellm().model_cost[name]
    price = price_of(model)
    assert price is not None
    assert price.inp == pytest.approx(1e6 * held["input_cost_per_token"])
    assert price.cached == pytest.approx(1e6 * held["cache_read_input_token_cost"])
    assert price.out == pytest.approx(1e6 * held["output_cost_per_token"])


def test_cached_input_is_a_part_of_the_input_with_its_own_price():
    tokens = Tokens(inp=1000, cached=400, out=200, reasoning=150)
    assert cost(tokens, Price(1.0, 0.25, 8.0)) == pytest.approx((600 + 100 + 1600) / 1e6)


@given(st.text(), st.integers(1, 5000), st.floats(0, 100), st.floats(0, 100))
def test_no_reply_costs_more_than_the_worst_case(text, out, inp_price, out_price):
    request = Request(({"role": "user", "content": text},), {"type": "object"}, out)
    price = Price(inp_price, inp_price / 2, out_price)
    tokens = Tokens(len(text.encode()), 0, out, out)
    most, real = worst_case(request, price), cost(tokens, price)
    assert most is not None
    assert real is not None
    assert real <= most
    assert most_tokens_in(request) > len(text.encode())
