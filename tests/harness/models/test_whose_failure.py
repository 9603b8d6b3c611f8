"""Nothing a provider did is a player's fault, nothing a player did is a provider's."""

# ruff: noqa: E501 - a table is read by its columns

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest

from harness.models.endpoint import Completion, Endpoint
from harness.models.failures import TABLE, Kind, ProviderError
from harness.models.price import Price
from prompts.reply import UNFIT, Fault, Reply, Request, Rung

SCHEMA = {
    "type": "object",
    "properties": {"act": {"type": "string", "enum": ["a", "b"]}},
    "required": ["act"],
    "additionalProperties": False,
}
REQUEST = Request(({"role": "user", "content": "Your turn."},), SCHEMA, 20)
PRICE = Price(1.0, 1.0, 10.0)
NOTHING = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
CUT = '{"reason": "Let me think'


@pytest.fixture
def ask(faulty, on_a_loop, monkeypatch):
    """Send one request; give the answer or the provider's failure, and note how many arrived."""

    def ask(step: dict[str, Any], key: str = "sk-x", **options: Any) -> Completion | ProviderError:
        monkeypatch.setenv("MY_KEY", key)

        async def work() -> Any:
            async with faulty.Provider([{**step, "times": -1}]) as provider:
                options.setdefault("api_base", provider.url)
                options.setdefault("model", "openai/m")
                endpoint = Endpoint(key_env="MY_KEY", price=PRICE, timeout=5, **options)
                answers = await asyncio.gather(
                    endpoint.complete(REQUEST, Rung.TEXT), return_exceptions=True
                )
                ask.arrived = len(provider.requests)
                return answers[0]

        return on_a_loop(work())

    return ask


