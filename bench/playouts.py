"""Random playouts: decisions a second of our engines and of their peers, all in one run.

A decision is one choice of a seat, forced ones included, for everybody alike. Its price holds all
that a playout takes through the public interface: the start, chance, the list of legal choices,
the pick and the new position. Each contender plays whole matches for a slice of time, in turn, and
the rounds' median counts, so that a busy moment of the machine hits everybody.

    python -m venv /tmp/bench && /tmp/bench/bin/pip install -r bench/requirements.txt
    /tmp/bench/bin/python bench/playouts.py

Prints Markdown. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.game import CHANCE
from engine.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Contender(NamedTuple):
    """Who plays: a name for the table, the package it needs, and what makes its playout.

    A playout plays one match to its end and gives the number of its decisions.
    """

    name: str
    package: str
    make: Callable[[], Callable[[Random], int]]


class Goal(NamedTuple):
    """A ratio of two contenders and where we are going."""

    ours: str
    peer: str
    least: float


def arena(game_id: str, seats: int) -> Callable[[Random], int]:
    game = games()[game_id]
    rules = game.rules({})

    def playout(random: Random) -> int:
        state, decisions = game.start(seats, rules), 0
        while actors := state.actors:
            seat = actors[0]
            if seat == CHANCE:
                state = state.apply(seat, state.draw(random))
            else:
                state = state.apply(seat, random.choice(state.legal(seat)))
                decisions += 1
        return decisions

    return playout


def open_spiel(text: str, *, example: bool = False) -> Callable[[Random], int]:
    """Play OpenSpiel; ``example``: chance drawn as its own example.py does, at numpy's price."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(text)

    def drawn(outcomes: list[tuple[int, float]]) -> int:
        actions, chances = zip(*outcomes, strict=True)
        return np.random.choice(actions, p=chances)  # noqa: NPY002 - as there

    def playout(random: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # uniform in all of these games
                state.apply_action(drawn(outcomes) if example else random.choice(outcomes)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return playout


def rlcard_uno() -> Callable[[Random], int]:
    import rlcard

    env = rlcard.make("uno", config={"game_num_players": 4})

    def playout(random: Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return playout


def textarena_dice() -> Callable[[Random], int]:
    import textarena

    env = textarena.make("LiarsDice-v0-raw")

    def playout(random: Random) -> int:
        env.reset(num_players=4, seed=random.randrange(2**32))
        decisions, done = 0, False
        while not done:
            env.get_observation()
            done, _ = env.step(_dice_action(env.state.game_state, random))
            decisions += 1
        env.close()
        return decisions

    return playout


def _dice_action(game_state: dict[str, Any], random: Random) -> str:
    """Pick a legal act; TextArena lists none, so it is read off its state, which costs little."""
    bid = game_state["current_bid"]
    quantity, face = bid["quantity"], bid["face_value"]
    most = sum(game_state["remaining_dice"].values())
    higher = [
        (n, f)
        for n in range(quantity, most + 1)
        for f in range(face, 7)
        if (n, f) != (quantity, face)
    ]
    choices = [f"[Bid: {n}, {f}]" for n, f in higher if n and f] + (["[Call]"] if quantity else [])
    return random.choice(choices)


def pokerkit_holdem() -> Callable[[Random], int]:
    import pokerkit

    automations = tuple(pokerkit.Automation)

    def playout(random: Random) -> int:
        state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 4)  # noqa: FBT003 - positional there
        decisions = 0
        while state.status:
            acts = [state.check_or_call]
            if state.can_fold():
                acts.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                acts.append(state.complete_bet_or_raise_to)
            random.choice(acts)()
            decisions += 1
        return decisions

    return playout


CONTENDERS = (
    Contender("Zero to Hero, 4 seats", "engine", partial(arena, "zero-to-hero", 4)),
    Contender("Klirr, 4 seats", "engine", partial(arena, "klirr", 4)),
    Contender(
        "OpenSpiel oh_hell, 4 players, 7 tricks",
        "pyspiel",
        partial(open_spiel, "oh_hell(players=4,num_tricks_fixed=7)"),
    ),
    Contender(
        "OpenSpiel oh_hell, the same, chance drawn as in its example",
        "pyspiel",
        partial(open_spiel, "oh_hell(players=4,num_tricks_fixed=7)", example=True),
    ),
    Contender(
        "OpenSpiel liars_dice, 2 players, 5 dice",
        "pyspiel",
        partial(open_spiel, "liars_dice(players=2,numdice=5)"),
    ),
    Contender(
        "OpenSpiel liars_dice as it comes: 2 players, 1 die",
        "pyspiel",
        partial(open_spiel, "liars_dice"),
    ),
    Contender("RLCard uno, 4 players", "rlcard", rlcard_uno),
    Contender("TextArena LiarsDice, 4 players", "textarena", textarena_dice),
    Contender("PokerKit no-limit hold'em, 4 players", "pokerkit", pokerkit_holdem),
)

GOALS = (
    Goal("Zero to Hero", "OpenSpiel oh_hell", 1.5),
    Goal("Klirr", "OpenSpiel liars_dice, 2 players", 0.5),
    Goal("Klirr", "OpenSpiel liars_dice as it comes", 0.5),
    Goal("Klirr", "RLCard uno", 1),
    Goal("Zero to Hero", "RLCard uno", 1),
    Goal("Klirr", "TextArena", 1),
    Goal("Zero to Hero", "TextArena", 1),
    Goal("Klirr", "PokerKit", 10),
    Goal("Zero to Hero", "PokerKit", 10),
)


class Slice(NamedTuple):
    """What was played in a slice of time."""

    matches: int
    decisions: int
    seconds: float


def played(playout: Callable[[Random], int], random: Random, seconds: float) -> Slice:
    matches = decisions = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        decisions += playout(random)
        matches += 1
    return Slice(matches, decisions, passed)


def measured(seconds: float, rounds: int) -> Iterator[tuple[str, float, float]]:
    """Yield each contender's name, decisions a second and decisions a match."""
    there = [one for one in CONTENDERS if importlib.util.find_spec(one.package)]
    playouts = {one.name: one.make() for one in there}
    slices: dict[str, list[Slice]] = {name: [] for name in playouts}
    for number in range(rounds):
        for name, playout in playouts.items():
            slices[name].append(played(playout, Random(number), seconds))
    for name, kept in slices.items():
        speed = median(one.decisions / one.seconds for one in kept)
        yield name, speed, sum(s.decisions for s in kept) / sum(s.matches for s in kept)


def main() -> None:
    parser = argparse.ArgumentParser(description="Random playouts of our engines and their peers.")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each slice")
    parser.add_argument("--rounds", type=int, default=7)
    wish = parser.parse_args()
    speeds = {}
    print("| random playouts | decisions/s | decisions a match |\n|---|---:|---:|")
    for name, speed, length in measured(wish.seconds, wish.rounds):
        speeds[name] = speed
        print(f"| {name} | {speed:,.0f} | {length:.1f} |")
    print("\n| ratio | measured | goal |\n|---|---:|---:|")
    for goal in GOALS:
        ours = next(speeds[name] for name in speeds if name.startswith(goal.ours))
        for name in (name for name in speeds if name.startswith(goal.peer)):
            print(f"| {goal.ours} ÷ {name} | {ours / speeds[name]:.2f} | ≥ {goal.least:g} |")


if __name__ == "__main__":
    main()
