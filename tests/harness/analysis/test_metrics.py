"""Metrics: one file each, found by its name, measured from records alone."""

import json
import sys

import pytest

from engine.games import games
from harness import reading
from harness.analysis import metrics as package
from harness.analysis.metrics import first_choice, metrics, seconds
from harness.player import Decision
from harness.record import Head, Move, Record
from harness.show.figures import DASH
from harness.usage import Usage

WHOLE = """
from harness.analysis.metrics import Metric

METRIC = Metric("matches it sat in", "matches", lambda records: {"bold": len(list(records))})
"""

THEIRS = """
def first(turn, random): return turn.legal[0]
def last(turn, random): return turn.legal[-1]
"""

DUEL = """
name: duel
seed: 7
games: [{game: zero-to-hero, seats: 3, deals: 1}]
players: {first: {bot: "theirs:first"}, last: {bot: "theirs:last"}, random: {bot: random}}
"""


def record(*moves: Move) -> Record:
    game = games()["zero-to-hero"]
    rules = game.rules({})
    outcome = game.start(3, rules).outcome
    head = Head("m", game.id, rules, ("a", "b", "c"), 0, 0, 0, outcome, (), ())
    return Record(head, moves)


def test_seconds_are_the_mean_of_its_own_decisions() -> None:
    moves = [
        Move(seat, "x", source, Decision(None, usage=Usage(1, ms)))
        for seat, source, ms in (
            (0, "player", 1000.0),
            (0, "player", 2000.0),
            (0, "fallback", 9000.0),
            (1, "fallback", 1.0),
        )
    ]
    assert seconds.measure([record(*moves, Move(2, "x"))]) == {"a": 1.5}


def test_first_choice_is_the_share_that_took_what_is_listed_first(arena, bot_file) -> None:
    bot_file(THEIRS)
    arena.write(DUEL)
    assert arena("run", "tournament.yaml").returncode == 0
    with reading.open(arena.folder / "results/duel") as run:
        found = first_choice.measure(run.records())
    assert (found["first"], found["last"]) == (1, 0)
    assert 0 < found["random"] < 1


@pytest.fixture
def one_more(tmp_path, monkeypatch):
    """A metric that is one file more in the folder of the metrics."""
    (tmp_path / "sat.py").write_text(WHOLE)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    metrics.cache_clear()
    yield
    metrics.cache_clear()
    sys.modules.pop("harness.analysis.metrics.sat", None)


@pytest.mark.usefixtures("one_more")
def test_a_metric_is_one_file_that_is_shown_at_once(played) -> None:
    told = json.loads(played("metrics", "small", "--json").stdout)
    assert list(told["metrics"]) == ["first_choice", "mistaken", "patience", "sat", "seconds"]
    assert told["metrics"]["sat"] == {"about": "matches it sat in", "unit": "matches"}
    sat = {row["player"]: row["metrics"]["sat"] for row in told["players"]}
    assert sat == {"random": None, "plain": None, "bold": 96, "sharp": None}
    columns, *lines = played("metrics", "small").stdout.splitlines()
    assert columns.split() == ["player", "first_choice", "mistaken", "patience", "sat", "seconds"]
    assert [line.split()[4] for line in lines[:4]] == [DASH, DASH, "96.00", DASH]
    assert "sat: matches it sat in; matches." in lines