def choice(finish: str | None, said: Any = "", **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": said}
    return {"choices": [{"index": 0, "finish_reason": finish, "message": message, **more}]}


def whole(choices: list[Any], **more: Any) -> dict[str, Any]:
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    body = {"id": "x", "object": "chat.completion", "choices": choices, "usage": usage, **more}
    return {"body": body}


EMPTY = choice("stop")["choices"]
BROKEN = [
    ("an error on the choice", choice("error", error={"code": 502, "message": "upstream closed"}), "upstream closed"),
    ("an error on the choice that says stop", choice("stop", CUT, error="upstream closed"), "upstream closed"),
    ("an error on the message", {"message": {"content": "", "error": {"message": "died"}}}, "died"),
    ("a finish of error", choice("error", CUT), "error"),
    ("a finish of abort", choice("abort"), "abort"),
    ("a finish of cancelled", choice("cancelled"), "cancelled"),
    ("a finish of throttled", choice("throttled", CUT), "throttled"),
    ("a finish of a limit of the rate", choice("rate_limited", CUT), "rate_limited"),
    ("no memory", choice("OUT_OF_MEMORY", CUT), "OUT_OF_MEMORY"),
    ("no capacity", choice("no_capacity", CUT), "no_capacity"),
    ("no success", whole(EMPTY, success=False, message="busy now"), "busy now"),
    ("a list of errors", whole(EMPTY, errors=["engine died"]), "engine died"),
    ("no resources", choice("insufficient_system_resource"), "insufficient_system_resource"),
    ("a network error", choice("network_error"), "network_error"),
    ("a finish the router hides", choice("stop", native_finish_reason="network_error"), "network_error"),
    ("a server error in capitals", choice("ENGINE_OVERLOADED"), "ENGINE_OVERLOADED"),
    ("an error beside no choices", whole([], error={"message": "engine died", "code": 502}), "engine died"),
    ("an error beside an empty choice", whole(EMPTY, error={"message": "engine died", "code": 500}), "engine died"),
    ("an error without a code", whole([], error={"message": "engine died"}), "engine died"),
    ("an error that is a text", whole([], error="engine died"), "rror"),
    ("an error of a type only", whole(EMPTY, error={"type": "engine_died"}), ""),
    ("no text and no tokens", {"message": {"content": ""}, "usage": NOTHING}, "no tokens"),
    ("null and no tokens", {"message": {"content": None}, "usage": NOTHING}, "no tokens"),
    ("no choices and no tokens", {"choices": [], "usage": NOTHING}, "no tokens"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "said"), [each[1:] for each in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_a_failure_inside_a_200_is_the_providers_and_passes(ask, step, said):
    found = ask(step)
    assert isinstance(found, ProviderError), found
    assert (found.kind, found.transient, found.billed) == (Kind.BROKEN_OFF, True, True)
    assert said in found.sentence


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": 429, "message": "slow down"}, Kind.RATE_LIMIT),
        ({"code": "429", "message": "slow down"}, Kind.RATE_LIMIT),
        ({"code": "insufficient_quota", "message": "pay"}, Kind.QUOTA),
        ({"code": 402, "message": "pay"}, Kind.QUOTA),
    ],
)
def test_an_error_inside_a_200_that_says_what_it_is_is_that(ask, error, kind):
    assert ask(choice("error", error=error)).kind == kind
    assert ask(whole([], error=error)).kind == kind


OWN = [
    ("no choices", {"choices": []}, Reply()),
    ("an empty text", {"message": {"content": ""}}, Reply("", finish="stop")),
    ("a text and no tokens", {"content": "hm", "usage": NOTHING}, Reply("hm", finish="stop")),
    ("an empty form of an error", whole(EMPTY, error={"message": "", "code": None}), Reply("", finish="stop")),
    ("an error that is null", whole(EMPTY, error=None), Reply("", finish="stop")),
    ("a call that is malformed", choice("MALFORMED_FUNCTION_CALL"), Reply("", finish="stop")),
    ("a limit of time", choice("time_limit", "hm"), Reply("hm", finish="stop")),
    ("success", {"content": "hm", "completion": {"success": True, "errors": []}}, Reply("hm", finish="stop")),
    ("an end of its own name", choice("eos", "hm"), Reply("hm", finish="stop")),
    ("a safety filter", choice("SAFETY", None), Reply(finish="content_filter")),
    ("a limit of its own name", choice("max_tokens", CUT), Reply(CUT, finish="length")),
    ("moderated while it wrote", choice("error", error={"code": 403, "message": "no", "metadata": {"reasons": ["x"]}}), Reply(refusal="no", finish="content_filter")),
]  # fmt: skip


@pytest.mark.parametrize(("step", "reply"), [each[1:] for each in OWN], ids=[o[0] for o in OWN])
def test_what_the_model_did_stays_the_players(ask, step, reply):
    found = ask(step)
    assert isinstance(found, Completion), found
    assert found.reply == reply


def tokens(out: int, **more: Any) -> dict[str, Any]:
    return {"prompt_tokens": 9, "completion_tokens": out, "total_tokens": 9 + out, **more}


LONG = [
    ("an object begun", {"content": CUT}, "length"),
    ("prose", {"content": "Let me see: "}, "length"),
    ("white space", {"content": "\n" * 300}, "length"),
    ("thoughts", {"message": {"content": "", "reasoning_content": "Hm."}}, "length"),
    ("a call begun", {"message": {"content": None, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": CUT}}]}, "finish": "tool_calls"}, "length"),
    ("a whole object", {"content": '{"act": "a"}'}, "stop"),
    ("an object in prose", {"content": 'Well: {"act": "a"} and'}, "stop"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "finish"), [each[1:] for each in LONG], ids=[c[0] for c in LONG])
def test_as_long_as_was_allowed_without_a_whole_object_is_cut_whatever_the_finish(
    ask, step, finish
):
    assert ask({**step, "usage": tokens(20)}).reply.finish == finish
    assert ask({**step, "usage": tokens(23)}).reply.finish == finish


def test_a_shorter_reply_and_one_without_counts_are_not_cut(ask):
    assert ask({"content": CUT, "usage": tokens(19)}).reply.finish == "stop"
    assert ask({"content": CUT, "usage": None}).reply.finish == "stop"


def test_a_reply_that_keeps_to_no_limit_was_not_cut_by_it(ask):
    assert ask({"content": CUT, "usage": tokens(200)}).reply.finish == "stop"


def test_thoughts_counted_beside_the_text_do_not_hide_that_it_was_cut(ask):
    counts = tokens(100, completion_tokens_details={"reasoning_tokens": 80})
    assert ask({"content": CUT, "usage": counts}).reply.finish == "length"


def test_the_limit_is_the_one_that_was_sent(ask):
    assert ask({"content": CUT, "usage": tokens(8)}, most_tokens=8).reply.finish == "length"
    assert ask({"content": CUT, "usage": tokens(7)}, most_tokens=8).reply.finish == "stop"


def unfit(code: str | None, **more: Any) -> dict[str, Any]:
    return {"error": {"message": "Failed to call a function", "code": code, **more}}


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("code", ["json_validate_failed", "tool_use_failed"])
def test_a_text_that_a_provider_finds_unfit_is_the_players_and_kept(ask, status, code):
    found = ask({"status": status, "body": unfit(code, failed_generation=CUT)})
    assert isinstance(found, Completion), found
    assert found.reply == Reply(CUT, finish=UNFIT)
    assert found.usage.cost > 0


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (unfit(None, failed_generation="sk-x is it"), "[key] is it"),
        (unfit("tool_use_failed"), ""),
        (unfit("tool_use_failed", failed_generation=None), ""),
        (unfit("tool_use_failed", failed_generation={"act": 7}), '{"act": 7}'),
    ],
)
def test_an_unfit_text_is_found_however_it_is_given(ask, body, text):
    assert ask({"status": 400, "body": body}).reply == Reply(text, finish=UNFIT)


UNSENT = [
    ("a line end in the key", {"key": "ab\ncd"}, "a character that no key has"),
    ("quotes around the key", {"key": "“abcdef”"}, "a character that no key has"),
    ("bytes in the key", {"key": "ab\udc80cd"}, "a character that no key has"),
    ("a header with quotes", {"params": {"extra_headers": {"X-A": "“b”"}}}, "a header or a parameter holds"),
    ("a header with a line end", {"params": {"extra_headers": {"X-A": "a\nb"}}}, "header"),
    ("a header that is a number", {"params": {"extra_headers": {"X-A": 7}}}, "X-A"),
    ("a parameter that is no JSON", {"params": {"temperature": float("nan")}}, "JSON"),
    ("a key for another client", {"model": "anthropic/claude-sonnet-4-5", "key": "ab\ncd"}, "a character that no key has"),
    ("a key for a third client", {"model": "gemini/gemini-2.5-flash", "key": "“abcdef”"}, "a character that no key has"),
    ("a missing package", {"model": "vertex_ai/gemini-2.5-flash"}, "the package google"),
    ("an address that is none", {"api_base": "api.example/v1"}, "api.example"),
    ("an address of another kind", {"api_base": "ftp://127.0.0.1/v1"}, "ftp"),
    ("a port that is none", {"api_base": "http://127.0.0.1:99999/v1"}, "Port"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "said"), [u[1:] for u in UNSENT], ids=[u[0] for u in UNSENT])
def test_what_cannot_be_sent_is_hopeless_unpaid_and_named(ask, options, said):
    found = ask({}, **options)
    assert isinstance(found, ProviderError), found
    assert (found.kind, found.transient, found.billed) == (Kind.UNSENT, False, False)
    assert found.sentence.startswith("the request cannot be sent: ")
    assert said in found.sentence
    assert "abcdef" not in found.sentence
    assert ask.arrived == 0


def google(quota: str, message: str = "You exceeded your current quota", **more: Any) -> Any:
    """What Google answers: a list, details, the wait in the body."""
    failure = {"@type": "QuotaFailure", "violations": [{"quotaId": quota}]}
    retry = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "36s"}
    error = {"code": 429, "message": message, "status": "RESOURCE_EXHAUSTED", **more}
    return [{"error": {**error, "details": [failure, retry]}}]


def said(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "code": "rate_limit_exceeded", **more}}


