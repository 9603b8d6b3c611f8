"""Whole matches, written out in text files that a person can check against the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game import CHANCE, Outcome
from engine.zero_to_hero import GAME

GOLDEN = sorted(Path(__file__).parent.glob("golden_*.txt"))


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split() if word != "-"]


def read(path: Path) -> tuple[int, list[tuple[str, Any]]]:
    """Give the seats and the lines that matter: what is to be applied and what must come of it."""
    lines = [line.split(maxsplit=1) for line in path.read_text("utf-8").splitlines()]
    steps = [(line[0], line[1]) for line in lines if line and not line[0].startswith("#")]
    assert steps[0][0] == "seats"
    return int(steps[0][1]), steps[1:]


def lead(steps: list[tuple[str, str]]) -> Any:
    draws = [
        dict(word.split(":") for word in text.split()) for word, text in steps if word == "draw"
    ]
    (leader,) = (int(text) for word, text in steps if word == "leads")
    return GAME.read_draw({"lead": {"draws": draws, "leader": leader}})


def hands(steps: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    starts = [place for place, (word, _) in enumerate(steps) if word == "hand"]
    return [steps[a:b] for a, b in zip(starts, [*starts[1:], len(steps)], strict=True)]


def deal(hand: list[tuple[str, str]]) -> Any:
    (worth,) = (text.split() for word, text in hand if word == "worth")
    tiles = [text.split()[1:] for word, text in hand if word == "tiles"]
    score_tiles = [[int(value) for value in pair.split("/")] for pair in worth]
    return GAME.read_draw(
        {"deal": {"hand": int(hand[0][1]), "score_tiles": score_tiles, "tiles": tiles}}
    )


def play_trick(state: Any, text: str) -> Any:
    """Play a line such as "0:O7 1:B3 | first 0 | second 1 | points 8 6" and check all it says."""
    plays, first, second, points = (part.strip() for part in text.split("|"))
    for play in plays.split():
        seat, tile = play.split(":")
        state = state.apply(int(seat), GAME.parse(f"play {tile}"))
    trick = state.standing.tricks[-1]
    assert list(trick.winners) == numbers(first.removeprefix("first"))
    assert list(trick.seconds) == numbers(second.removeprefix("second"))
    assert list(state.standing.points) == numbers(points.removeprefix("points"))
    return state


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_match_written_out_in_full_is_played_as_it_stands(path: Path) -> None:
    seats, steps = read(path)
    state = GAME.start(seats, GAME.rules({})).apply(CHANCE, lead(steps))
    for hand in hands(steps):
        state = state.apply(CHANCE, deal(hand))
        hopefuls = [seat for word, text in hand if word == "hopeful" for seat in numbers(text)]
        assert list(state.view(0).hopefuls) == hopefuls
        for trick in (text for word, text in hand if word == "trick"):
            state = play_trick(state, trick)
    last = dict(steps)
    assert state.actors == ()
    assert state.outcome == Outcome(
        tuple(numbers(last["scores"])), tuple(numbers(last["ranks"])), last["ended"]
    )


def test_there_is_a_match_won_by_points_and_one_won_by_a_hero() -> None:
    assert {path.stem for path in GOLDEN} == {"golden_points", "golden_hero"}
