"""Models that answer oddly and providers in trouble, many in one run, through ``arena run``."""

import json
import re
from math import ceil
from typing import Any

import pytest

KEY = "sk-test-0123456789abcdef0123456789abcdef"
PLAY = json.dumps({"reason": "why not", "act": "turn"})
OTHER = json.dumps({"reason": "why not", "act": "pass"})
ANALYSIS = "<|channel|>analysis<|message|>"
FINAL = "<|end|><|start|>assistant<|channel|>final<|message|>"
CALL = {"id": "1", "type": "function", "function": {"name": "f", "arguments": PLAY}}


def error(status: int, message: str, code: str | None = None, **headers: str) -> dict[str, Any]:
    body = {"error": {"message": message, "code": code}}
    return {"status": status, "body": body, "headers": headers}


def players(url: str, names: Any) -> str:
    return "".join(
        f"  {name}: {{model: openai/{name}, api_base: '{url}', api_key_env: THE_KEY,"
        " params: {max_tokens: 100}}\n"
        for name in names
    )


def table_of_six(url: str, names: Any) -> str:
    """Write a tournament in which every model sits at a table of six."""
    return f"""
name: odd
seed: 3
games: [{{game: klirr, seats: 6, deals: 1, rules: {{max_rounds: 3}}}}]
rotate: none
lineups: {ceil(len(names) / 6)}
players:
{players(url, names)}
limits: {{timeout: 60, concurrency: 8}}
"""