LIMITS = [
    ("a day of Google's", 429, google("GenerateRequestsPerDayPerProjectPerModel-FreeTier"), {}, "quota", 36),
    ("a minute of Google's", 429, google("GenerateRequestsPerMinutePerProjectPerModel"), {}, "rate_limit", 36),
    ("requests a day", 429, said("Rate limit reached on requests per day (RPD): Limit 200, Used 200"), {}, "quota", None),
    ("tokens a day", 429, said("on tokens per day (TPD): Limit 100000. Please try again in 6m0s."), {}, "quota", 360),
    ("a day of a router's", 429, said("Rate limit exceeded: free-models-per-day"), {}, "quota", None),
    ("a daily limit", 429, said("You have reached your daily limit"), {}, "quota", None),
    ("a model's day", 429, said("Rate limit of 50 exceeded for UserByModelByDay"), {}, "quota", None),
    ("a header of the day", 429, said("too many requests"), {"x-ratelimit-remaining-requests-day": "0"}, "quota", None),
    ("a header of a good day", 429, said("too many"), {"x-ratelimit-remaining-requests-day": "7"}, "rate_limit", None),
    ("requests a minute", 429, said("on requests per min (RPM): Limit 3. Please try again in 20s."), {}, "rate_limit", 20),
    ("both limits told", 429, said("20 requests per minute, 1000 per day allowed; retry after 3 seconds"), {}, "rate_limit", 3),
    ("minutes and seconds", 429, said("Please try again in 1m30.5s."), {}, "rate_limit", 90.5),
    ("milliseconds", 429, said("Please try again in 250ms."), {}, "rate_limit", 0.25),
    ("words", 503, said("Please retry your request after 20 seconds"), {}, "overloaded", 20),
    ("more words", 429, said("Wait 1 minute and 5 seconds"), {}, "rate_limit", 65),
    ("no wait", 429, said("Retry with 3 sheep, as 5 others did in 2 s"), {}, "rate_limit", None),
    ("a header and words", 429, said("try again in 30s"), {"Retry-After": "7"}, "rate_limit", 30),
    ("a key of the error", 429, said("no", retry_after=12), {}, "rate_limit", 12),
    ("tokens a minute as too large", 413, said("on tokens per minute (TPM): Limit 6000, try again in 5s"), {}, "rate_limit", 5),
    ("tokens a day as too large", 413, said("on tokens per day (TPD)"), {}, "quota", None),
    ("a router's reason", 429, {"error": {"code": 429, "message": "Provider returned error", "metadata": {"raw": "m is limited upstream. Please retry in 9s"}}}, {}, "rate_limit", 9),
    ("a router's reason in JSON", 429, {"error": {"code": 429, "message": "Provider returned error", "metadata": {"raw": '{"error": {"message": "tokens per day", "code": "x"}}'}}}, {}, "quota", None),
    ("a router's headers", 429, {"error": {"code": 429, "message": "no", "metadata": {"headers": {"Retry-After": "8"}}}}, {}, "rate_limit", 8),
]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "body", "headers", "kind", "wait"),
    [each[1:] for each in LIMITS],
    ids=[one[0] for one in LIMITS],
)
def test_a_quota_of_the_day_is_told_from_a_rate_limit_and_its_wait_is_read(
    ask, status, body, headers, kind, wait
):
    found = ask({"status": status, "body": body, "headers": headers})
    assert (found.kind, found.retry_after) == (kind, wait)
    assert found.transient == (kind != "quota")


