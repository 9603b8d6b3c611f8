"""What is read off a table is what its rules say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game import CHANCE
from engine.klirr import GAME
from harness.equilibrium.table import duel_at


def takers(pass_to: str, seats: int = 2) -> list[tuple[bool, Any]]:
    """Whether a taken card makes a duel, and the view of it, in matches played at random."""
    found, rules = [], GAME.rules({"pass_to": pass_to, "max_rounds": 2})
    for number in range(10):
        state, rng = GAME.start(seats, rules), Random(number)
        while state.actors:
            seat = state.actors[0]
            if state.phase == "ask":
                found.append((duel_at(state.view(seat)), state.view(seat)))
            act = state.draw(rng) if seat == CHANCE else rng.choice(state.legal(seat))
            state = state.apply(seat, act)
    return found


def test_a_duel_is_where_a_pass_hands_the_moment_to_the_only_rival() -> None:
    assert all(duel is view.active[1 - view.seat] for duel, view in takers("round"))
    lap = takers("lap")
    assert all(
        duel is (view.active[1 - view.seat] and view.taker == view.turner) for duel, view in lap
    )
    assert {duel for duel, _ in lap} == {True, False}


@pytest.mark.parametrize(("pass_to", "seats"), [("nobody", 2), ("round", 3)])
def test_no_duel_is_where_a_pass_ends_the_moment_or_there_are_more_rivals(
    pass_to: str, seats: int
) -> None:
    assert not any(duel for duel, _ in takers(pass_to, seats))
