"""The bank is frozen, fair from its start, reached by play, and gives nothing away."""

from collections import Counter
from random import Random

import pytest
import tests_generate as generate

from engine.game import Turn
from engine.klirr import GAME
from engine.klirr.cards import is_worthless
from harness.drill.bank import file, load, read, retold
from harness.equilibrium import closed
from harness.equilibrium.table import unseen_at
from harness.replay import replay
from prompts.prompt import load_prompt

BANK = load()
CLAIMS = [one for one in BANK.exercises if one.kind == "claim"]
ANSWERS = [one for one in BANK.exercises if one.kind == "answer"]


def view(exercise):
    return exercise.state.view(exercise.seat)


def asker(exercise):
    """The habit that asks, those that claim alike as one."""
    name = exercise.habits[view(exercise).taker]
    return "balanced" if name in generate.BALANCED else name


def test_the_generator_makes_the_file_byte_for_byte():
    assert generate.text(BANK.number) == file(BANK.number).read_text(encoding="utf-8")


def test_the_file_is_small():
    assert file(BANK.number).stat().st_size < 300_000


def test_a_line_reads_as_it_was_written():
    head, *lines = file(BANK.number).read_text(encoding="utf-8").splitlines()
    assert "rules" in head
    assert [generate.written(read(line)) for line in lines] == lines


@pytest.mark.parametrize("part", range(4))
def test_every_history_replays_to_a_position_with_a_choice(part):
    for exercise in BANK.exercises[part::4]:
        *_, last = replay(GAME, BANK.rules, len(exercise.habits), exercise.moves)
        assert last == exercise.state
        assert last.phase == {"claim": "ask", "answer": "answer"}[exercise.kind]
        assert len(last.legal(exercise.seat)) > 1


def test_a_history_that_breaks_the_rules_is_refused():
    line = file(BANK.number).read_text(encoding="utf-8").splitlines()[1]
    history = read(line)
    broken = history._replace(acts=("pay", *history.acts))
    with pytest.raises(ValueError, match="phase"):
        retold(BANK.rules, broken)


def test_ids_are_unique_and_hold_the_banks_number():
    ids = [exercise.id for exercise in BANK.exercises]
    assert len(set(ids)) == len(ids) == 360
    assert {f"drill-{BANK.number}-answer-0", f"drill-{BANK.number}-claim-119"} <= set(ids)


@pytest.mark.parametrize("first", [18, 90, 180, 360])
def test_any_number_of_positions_from_the_start_is_stratified(first):
    some = BANK.exercises[:first]
    claims = [view(one) for one in some if one.kind == "claim"]
    assert len(claims) * 3 == first
    assert sum(is_worthless(seen.card) for seen in claims) * 3 == 2 * len(claims)
    askers = Counter(asker(one) for one in some if one.kind == "answer")
    assert askers == dict.fromkeys(generate.CLAIMERS, first // 9)


def test_the_whole_bank_holds_enough_bluffs_and_honest_requests_for_d_prime():
    bluffs = sum(one.state.taken != view(one).sum for one in ANSWERS)
    assert bluffs >= 60
    assert len(ANSWERS) - bluffs >= 120


def test_bluff_rates_sums_and_cash_are_spread():
    for kind in (CLAIMS, ANSWERS):
        rates = Counter(generate._rate(view(one)) for one in kind)
        assert min(rates[band] for band in range(3)) >= len(kind) // 8
    sums = Counter(generate._third(view(one).sum) for one in ANSWERS)
    assert min(sums[band] for band in (1, 2, 3)) >= 50
    cards = Counter(view(one).card for one in CLAIMS if not is_worthless(view(one).card))
    assert len(cards) >= 8
    free = sum(view(one).cash[one.seat] <= view(one).sum for one in ANSWERS)
    assert free >= 5
    assert len({closed.solve(unseen_at(view(one))).bluff_rate for one in ANSWERS}) > 20


def test_the_past_that_matters_is_in_view():
    for exercise in ANSWERS:
        seen = view(exercise)
        assert sum(claim.taker == seen.taker for claim in seen.claims) >= 3
    for exercise in CLAIMS:
        asked = Counter(claim.asked for claim in view(exercise).claims)
        assert all(asked[seat] >= 2 for seat in range(4) if seat != exercise.seat)


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_hidden_changes_a_word_of_the_prompt(part):
    prompt = load_prompt(GAME)
    for exercise in BANK.exercises[part::4]:
        seat, state = exercise.seat, exercise.state
        other = state.resample(seat, Random(exercise.id))
        assert other.view(seat) == state.view(seat)
        turns = [Turn(seat, each.view(seat), each.legal(seat)) for each in (state, other)]
        first, second = map(prompt.messages, turns)
        assert first == second
        assert not any(habit in str(first) for habit in ("bluff-max", "always-pay", "call-big"))


def test_answers_can_be_re_dealt_from_a_bluff_to_the_truth_in_the_same_view():
    turned = 0
    for exercise in ANSWERS[:60]:
        seen, seat = view(exercise), exercise.seat
        truths = {exercise.state.resample(seat, Random(k)).taken == seen.sum for k in range(40)}
        turned += len(truths) == 2
    assert turned > 40
