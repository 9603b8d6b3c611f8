from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import CHANCE, Turn
from engine.klirr import GAME
from engine.klirr.acts import CALL, PASS, PAY, Ask
from engine.klirr.cards import is_worthless
from engine.klirr.view import Claim
from harness.bots.klirr._habits import probability
from harness.equilibrium import closed, equilibrium
from harness.equilibrium.table import position_at, unseen_at

if TYPE_CHECKING:
    from collections.abc import Callable

K = 1000


def bot(name: str) -> Callable[..., Any]:
    choose: Callable[..., Any] = import_module(f"harness.bots.klirr.{name}").choose
    return choose


@cache
def states(phase: str, switches: tuple[tuple[str, str], ...] = ()) -> tuple[Any, ...]:
    """States of one phase, with a choice, from matches in which everybody acts at random."""
    found: list[Any] = []
    rules = GAME.rules({"max_rounds": 3, **dict(switches)})
    for number in range(100):
        random = Random(f"positions {number}")
        state: Any = GAME.start(2 + number % 5, rules)
        while state.outcome is None:
            seat = state.actors[0]
            if seat == CHANCE:
                state = state.apply(CHANCE, state.draw(random))
                continue
            legal = state.legal(seat)
            if state.phase == phase and len(legal) > 1:
                found.append(state)
            state = state.apply(seat, random.choice(legal))
    return tuple(found)


def turn_of(state: Any) -> Turn[Any, Any]:
    seat = state.actors[0]
    return Turn(seat, state.view(seat), state.legal(seat))


@cache
def positions(phase: str) -> tuple[Turn[Any, Any], ...]:
    return tuple(map(turn_of, states(phase)))


def acts(name: str, turns: Any, *more: Any) -> list[tuple[Turn[Any, Any], Any]]:
    choose = bot(name)
    return [(turn, choose(turn, Random(f"{name} {n}"), *more)) for n, turn in enumerate(turns)]


def asks(name: str, *more: Any) -> list[tuple[Turn[Any, Any], Any]]:
    return acts(name, positions("ask"), *more)


def answers(name: str, *more: Any) -> list[tuple[Turn[Any, Any], Any]]:
    return acts(name, positions("answer"), *more)


def worthless(pairs: list[tuple[Turn[Any, Any], Any]]) -> list[tuple[Turn[Any, Any], Any]]:
    return [(turn, act) for turn, act in pairs if is_worthless(turn.view.card)]


def share(flags: Any) -> float:
    given = [bool(flag) for flag in flags]
    return sum(given) / len(given)


def test_there_are_enough_positions_to_judge_by() -> None:
    assert len(positions("ask")) > 800
    assert len(positions("answer")) > 800
    assert len(positions("take")) > 800


@pytest.mark.parametrize("name", ["honest", "caller"])
def test_the_honest_ask_the_true_value_and_pass_worthless_cards(name: str) -> None:
    for turn, act in asks(name):
        expected = PASS if is_worthless(turn.view.card) else turn.view.card
        assert (act if act == PASS else act.sum) == expected


def test_the_bluffer_asks_100_000_on_every_worthless_card_and_else_the_truth() -> None:
    for turn, act in asks("bluffer"):
        assert act.sum == (100 * K if is_worthless(turn.view.card) else turn.view.card)


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("honest", PAY),
        ("bluffer", PAY),
        ("always_pay", PAY),
        ("caller", CALL),
        ("always_call", CALL),
    ],
)
def test_a_fixed_answer_is_always_given(name: str, act: Any) -> None:
    assert {given for _, given in answers(name)} == {act}


def even(places: list[int], ways: int) -> bool:
    """Whether each place came up about equally often, within three and a half standard errors."""
    share = len(places) / ways
    return all(abs(places.count(n) - share) < 3.5 * share**0.5 for n in range(ways))


