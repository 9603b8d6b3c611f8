"""What a provider asks of all who call it is kept by a whole run, as the provider's log shows."""

import time

ON_THE_WAY = 0.3
"""Seconds in which a request that left before the answer came may still arrive."""


def tournament(url: str, limits: str, deals: int = 2) -> str:
    return f"""
name: pace
seed: 5
games: [{{game: klirr, seats: 2, deals: {deals}}}]
players:
  bot: {{bot: random}}
  one: {{model: openai/m, api_base: '{url}', reply: json}}
limits: {{concurrency: 8{limits}}}
"""


def test_nothing_is_sent_inside_the_pause_a_provider_asks_for(arena, provider):
    pause = {"status": 429, "headers": {"Retry-After": "2"}, "body": {"error": {"message": "wait"}}}
    served = provider([{"times": 9, "delay": 0.05}, pause, {"times": -1, "delay": 0.05}])
    arena.write(tournament(served.url, ""))
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    at = [line["at"] for line in served.requests()]
    inside = [moment for moment in at if at[9] + ON_THE_WAY < moment < at[9] + 2]
    assert len(at) > 20
    assert not inside
    host = served.url.removeprefix("http://").removesuffix("/v1")
    said = [line for line in done.stderr.splitlines() if line.startswith(f"retrying {host}, ")]
    assert len(said) == 1
    assert said[0].startswith(f"retrying {host}, 2nd of 8, 2 s (the provider's rate limit")


def test_a_pause_longer_than_is_waited_for_ends_the_asking_and_the_matches_wait(arena, provider):
    long = {"status": 429, "headers": {"Retry-After": "900"}, "body": {"error": {"message": "no"}}}
    served = provider([{"times": 3}, {**long, "times": -1}])
    arena.write(tournament(served.url, "", deals=30))
    began = time.monotonic()
    done = arena("run", "tournament.yaml")
    assert done.returncode == 3
    assert time.monotonic() - began < 30
    assert len(served.requests()) <= 3 + 8
    assert done.stderr.count("rate limit is reached") == 2  # when it happens, and at the end
