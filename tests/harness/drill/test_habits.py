"""The formulas of the habits are what the bots do; the bank's bluffs are as often as they say."""

from collections import Counter
from math import sqrt
from random import Random

import pytest
import tests_generate as generate

from engine.game import Turn
from engine.klirr.acts import CALL, Ask
from harness.analysis.klirr.drill import habits
from harness.bots import find_bot
from harness.drill.bank import load
from harness.equilibrium.table import position_at, unseen_at

BANK = load()
DRAWS = 25


def turns(kind):
    for exercise in BANK.exercises:
        if exercise.kind == kind:
            seat, state = exercise.seat, exercise.state
            yield exercise, Turn(seat, state.view(seat), state.legal(seat))


def close(hits: float, expected: float, variance: float) -> bool:
    return abs(hits - expected) <= 4 * sqrt(variance) + 1e-9


@pytest.mark.parametrize("habit", sorted({*generate.BOTS, *habits.YARDSTICKS}))
def test_a_bot_calls_as_often_as_its_formula_says(habit):
    bot = find_bot("klirr", habit)
    hits = expected = variance = 0.0
    for exercise, turn in turns("answer"):
        where = position_at(turn.view, turn.seat)
        probability = habits.call_probability(habit, where, turn.view.sum)
        for draw in range(DRAWS if 0 < probability < 1 else 1):
            called = bot(turn, Random(f"{exercise.id}/{draw}")) == CALL
            assert probability not in {0, 1} or called == probability
            hits, expected = hits + called, expected + probability
            variance += probability * (1 - probability)
    assert close(hits, expected, variance)


@pytest.mark.parametrize("habit", generate.BOTS)
def test_a_bot_asks_as_often_for_each_sum_as_its_formula_says(habit):
    bot = find_bot("klirr", habit)
    hits, expected, variance = Counter(), Counter(), Counter()
    for exercise, turn in turns("claim"):
        card = turn.view.card if isinstance(turn.view.card, int) else 0
        probabilities = habits.asks(habit, unseen_at(turn.view), card)
        assert sum(probabilities.values()) == pytest.approx(1)
        for draw in range(DRAWS):
            act = bot(turn, Random(f"{exercise.id}/{draw}"))
            asked = act.sum if isinstance(act, Ask) else 0
            assert probabilities.get(asked, 0) > 0
            hits[asked] += 1
            for sum_, probability in probabilities.items():
                expected[sum_] += probability
                variance[sum_] += probability * (1 - probability)
    assert all(close(hits[c], expected[c], variance[c]) for c in expected)


@pytest.mark.parametrize("group", generate.CLAIMERS)
def test_requests_in_the_bank_are_bluffs_as_often_as_the_habit_bluffs_there(group):
    names = generate.BALANCED if group == "balanced" else (group,)
    bluffs = expected = variance = 0.0
    for exercise, turn in turns("answer"):
        habit = exercise.habits[turn.view.taker]
        if habit in names:
            probability = habits.bluff_probability(habit, unseen_at(turn.view), turn.view.sum)
            bluff = exercise.state.taken != turn.view.sum
            assert probability not in {0, 1} or bluff == probability
            bluffs, expected = bluffs + bluff, expected + probability
            variance += probability * (1 - probability)
    assert abs(bluffs - expected) <= 3.5 * sqrt(variance) + 1e-9
