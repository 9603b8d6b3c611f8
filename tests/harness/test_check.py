"""``arena check`` asks as play does, says what it had to do otherwise, and does not keep you."""

import json
import time

import pytest

OTHER_NAME = "Unsupported parameter: max_tokens. Use max_completion_tokens instead."


def tournament(**urls: str) -> str:
    players = "\n".join(
        f"  {name}: {{model: openai/{name}, api_base: '{url}'}}" for name, url in urls.items()
    )
    return f"""
name: checked
seed: 1
games: [{{game: klirr, seats: 2, deals: 1}}, {{game: zero-to-hero, seats: 2, deals: 1}}]
players:
  bot: {{bot: random}}
{players}
"""


def error(status: int, message: str, **where: object) -> dict:
    return {**where, "times": -1, "status": status, "body": {"error": {"message": message}}}


def said(out: str, name: str) -> list[str]:
    """Give the lines about a model below the table, as one."""
    text = " ".join(out.split())
    return [part.split(" (openai/")[0] for part in text.split(f"{name} (openai/{name}): ")[1:]]


def test_it_asks_with_the_rules_of_a_real_match_and_a_user(arena, provider):
    served = provider()
    arena.write(tournament(m=served.url))
    assert arena("check", "tournament.yaml").returncode == 0
    asked = served.requests()[0]["body"]["messages"]
    assert arena("run", "tournament.yaml").returncode == 0
    played = next(line for line in served.requests() if "Klirr" in json.dumps(line["body"]))
    assert [message["role"] for message in asked] == ["system", "user"]
    ours, theirs = asked[0]["content"], played["body"]["messages"][0]["content"]
    assert ours.replace("Player 1", "Player 2") == theirs.replace("Player 1", "Player 2")


def test_what_is_done_otherwise_for_a_model_is_said_in_a_line_each(arena, provider):
    served = provider(
        [
            error(400, OTHER_NAME, model="renamed", key="max_tokens"),
            error(500, "System role not supported", model="roleless", role="system"),
            error(400, "no json_schema here", model="formless", rung="schema"),
            {"model": "cut", "times": -1, "usage": {"prompt_tokens": 70, "completion_tokens": 9}},
        ]
    )
    names = ("renamed", "roleless", "formless", "cut", "usual")
    arena.write(tournament(**dict.fromkeys(names, served.url)))
    done = arena("check", "tournament.yaml")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = {name: said(done.stdout, name) for name in names}
    assert {name: len(sentences) for name, sentences in lines.items()} == {
        **dict.fromkeys(names, 1),
        "formless": 0,
        "usual": 0,
    }
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("formless ")]
    assert row.split()[:3] == ["formless", "yes", "tool"]
    assert "max_completion_tokens" in lines["renamed"][0]
    assert "system part" in lines["roleless"][0]
    assert "70 tokens" in lines["cut"][0]


@pytest.mark.parametrize("step", [{"do": "hang"}, {"do": "close"}, {"status": 503, "body": "x"}])
def test_a_dead_server_is_told_within_seconds(arena, provider, step):
    served = provider([{**step, "times": -1}])
    arena.write(tournament(m=served.url))
    began = time.monotonic()
    done = arena("check", "tournament.yaml", ARENA_BACKOFF="1")
    took = time.monotonic() - began
    assert done.returncode == 3
    assert took < 15 + 3
    host = served.url.removeprefix("http://").removesuffix("/v1")
    if step == {"do": "hang"}:
        assert f"waiting for {host} to answer m, 12 s" in done.stderr
        assert "no answer within 15 s" in done.stdout
    else:
        assert f"retrying {host}, " in done.stderr
        assert took < 15
