"""Money through ``arena run`` as a process: what is billed, what is booked, what is said."""

import json
import re
from typing import Any

import pytest

TEXT = """
name: money
seed: 5
games: [{{game: klirr, seats: 2, deals: 12}}]
players:
  bot: {{bot: random}}
  m: {{model: openai/m, api_base: "{url}", price: {{in: 1, out: 10}}{more}}}
limits: {{max_cost: {most}, concurrency: 4}}
"""
THOUGHTS = {
    "prompt_tokens": 1000,
    "completion_tokens": 20,
    "total_tokens": 6020,
    "completion_tokens_details": {"reasoning_tokens": 5000},
}
BILL = (1000 * 1 + 5020 * 10) / 1e6
HALVES: dict[str, dict[str, Any]] = {
    "thoughts beside the output": THOUGHTS,
    "thoughts in the total alone": THOUGHTS | {"completion_tokens_details": None},
    "thoughts without a total": THOUGHTS | {"total_tokens": None},
    "no input stated": THOUGHTS | {"prompt_tokens": None},
}


def played(arena, url: str, most: float, more: str = ""):
    arena.write(TEXT.format(url=url, most=most, more=more))
    done = arena.apart("run", "tournament.yaml")
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("what", HALVES)
def test_the_bill_stays_within_max_cost_whatever_the_usage_says(arena, provider, what):
    served = provider([{"times": -1, "usage": HALVES[what]}])
    for _ in range(2):  # and what was seen is still known in the next invocation
        status, _, err = played(arena, served.url, 0.30)
        assert status == 3
        assert "limits.max_cost 0.3 is reached" in err
    assert 0.15 < BILL * len(served.requests()) <= 0.30


def test_the_reason_is_said_once_and_what_to_raise_it_to_is_enough(arena, provider):
    served = provider([{"times": -1, "delay": [0.05, 0.04], "usage": THOUGHTS}])
    _, _, err = played(arena, served.url, 0.25)
    assert len(re.findall("max_cost .* is reached", err)) == 2  # while it plays, and at its end
    reasons = [line for line in err.splitlines() if line.startswith("- ")]
    assert len(reasons) == 1
    before = len(served.requests())
    enough = re.search(r"raise limits.max_cost to (\S+) or more", reasons.pop())
    assert enough
    played(arena, served.url, float(enough[1]))
    assert len(served.requests()) > before


def test_what_is_paid_in_matches_under_way_is_said_under_the_table(arena, provider):
    served = provider([{"times": -1, "usage": THOUGHTS}])
    _, out, _ = played(arena, served.url, 0.25)
    said = f"Paid so far: ${BILL * len(served.requests()):.4f}, matches under way and drills"
    assert said in " ".join(out.split())
    for table in ("leaderboard", "matches", "metrics"):
        assert said in " ".join(arena(table, "money").stdout.split())
    assert "put aside" not in out


def test_what_is_put_aside_for_replies_that_never_came_is_told_from_what_is_paid(arena, provider):
    served = provider([{"times": 3}, {"times": -1, "body": "<html>gateway</html>"}])
    status, out, _ = played(arena, served.url, 5)
    assert status == 3
    words = " ".join(out.split())
    assert re.search(r"Paid so far: \$0\.0\d+, matches under way and drills included; \$\d", words)
    assert "more is put aside for requests whose reply never came." in words


def test_a_finished_run_says_no_more_than_its_table(arena, provider):
    status, out, err = played(arena, provider().url, 50)
    assert status == 0, err
    assert "Paid so far" not in out
    boards = json.loads(arena("leaderboard", "money", "--json").stdout)["boards"]
    assert {row["player"] for board in boards for row in board["rows"]} == {"bot", "m"}


def test_a_config_that_goes_round_the_budget_is_refused_and_nothing_is_sent(arena, provider):
    served = provider()
    more = ", params: {extra_body: {max_completion_tokens: 9000}}"
    status, _, err = played(arena, served.url, 5, more)
    assert status == 2
    assert "players.m.params.extra_body.max_completion_tokens cannot be set here" in err
    assert not served.requests()