def run(arena, text: str) -> tuple[int, str, str]:
    """Play as a process; whatever happens, no traceback and the key nowhere in the folder."""
    arena.write(text)
    done = arena.apart("run", "tournament.yaml", THE_KEY=KEY)
    assert "Traceback" not in done.stderr, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    assert KEY not in done.stdout + done.stderr
    for path in arena.folder.rglob("results/**/*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()
    return done.returncode, done.stdout, done.stderr


def decisions(arena) -> list[dict[str, Any]]:
    return [json.loads(line) for line in arena("export", "odd", "--decisions").stdout.splitlines()]


ODD: dict[str, tuple[str | None, dict[str, Any]]] = {
    "thought-too-long": (
        "truncated",
        {"message": {"content": None, "reasoning_content": "Hm. " * 99}, "finish": "length"},
    ),
    "thought-only": ("empty", {"message": {"content": "", "reasoning_content": "Hm."}}),
    "thought-in-tags": ("empty", {"content": "<think>Hm."}),
    "no-text": ("empty", {"message": {"content": None}}),
    "no-choices": ("empty", {"choices": []}),
    "filtered": ("refused", {"message": {"content": None}, "finish": "content_filter"}),
    "policy": ("refused", error(400, f"rejected for {KEY}", "content_policy_violation")),
    "two-objects": ("unparsable", {"content": PLAY + OTHER}),
    "ramble": ("unparsable", {"content": "well, " * 50_000}),
    "half-object": ("unparsable", {"content": PLAY[:-3]}),
    "number": ("invalid", {"content": '{"reason": "x", "act": 7}'}),
    "text-for-number": ("invalid", {"content": '{"reason": "", "p_bluff": "1", "act": "pay"}'}),
    "look-alike": ("invalid", {"content": '{"reason": "x", "act": "p\u0430ss"}'}),
    "full-width": ("invalid", {"content": '{"reason": "x", "act": "take Player \uff12"}'}),
    "unasked-tool": ("illegal", {"message": {"content": None, "tool_calls": [CALL]}}),
    "fenced": (None, {"around": "```json\nREPLY\n```"}),
    "thinking-first": (None, {"around": "<think>Hm.</think>REPLY"}),
    "prose-before": (None, {"around": "I choose this:\n\nREPLY\n"}),
    "denied": (
        "unparsable",
        {"around": "If I sent REPLY I would lose, so it is out of the question."},
    ),
    "thought-in-brackets": ("empty", {"around": "[THINK]Perhaps\nREPLY\n[/THINK]"}),
    "final-channel": (None, {"around": f"{ANALYSIS}{OTHER}{FINAL}REPLY<|return|>"}),
}


def test_each_odd_reply_lands_in_its_class_and_help_is_counted(arena, provider):
    steps = [{"model": name, "times": 1, **step} for name, (_, step) in ODD.items()]
    served = provider(steps)
    status, out, err = run(arena, table_of_six(served.url, ODD))
    assert status == 0, err
    made = [line for line in decisions(arena) if line["source"] != "forced"]
    found = {line["player"]: (line["fault"], line["attempts"]) for line in made if line["fault"]}
    assert found == {name: (kind, 2) for name, (kind, _) in ODD.items() if kind}
    assert all(line["source"] == "player" for line in made)
    helped = [line["player"] for line in made if line["repaired"]]
    assert helped == [
        name for name in ("fenced", "prose-before", "final-channel") if name in helped
    ]
    assert set(helped) == {"fenced", "prose-before", "final-channel"}
    rows = json.loads(arena("leaderboard", "odd", "--json").stdout)["boards"][0]["rows"]
    assert {row["player"]: row["repaired"] for row in rows if row["repaired"]} == dict.fromkeys(
        helped, 1
    )
    assert "helped" in out
    asked = [line["body"] for line in served.requests()]
    limits = [body["max_tokens"] for body in asked if body["model"] == "thought-too-long"]
    assert limits[:2] == [100, 200]
    assert arena("verify", "odd").returncode == 0


PASSING = {
    "asks-for-a-second": error(429, "slow down", **{"Retry-After": "1"}),
    "limited": error(429, "slow down"),
    "late": error(408, "too slow"),
    "busy": error(503, "busy"),
    "closed": {"do": "close"},
    "nothing": {"body": ""},
    "cut-json": {"body": '{"id": ', "type": "application/json"},
    "no-completion": {"body": {"hello": 1}},
    "parts": {"message": {"content": [{"type": "text", "text": PLAY}]}},
    "limit-in-200": {"body": {"error": {"message": "slow down", "code": 429}}},
    "gateway": {"status": 502, "body": "<html>bad gateway</html>"},
    "proxy": {"status": 524, "body": "<html>a timeout occurred</html>"},
}


def test_a_provider_that_recovers_is_waited_for_and_nobodys_fault(arena, provider):
    served = provider([{"model": name, "times": 1, **step} for name, step in PASSING.items()])
    status, _, err = run(arena, table_of_six(served.url, PASSING))
    assert status == 0, err
    assert not any(record["faults"] for record in arena.records("odd"))
    lines = [line for line in served.requests() if line["model"] == "asks-for-a-second"]
    assert lines[1]["at"] - lines[0]["at"] >= 1.0
    assert lines[1]["body"] == lines[0]["body"]


LOST = {
    "unpaid": (error(402, f"no money for {KEY}"), "quota or credit is used up"),
    "forbidden": (error(403, "no access"), "does not accept the key"),
    "patience": (error(429, "tomorrow", **{"Retry-After": "99999"}), "rate limit is reached"),
    "refused": ({}, "connection refused"),
    "silent": ({}, "connecting took too long"),
}


@pytest.fixture
def addresses(faulty):
    """Where nothing listens, and where connecting hangs."""
    with faulty.silent_port() as port:
        yield {
            "refused": f"http://127.0.0.1:{faulty.closed_port()}/v1",
            "silent": f"http://127.0.0.1:{port}/v1",
        }


def test_who_cannot_be_reached_waits_and_is_named_once_while_the_others_play(
    arena, provider, addresses
):
    steps = [{"model": name, "times": -1, **step} for name, (step, _) in LOST.items()]
    ill, well = provider(steps).url, provider().url
    text = f"""
name: odd
seed: 3
games: [{{game: klirr, seats: 2, deals: 1, rules: {{max_rounds: 1}}}}]
rotate: none
players:
  plain: {{bot: honest}}
{players(ill, ["fine", *LOST])}
limits: {{timeout: 2, concurrency: 8}}
"""
    for name, address in addresses.items():
        text = re.sub(f"(openai/{name}, api_base: )'[^']*'", rf"\1'{address}'", text)
    status, _, err = run(arena, text)
    assert status == 3
    problems = [line for line in err.splitlines() if line.startswith("- ")]
    assert len(problems) == len(LOST)
    for name, (_, words) in LOST.items():
        assert sum(f"- {name}: " in line and words in line for line in problems) == 1, err
    first = arena.records("odd")
    assert [set(record["seats"]) for record in first] == [{"plain", "fine"}]
    text = re.sub("'http[^']*'", f"'{well}'", text).replace("timeout: 2", "timeout: 60")
    status, _, err = run(arena, text)
    assert status == 0, err
    second = [record for record in arena.records("odd") if record not in first]
    assert len(second) == 20
    assert not any(record["faults"] for record in second)


def test_the_built_in_model_plays_a_match(arena):
    text = """
name: odd
seed: 3
games: [{game: klirr, seats: 2, deals: 1, rules: {max_rounds: 1}}]
rotate: none
players:
  smol: {model: local/smollm2, prompt: terse, params: {max_tokens: 64}}
  plain: {bot: honest}
"""
    status, out, err = run(arena, text)
    assert status == 0, err
    made = [one for one in decisions(arena) if one["player"] == "smol" and one["attempts"]]
    assert any(one["source"] == "player" for one in made)
    assert {one["reply_mode"] for one in made} == {"schema"}
    assert all(one["tokens"]["in"] > 0 and one["cost"] == 0 for one in made)
    assert "$0.00" in out
    assert arena("verify", "odd").returncode == 0


def test_check_puts_the_models_side_by_side_and_ends_with_3_where_one_is_missing(
    arena, provider, addresses
):
    thoughts = {"reasoning_content": "Hm. Ready?"}
    steps = [
        {"model": "thinker", "times": -1, "message": thoughts},
        {"model": "plain", "rung": "schema", "times": -1, **error(400, "no json_schema here")},
        {"model": "chatty", "times": -1, "content": "ready!"},
    ]
    served = provider(steps)
    text = table_of_six(served.url, ["thinker", "plain", "chatty", "refused", "a", "b"])
    text = text.replace(
        f"openai/refused, api_base: '{served.url}'",
        f"openai/refused, api_base: '{addresses['refused']}'",
    ).replace("openai/a,", "openai/a, price: {in: 1, out: 2},")
    arena.write(text)
    done = arena.apart("check", "tournament.yaml", THE_KEY=KEY)
    assert done.returncode == 3
    assert KEY not in done.stdout + done.stderr
    table = done.stdout.partition(" (openai/")[0].splitlines()[:7]
    rows = {line.split()[0]: line.split()[1:] for line in table}
    assert rows["thinker"][:3] == ["yes", "schema", "yes"]
    assert rows["plain"][:3] == ["yes", "tool", "no"]
    assert rows["a"][-1].startswith("$")
    assert rows["b"][-1] == "unknown"
    assert rows["refused"][0] == "no"
    troubles = [line for line in done.stdout.splitlines() if "(openai/" in line]
    assert [line.split()[0] for line in troubles] == ["chatty", "refused"]
    assert "unparsable" in troubles[0]
    assert "connection refused" in done.stdout
    assert not (arena.folder / "results").exists()
