"""What was said of a request against what it was: each cell from players whose cell is known."""

import asyncio
import json
from random import Random

import pytest

from engine.games import games
from engine.klirr.acts import Ask
from engine.klirr.cards import face_value
from harness.analysis.klirr.intents import intents
from harness.match import play
from harness.player import Decision
from harness.record import make_record
from harness.schedule import Match
from prompts.dialogue import Options, dialogue
from prompts.form import Asks
from prompts.prompt import load_prompt
from prompts.reply import Reply

GAME = games()["klirr"]
SEATS = ("knows", "confused", "says true", "silent")


class Kept:
    past = ()

    def add(self, _number, _move):
        pass


class Claimer:
    """Acts by lot and says of a request what its name promises."""

    def __init__(self, name, rng) -> None:
        self.name, self.rng = name, rng

    def says(self, view, act):
        bluff = isinstance(act, Ask) and act.sum != face_value(view.card)
        return {"knows": bluff, "confused": not bluff, "says true": False}[self.name]

    async def choose(self, turn, _number):
        told = frozenset() if self.name == "silent" else frozenset({"intent"})
        prompt = load_prompt(GAME)
        talk = dialogue(turn, prompt, Options(asks=Asks(0, told)))
        asked = next(talk).schema["properties"]
        act = self.rng.choice(turn.legal)
        said = {"act": prompt.page.say(act)}
        if "intent" in asked:
            said["intent"] = "bluff" if self.says(turn.view, act) else "true"
        with pytest.raises(StopIteration) as end:
            talk.send(Reply(json.dumps(said)))
        return Decision(end.value.value.act, reading=end.value.value.reading)


def test_honest_lie_and_mistaken_are_exact():
    counted, records = {}, []
    for number in range(4):
        rng = Random(number)
        players = [Claimer(name, rng) for name in SEATS]
        draws = [Random(f"{number}/{k}") for k in range(40)]
        moves, outcome = asyncio.run(play(GAME, GAME.rules({}), players, draws.__getitem__, Kept()))
        records.append(
            make_record(Match("klirr", 4, number, 0, 0, SEATS), GAME.rules({}), moves, outcome)
        )
        for move in moves:
            if str(move.act).startswith("ask") and move.decision:
                counted[SEATS[move.by]] = counted.get(SEATS[move.by], 0) + 1
    found = intents(records)
    assert set(found) == {"knows", "confused", "says true"}
    assert all(sum(one) == counted[name] for name, one in found.items())
    knows, confused, true = (found[name] for name in SEATS[:3])
    assert knows.honest
    assert knows.lies
    assert knows.mistaken == 0.0
    assert confused.said_true
    assert confused.said_bluff
    assert confused.mistaken == 1.0
    assert true.honest
    assert true.said_true
    assert (true.lies, true.said_bluff) == (0, 0)
