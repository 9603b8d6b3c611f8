"""Every way a provider can fail, and every odd reply, over a real socket through litellm."""

# ruff: noqa: E501 - a table is read by its columns

import asyncio
import json
import re
import time
from typing import Any

import pytest

from harness.models.endpoint import Completion, Endpoint
from harness.models.failures import Kind, ProviderError, clean
from harness.models.price import Price
from prompts.reply import Reply, Request, Rung, Tokens

KEY = "sk-live-0123456789abcdef"
SCHEMA = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "act": {"type": "string", "enum": ["a", "b"]}},
    "required": ["reason", "act"],
    "additionalProperties": False,
}
REQUEST = Request(
    ({"role": "user", "content": "Your turn. rate limit! Invalid API key! context length"},),
    SCHEMA,
    100,
)


def error(message: str, code: Any = None, kind: str | None = None, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "code": code, "type": kind, **more}}


@pytest.fixture
def ask(faulty, on_a_loop, monkeypatch):
    """Send one request to a provider with a one-step script; exactly one arrives."""
    monkeypatch.setenv("MY_KEY", KEY)

    def ask(step: dict[str, Any], rung: Rung = Rung.SCHEMA, **options: Any) -> Completion:
        async def work() -> Completion:
            async with faulty.Provider([{**step, "times": -1}]) as provider:
                options.setdefault("api_base", provider.url)
                options.setdefault("key_env", "MY_KEY")
                try:
                    return await Endpoint("openai/m", **options).complete(REQUEST, rung)
                finally:
                    ask.requests = provider.requests
                    assert len(provider.requests) == 1

        return on_a_loop(work())

    return ask


def failure(ask: Any, step: dict[str, Any], **options: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        ask(step, **options)
    sentence = caught.value.sentence
    assert KEY not in sentence
    assert sentence.isprintable()
    assert len(sentence) < 400
    assert caught.value.__cause__ is None
    return caught.value


HTML = "<html><title>Log in</title></html>"
FAILURES = [
    ("a rate limit", {"status": 429, "body": error("slow down", "rate_limit_exceeded")}, "rate_limit"),
    ("a rate limit in HTML", {"status": 429, "body": HTML}, "rate_limit"),
    ("a used-up quota", {"status": 429, "body": error("You exceeded", "insufficient_quota")}, "quota"),
    ("an unpaid bill", {"status": 402, "body": error("pay")}, "quota"),
    ("no credit", {"status": 400, "body": error("Your credit balance is too low")}, "quota"),
    ("a bad key", {"status": 401, "body": error(f"Incorrect API key provided: {KEY}")}, "key"),
    ("a bad key as 400", {"status": 400, "body": error("no", 400, details=[{"reason": "API_KEY_INVALID"}])}, "key"),
    ("a forbidden model", {"status": 403, "body": error("no access")}, "key"),
    ("an unknown model", {"status": 404, "body": error("no `m`", "model_not_found")}, "unknown_model"),
    ("an unknown address", {"status": 404, "body": HTML}, "unknown_model"),
    ("a wrong method", {"status": 405, "body": ""}, "unknown_model"),
    ("an address that moved", {"status": 300, "body": ""}, "unknown_model"),
    ("a request timeout", {"status": 408, "body": error("too slow")}, "slow"),
    ("a conflict", {"status": 409, "body": error("conflict")}, "slow"),
    ("an error of the server", {"status": 500, "body": error("oops")}, "overloaded"),
    ("a bad gateway in HTML", {"status": 502, "body": HTML}, "overloaded"),
    ("an unavailable server", {"status": 503, "body": error("busy")}, "overloaded"),
    ("an overloaded server", {"status": 529, "body": error("Overloaded", None, "overloaded_error")}, "overloaded"),
    ("a proxy's error", {"status": 524, "body": HTML}, "overloaded"),
    ("a context overflow", {"status": 400, "body": error("too long", "context_length_exceeded")}, "context_window"),
    ("a context overflow in words", {"status": 400, "body": error("This model's maximum context length is 100 tokens, in the tools")}, "context_window"),
    ("a context overflow of llama.cpp", {"status": 400, "body": error("exceeds", 400, "exceed_context_size_error")}, "context_window"),
    ("a prompt too large", {"status": 413, "body": error("rate limit")}, "context_window"),
    ("an unsupported schema", {"status": 400, "body": error("'response_format' of type 'json_schema' is not supported", "unsupported_parameter")}, "unsupported_format"),
    ("an unsupported schema in FastAPI's form", {"status": 422, "body": {"detail": [{"loc": ["body", "response_format"], "msg": "extra"}]}}, "unsupported_format"),
    ("no tools", {"status": 404, "body": error("No endpoints found that support tool use", 404)}, "unsupported_format"),
    ("a bad parameter", {"status": 400, "body": error("temperature must be below 2", None, "invalid_request_error")}, "bad_request"),
    ("a player's words echoed", {"status": 400, "body": error("cannot process: rate limit exceeded")}, "bad_request"),
    ("a teapot", {"status": 418, "body": error("teapot")}, "bad_request"),
    ("HTML in place of JSON", {"body": HTML}, "garbled"),
    ("an empty answer", {"body": ""}, "garbled"),
    ("an answer without content", {"status": 204, "body": ""}, "garbled"),
    ("broken JSON", {"body": '{"id": ', "type": "application/json"}, "garbled"),
    ("JSON that is no object", {"body": [1, 2]}, "garbled"),
    ("choices that are no list", {"body": {"id": "x", "object": "chat.completion", "choices": None}}, "garbled"),
    ("a rate limit inside a 200", {"body": error("slow down", 429)}, "rate_limit"),
    ("half a body", {"do": "half"}, "connection"),
    ("a reset", {"do": "reset"}, "connection"),
    ("a connection closed", {"do": "close"}, "connection"),
]  # fmt: skip
TRANSIENT = {"rate_limit", "slow", "overloaded", "garbled", "connection"}


@pytest.mark.parametrize(
    ("step", "kind"), [each[1:] for each in FAILURES], ids=[each[0] for each in FAILURES]
)
def test_the_providers_failure_is_told_apart(ask, step, kind):
    found = failure(ask, step)
    assert (found.kind, found.transient) == (kind, kind in TRANSIENT)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after-ms": "250"}, 0.25),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
        ({"Retry-After": "Wed, 21 Oct 99999999999 07:28:00 GMT"}, None),
        ({"Retry-After": "nan"}, 0),
        ({"Retry-After": "Wed, 99 Foo 2015"}, None),
        ({}, None),
    ],
)
def test_the_pause_a_provider_asks_for_is_read(ask, headers, seconds):
    step = {"status": 429, "body": error("slow down"), "headers": headers}
    assert failure(ask, step).retry_after == seconds