def test_a_router_says_when_it_opens_again(ask):
    headers = {
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": str(int((time.time() + 60) * 1000)),
    }
    body = {"error": {"code": 429, "message": "no", "metadata": {"headers": headers}}}
    assert 55 < ask({"status": 429, "body": body}).retry_after <= 60


def test_the_reason_that_a_router_passes_on_is_in_the_sentence(ask):
    metadata = {"raw": "m is limited upstream", "provider_name": "P"}
    body = {"error": {"code": 429, "message": "Provider returned error", "metadata": metadata}}
    assert ask({"status": 429, "body": body}).sentence.endswith(
        "Provider returned error: m is limited upstream"
    )


def test_a_form_that_no_server_offers_is_a_refusal_of_the_form(ask):
    said = "No endpoints found that can handle the requested parameters. To learn more, visit"
    body = {"error": {"message": said, "code": 404}}
    assert ask({"status": 404, "body": body}).kind == Kind.FORMAT


@pytest.mark.parametrize("status", [500, 502, 503, 529])
def test_a_failing_server_that_names_the_form_is_a_failing_server(ask, status):
    found = ask({"status": status, "body": {"error": {"message": "grammar worker restarted"}}})
    assert (found.kind, found.transient, found.names_form) == (Kind.OVERLOADED, True, True)
    assert not ask({"status": status, "body": {"error": {"message": "oops"}}}).names_form


def test_the_table_in_the_documents_is_the_one_in_the_code():
    text = Path("docs/models.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `(\w+)` \| (.*) \| (provider|player) \| (yes|no) \| (.*) \| (yes|no) \|$",
        text,
        re.MULTILINE,
    )
    assert [
        (
            kind,
            row.what,
            row.whose,
            "yes" if row.again else "no",
            str(row.billed),
            "yes" if row.form else "no",
        )
        for kind, row in TABLE.items()
    ] == rows
    assert {kind for kind, row in TABLE.items() if row.whose == "provider"} == set(Kind)
    assert {kind for kind, row in TABLE.items() if row.whose == "player"} == set(Fault) - {
        Fault.CRASHED  # a bot's
    }


@pytest.mark.parametrize("kind", Kind)
def test_a_failure_does_what_the_table_says(kind):
    row, failure = TABLE[kind], ProviderError(kind)
    assert failure.transient == row.again
    assert failure.billed == (row.billed == "yes")


