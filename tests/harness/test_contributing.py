"""The examples of CONTRIBUTING.md are whole files that work, found like any other."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from engine.game import CHANCE, Turn
from engine.games import games
from harness.bots import find_bot

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
FILE = """
name: mixed
seed: 3
games: [{game: klirr, seats: 2, deals: 2}]
players: {timid: {bot: timid}, random: {bot: random}}
"""


def test_they_stand_letter_for_letter_among_the_tests() -> None:
    folder = Path(__file__).parents[1] / "examples"
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*.py")}
    assert {path: file.read_text(encoding="utf-8") for path, file in files.items()} == EXAMPLES


def test_each_example_would_land_in_a_folder_there_is_and_takes_no_name_there_is() -> None:
    assert len(EXAMPLES) == 4
    for path in EXAMPLES:
        assert (PAGE.parent / path).parent.is_dir()
        assert not (PAGE.parent / path).exists()


@pytest.mark.parametrize("seed", range(20))
def test_whoever_takes_the_last_stick_wins(seed: int) -> None:
    random, state = Random(seed), games()["nim"].start(2, {})
    while state.actors:
        (winner,) = state.actors
        state = state.apply(winner, random.choice(state.legal(winner)))
    assert state.outcome is not None
    assert state.outcome.ranks[winner] == 1
    assert sorted(state.outcome.ranks) == [1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_the_bot_pays_whatever_is_asked(seed: int) -> None:
    game, choose = games()["klirr"], find_bot("klirr", "timid")
    random, state = Random(seed), game.start(3, game.rules({}))
    while state.actors:
        seat = state.actors[0]
        turn = Turn(seat, state.view(max(seat, 0)), state.legal(seat))
        act = state.draw(random) if seat == CHANCE else choose(turn, random)
        state = state.apply(seat, act)
    assert state.outcome is not None
    claims = state.view(0).claims
    assert claims
    assert {claim.answer for claim in claims} == {"pay"}


def test_the_metric_is_shown_beside_the_others(arena) -> None:
    arena.write(FILE)
    assert arena("run", "tournament.yaml").returncode == 0
    told = json.loads(arena("metrics", "mixed", "--json").stdout)
    counts = [len(mine) for mine in decisions(arena)]
    assert [one["metrics"]["patience"] for one in told["players"]] == [n / 4 for n in counts]
    table = arena("metrics", "mixed").stdout
    assert "patience: decisions a match asked of a player, on average" in " ".join(table.split())


def decisions(arena):
    """Give the decisions of each player, in the order of the file; four matches were played."""
    lines = map(json.loads, arena("export", "mixed", "--decisions").stdout.splitlines())
    asked = [line for line in lines if line["source"] != "forced"]
    return [[one for one in asked if one["player"] == name] for name in ("timid", "random")]


def test_the_command_is_one_of_arena(arena) -> None:
    arena.write(FILE)
    assert arena("run", "tournament.yaml").returncode == 0
    lengths = {record["match"]: len(record["moves"]) for record in arena.records("mixed")}
    match, moves = arena("longest", "mixed").stdout.removesuffix(" moves\n").split(": ")
    assert int(moves) == lengths[match] == max(lengths.values())
    assert "Name the longest match of a run." in arena("--help").stdout
    assert "timid: Pays whatever is asked" in arena("bots").stdout
