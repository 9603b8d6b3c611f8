"""What tokens cost: known prices, unknown ones, and the worst case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models.endpoint import _litellm
from harness.models.price import Price, cost, most_tokens_in, price_of, worst_case
from harness.models.stated import Used
from prompts.reply import Request


def test_the_built_in_model_costs_nothing():
    assert price_of("local/smollm2") == Price(0, 0, 0)
    assert cost(Used(1000, 0, 0, 100), price_of("local/smollm2")) == 0


def test_an_unknown_price_stays_unknown_and_is_never_nothing():
    for model in ("openai/no-such-model", "nosuch/gpt-5-mini", "openrouter/openai/gpt-4o"):
        assert price_of(model) is None
    assert cost(Used(1000, 0, 0, 100), None) is None
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
    used = Used(fresh=600, cached=400, out=200)
    assert cost(used, Price(1.0, 0.25, 8.0)) == pytest.approx((600 + 100 + 1600) / 1e6)


@given(st.text(), st.integers(1, 5000), st.floats(0, 100), st.floats(0, 100))
def test_no_reply_costs_more_than_the_worst_case(text, out, inp_price, out_price):
    request = Request(({"role": "user", "content": text},), {"type": "object"}, out)
    price = Price(inp_price, inp_price / 2, out_price)
    most, real = worst_case(request, price), cost(Used(len(text.encode()), out=out), price)
    assert most is not None
    assert real is not None
    assert real <= most
    assert most_tokens_in(request) > len(text.encode())


KNOWN = {
    "flex": {"service_tier": "flex"},
    "batches": {"service_tier": "batch"},
    "priority": {"extra_body": {"serviceTier": "priority"}},
}


@pytest.mark.parametrize("tier", KNOWN)
def test_a_service_tier_costs_what_litellm_holds_for_it(tier):
    held = _litellm().model_cost["gpt-5-mini"]
    price = price_of("openai/gpt-5-mini", params=KNOWN[tier])
    assert price is not None
    assert price.inp == pytest.approx(1e6 * held[f"input_cost_per_token_{tier}"])
    assert price.out == pytest.approx(1e6 * held[f"output_cost_per_token_{tier}"])


def test_a_tier_whose_price_nobody_knows_is_never_cheaper_than_the_usual_one():
    haiku = "anthropic/claude-haiku-4-5"
    usual = price_of(haiku)
    assert price_of(haiku, params={"service_tier": "flex"}) == usual
    assert price_of(haiku, params={"service_tier": "auto"}) == usual
    assert price_of(haiku, params={"service_tier": "priority"}) is None
    assert price_of(haiku, params={"extra_body": {"speed": "fast"}}) is None


def test_an_answer_made_on_a_dearer_tier_than_was_asked_for_costs_what_that_tier_does():
    model = "openai/gpt-5-mini"
    usual, dear = price_of(model), price_of(model, params={"service_tier": "priority"})
    flex = price_of(model, params={"service_tier": "flex"})
    assert usual is not None
    assert dear is not None
    assert flex is not None
    assert usual.served(["priority"])[:3] == dear[:3]
    assert flex.served(["default"])[:3] == usual[:3]
    assert usual.served(["flex"])[:3] == usual[:3]
    assert usual.served([{"no": "tier"}, None]) == usual


def test_input_written_into_a_cache_costs_more_and_more_still_for_an_hour():
    haiku = "anthropic/claude-haiku-4-5"
    held = _litellm().model_cost["claude-haiku-4-5"]
    mark = {"type": "ephemeral", "ttl": "1h"}
    points = [{"location": "message", "role": "system", "control": mark}]
    short, long = (
        price_of(haiku),
        price_of(haiku, params={"cache_control_injection_points": points}),
    )
    assert short is not None
    assert long is not None
    assert short.written == pytest.approx(1e6 * held["cache_creation_input_token_cost"])
    assert long.written == pytest.approx(1e6 * held["cache_creation_input_token_cost_above_1hr"])
    assert cost(Used(written=100), Price(4, 1, 8)) == pytest.approx(100 * 5 / 1e6)
    assert cost(Used(written=100), Price(4, 1, 8, 6)) == pytest.approx(100 * 6 / 1e6)


def test_the_tokens_of_a_long_prompt_cost_what_the_map_holds_for_its_length():
    held = _litellm().model_cost["gemini/gemini-2.5-pro"]
    price = price_of("gemini/gemini-2.5-pro")
    short, long = cost(Used(200_000, out=10), price), cost(Used(200_001, out=10), price)
    inp, out = held["input_cost_per_token"], held["output_cost_per_token"]
    assert short == pytest.approx(200_000 * inp + 10 * out)
    inp, out = (held[f"{put}_cost_per_token_above_200k_tokens"] for put in ("input", "output"))
    assert long == pytest.approx(200_001 * inp + 10 * out)
    assert cost(Used(1, cached=200_000), price) > cost(Used(1, cached=199_999), price) * 1.5
    request = Request(({"role": "user", "content": "x" * 200_001},), {}, 10)
    worst = worst_case(request, price)
    assert worst is not None
    assert worst >= long


def test_a_price_that_the_map_lists_by_length_alone_is_known():
    first, second = _litellm().model_cost["dashscope/qwen-flash"]["tiered_pricing"][:2]
    price = price_of("dashscope/qwen-flash")
    for inp, held in ((1000, first), (300_000, second)):
        assert cost(Used(inp), price) == pytest.approx(inp * held["input_cost_per_token"])


def test_a_step_that_a_tier_does_not_list_is_not_cheaper_than_the_usual_one():
    usual = price_of("openai/gpt-5.4")
    dear = price_of("openai/gpt-5.4", params={"service_tier": "priority"})
    assert cost(Used(300_000, out=9), dear) >= cost(Used(300_000, out=9), usual)


@pytest.mark.parametrize(
    ("model", "fee"),
    [
        ("perplexity/sonar", 0.012),
        ("openai/gpt-4o-search-preview", 0.025),
        ("openai/gpt-5-mini", 0),
    ],
)
def test_what_a_request_costs_beside_its_tokens_is_paid_at_its_dearest(model, fee):
    price = price_of(model)
    assert cost(Used(), price) == pytest.approx(fee)
    assert worst_case(Request((), {}, 1), price) >= fee
    assert price_of("perplexity/sonar-deep-research") is None


def test_a_place_that_costs_more_does_so_where_it_is_asked_for_or_stated():
    model = "anthropic/claude-sonnet-5"
    factor = _litellm().model_cost["claude-sonnet-5"]["provider_specific_entry"]["us"]
    usual, there = price_of(model), price_of(model, params={"inference_geo": "us"})
    assert usual is not None
    assert there is not None
    assert cost(Used(1, 1, 1, 1), there) == pytest.approx(factor * cost(Used(1, 1, 1, 1), usual))
    assert usual.served([None, "us"])[:4] == there[:4]
    assert price_of(model, params={"inference_geo": "global"}) == usual
    assert price_of(model, params={"inference_geo": "mars"}) is None


def test_a_region_costs_more_unless_the_params_say_it_is_none():
    model = "vertex_ai/gemini-3.5-flash"
    here, anywhere = price_of(model), price_of(model, params={"vertex_location": "global"})
    assert here is not None
    assert anywhere is not None
    assert here.inp == pytest.approx(1.1 * anywhere.inp)
    assert dict(here.tiers)["priority"].out == pytest.approx(
        1.1 * dict(anywhere.tiers)["priority"].out
    )