COUNTS = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
NO_USAGE = [
    ("a word", COUNTS | {"completion_tokens": "many"}),
    ("a fraction", COUNTS | {"prompt_tokens": 12.5, "total_tokens": None}),
    ("a list for a count", COUNTS | {"completion_tokens": [3]}),
    ("a text for the details", COUNTS | {"completion_tokens_details": "none"}),
    ("details of words", COUNTS | {"completion_tokens_details": {"reasoning_tokens": "few"}}),
    ("a text", "many"),
    ("a list", ["x"]),
    ("a number", 7),
]


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # as in play
@pytest.mark.parametrize("usage", [each[1] for each in NO_USAGE], ids=[n[0] for n in NO_USAGE])
@pytest.mark.parametrize("model", ["openai/m", "groq/m"])
def test_an_answer_whose_usage_is_none_is_the_players_and_what_is_not_stated_costs_its_worst(
    ask, usage, model
):
    answer = ask({"content": "hm", "usage": usage}, model=model)
    assert isinstance(answer, Completion), answer
    assert (answer.reply, ask.arrived) == (Reply("hm", finish="stop"), 1)
    assert answer.usage.cost is not None
    assert answer.usage.cost >= (9 * PRICE.inp + 3 * PRICE.out) / 1e6
    if not isinstance(usage, dict):
        assert answer.usage.cost > REQUEST.max_tokens * PRICE.out / 1e6


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # as in play
def test_a_body_that_is_no_completion_stays_the_providers_whatever_its_usage_says(ask):
    odd = {"usage": {"completion_tokens": "many"}}
    for body in ({"choices": [7], **odd}, {"choices": [], **odd}, {"id": "x", **odd}, odd):
        assert ask({"body": body}).kind in {Kind.GARBLED, Kind.BROKEN_OFF}
    failed = whole(EMPTY, error={"message": "engine died", "code": 502}, usage="many")
    assert ask(failed).kind == Kind.BROKEN_OFF


BASE = [
    (1002, "rate limit", Kind.RATE_LIMIT),
    (1039, "token limit", Kind.RATE_LIMIT),
    (1004, "not authorized", Kind.KEY),
    (1008, "insufficient balance", Kind.QUOTA),
    (1000, "unknown error", Kind.BROKEN_OFF),
    (1013, "internal error", Kind.BROKEN_OFF),
    (2013, "invalid params", Kind.BAD_REQUEST),
    (2013, "invalid params, response_format is not supported", Kind.FORMAT),
]


@pytest.mark.parametrize(("code", "words", "kind"), BASE)
@pytest.mark.parametrize("said", ["", "Let me see"])
def test_a_refusal_around_the_choices_is_the_providers_whatever_stands_in_them(
    ask, code, words, kind, said
):
    base = {"base_resp": {"status_code": code, "status_msg": words}}
    found = ask(whole(choice("stop", said)["choices"], **base))
    assert isinstance(found, ProviderError), found
    assert found.kind == kind
    assert words in found.sentence


def test_a_frame_that_says_all_went_well_is_no_refusal_and_one_of_the_text_is_the_players(ask):
    fine = ({"base_resp": {"status_code": 0, "status_msg": "success"}}, {"base_resp": None})
    fine = (*fine, {"code": 0, "message": "ok"}, {"code": 200, "msg": "success"})
    for frame in fine:
        assert ask({"content": "hm", "completion": frame}).reply == Reply("hm", finish="stop")
    unfit = {"base_resp": {"status_code": 1027, "status_msg": "output new_sensitive"}}
    assert ask({"completion": unfit}).reply.refusal == "output new_sensitive"


@pytest.mark.parametrize(
    "frame",
    [
        {"error_code": 18, "error_msg": "qps limit reached"},
        {"code": 10013, "message": "engine busy"},
        {"code": "500", "msg": "engine died"},
    ],
)
def test_a_frame_with_a_code_of_its_own_around_an_empty_choice_is_the_providers(ask, frame):
    found = ask(whole(EMPTY, **frame))
    assert isinstance(found, ProviderError), found
    assert found.transient
    assert ask({"content": "hm", "completion": frame}).reply == Reply("hm", finish="stop")


WORDS_ALONE = [
    "Failed to generate JSON. Please adjust your prompt.",
    "Failed to validate JSON. See 'failed_generation' for more details.",
    "Failed to call a function.",
    "Model output does not match the requested schema",
]


@pytest.mark.parametrize("said", WORDS_ALONE)
def test_a_refusal_of_what_the_model_wrote_is_told_by_its_words_where_no_code_tells(ask, said):
    refused = {"status": 400, "body": {"error": {"message": said}}}
    assert ask(refused).reply == Reply("", finish=UNFIT)
    assert ask({**refused, "status": 503}).kind == Kind.OVERLOADED
    quoted = {"error": {"message": "x", "failed_generation": "hm"}}
    assert ask({"status": 500, "body": quoted}).reply == Reply("hm", finish=UNFIT)