@pytest.mark.parametrize("name", ["honest", "bluffer", "caller", "counter"])
def test_whom_to_take_from_and_whom_to_ask_is_uniform(name: str) -> None:
    takes = [
        turn.legal.index(act) for turn, act in acts(name, positions("take")) if len(turn.legal) == 3
    ]
    targets = [
        (sorted({a.seat for a in turn.legal if isinstance(a, Ask)}), act)
        for turn, act in asks(name)
    ]
    asked = [seats.index(act.seat) for seats, act in targets if act != PASS and len(seats) == 3]
    assert len(takes) > 150
    assert len(asked) > 60
    assert even(takes, 3)
    assert even(asked, 3)


def test_a_sum_that_a_switch_forbids_becomes_the_nearest_legal_one() -> None:
    for state in states("ask", (("bluff_cap", "own_cash"),)):
        taker = state.actors[0]
        turn = turn_of(
            state._replace(
                cash=tuple(40 * K if seat == taker else 200 * K for seat in range(len(state.cash)))
            )
        )
        if is_worthless(turn.view.card):
            assert bot("bluffer")(turn, Random(1)).sum == 40 * K
            assert bot("bluff_max")(turn, Random(1)).sum == 40 * K
            assert bot("bluff_q")(turn, Random(1), 1.0).sum <= 40 * K


def test_the_counter_bluffs_as_often_as_the_equilibrium() -> None:
    pairs = worthless(asks("counter"))
    expected = sum(closed.solve(unseen_at(turn.view)).bluff_rate for turn, _ in pairs)
    assert abs(sum(act != PASS for _, act in pairs) - expected) < 3 * (len(pairs) * 0.25) ** 0.5


def test_the_counter_never_asks_for_what_all_can_see() -> None:
    assert all(unseen_at(turn.view).count(act.sum) for turn, act in asks("counter") if act != PASS)


@pytest.mark.parametrize("name", ["counter", "equilibrium", "reader"])
def test_who_counts_calls_for_certain_what_is_impossible_or_free_to_call(name: str) -> None:
    sure = [
        act
        for turn, act in answers(name)
        if turn.view.cash[turn.seat] <= turn.view.sum
        or not unseen_at(turn.view).count(turn.view.sum)
    ]
    assert len(sure) > 100
    assert set(sure) == {CALL}


def test_the_counter_calls_with_the_chance_of_the_equilibrium() -> None:
    open_ones = [
        (closed.solve(unseen_at(turn.view)).calls[turn.view.sum], act)
        for turn, act in answers("counter")
        if turn.view.cash[turn.seat] > turn.view.sum and unseen_at(turn.view).count(turn.view.sum)
    ]
    expected = sum(probability for probability, _ in open_ones)
    calls = sum(act == CALL for _, act in open_ones)
    assert abs(calls - expected) < 3 * (len(open_ones) * 0.25) ** 0.5


def test_the_equilibrium_bot_plays_only_what_the_equilibrium_plays() -> None:
    for turn, act in asks("equilibrium"):
        seats = {a.seat for a in turn.legal if isinstance(a, Ask)}
        solved = {seat: equilibrium(position_at(turn.view, seat)) for seat in seats}
        held = 0 if is_worthless(turn.view.card) else turn.view.card
        if act == PASS:
            assert any(best.claims[0].get(0, 0) > 0 for best in solved.values())
        else:
            assert solved[act.seat].claims[held][act.sum] > 0
            assert solved[act.seat].value >= max(best.value for best in solved.values()) - 1


def test_the_equilibrium_bot_counts_cash() -> None:
    short = [
        turn
        for turn in positions("answer")
        if turn.view.sum < turn.view.cash[turn.seat] < 2 * turn.view.sum
    ]
    assert len(short) > 50
    expected = [equilibrium(position_at(t.view, t.seat)).calls[t.view.sum] for t in short]
    calls = sum(act == CALL for _, act in acts("equilibrium", short))
    assert abs(calls - sum(expected)) < 3 * (len(short) * 0.25) ** 0.5


