"""An entrant none of whose first decisions is its own is not played out by its fallback."""

import json
from collections import Counter
from typing import Any

from harness.models.manner import USUAL
from harness.players.breaker import FIRST
from harness.runner import Report, cause
from harness.store import Store

PROSE = "I would rather pay, all things considered."
TWICE = json.dumps(json.dumps({"reason": "x", "act": "pay"}))
UNREADABLE = {"times": -1, "model": "m", "content": PROSE}


def tournament(url: str, *, extra: str = "", deals: int = 8) -> str:
    return f"""
name: first
seed: 1
games: [{{game: klirr, seats: 2, deals: {deals}, rules: {{max_rounds: 4}}}}]
players:
  plain: {{bot: honest}}
  random: {{bot: random}}
  m: {{model: openai/m, api_base: "{url}", retries: 0{extra}}}
limits: {{concurrency: 1}}
"""


def run(arena, text: str) -> tuple[int, list[str]]:
    """Play as a process; give its exit status and its problems."""
    arena.write(text)
    done = arena.apart("run", "tournament.yaml")
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, [line for line in done.stderr.splitlines() if line.startswith("- ")]


def decisions(arena) -> list[dict[str, Any]]:
    lines = arena("export", "first", "--decisions").stdout.splitlines()
    return [made for made in map(json.loads, lines) if made["player"] == "m" and made["attempts"]]


def rungs(served) -> list[str]:
    return [line["rung"] for line in served.requests()]


def test_it_is_tried_once_in_the_next_form_then_stopped_and_the_others_play_on(arena, provider):
    served = provider([UNREADABLE])
    status, problems = run(arena, tournament(served.url))
    assert (status, len(problems)) == (3, 1)
    assert problems[0].startswith(f"- m: none of its first {FIRST + 1} decisions was its own")
    assert f"unparsable {FIRST + 1} times" in problems[0]
    assert f"in the form tool: “{PROSE}”" in problems[0]
    assert rungs(served) == ["schema"] * FIRST + ["tool"]
    waiting = 32 - sum("m" in record["seats"] for record in arena.records("first"))
    assert problems[0].endswith(f"(holds up {waiting})")
    others = [record for record in arena.records("first") if "m" not in record["seats"]]
    assert len(others) == 16
    assert arena("verify", "first").returncode == 0


def test_a_later_invocation_asks_for_one_decision_only_and_goes_on_if_it_is_its_own(
    arena, provider
):
    served = provider([{**UNREADABLE, "times": FIRST + 2}])
    text = tournament(served.url)
    assert run(arena, text)[0] == 3
    status, problems = run(arena, text)
    assert (status, len(served.requests())) == (3, FIRST + 2)
    assert f"none of its first {FIRST + 2} decisions" in problems[0]
    assert run(arena, text) == (0, [])
    assert rungs(served)[FIRST + 2 :] == ["schema"] * (len(served.requests()) - FIRST - 2)
    assert Counter(made["source"] for made in decisions(arena))["fallback"] == FIRST + 2


def test_a_form_in_which_it_decides_is_kept_with_the_run(arena, provider):
    served = provider([{"rung": "schema", "times": -1, "content": TWICE}])
    text = tournament(served.url, deals=2)
    assert run(arena, text) == (0, [])
    assert rungs(served)[: FIRST + 1] == ["schema"] * FIRST + ["tool"]
    assert set(rungs(served)[FIRST:]) == {"tool"}
    before = len(served.requests())
    assert run(arena, text.replace("deals: 2", "deals: 3")) == (0, [])
    assert set(rungs(served)[before:]) == {"tool"}
    assert Counter(made["source"] for made in decisions(arena))["fallback"] == FIRST


def test_a_form_that_the_provider_refuses_is_passed_over(arena, provider):
    refusal = {"status": 400, "body": {"error": {"message": "tools are not supported"}}}
    served = provider([{"rung": "tool", "times": -1, **refusal}, UNREADABLE])
    status, problems = run(arena, tournament(served.url))
    assert (status, len(problems)) == (3, 1)
    assert rungs(served) == ["schema"] * FIRST + ["tool", "json"]


def test_a_fixed_form_is_never_left(arena, provider):
    served = provider([UNREADABLE])
    status, problems = run(arena, tournament(served.url, extra=", reply: json"))
    assert (status, rungs(served)) == (3, ["json"] * FIRST)
    assert f"none of its first {FIRST} decisions" in problems[0]


def test_nothing_of_an_entrant_that_was_never_heard_is_remembered_for_what_it_is_repaired_to(
    arena, provider
):
    served = provider()
    text = tournament(served.url, deals=1)
    arena.write(text)
    with Store(arena.folder / "results" / "first") as store:
        store.remember("rungs", {"m": "text"})
        store.remember("manners", {"m": {**USUAL.json(), "merged": True}})
        start = {"fallbacks": FIRST, "faults": {}, "own": False, "rung": "json", "tried": True}
        store.remember("starts", {"m": start})
    assert run(arena, text) == (0, [])
    assert set(rungs(served)) == {"schema"}
    assert {line["body"]["messages"][0]["role"] for line in served.requests()} == {"system"}


def test_one_decision_of_its_own_is_enough_to_be_played_out(arena, provider):
    served = provider([{"times": FIRST - 1, "content": PROSE}, {"times": 1}, UNREADABLE])
    assert run(arena, tournament(served.url, deals=2)) == (0, [])
    assert set(rungs(served)) == {"schema"}


def test_no_provider_s_failure_counts(arena, provider):
    busy = {"status": 503, "body": {"error": {"message": "busy"}}, "times": 12}
    served = provider([busy])
    for _ in range(3):
        status, problems = run(arena, tournament(served.url, deals=1))
        assert not any("its own" in line for line in problems)
    assert status == 0


SAME = [
    ("m: the rate limit is reached (429): Used 197, try again in 20.5s", "Used 3, try again in 7s"),
    (
        "m: the provider is failing (500): oops, request id req_011CAbc",
        "oops, request id req_02Xyz",
    ),
    ("m: x: id 123e4567-e89b-12d3-a456-426614174000 at 2026-11-30T10:00:00", "id 0f-1 at 2026-12"),
]


def test_sentences_that_differ_in_numbers_and_names_of_requests_are_one_cause():
    report = Report()
    for sentence, end in SAME:
        other = sentence[: -len(sentence.rpartition(": ")[2])] + end
        assert cause(other) == cause(sentence)
        assert [report.hold_up(sentence), report.hold_up(other)] == [True, False]
    assert report.problems == [f"{sentence} (holds up 2)" for sentence, _ in SAME]
    assert report.unfinished == 6


def test_sentences_that_differ_in_the_entrant_the_status_or_the_words_are_several():
    told = [
        "m1: failing (500): a",
        "m2: failing (500): a",
        "m1: failing (503): a",
        "m1: failing (500): b",
    ]
    assert len(set(map(cause, told))) == 4
