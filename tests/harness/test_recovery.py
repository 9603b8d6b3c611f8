"""Strengths that are known come back through the real path: played, stored, rated, printed."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

CONFIG = """
name: {name}
seed: {seed}
games:
  - {{game: zero-to-hero, seats: 2, deals: {deals}}}
players:
  good: {{bot: greedy}}
  fair: {{bot: high}}
  poor: {{bot: random}}
rating: {{anchor: poor, at: 1000}}
"""


def leaderboard(arena: Any, name: str, deals: int, seed: int) -> dict[str, Any]:
    arena.write(CONFIG.format(name=name, seed=seed, deals=deals))
    assert arena("run", "tournament.yaml").returncode == 0
    board: dict[str, Any] = json.loads(arena("leaderboard", name, "--json").stdout)["boards"][0]
    return board


def test_a_short_run_of_bots_finds_what_a_long_one_knows(arena: Any) -> None:
    known = {row["player"]: row for row in leaderboard(arena, "long", 120, 1)["rows"]}
    board = leaderboard(arena, "short", 16, 2)
    assert [row["player"] for row in board["rows"]] == ["good", "fair", "poor"]
    for row in board["rows"]:
        truth = known[row["player"]]["rating"]
        error = known[row["player"]]["high"] - truth
        assert row["low"] - error < truth < row["high"] + error
        assert row["high"] - row["low"] > 2 * error


def test_wins_are_those_of_the_exported_records(arena: Any) -> None:
    board = leaderboard(arena, "small", 8, 3)
    won: dict[str, float] = dict.fromkeys(("good", "fair", "poor"), 0.0)
    for line in arena("export", "small").stdout.splitlines():
        record = json.loads(line)
        ranks = record["outcome"]["ranks"]
        for name, rank in zip(record["seats"], ranks, strict=True):
            won[name] += (rank == 1) / ranks.count(1)
    assert {row["player"]: row["wins"] for row in board["rows"]} == pytest.approx(won)
    assert board["matches"] == 8 * 2 * len(list(combinations(won, 2)))
