"""The examples of CONTRIBUTING.md are whole files that work; most tests meet them unnamed."""

import importlib
import re
from pathlib import Path
from random import Random

import pytest

from engine.games import games
from harness.bots import bot_module, bot_names
from harness.record import Head, Play
from prompts.reply import Tokens

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"
BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))


def test_they_stand_letter_for_letter_among_the_tests() -> None:
    folder = Path(__file__).parent / "examples"
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*.py")}
    assert {path: file.read_text(encoding="utf-8") for path, file in files.items()} == EXAMPLES


def test_each_example_would_land_in_a_folder_there_is_and_takes_no_name_there_is() -> None:
    for path in EXAMPLES:
        assert (PAGE.parent / path).parent.is_dir()
        assert not (PAGE.parent / path).exists()


@pytest.mark.parametrize("seed", range(20))
def test_the_game_plays_to_its_end(seed: int) -> None:
    game = games()["nim"]
    random, state = Random(seed), game.start(2, game.rules({}))
    while state.actors:
        (seat,) = state.actors
        act = random.choice(state.legal(seat))
        assert game.parse(str(act)) == act
        assert state.fallback(seat) in state.legal(seat)
        winner, state = seat, state.apply(seat, act)
    assert state.outcome.ranks[winner] == 1
    assert sorted(state.outcome.ranks) == [1, 2]


def test_the_bot_is_one_of_its_game() -> None:
    assert "timid" in bot_names("klirr")
    assert "timid" not in bot_names("nim")
    assert bot_module("klirr", "timid") == "harness.bots.klirr.timid"


def test_the_metric_is_a_mean_over_matches() -> None:
    patience = importlib.import_module("harness.analysis.patience").patience
    outcome = games()["klirr"].start(2, games()["klirr"].rules({})).outcome
    heads = [
        Head(str(n), "klirr", {}, ("a", "b"), n, 0, 0, outcome, (), (play(n), play(4)))
        for n in (1, 2)
    ]
    assert patience(heads) == {"a": 1.5, "b": 4}


def play(asked: int) -> Play:
    return Play(asked, asked, 0, 0.0, Tokens(), 0.0)
