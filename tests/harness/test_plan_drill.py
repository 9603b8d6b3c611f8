"""``arena plan`` says what the drill takes beside the matches; the drill then takes that."""

from __future__ import annotations

import json
from typing import Any

import pytest

FILE = """
name: models
seed: 11
games: [{{game: klirr, seats: 2, deals: 1}}]
players:
  one: {{model: openai/one, api_base: '{url}', price: {{in: 1, cached: 0.5, out: 4}}}}
  bot: {{bot: honest}}
"""
PLACES = 360


def planned(arena: Any) -> dict[str, Any]:
    done = arena("plan", "tournament.yaml", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    plan: dict[str, Any] = json.loads(done.stdout)
    return plan


def within(span: list[float], value: float) -> bool:
    return span[0] <= value <= span[1]


def test_the_drill_takes_what_was_planned_and_is_then_planned_no_more(
    arena: Any, provider: Any
) -> None:
    arena.write(FILE.format(url=provider().url))
    before = planned(arena)
    assert before["drill"]["positions"] == PLACES
    assert before["drill"]["decisions"] == [2 * PLACES, 2 * PLACES]
    assert before["calls"][1] < before["drill"]["calls"][0]  # two matches are no part of it
    assert arena("drill", "tournament.yaml", "--positions", PLACES // 4).returncode == 0
    found = json.loads(arena("bluff", "models", "--json").stdout)["drill"][0]
    assert found["asked"] == PLACES // 4
    # The output is not compared: this provider's replies are shorter than any model's.
    assert within(before["drill"]["tokens"]["in"], 4 * found["tokens"]["in"])
    assert within(before["drill"]["cost"], 4 * found["cost"])
    left = planned(arena)
    assert left["drill"]["decisions"] == [2 * (PLACES - PLACES // 4)] * 2
    assert left["spent"] == pytest.approx(found["cost"])
    assert "The drill, not counted above" in " ".join(
        arena("plan", "tournament.yaml").stdout.split()
    )


def test_where_nobody_is_paid_the_drill_is_not_planned(arena: Any) -> None:
    arena.write()
    assert planned(arena)["drill"] is None
    assert "drill" not in arena("plan", "tournament.yaml").stdout


def test_an_unknown_price_makes_the_drills_cost_unknown(arena: Any) -> None:
    text = FILE.replace(", price: {{in: 1, cached: 0.5, out: 4}}", "")
    arena.write(text.format(url="http://127.0.0.1:9/v1"))
    assert planned(arena)["drill"]["cost"] is None
    assert "cost unknown" in " ".join(arena("plan", "tournament.yaml").stdout.split())
