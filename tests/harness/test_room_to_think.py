"""What a model may write beside its act: it is kept, shown, and given to nobody else."""

import json
from collections import defaultdict

import pytest

from harness.models.thoughts import packed, thoughts_in, unpacked

KEY = "sk-test-0123456789abcdef0123456789abcdef"
THOUGHTS = "They looked nervous. " * 50
FILE = """
name: models
seed: 11
games: [{{game: klirr, seats: 3, deals: 1}}]
rotate: none
players:
  a: {{{a}, notes: on, intent: on, thoughts: keep}}
  b: {{{b}, notes: on, reason: off, reply: json}}
  c: {{{c}, intent: half}}
limits: {{timeout: 5, concurrency: 2}}
"""


def test_notes_intents_and_thoughts_are_kept_and_given_to_nobody_else(arena, provider):
    message = {"reasoning_content": f"{THOUGHTS}{KEY}"}
    steps = [{"times": 20, "message": message}, {"status": 401}, {"times": -1, "message": message}]
    served = provider(steps)
    models = {
        name: f"model: openai/{name}, api_base: '{served.url}', api_key_env: THE_KEY"
        for name in "abc"
    }
    arena.write(FILE.format(**models))
    assert arena("run", "tournament.yaml", THE_KEY=KEY).returncode == 3
    assert arena("run", "tournament.yaml", THE_KEY=KEY).returncode == 0
    lines = list(map(json.loads, arena("export", "models", "--decisions").stdout.splitlines()))
    bodies = [line["body"] for line in served.requests()]
    asked = defaultdict(list)
    for body in bodies:
        asked[body["model"]].append(body["messages"][-1]["content"])
    made = {n: [x for x in lines if x["player"] == n and x["source"] == "player"] for n in "abc"}
    for name, others in (("a", "bc"), ("b", "ac"), ("c", "ab")):
        texts = list(dict.fromkeys(asked[name]))  # one that failed was asked again, word for word
        assert len(texts) == len(made[name])
        before = None
        for text, line in zip(texts, made[name], strict=True):
            quoted = f"\n> {before}\n" if before else "\n> "
            assert (quoted in text) == bool(before)
            before = line["notes"]
        noted = {line["notes"] for other in others for line in made[other]} - {None}
        assert not any(note in text for note in noted for text in texts)
        assert not any("nervous" in text for text in texts)
    assert all(line["notes"] for line in [*made["a"], *made["b"]])
    assert {line["notes"] for line in made["c"]} == {None}
    assert {line["reason"] for line in made["b"]} == {None}
    claims = [line for line in made["a"] if line["phase"] == "ask"]
    assert {line["intent"] for line in claims} <= {"true", "bluff"}
    assert all(line["intent"] is None for line in lines if line["phase"] != "ask")
    half = {line["intent"] for line in made["c"] if line["phase"] == "ask"}
    assert None in half or len(half) < 3
    assert all(line["thoughts"] == f"{THOUGHTS}[key]" for line in made["a"])
    assert {line["thoughts"] for line in [*made["b"], *made["c"]]} == {None}
    match = lines[0]["match"]
    told = arena("replay", "models", match).stdout
    assert told.count("thoughts: 1,0") == len(made["a"])
    assert "nervous" not in told
    assert "nervous" in arena("replay", "models", match, "--thoughts").stdout
    assert "thoughts:" not in arena("replay", "models", match, "--seat", 0).stdout or (
        arena.records("models")[0]["seats"][0] == "a"
    )
    metric = json.loads(arena("metrics", "models", "--json").stdout)["players"]
    shares = {row["player"]: row["metrics"]["mistaken"] for row in metric}
    assert (shares["a"] is not None) == any(line["act"].startswith("ask") for line in claims)
    assert shares["b"] is None
    assert arena("verify", "models").returncode == 0


class Message:
    def __init__(self, **fields: object) -> None:
        self.__dict__ = fields


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (Message(reasoning_content="so", content="{}"), "so"),
        (Message(thinking_blocks=[{"thinking": "one"}, {"thinking": "two"}, 3]), "one\ntwo"),
        (Message(content="<think>hm</think>{}"), "<think>hm</think>"),
        (Message(content='{"act": "pay"}'), None),
        (Message(content=None, reasoning_content="  "), None),
    ],
)
def test_thoughts_are_found_wherever_a_provider_puts_them(message, found):
    assert thoughts_in(message) == found


def test_thoughts_that_were_packed_are_unpacked_and_others_refused():
    assert unpacked(packed(THOUGHTS)) == THOUGHTS
    assert len(packed(THOUGHTS)) < len(THOUGHTS) / 5
    for strange in ("x", "####", "aGVsbG8="):
        with pytest.raises(ValueError, match=r"."):
            unpacked(strange)
