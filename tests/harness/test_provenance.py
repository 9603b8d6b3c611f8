"""By what a run was played: who answered, by which texts and rules, and what may be repaired."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from harness import provenance
from harness.reading import open as open_run
from harness.store.seal import opened, sealed

FILE = """
name: models
seed: 1
games: [{game: klirr, seats: 2, deals: 1}]
players:
  bot: {bot: random}
  m: {model: openai/m, api_base: "URL"%s}
"""


@pytest.fixture
def halted(arena: Any, provider: Any) -> Any:
    """A run that stopped after some replies, as its provider's key went bad."""
    steps = [{"times": 4}, {"times": -1, "status": 401, "body": {"error": {"message": "no"}}}]
    arena.write(FILE.replace("URL", provider(steps).url) % "")
    assert arena("run", "tournament.yaml").returncode == 3
    return arena


def remembered(arena: Any, change: Any) -> None:
    """Change what the run remembers of its invocations, its seal with it."""
    with closing(sqlite3.connect(arena.folder / "results/models/run.sqlite")) as run:
        (text,) = run.execute("SELECT value FROM run WHERE key = 'invocations'").fetchone()
        known = opened(text)
        change(known)
        text = sealed(known, provenance.KEY)
        run.execute("UPDATE run SET value = ? WHERE key = 'invocations'", (text,))
        run.commit()


def test_each_reply_keeps_who_answered(arena: Any, provider: Any) -> None:
    step = {
        "times": -1,
        "completion": {"model": "m-2026-10", "system_fingerprint": "fp_1", "service_tier": "flex"},
    }
    arena.write(FILE.replace("URL", provider([step]).url) % "")
    assert arena("run", "tournament.yaml").returncode == 0
    lines = map(json.loads, arena("export", "models", "--decisions").stdout.splitlines())
    served = {
        (line["player"], line["model_served"], line["fingerprint"], line["service_tier"])
        for line in lines
        if line["source"] == "player"
    }
    assert served == {("m", "m-2026-10", "fp_1", "flex"), ("bot", None, None, None)}


def test_each_invocation_keeps_its_versions_and_where_it_asked(halted: Any, provider: Any) -> None:
    halted.write(FILE.replace("URL", provider([]).url) % "")
    assert halted("run", "tournament.yaml").returncode == 0
    with open_run(halted.folder / "results/models") as run:
        first, second = run.reader.recall(provenance.KEY)
        assert run.mixed == []
    assert first["prompts"] == second["prompts"] != {}
    assert first["rules"] == {"klirr": 1}
    assert first["arena"]
    assert first["litellm"]
    assert first["at"] <= second["at"]
    assert first["api_base"]["m"] != second["api_base"]["m"]


@pytest.mark.parametrize(("what", "name"), [("prompts", "klirr/default"), ("rules", "klirr")])
def test_under_other_texts_or_rules_it_goes_on_only_when_told_to(
    halted: Any, provider: Any, what: str, name: str
) -> None:
    halted.write(FILE.replace("URL", provider([]).url) % "")
    remembered(halted, lambda known: known[-1][what].update({name: "others"}))
    refused = halted("run", "tournament.yaml")
    assert refused.returncode == 2
    assert f"the {what} of {name} changed since" in refused.stderr
    assert "--mix" in refused.stderr
    done = halted("run", "tournament.yaml", "--mix")
    assert done.returncode == 0
    assert halted("run", "tournament.yaml").returncode == 0
    for command in (["leaderboard"], ["matches"], ["bluff"], ["metrics"]):
        told = " ".join(halted(*command, "models").stdout.split())
        assert told.startswith(f"the {what} of {name} changed on"), told
    assert f"the {what} of {name} changed on" in halted("leaderboard", "models", "--csv").stderr


def test_texts_that_changed_before_anything_was_played_are_nobodys_matter(
    arena: Any, provider: Any
) -> None:
    refusing = [{"times": -1, "status": 401, "body": {"error": {"message": "no"}}}]
    arena.write(FILE.replace("URL", provider(refusing).url) % "")
    assert arena("run", "tournament.yaml").returncode == 3
    with closing(sqlite3.connect(arena.folder / "results/models/run.sqlite")) as run:
        run.execute("DELETE FROM step")
        run.execute("DELETE FROM request")
        run.commit()
    remembered(arena, lambda known: known[-1]["prompts"].update({"klirr/default": "others"}))
    assert arena("run", "tournament.yaml").returncode == 3


def test_a_model_of_which_no_reply_is_stored_may_be_repaired(arena: Any, provider: Any) -> None:
    refusing = {"model": "m", "times": -1, "status": 400, "body": {"error": {"message": "no 0"}}}
    served = provider([refusing])
    arena.write(FILE.replace("URL", served.url) % ", params: {temperature: 0}")
    assert arena("run", "tournament.yaml").returncode == 3
    arena.write(FILE.replace("URL", served.url).replace("openai/m", "openai/other") % "")
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr


def test_a_model_of_which_a_reply_is_stored_may_not(halted: Any, provider: Any) -> None:
    text = FILE.replace("URL", provider([]).url) % ", params: {temperature: 0}"
    halted.write(text)
    done = halted("run", "tournament.yaml")
    assert done.returncode == 2
    assert "params.temperature of player m was unset and is now 0" in done.stderr
