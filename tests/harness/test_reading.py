"""A run read from Python: what the page for notebooks shows, and what is refused."""

import json
import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from harness import reading
from harness.store import StoreError

PAGE = Path(__file__).parents[2] / "docs/notebooks.md"


def test_the_example_of_the_page_runs_as_printed_and_agrees_with_the_commands(arena, monkeypatch):
    file = arena.write()
    file.write_text(file.read_text().replace("name: small", "name: bots"))
    arena("run", file)
    monkeypatch.chdir(arena.folder)
    (example,) = re.findall(
        r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    told = StringIO()
    with redirect_stdout(told):
        exec(compile(example, PAGE.name, "exec", dont_inherit=True), {})  # noqa: S102 - our own page
    boards = json.loads(arena("leaderboard", "bots", "--json").stdout)["boards"]
    rows = [
        f"{board['game']} {row['player']} {row['rating']}"
        for board in boards
        for row in board["rows"]
    ]
    exported = arena("export", "bots", "--decisions").stdout.splitlines()
    own = [line for line in exported if json.loads(line)["source"] == "player"]
    assert told.getvalue().splitlines() == [*rows, f"{len(own)} decisions"]


def test_steps_lead_from_the_first_position_to_the_outcome(played):
    with reading.open(played.folder / "results/small") as run:
        heads, records = run.heads(), list(run.records())
        assert heads == [record.head for record in records]
        assert run.record(heads[-1].match) == records[-1]
        for record in records:
            steps = list(run.steps(record))
            assert [step.move for step in steps] == list(record.moves)
            assert [step.number for step in steps] == list(range(len(steps)))
            assert all(one.after is two.before for one, two in pairwise(steps))
            assert steps[-1].after.outcome == record.head.outcome


def test_a_match_that_breaks_the_rules_is_named(played):
    with reading.open(played.folder / "results/small") as run:
        record = next(run.records())
        broken = type(record)(record.head, (record.moves[0], *record.moves))
        with pytest.raises(StoreError, match=f"^{record.head.match} breaks the rules: move 1: "):
            list(run.steps(broken))


def test_a_run_that_is_nowhere_is_refused(tmp_path):
    with pytest.raises(StoreError, match="there is no run"):
        reading.open(tmp_path)
