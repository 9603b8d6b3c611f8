"""A game that brings no words of its own is put in those of its file; nothing is left out."""

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.game import CHANCE, Game
from engine.games import games
from prompts import generic
from prompts.form import Asks
from prompts.generic.words import fields, words
from prompts.page import told
from prompts.prompt import Prompt, _templates, load_prompt
from prompts.telling import tell


class Pair(NamedTuple):
    left_one: object
    right: object


@dataclass(frozen=True)
class Held:
    pair: Pair
    cards: tuple[int, ...] = ()


class Card(NamedTuple):
    number: int

    def __str__(self) -> str:
        return f"R{self.number}"


VALUES = [
    (12, "12"),
    (True, "yes"),
    (None, "none"),
    ((), "none"),
    ("open", "open"),
    ((1, None, False), "1, none, no"),
    (((1, 2), (), (3,)), "(1, 2), (none), (3)"),
    (Card(7), "R7"),
    ((Card(7), Card(8)), "R7, R8"),
    (Pair(1, Card(2)), "left one: 1, right: R2"),
    (Held(Pair((), "in")), "pair: (left one: (none), right: in), cards: (none)"),
    (frozenset({"b", "a"}), "a, b"),
    ({"b": 1, "a": (2, 3)}, "b: 1, a: (2, 3)"),
]


@pytest.mark.parametrize(("value", "written"), VALUES, ids=[written for _, written in VALUES])
def test_a_value_is_written_in_plain_words(value: object, written: str) -> None:
    assert words(value) == written


def plain(game: Game[Any, Any]) -> Prompt[Any, Any]:
    page = generic.page(game)
    return Prompt(game, "default", page, _templates(page.folder, "default"), "")


def test_each_field_of_the_view_stands_in_a_line_and_each_choice_in_one(turns, game) -> None:
    prompt = plain(game)
    for _, turn in turns(game, min(game.seats)):
        lines = prompt.messages(turn)[-1]["content"].splitlines()
        for name, value in fields(turn.view).items():
            if name not in {"seat", "seats", "rules"}:
                line = f"{name.replace('_', ' ')}: {words(value)}"
                assert [one.lower() for one in lines].count(line.lower()) == 1
        assert lines[0].count(" (you)") == 1
        assert f"Player {turn.seat + 1} (you)" in lines[0]
        listed = [line for line in lines if line.startswith("- ")]
        assert listed == [f"- {act}" for act in prompt.form(turn).acts]


def test_the_rule_page_and_every_switch_with_its_value_are_told(turns, game) -> None:
    _, turn = next(turns(game, max(game.seats)))
    system = plain(game).system(turn.view)
    assert game.page.strip() in system
    assert f"You are Player {turn.seat + 1} of {max(game.seats)} in this match." in system
    for name, switch in game.switches.items():
        value = words(getattr(turn.view.rules, name))
        assert f"{name}: {value} ({switch.about})" in system


def test_braces_in_a_rule_page_are_told_as_they_are(turns) -> None:
    game = replace(games()["klirr"], page="A hand is {a set}.")
    _, turn = next(turns(game, 2))
    page = generic.page(game)
    assert told(page.rules, page.facts(turn.view))[0] == ("Rules", ["A hand is {a set}."])


def test_a_move_is_told_by_its_text_and_a_draw_in_full_to_the_referee_alone(game) -> None:
    state = game.start(max(game.seats), game.rules({}))
    told = {True: 0, False: 0}
    while state.actors and sum(told.values()) < 20:
        seat = state.actors[0]
        act = state.draw(Random(1)) if seat == CHANCE else state.legal(seat)[0]
        after = state.apply(seat, act)
        told[seat == CHANCE] += 1
        if seat == CHANCE:
            assert game.read_draw(json.loads(tell(state, act, after, None))) == act
            assert {tell(state, act, after, one) for one in game.seats} == {"draws"}
        else:
            assert {tell(state, act, after, one) for one in (None, seat)} == {str(act)}
        state = after
    assert told[False]
    assert told[True] or not game.hidden


def test_a_reply_in_the_texts_of_the_acts_is_read_back(turns, game) -> None:
    prompt = plain(game)
    for _, turn in turns(game, min(game.seats)):
        form = prompt.form(turn, Asks(told=frozenset({"p_bluff"})))
        assert sorted(form.acts) == sorted(str(act) for act in turn.legal)
        assert form.names == ("reason", "act")


def test_the_example_of_a_whole_game_is_asked_like_this(turns) -> None:
    _, turn = next(turns(games()["nim"], 2))
    asks = Asks(shuffled=False)
    system, user = (one["content"] for one in load_prompt(games()["nim"]).messages(turn, asks))
    assert system.startswith("You play Nim at a table of 2. Play to win.")
    assert f"# Rules\n\n{games()['nim'].page}\n\n# What you are shown\n" in system
    assert system.endswith("\n\nYou are Player 1 of 2 in this match.")
    assert (
        user
        == """\
Players: Player 1 (you), Player 2
Phase: take
sticks: 12

Your choices:
- take 1
- take 2
- take 3

Answer with one JSON object with these keys in this order: reason, act."""
    )
