"""Nim, the one file that CONTRIBUTING prints: all that can be done with a game is done with it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

BOTS = """
name: sticks
seed: 5
games: [{game: nim, seats: 2, deals: 4}]
players:
  one: {bot: random}
  two: {bot: {nim: random}}
  theirs: {bot: "theirs:choose"}
"""
THEIRS = "def choose(turn, random):\n    return f'take {1 + turn.view.sticks % 2}'\n"
MATCH = "nim-2-d0-l0-r0"


def models(url: str, deals: int = 2) -> str:
    """Write a tournament of Nim between two models."""
    return f"""
name: models
seed: 5
games: [{{game: nim, seats: 2, deals: {deals}}}]
players:
  one: {{model: openai/one, api_base: '{url}'}}
  two: {{model: openai/two, api_base: '{url}', belief: half}}
limits: {{timeout: 5, concurrency: 2}}
"""


@pytest.fixture
def sticks(arena: Any, bot_file: Any) -> Any:
    """A folder in which bots have played it."""
    bot_file(THEIRS)
    arena.write(BOTS)
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    assert "nim, 2 players: 4 deals, 24 matches" in done.stdout
    return arena


def test_it_is_listed_with_its_rule_page(arena: Any) -> None:
    assert "  nim" not in arena("games", "klirr").stdout
    told = arena("games", "nim").stdout
    assert "Whoever takes the last one wins." in " ".join(told.split())
    assert "nim  Nim: take the last stick\n  seats: 2\n" in told
    assert "\nnim\n  random: " in arena("bots").stdout


def test_a_plan_is_made_of_it(arena: Any, bot_file: Any) -> None:
    bot_file(THEIRS)
    arena.write(BOTS)
    plan = json.loads(arena("plan", "tournament.yaml", "--json").stdout)
    assert [(board["game"], board["matches"]) for board in plan["boards"]] == [("nim", 24)]


def test_its_records_are_exported_verified_and_read(sticks: Any) -> None:
    records = sticks.records("sticks")
    assert len(records) == 24
    assert all(record["outcome"]["ended"] == "last stick" for record in records)
    assert all(not record["faults"] for record in records)
    assert sum(int(move["act"][-1]) for move in records[0]["moves"]) == 12
    assert sticks("verify", "sticks").stdout == "24 matches replayed, 0 mismatches\n"
    assert len(sticks("matches", "sticks").stdout.splitlines()) == 25
    board, _ = json.loads(sticks("leaderboard", "sticks", "--luck", "--json").stdout)["boards"]
    assert {row["player"] for row in board["rows"]} == {"one", "two", "theirs"}
    compared = sticks("compare", "sticks", "one", "two").stdout
    assert compared.startswith("nim, 2 players: 4 shared deals")


def test_a_match_is_told_by_the_texts_of_its_acts(sticks: Any) -> None:
    record = sticks.records("sticks")[0]
    told = [
        f"{number:4}  Player {move['by'] + 1} ({record['seats'][move['by']]}): {move['act']}"
        for number, move in enumerate(record["moves"])
    ]
    for seen in ((), ("--seat", 0), ("--seat", 1)):
        lines = sticks("replay", "sticks", MATCH, *seen).stdout.splitlines()
        assert [line.rstrip() for line in lines[1:-1]] == told


def test_what_is_of_one_game_says_so(sticks: Any) -> None:
    for command, given in (("bluff", "sticks"), ("drill", "tournament.yaml")):
        refused = sticks(command, given)
        assert refused.returncode == 2
        assert "klirr" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def test_models_are_asked_in_the_words_of_its_file(arena: Any, provider: Any) -> None:
    wrong = {"model": "one", "times": 1, "content": '{"reason": "all", "act": "take 12"}'}
    served = provider([wrong])
    arena.write(models(served.url))
    assert arena("plan", "tournament.yaml").returncode == 0
    assert not served.requests()
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    system, user = (one["content"] for one in served.requests()[0]["body"]["messages"])
    assert system.startswith("You play Nim at a table of 2.")
    assert "\nsticks: 12\n" in user
    assert "\n- take 1\n- take 2\n- take 3\n" in user
    exported = arena("export", "models", "--decisions").stdout.splitlines()
    asked = [one for one in map(json.loads, exported) if one["source"] != "forced"]
    assert len(asked) == len(served.requests()) - 1
    assert {one["source"] for one in asked} == {"player"}
    assert {one["p_bluff"] for one in asked} == {None}
    assert [one["fault"] for one in asked if one["fault"]] == ["invalid"]
    assert arena("verify", "models").returncode == 0
    assert "take " in arena("replay", "models", MATCH).stdout


def test_a_models_try_out_needs_no_words_of_a_game(arena: Any, provider: Any) -> None:
    served = provider([{"times": -1, "content": '{"reason": "ok", "act": "ready"}'}])
    arena.write(models(served.url))
    assert arena("check", "tournament.yaml").returncode == 0
    assert len(served.requests()) == 2


def test_a_run_that_is_killed_goes_on_and_ends_like_one_that_is_not(
    arena: Any, provider: Any
) -> None:
    served = provider([{"times": -1, "delay": [0.05, 0.03]}])
    arena.write(models(served.url, deals=4))
    process = arena.begin("run", "tournament.yaml")
    while len(served.requests()) < 10 and process.runs:
        time.sleep(0.02)
    assert process.kill() == -9
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    assert arena("verify", "models").returncode == 0
    killed = arena.exported("models")
    assert len(killed.splitlines()) == 8
    asked = Counter(served.asked())
    assert arena("run", "tournament.yaml", "--fresh", "--yes").returncode == 0
    assert arena.exported("models") == killed
    undisturbed = Counter(served.asked()) - asked
    assert (asked - undisturbed).total() <= 2  # concurrency: what was in flight at the kill


def typed(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Play it with what a person types; then the input ends."""
    command = [sys.executable, "-c", "from harness.cli.main import main; main()", "play", "nim"]
    return subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, check=False
    )


def test_a_person_plays_it_leaves_it_and_goes_on(tmp_path: Path) -> None:
    left = typed(tmp_path, "rules\n1\n")
    assert left.returncode == 3
    assert left.stderr.startswith("You play nim against random.\n")
    assert "Players: Player 1 (you), Player 2\nPhase: take\nsticks: 12\n" in left.stderr
    assert "\nRules\nNim: two players in turn take" in left.stderr
    assert "   3  take 3\n" in left.stderr
    ended = typed(tmp_path, "take 1\n" * 12)
    assert ended.returncode == 0
    assert "sticks: 12\n" not in ended.stderr
    assert sum("you: " in line for line in ended.stderr.splitlines()[-2:]) == 1
