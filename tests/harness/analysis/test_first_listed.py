"""Whoever takes what is listed first is found, whoever decides by content or by lot is not."""

import asyncio
import json
from itertools import product
from math import prod
from random import Random

import pytest
from rich.console import Console

from engine.games import games
from harness.analysis.board import Entrant
from harness.analysis.first_listed import at_least, beyond_chance, first_listed
from harness.analysis.rating import boards
from harness.match import play
from harness.player import Decision
from harness.record import make_record
from harness.schedule import Match
from harness.show.boards import terminal
from prompts.dialogue import Options, dialogue
from prompts.prompt import load_prompt
from prompts.reply import Reply

SEATS = ("first", "lowest", "lot", "last")


class Kept:
    """A journal in memory."""

    past = ()

    def add(self, _number, _move):
        pass


class Scripted:
    """A model that chooses among the acts of the form by a rule."""

    def __init__(self, game, choose) -> None:
        self.prompt, self.choose_act = load_prompt(game), choose

    async def choose(self, turn, _number):
        talk = dialogue(turn, self.prompt, Options())
        acts = next(talk).schema["properties"]["act"]["enum"]
        with pytest.raises(StopIteration) as end:
            talk.send(Reply(json.dumps({"reason": "", "act": self.choose_act(acts)})))
        choice = end.value.value
        return Decision(choice.act, choice.faults, reading=choice.reading)


def played(seed, game_id, matches=3):
    game, rng = games()[game_id], Random(seed)
    rules = {"first": lambda acts: acts[0], "lowest": min, "lot": rng.choice, "last": max}
    players = [Scripted(game, rules[name]) for name in SEATS]
    for number in range(matches):
        draws = [Random(f"{seed}/{number}/{k}") for k in range(40)]
        moves, outcome = asyncio.run(play(game, game.rules({}), players, draws.__getitem__, Kept()))
        match = Match(game_id, 4, number, 0, 0, SEATS)
        yield make_record(match, game.rules({}), moves, outcome)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game_id", ["klirr", "zero-to-hero"])
def test_only_who_takes_the_first_choice_is_marked(seed, game_id):
    records = list(played(seed, game_id))
    led = first_listed(records)
    assert set(led) == set(SEATS)
    assert led["first"].share == 1.0
    assert set(beyond_chance(led)) == {"first"}
    for record in records:
        for move in record.moves:
            assert not (move.decision and move.decision.reading.echo)


def test_the_row_is_marked_and_a_line_says_so():
    records = list(played(1, "klirr", 1))
    entrants = {name: Entrant("model", name) for name in SEATS}
    found = boards([record.head for record in records], entrants, None)
    led = beyond_chance(first_listed(records))
    console = Console(width=100)
    with console.capture() as said:
        console.print(terminal(found, led=led))
    one = led["first"]
    line = f"takes the first choice: 100 % where chance is {100 * one.chance:.0f} %"
    assert f"* first: {line}" in said.get()
    assert "first *" in said.get()
    with console.capture() as said:
        console.print(terminal(found, led={}))
    assert "takes the first choice" not in said.get()


def test_the_probability_of_so_many_is_exact():
    chances = [0.5, 0.25, 0.2, 1 / 30]
    for times in range(6):
        expected = sum(
            prod(p if hit else 1 - p for hit, p in zip(hits, chances, strict=True))
            for hits in product([False, True], repeat=len(chances))
            if sum(hits) >= times
        )
        assert at_least(times, chances) == pytest.approx(expected)
