"""Turns of random matches, as a model would be asked them."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, Game, State, Turn
from engine.games import games

Turns = Callable[..., Iterator[tuple[State[Any, Any], Turn[Any, Any]]]]


@pytest.fixture(params=sorted(games()))
def game(request) -> Game[Any, Any]:
    return games()[request.param]


@pytest.fixture(scope="session")
def turns() -> Turns:
    def play(
        game: Game[Any, Any],
        seats: int,
        seed: int = 1,
        rules: Mapping[str, Any] | None = None,
    ) -> Iterator[tuple[State[Any, Any], Turn[Any, Any]]]:
        """Play at random; give every position and turn in which a seat acts."""
        rng = Random(seed)
        state = game.start(seats, game.rules(rules or {}))
        while state.actors:
            seat = state.actors[0]
            if seat == CHANCE:
                state = state.apply(seat, state.draw(rng))
                continue
            turn = Turn(seat, state.view(seat), state.legal(seat))
            yield state, turn
            state = state.apply(seat, rng.choice(turn.legal))

    return play


@pytest.fixture(scope="session")
def klirr_turn(turns) -> Callable[[str], Turn[Any, Any]]:
    """Give the first real choice of a phase in a match of four."""

    def find(phase: str) -> Turn[Any, Any]:
        return next(
            turn
            for _, turn in turns(games()["klirr"], 4)
            if turn.view.phase == phase and len(turn.legal) > 1
        )

    return find