def test_a_request_that_was_refused_is_not_billed_and_one_cut_off_may_be(ask):
    assert not failure(ask, {"status": 500, "body": error("oops")}).billed
    assert failure(ask, {"do": "half"}).billed
    assert failure(ask, {"body": HTML}).billed


def attempt(on_a_loop: Any, **options: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        on_a_loop(Endpoint("openai/m", **options).complete(REQUEST, Rung.TEXT))
    return caught.value


def test_a_refused_connection_is_the_providers_failure(faulty, on_a_loop):
    found = attempt(on_a_loop, api_base=f"http://127.0.0.1:{faulty.closed_port()}/v1")
    assert found.sentence == "the provider cannot be reached: connection refused"
    assert (found.kind, found.transient, found.billed) == (Kind.CONNECTION, True, False)


def test_a_hang_while_connecting_is_the_providers_failure_not_a_timeout(
    faulty, on_a_loop, monkeypatch
):
    monkeypatch.setattr("harness.models.endpoint._CONNECT", 0.2)
    with faulty.silent_port() as port:
        found = attempt(on_a_loop, api_base=f"http://127.0.0.1:{port}/v1")
    assert found.sentence == "the provider cannot be reached: connecting took too long"
    assert (found.kind, found.transient, found.billed) == (Kind.CONNECTION, True, False)


async def keep_busy() -> None:
    """Hold the event loop up for a twentieth of a second, again and again."""
    while True:
        time.sleep(0.05)  # noqa: ASYNC251 - that is the point
        await asyncio.sleep(0)


def test_a_hang_while_connecting_is_no_timeout_even_on_a_busy_loop_with_a_short_time_limit(
    faulty, on_a_loop
):
    async def work(url: str) -> list[Any]:
        busy = asyncio.create_task(keep_busy())
        endpoint = Endpoint("openai/m", api_base=url, timeout=2)
        asked = [endpoint.complete(REQUEST, Rung.TEXT) for _ in range(5)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        busy.cancel()
        return found

    with faulty.silent_port() as port:
        found = on_a_loop(work(f"http://127.0.0.1:{port}/v1"))
    sentence = "the provider cannot be reached: connecting took too long"
    assert list(map(str, found)) == [sentence] * 5
    assert {(one.kind, one.transient, one.billed) for one in found} == {
        (Kind.CONNECTION, True, False)
    }


def test_a_name_that_does_not_resolve_is_the_providers_failure(on_a_loop):
    found = attempt(on_a_loop, api_base="http://nowhere.invalid/v1")
    assert (found.kind, found.transient) == (Kind.CONNECTION, True)


def test_a_provider_litellm_does_not_know_is_hopeless(on_a_loop):
    with pytest.raises(ProviderError) as caught:
        on_a_loop(Endpoint("nosuch/m").complete(REQUEST, Rung.TEXT))
    assert (caught.value.kind, caught.value.transient) == (Kind.UNKNOWN_MODEL, False)


def test_a_missing_key_names_its_variable(on_a_loop, monkeypatch):
    monkeypatch.delenv("MY_KEY", raising=False)
    assert Endpoint("openai/m", key_env="MY_KEY").missing_key() == "MY_KEY"
    assert Endpoint("openai/gpt-5-mini").missing_key() == "OPENAI_API_KEY"
    assert Endpoint("anthropic/claude-sonnet-4-5").missing_key() == "ANTHROPIC_API_KEY"
    assert Endpoint("openai/m", api_base="http://127.0.0.1:1/v1").missing_key() is None
    with pytest.raises(ProviderError, match="variable OPENAI_API_KEY is not set"):
        on_a_loop(Endpoint("openai/gpt-5-mini").complete(REQUEST, Rung.TEXT))
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    assert Endpoint("openai/gpt-5-mini").missing_key() is None


@pytest.mark.parametrize("do", ["hang", "hang_body"])
def test_a_healthy_connection_that_never_ends_its_answer_is_the_players_timeout(ask, do):
    answer = ask({"do": do}, timeout=0.3, price=Price(1, 1, 10))
    assert answer.reply == Reply(timeout=True)
    assert answer.usage.cost == Endpoint("m", price=Price(1, 1, 10)).worst_case(REQUEST)


POLICY = [
    {"status": 400, "body": error("rejected", "content_policy_violation")},
    {"status": 400, "body": error("filtered", "content_filter")},
    {"status": 403, "body": error("flagged", 403, metadata={"reasons": ["violence"]})},
]


@pytest.mark.parametrize("step", POLICY)
def test_a_content_policy_is_a_refusal_of_the_players(ask, step):
    answer = ask(step)
    assert answer.reply.refusal == step["body"]["error"]["message"]
    assert answer.reply.finish == "content_filter"


TEXT = '{"reason": "x", "act": "a"}'
ODD = [
    ("no choices", {"choices": []}, {"content": None, "finish": None}),
    ("null content", {"message": {"content": None}}, {"content": None, "finish": "stop"}),
    ("empty content", {"message": {"content": ""}}, {"content": ""}),
    ("a refusal", {"message": {"content": None, "refusal": "I can't"}}, {"refusal": "I can't"}),
    ("no room left", {"content": TEXT[:9], "finish": "length"}, {"content": TEXT[:9], "finish": "length"}),
    ("a filter", {"finish": "content_filter"}, {"finish": "content_filter"}),
    ("only reasoning", {"message": {"content": "", "reasoning_content": "Hm."}}, {"content": ""}),
    ("thinking tags", {"content": "<think>Hm.</think>" + TEXT}, {"content": TEXT}),
    ("a tool call", {"message": {"content": None, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": TEXT}}]}, "finish": "tool_calls"}, {"content": None, "arguments": (TEXT,)}),
    ("a tool call of nothing", {"message": {"tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": None}}]}}, {"arguments": ("",)}),
    ("a long ramble", {"content": "so " * 50_000}, {"content": "so " * 50_000}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "parts"), [each[1:] for each in ODD], ids=[each[0] for each in ODD]
)
def test_an_odd_reply_is_the_players_matter_and_arrives_as_it_is(ask, step, parts):
    reply = ask(step).reply
    assert {name: getattr(reply, name) for name in parts} == parts


def test_tokens_and_dollars_are_counted_by_kind(ask):
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 200,
        "total_tokens": 1200,
        "prompt_tokens_details": {"cached_tokens": 400},
        "completion_tokens_details": {"reasoning_tokens": 150},
    }
    answer = ask({"usage": usage}, price=Price(1.0, 0.5, 10.0))
    assert answer.usage.tokens == Tokens(1000, 400, 200, 150)
    assert answer.usage.cost == pytest.approx((600 * 1.0 + 400 * 0.5 + 200 * 10.0) / 1e6)
    assert answer.usage.ms > 0


def test_usage_details_may_be_null(ask):
    usage = {
        "prompt_tokens": 5,
        "completion_tokens": 6,
        "total_tokens": 11,
        "prompt_tokens_details": None,
        "completion_tokens_details": None,
    }
    assert ask({"usage": usage}).usage.tokens == Tokens(5, 0, 6, 0)


def test_a_reply_without_usage_costs_the_worst_case_and_never_nothing(ask):
    answer = ask({"usage": None}, price=Price(1.0, 1.0, 10.0))
    assert answer.usage.tokens == Tokens()
    assert answer.usage.cost > 0.001
    assert ask({"usage": None}, price=None).usage.cost is None


@pytest.mark.parametrize("stated", [-5, 10**30])
def test_usage_that_cannot_be_is_as_good_as_none(ask, stated):
    usage = {"prompt_tokens": stated, "completion_tokens": stated, "total_tokens": stated}
    answer = ask({"usage": usage}, price=Price(1.0, 1.0, 10.0))
    assert answer.usage.tokens == Tokens()
    assert answer.usage.cost == ask({"usage": None}, price=Price(1.0, 1.0, 10.0)).usage.cost


def test_each_rung_asks_for_the_form_in_its_own_way(ask):
    ask({}, Rung.SCHEMA)
    form = ask.requests[0]["response_format"]
    assert form == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
    }
    ask({}, Rung.JSON)
    assert ask.requests[0]["response_format"] == {"type": "json_object"}
    answer = ask({}, Rung.TOOL)
    assert json.loads(answer.reply.arguments[0])["act"] in "ab"
    assert ask.requests[0]["tools"][0]["function"]["parameters"] == SCHEMA
    ask({}, Rung.TEXT)
    assert not {"tools", "response_format"} & set(ask.requests[0])


