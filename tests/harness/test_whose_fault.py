"""Whose fault it was, through ``arena run`` as a process: the provider's is waited for or named."""

from collections import Counter
from typing import Any

import pytest

Step = dict[str, Any]
CUT = '{"reason": "Let me think step by step, since'


def tournament(url: str, *, deals: int = 1, extra: str = "", limits: str = "") -> str:
    return f"""
name: fault
seed: 1
games: [{{game: klirr, seats: 2, deals: {deals}, rules: {{max_rounds: 2}}}}]
players:
  bot: {{bot: random}}
  m: {{model: openai/m, api_base: "{url}", api_key_env: MY_ACCESS{extra}}}
limits: {{concurrency: 8{limits}}}
"""


def run(arena, text: str, key: str = "sk-test") -> tuple[int, str]:
    arena.write(text)
    done = arena.apart("run", "tournament.yaml", MY_ACCESS=key)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr


def problems(err: str) -> list[str]:
    return [line for line in err.splitlines() if line.startswith("- ")]


def faults(arena) -> set[str]:
    return {fault["kind"] for record in arena.records("fault") for fault in record["faults"]}


def choices(**more: Any) -> Step:
    message = {"role": "assistant", "content": ""}
    return {"choices": [{"index": 0, "message": message, **more}]}


INSIDE = [
    choices(finish_reason="error", error={"code": 502, "message": "upstream closed"}),
    choices(finish_reason="stop", native_finish_reason="network_error"),
    {"message": {"content": ""}, "usage": {"prompt_tokens": 0, "completion_tokens": 0}},
]


@pytest.mark.parametrize("step", INSIDE)
def test_a_provider_that_fails_inside_a_200_is_waited_for_then_suspended(arena, provider, step):
    status, err = run(arena, tournament(provider([{"times": 3, **step}]).url))
    assert (status, faults(arena)) == (0, set()), err
    lost = provider([{"times": 2}, {"times": -1, **step}])
    status, err = run(arena, tournament(lost.url).replace("name: fault", "name: lost"))
    assert (status, len(problems(err))) == (3, 1), err
    assert "m: the provider failed while it answered" in problems(err)[0]
    assert arena.records("lost") == []


def test_a_text_that_the_provider_refuses_as_unfit_is_corrected_in_the_same_form(arena, provider):
    error = {"message": "Failed to generate JSON.", "code": "json_validate_failed"}
    refused = {"status": 400, "body": {"error": {**error, "failed_generation": CUT}}}
    served = provider([{"times": 2}, {"times": 1, **refused}])
    status, err = run(arena, tournament(served.url))
    assert (status, faults(arena)) == (0, {"invalid"}), err
    requests = served.requests()
    assert {line["rung"] for line in requests} == {"schema"}
    quoted = {"role": "assistant", "content": CUT}
    assert sum(quoted in line["body"]["messages"] for line in requests) == 1


@pytest.mark.parametrize("content", [CUT, "\n" * 200])
def test_a_reply_as_long_as_was_allowed_is_truncated_and_more_is_allowed(arena, provider, content):
    counts = {"prompt_tokens": 700, "completion_tokens": 64, "total_tokens": 764}
    served = provider([{"times": 1, "content": content, "finish": "stop", "usage": counts}])
    status, err = run(arena, tournament(served.url, extra=", params: {max_tokens: 64}"))
    assert (status, faults(arena)) == (0, {"truncated"}), err
    allowed = Counter(line["body"]["max_tokens"] for line in served.requests())
    assert (set(allowed), allowed[128]) == ({64, 128}, 1)


def test_a_key_that_cannot_be_sent_is_named_costs_nothing_and_can_be_mended(arena, provider):
    served = provider()
    priced = ", price: {in: 1, out: 10}"
    text = tournament(served.url, deals=4, extra=priced, limits=", max_cost: 0.20")
    status, err = run(arena, text, key="“sk-test”")
    assert (status, len(err.splitlines())) == (2, 1), err
    assert "players.m: the environment variable MY_ACCESS holds a character that no key has" in err
    assert served.requests() == []
    status, err = run(arena, text)
    assert status == 0, err
    assert len(arena.records("fault")) == 8


def test_check_names_a_key_that_cannot_be_sent(arena, provider):
    arena.write(tournament(provider().url))
    done = arena.apart("check", "tournament.yaml", MY_ACCESS="“sk-test”")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "MY_ACCESS holds a character that no key has" in done.stderr


def test_a_failing_server_that_names_the_form_changes_no_form_and_stops_nobody(arena, provider):
    error = {"error": {"message": "internal error: grammar worker restarted", "code": 500}}
    failing = {"status": 500, "body": error}
    served = provider([{"times": 3}, {"times": 1, **failing}])
    status, err = run(arena, tournament(served.url))
    assert (status, faults(arena)) == (0, set()), err
    assert {line["rung"] for line in served.requests()} == {"schema"}


def test_a_quota_of_the_day_stops_the_entrant_at_once(arena, provider):
    error = {"message": "Rate limit reached on requests per day (RPD)", "code": "rate_limit"}
    served = provider([{"times": -1, "status": 429, "body": {"error": error}}])
    status, err = run(arena, tournament(served.url))
    assert (status, len(served.requests())) == (3, 1)
    assert "quota or credit is used up (429): Rate limit reached" in problems(err)[0]


def test_a_wait_that_the_error_names_is_kept(arena, provider):
    error = {"message": "Please try again in 1.2s.", "code": "rate_limit_exceeded"}
    served = provider([{"times": 1, "status": 429, "body": {"error": error}}])
    status, err = run(arena, tournament(served.url))
    assert status == 0, err
    first, second, *_ = (line["at"] for line in served.requests())
    assert second - first >= 1.2