def test_call_big_calls_from_50_000() -> None:
    assert all((act == CALL) == (turn.view.sum >= 50 * K) for turn, act in answers("call_big"))


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.8, 1.0])
def test_call_q_calls_at_its_rate_and_bluff_q_bluffs_at_its_rate(rate: float) -> None:
    assert share(act == CALL for _, act in answers("call_q", rate)) == pytest.approx(rate, abs=0.05)
    pairs = asks("bluff_q", rate)
    assert share(act != PASS for _, act in worthless(pairs)) == pytest.approx(rate, abs=0.07)
    assert all(act.sum == turn.view.card for turn, act in pairs if not is_worthless(turn.view.card))


def test_the_rate_after_the_colon_is_a_probability() -> None:
    assert probability("0.3") == 0.3
    for wrong in ("1.5", "-0.1", "nan", "often", ""):
        with pytest.raises(ValueError, match="is not a probability"):
            probability(wrong)


def test_bluff_q_gives_no_tell_by_its_sums() -> None:
    pairs = worthless(asks("bluff_q", 1.0))
    unseen = [unseen_at(turn.view) for turn, _ in pairs]
    for value in (10 * K, 20 * K, 100 * K):
        expected = sum(u.count(value) / sum(n for _, n in u.dollars) for u in unseen)
        asked = sum(act.sum == value for _, act in pairs)
        assert abs(asked - expected) < 3 * expected**0.5


def test_bluff_max_asks_100_000_for_everything() -> None:
    assert {act.sum for _, act in asks("bluff_max")} == {100 * K}


def test_the_impossible_bot_bluffs_only_with_sums_all_shown() -> None:
    bluffs = [(turn, act) for turn, act in worthless(asks("impossible")) if act != PASS]
    assert len(bluffs) > 50
    assert not any(unseen_at(turn.view).count(act.sum) for turn, act in bluffs)
    assert all(
        act.sum == turn.view.card
        for turn, act in asks("impossible")
        if not is_worthless(turn.view.card)
    )


def claim(
    taker: int, asked: int, dollars: int, *, bluff: bool = False, call: bool = False
) -> Claim:
    card: Any = "klart" if bluff else dollars
    return Claim(1, taker, asked, card, asked, dollars, "call" if call else "pay", dollars)


def with_past(turn: Turn[Any, Any], *past: Claim) -> Turn[Any, Any]:
    return Turn(turn.seat, turn.view._replace(past=past), turn.legal)


def rich(turn: Turn[Any, Any]) -> bool:
    return min(turn.view.cash) >= 200 * K


def test_the_reader_calls_a_known_liar_and_pays_a_known_honest_player() -> None:
    usable = [
        turn
        for turn in positions("answer")
        if rich(turn) and unseen_at(turn.view).count(turn.view.sum)
    ]
    assert len(usable) > 20
    for turn in usable:
        taker = turn.view.taker
        lies = [claim(taker, turn.seat, 30 * K, bluff=True)] * 10
        truths = [claim(taker, turn.seat, 30 * K)] * 10
        assert bot("reader")(with_past(turn, *lies), Random(0)) == CALL
        assert bot("reader")(with_past(turn, *truths), Random(0)) == PAY


def test_the_reader_bluffs_high_against_who_pays_and_passes_against_who_calls() -> None:
    usable = [turn for turn, _ in worthless(asks("honest")) if rich(turn)]
    assert len(usable) > 20
    for turn in usable:
        others = [seat for seat in range(turn.view.seats) if seat != turn.seat]
        payers = [claim(turn.seat, other, sum_) for other in others for sum_ in (K, 90 * K)] * 10
        callers = [c._replace(answer="call") for c in payers]
        top = max((v for v, _ in unseen_at(turn.view).dollars), default=0)
        bluff = bot("reader")(with_past(turn, *payers), Random(0))
        assert bluff == PASS if not top else bluff.sum == top
        assert bot("reader")(with_past(turn, *callers), Random(0)) == PASS


def test_a_taken_card_counts_as_unseen() -> None:
    for turn in positions("ask"):
        down = sum(face is None for row in turn.view.rows for face in row) + turn.view.aside
        jackpots = turn.view.deck.count("jackpot") - sum(
            face == "jackpot" for row in turn.view.rows for face in row
        )
        unseen = unseen_at(turn.view)
        assert unseen.total + jackpots == down