def test_the_requests_limit_and_the_entrants_params_are_sent(ask):
    ask({}, params={"temperature": 0.25, "max_tokens": 7})
    assert ask.requests[0]["max_tokens"] == 100
    assert ask.requests[0]["temperature"] == 0.25
    assert ask.requests[0]["messages"] == list(REQUEST.messages)


def test_a_key_of_the_environment_never_goes_to_a_server_it_is_not_for(
    faulty, on_a_loop, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("MY_KEY", "sk-mine-123456")

    async def work() -> list[str]:
        async with faulty.Provider() as provider:
            for name in (None, "MY_KEY"):
                endpoint = Endpoint("openai/m", api_base=provider.url, key_env=name)
                await endpoint.complete(REQUEST, Rung.TEXT)
            return [headers["Authorization"] for headers in provider.headers]

    assert on_a_loop(work()) == ["Bearer none", "Bearer sk-mine-123456"]


def test_of_a_reply_without_end_as_much_is_kept_as_a_reply_can_need(ask):
    reply = ask({"content": "x" * 1_000_000}).reply
    assert reply.content == "x" * 200_000 + "\n[cut: 1000000 came]"


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(ask, faulty, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{faulty.closed_port()}")
    assert ask({}).reply.content


def test_many_requests_at_once_wait_for_their_answers_side_by_side(faulty, on_a_loop):
    async def work() -> tuple[int, int]:
        async with faulty.Provider([{"delay": 0.3, "times": -1}]) as provider:
            endpoint = Endpoint("openai/m", api_base=provider.url)
            asks = (endpoint.complete(REQUEST, Rung.SCHEMA) for _ in range(40))
            answers = await asyncio.gather(*asks)
            return provider.most_at_once, len({answer.reply.content for answer in answers})

    assert on_a_loop(work()) == (40, 1)


SAID = [
    f"no {KEY}!",
    "Incorrect API key provided: sk-ab12****9xyz.",
    "Authorization: Bearer abc.def",
    "http://user:pass@host/x",
    "AIzaSyD-1234567890abcdef",
    "own-secret-of-mine",
    "held-in-the-environment",
]


@pytest.mark.parametrize("text", SAID)
def test_no_key_stays_in_a_sentence(text, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "held-in-the-environment")
    found = clean(text, "own-secret-of-mine")
    assert not re.search(r"0123|9xyz|abc|pass@|AIza|mine|held", found)


def test_a_sentence_is_one_line_without_control_characters_and_not_long():
    found = clean("a\r\n\x1b[31mred\u2028" + "x" * 1000)
    assert found.startswith("a [31mred x")
    assert len(found) == 300
