"""The examples of CONTRIBUTING.md are whole files that work."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, Turn
from engine.games import games
from harness.record import Head, Play

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"
BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))


def test_they_stand_letter_for_letter_among_the_tests() -> None:
    folder = Path(__file__).parent / "examples"
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*.py")}
    assert {path: file.read_text(encoding="utf-8") for path, file in files.items()} == EXAMPLES


def load(path: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": path.removesuffix(".py").replace("/", ".")}
    exec(compile(EXAMPLES[path], path, "exec", dont_inherit=True), names)  # noqa: S102 - our own page
    return names


def test_each_example_would_land_in_a_folder_there_is_and_takes_no_name_there_is() -> None:
    assert len(EXAMPLES) == 3
    for path in EXAMPLES:
        assert (PAGE.parent / path).parent.is_dir()
        assert not (PAGE.parent / path).exists()


@pytest.mark.parametrize("seed", range(20))
def test_the_game_plays_to_its_end(seed: int) -> None:
    game = load("engine/nim.py")["GAME"]
    random, state = Random(seed), game.start(2, game.rules({}))
    while state.actors:
        (seat,) = state.actors
        act = random.choice(state.legal(seat))
        assert game.parse(str(act)) == act
        assert state.fallback(seat) in state.legal(seat)
        winner, state = seat, state.apply(seat, act)
    assert state.outcome.ranks[winner] == 1
    assert sorted(state.outcome.ranks) == [1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_the_bot_plays_a_match(seed: int) -> None:
    choose = load("harness/bots/klirr/timid.py")["choose"]
    game = games()["klirr"]
    random, state = Random(seed), game.start(3, game.rules({}))
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            state = state.apply(seat, state.draw(random))
        else:
            state = state.apply(
                seat, choose(Turn(seat, state.view(seat), state.legal(seat)), random)
            )
    assert state.outcome is not None


def test_the_metric_is_a_mean_over_matches() -> None:
    patience = load("harness/analysis/patience.py")["patience"]
    outcome = games()["klirr"].start(2, games()["klirr"].rules({})).outcome
    heads = [
        Head(str(n), "klirr", {}, ("a", "b"), n, 0, 0, outcome, (), (play(n), play(4)))
        for n in (1, 2)
    ]
    assert patience(heads) == {"a": 1.5, "b": 4}


def play(asked: int) -> Play:
    return Play(asked)
