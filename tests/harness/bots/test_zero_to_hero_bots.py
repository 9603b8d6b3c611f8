from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from engine.game import CHANCE, Turn
from engine.zero_to_hero import GAME
from engine.zero_to_hero.points import changed

if TYPE_CHECKING:
    from collections.abc import Callable


def bot(name: str) -> Callable[..., Any]:
    choose: Callable[..., Any] = import_module(f"harness.bots.zero_to_hero.{name}").choose
    return choose


@cache
def states() -> tuple[Any, ...]:
    """States in which a seat has a choice, from matches in which everybody acts at random."""
    found: list[Any] = []
    for number in range(48):
        random = Random(f"tiles {number}")
        rules = GAME.rules({"suits_public": number % 3 > 0})
        state: Any = GAME.start(2 + number % 4, rules)
        while state.outcome is None:
            seat = state.actors[0]
            if seat == CHANCE:
                state = state.apply(CHANCE, state.draw(random))
                continue
            if len(state.legal(seat)) > 1:
                found.append(state)
            state = state.apply(seat, random.choice(state.legal(seat)))
    return tuple(found)


def turn_of(state: Any) -> Turn[Any, Any]:
    seat = state.actors[0]
    return Turn(seat, state.view(seat), state.legal(seat))


def points(state: Any, seat: int) -> int:
    held: int = state.view(seat).points[seat]
    return held


def gain(state: Any, act: Any) -> int:
    seat = state.actors[0]
    return points(state.apply(seat, act), seat) - points(state, seat)


def plays_last(view: Any) -> bool:
    return len(view.table) == view.seats - 1


def test_high_plays_its_highest_number_and_low_its_lowest_ties_in_the_order_o_b_g_r() -> None:
    for state in states():
        turn = turn_of(state)
        numbers = [tile.number for tile in turn.view.tiles]
        for name, wanted in (("high", max(numbers)), ("low", min(numbers))):
            equal = [tile for tile in turn.view.tiles if tile.number == wanted]
            first = min(equal, key=lambda tile: "OBGR".index(tile.suit))
            assert bot(name)(turn, Random(0)).tile == first


def test_greedy_playing_last_takes_the_most_points_there_are() -> None:
    last = [state for state in states() if plays_last(turn_of(state).view)]
    assert len(last) > 100
    for state in last:
        turn = turn_of(state)
        gains = [gain(state, act) for act in turn.legal]
        assert gain(state, bot("greedy")(turn, Random(0))) == max(gains)
        assert bot("greedy")(turn, Random(0)) == bot("greedy")(turn, Random(1))


def test_greedy_gains_more_in_a_trick_than_chance_does() -> None:
    def after(state: Any, act: Any, random: Random) -> int:
        seat, view = state.actors[0], turn_of(state).view
        state = state.apply(seat, act)
        for _ in range(view.seats - len(view.table) - 1):
            other = state.actors[0]
            state = state.apply(other, random.choice(state.legal(other)))
        return points(state, seat) - view.points[seat]

    greedy = chance = 0
    for number, state in enumerate(states()):
        turn = turn_of(state)
        greedy += after(state, bot("greedy")(turn, Random(number)), Random(number))
        chance += after(state, Random(number).choice(turn.legal), Random(number))
    assert greedy > chance + 0.4 * len(states())


def test_greedy_with_no_points_never_shuns_a_penalty_that_bounces_into_a_gain() -> None:
    assert changed(0, -2) == 2
    broke = [s for s in states() if plays_last(turn_of(s).view) and points(s, s.actors[0]) == 0]
    assert broke
    assert all(gain(state, bot("greedy")(turn_of(state), Random(0))) >= 0 for state in broke)
