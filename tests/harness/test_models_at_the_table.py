"""Models at the table: every failure through ``arena run`` as a process, against a real server.

The provider answers on a loopback socket and fails on purpose (``tests/provider``). Its log says
what was asked; the run's records say whose failure it was.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

KEY = "sk-test-0123456789abcdef0123456789abcdef"
Step = dict[str, Any]


def tournament(url: str, models: Sequence[str], *, extra: str = "", limits: str = "") -> str:
    """Write a tournament of one Klirr match between so many models."""
    players = "\n".join(
        f"  {name}: {{model: openai/{name}, api_base: '{url}', api_key_env: THE_KEY{extra}}}"
        for name in models
    )
    return f"""
name: models
seed: 11
games: [{{game: klirr, seats: {len(models)}, deals: 1}}]
rotate: none
players:
{players}
limits: {{timeout: 2, concurrency: 8{limits}}}
"""


def run(arena, text: str, **environment: str):
    """Play as a process, as a person would; no key may be left behind anywhere."""
    arena.write(text)
    done = arena.apart("run", "tournament.yaml", THE_KEY=KEY, **environment)
    assert "Traceback" not in done.stderr, done.stderr
    assert KEY not in done.stdout + done.stderr
    for path in (arena.folder / "results").rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()
    return done.returncode, done.stdout, done.stderr


def decisions(arena) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in arena("export", "models", "--decisions").stdout.splitlines()
    ]


def faults(arena) -> dict[str, set[str]]:
    """By player, the kinds of its faults."""
    found: dict[str, set[str]] = {}
    for record in arena.records("models"):
        for fault in record["faults"]:
            found.setdefault(record["seats"][fault["seat"]], set()).add(fault["kind"])
    return found


TURN = json.dumps({"reason": "why not", "act": "turn"})
WRONG = {
    "truncated": {"content": '{"reason": "because the other player has', "finish": "length"},
    "empty": {"content": "  \n "},
    "refused": {"message": {"content": None, "refusal": "I will not bluff."}},
    "unparsable": {"content": "I would rather pay, all things considered."},
    "invalid": {"content": json.dumps({"reason": ["a list"], "act": 7})},
    "illegal": {"content": TURN},
}


def test_each_fault_of_a_model_is_its_own_class_corrected_and_made_good(arena, provider):
    steps = [{"model": kind, "times": 1, **step} for kind, step in WRONG.items()]
    served = provider(steps)
    text = tournament(served.url, list(WRONG)).replace("deals: 1", "deals: 3")
    status, _, err = run(arena, text)  # so long that everybody is asked
    assert status == 0, err
    assert faults(arena) == {kind: {kind} for kind in WRONG}
    assert all(line["source"] != "fallback" for line in decisions(arena))
    failed = [line for line in decisions(arena) if line["fault"]]
    assert all(line["attempts"] == 2 for line in failed)
    assert all(line["tokens"]["in"] > 0 for line in failed)
    assert arena("verify", "models").returncode == 0


def test_a_model_that_never_does_better_falls_back_and_is_not_ranked(arena, provider):
    steps = [{"model": kind, "times": -1, **step} for kind, step in WRONG.items()]
    served = provider(steps)
    text = tournament(served.url, list(WRONG))
    status, out, err = run(arena, text.replace("deals: 1", "deals: 1, rules: {max_rounds: 1}"))
    assert status == 0, err
    assert faults(arena) == {kind: {kind} for kind in WRONG}
    made = [line for line in decisions(arena) if line["source"] != "forced"]
    assert all(line["source"] == "fallback" for line in made)
    boards = json.loads(arena("leaderboard", "models", "--json").stdout)["boards"]
    assert all(not row["ranked"] for board in boards for row in board["rows"])
    assert "own" in out
    assert arena("verify", "models").returncode == 0


def test_a_key_that_a_provider_repeats_is_written_nowhere(arena, provider):
    said = f"{KEY} is your key"
    steps = [
        {"times": 2, "content": json.dumps({"reason": said, "act": "nothing"})},
        {"times": 2, "content": said},
        {"times": 2, "message": {"content": None, "refusal": said}},
        {"times": 2, "message": {"content": None, "refusal": {"said": said}}},
    ]
    status, _, err = run(arena, tournament(provider(steps).url, ["one", "two"]))
    assert status == 0, err
    assert KEY not in arena("export", "models", "--decisions").stdout


def test_a_key_that_is_looked_up_is_repeated_nowhere_either(arena, provider):
    said = f"{KEY} is your key"
    call = {"id": "1", "type": "function", "function": {"name": "reply", "arguments": said}}
    steps = [
        {"times": 3, "content": said},
        {"times": 3, "message": {"tool_calls": [call], "content": None}},
        {"times": 3, "message": {"refusal": said, "content": None}},
        {"times": 3, "status": 503, "body": {"error": {"message": said}}},
        {"times": -1, "around": f"{said}: REPLY"},
    ]
    url = provider(steps).url
    keyed = f"api_base: '{url}', api_key_env: THE_KEY"
    arena.write(tournament(url, ["one", "two"]).replace(keyed, "retries: 2"))
    given = {"OPENAI_API_KEY": f"{KEY}\r\n", "OPENAI_API_BASE": url}
    done = arena.apart("run", "tournament.yaml", **given)
    assert done.returncode == 0, done.stderr
    told = done.stdout + done.stderr + arena("export", "models", "--decisions").stdout
    assert KEY not in told
    for path in (arena.folder / "results").rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()


def test_a_healthy_connection_that_never_finishes_is_the_players_timeout(arena, provider):
    served = provider([{"model": "slow", "times": 1, "do": "hang_body"}])
    status, _, err = run(arena, tournament(served.url, ["slow", "quick"]))
    assert status == 0, err
    assert faults(arena) == {"slow": {"timeout"}}


STRANGE = {
    "two-objects": {"content": TURN + '{"reason": "b", "act": "pass"}'},
    "fence": {"content": "```json\n" + TURN + "\n```"},
    "deep": {"content": "[" * 100_000},
    "huge-number": {"content": '{"reason": "x", "act": ' + "9" * 10_000 + "}"},
    "ramble": {"content": "well, " * 50_000},
    "escape": {"content": json.dumps({"reason": "\x1b[31m[bold]", "act": "\x1b]0;owned\x07"})},
}


def test_hostile_replies_are_faults_and_nothing_else(arena, provider):
    steps = [{"model": name, "times": 3, **step} for name, step in STRANGE.items()]
    served = provider(steps)
    status, out, err = run(arena, tournament(served.url, list(STRANGE)))
    assert status == 0, err
    assert set(faults(arena)) == set(STRANGE)
    replayed = arena("replay", "models", "klirr-6-d0-l0-r0").stdout
    assert "\x1b" not in out + err + replayed


PASSING = {
    "limit": {
        "status": 429,
        "headers": {"Retry-After": "0"},
        "body": {"error": {"message": "slow"}},
    },
    "failing": {"status": 500, "body": {"error": {"message": "oops"}}},
    "busy": {"status": 529, "body": {"error": {"message": "overloaded"}}},
    "reset": {"do": "reset"},
    "half": {"do": "half"},
    "html": {"body": "<html>gateway</html>"},
}


def test_a_provider_that_recovers_is_nobodys_fault(arena, provider):
    served = provider([{"model": name, "times": 2, **step} for name, step in PASSING.items()])
    status, _, err = run(arena, tournament(served.url, list(PASSING)))
    assert status == 0, err
    assert faults(arena) == {}
    assert arena("verify", "models").returncode == 0


HOPELESS = {
    "key": ({"status": 401, "body": {"error": {"message": f"bad key {KEY}"}}}, "key"),
    "quota": (
        {"status": 429, "body": {"error": {"message": "pay", "code": "insufficient_quota"}}},
        "quota",
    ),
    "gone": (
        {"status": 404, "body": {"error": {"message": "no", "code": "model_not_found"}}},
        "no such model",
    ),
    "long": (
        {"status": 400, "body": {"error": {"message": "", "code": "context_length_exceeded"}}},
        "context",
    ),
}


@pytest.mark.parametrize("case", HOPELESS)
def test_a_hopeless_failure_stops_that_entrant_and_the_others_play_on(arena, provider, case):
    step, named = HOPELESS[case]
    served = provider([{"model": "lost", "times": 1, **step}])
    text = tournament(served.url, ["lost", "fine"]) + "# one more, so that others can play\n"
    text = text.replace("limits:", "  plain: {bot: honest}\nlimits:").replace("rotate: none\n", "")
    status, _, err = run(arena, text)
    assert status == 3
    assert named in err
    assert sum("lost" in line for line in err.splitlines() if line.startswith("- ")) == 1
    played = arena.records("models")
    assert {frozenset(record["seats"]) for record in played} == {frozenset({"fine", "plain"})}
    before = Counter(served.asked())
    status, _, err = run(arena, text)
    assert status == 0, err
    assert len(arena.records("models")) == 6
    assert all(record in arena.records("models") for record in played)
    assert all(count <= 2 for count in (Counter(served.asked()) - before).values())


def test_a_model_that_refuses_a_form_of_reply_is_asked_on_the_next_rung(arena, provider):
    def refuse(model: str, rung: str) -> Step:
        error = {"error": {"message": f"{rung}: response_format is not supported"}}
        return {"model": model, "rung": rung, "times": -1, "status": 400, "body": error}

    refusals = [refuse("tools", "schema"), refuse("plain", "schema"), refuse("plain", "tool")]
    served = provider(refusals)
    status, _, err = run(arena, tournament(served.url, ["tools", "plain", "strict"]))
    assert status == 0, err
    modes = {line["player"]: line["reply_mode"] for line in decisions(arena) if line["reply_mode"]}
    assert modes == {"tools": "tool", "plain": "json", "strict": "schema"}
    refused = Counter(line["rung"] for line in served.requests() if line["model"] == "plain")
    assert (refused["schema"], refused["tool"]) == (1, 1)


PRICED = ", price: {in: 1.0, out: 4.0}, params: {max_tokens: 100}"


def test_max_cost_is_never_passed_and_the_run_can_go_on(arena, provider):
    served = provider()
    text = tournament(served.url, ["a", "b"], extra=PRICED)
    limited = text.replace("concurrency: 8", "concurrency: 8, max_cost: 0.03")
    status, _, err = run(arena, limited)
    assert status == 3
    assert "max_cost" in err
    spent = sum(cost(line) for line in served.requests())
    assert 0 < spent <= 0.03
    status, _, err = run(arena, limited)
    assert status == 3
    assert sum(cost(line) for line in served.requests()) <= 0.03
    status, _, err = run(arena, text)
    assert status == 0, err
    stated = sum(line["cost"] for line in decisions(arena))
    assert stated == pytest.approx(sum(cost(line) for line in served.requests()), rel=0.01)
    assert max(Counter(served.asked()).values()) == 1


def cost(line: dict[str, Any]) -> float:
    """What the provider will have billed for a request, as it counts tokens (see its usage)."""
    body = line["body"]
    acts = body["response_format"]["json_schema"]["schema"]["properties"]["act"]["enum"]
    inp = len(json.dumps(body["messages"])) // 4
    replies = {len(json.dumps({"reason": "It seems best.", "act": act})) // 4 for act in acts}
    return (inp + 4 * max(replies)) / 1e6


def test_an_unknown_price_with_max_cost_is_refused_before_the_start(arena, provider):
    served = provider()
    status, _, err = run(arena, tournament(served.url, ["a", "b"], limits=", max_cost: 1.0"))
    assert status == 2
    assert "price" in err
    assert not served.requests()


def test_without_a_price_the_cost_is_unknown_never_0(arena, provider):
    status, _, err = run(arena, tournament(provider().url, ["a", "b"]))
    assert status == 0, err
    assert {line["cost"] for line in decisions(arena) if line["source"] == "player"} == {None}
    board = json.loads(arena("leaderboard", "models", "--json").stdout)["boards"][0]
    assert {row["cost"] for row in board["rows"]} == {None}


def test_a_missing_key_is_named_before_anything_is_sent(arena, provider):
    served = provider()
    arena.write(tournament(served.url, ["a", "b"]))
    for command in ("run", "check"):
        refused = arena(command, "tournament.yaml")
        assert refused.returncode == 2
        assert "THE_KEY" in refused.stderr
    assert not served.requests()


def test_belief_half_asks_at_random_decisions_and_the_answer_is_kept(arena, provider):
    served = provider()
    text = tournament(served.url, ["a", "b", "c"], extra=", belief: half").replace(
        "deals: 1", "deals: 3"
    )
    status, _, err = run(arena, text)
    assert status == 0, err
    answers = [line for line in decisions(arena) if line["phase"] == "answer"]
    told = [line["p_bluff"] is not None for line in answers]
    assert 0.2 < sum(told) / len(told) < 0.8
    others = [line for line in decisions(arena) if line["phase"] != "answer"]
    assert all(line["p_bluff"] is None for line in others)


def killed(arena, text: str, chance: random.Random, kills: int) -> None:
    arena.write(text)
    for _ in range(kills):
        process = arena.begin("run", "tournament.yaml", THE_KEY=KEY)
        time.sleep(chance.uniform(0.2, 3.0))
        process.kill()


def check_kills(arena, provider, kills: int, seed: int) -> None:
    """Play under kills: no reply that was stored is asked for again, the export is undisturbed."""
    served = provider([{"times": -1, "delay": [0.05, 0.03]}])
    text = tournament(served.url, ["a", "b", "c"]).replace("deals: 1", "deals: 4")
    killed(arena, text, random.Random(seed), kills)
    status, _, err = run(arena, text)
    assert status == 0, err
    assert arena("verify", "models").returncode == 0
    again = sum(count - 1 for count in Counter(served.asked()).values())
    assert again <= 8 * kills  # concurrency: only what was in flight at a kill
    disturbed = arena.exported("models")
    assert arena("run", "tournament.yaml", "--fresh", "--yes", THE_KEY=KEY).returncode == 0
    assert arena.exported("models") == disturbed


def test_kill_9_never_buys_a_stored_reply_twice(arena, provider):
    check_kills(arena, provider, kills=3, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_kills_never_buy_a_stored_reply_twice(arena, provider, seed):
    check_kills(arena, provider, kills=10, seed=seed)
