from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests_exploits import (
    best_calls,
    best_claims,
    caller_exploitability,
    ceiling,
    claimer_exploitability,
    floor,
    value,
)

from harness.equilibrium import closed, equilibrium, program
from harness.equilibrium.position import Position, Unseen, stakes, unseen
from harness.equilibrium.strategy import weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from harness.equilibrium.strategy import Equilibrium

    Solve = Callable[[Unseen], Equilibrium]

K = 1000
FIXTURE = Unseen(
    15,
    tuple((v * K, n) for v, n in zip((10, 20, 30, 40, 50, 100), (6, 5, 4, 4, 4, 3), strict=True)),
)
FEW_WORTHLESS = FIXTURE._replace(worthless=5)
DEFAULT_DECK = unseen(
    ["klirr"] * 10
    + ["jackpot"] * 4
    + ["klart"] * 5
    + [10 * K] * 4 + [20 * K] * 4 + [30 * K] * 4 + [40 * K] * 3 + [50 * K] * 3
    + [60 * K] * 2 + [70 * K] * 2 + [80 * K] * 2 + [90 * K, 100 * K]
)  # fmt: skip
HONEST = {card: {card: 1.0} for card, _ in weights(FIXTURE)}
CENT = 0.01

decks = st.builds(
    Unseen,
    st.integers(0, 15),
    st.dictionaries(st.integers(1, 10).map(lambda v: v * 10 * K), st.integers(1, 5)).map(
        lambda held: tuple(sorted(held.items()))
    ),
).filter(lambda deck: deck.total > 0)
cash = st.integers(1, 25).map(lambda v: v * 10.0 * K) | st.just(inf)
positions = st.builds(
    Position,
    decks,
    taker_cash=cash | st.just(0.0),
    asked_cash=cash,
    cap=st.integers(1, 10).map(lambda v: v * 10 * K),
    passing=st.none() | st.integers(-60, 20).map(lambda v: v * 1.0 * K),
)


def thousands(dollars: float) -> float:
    return round(dollars / K, 3)


@pytest.mark.parametrize("solve", [closed.solve, lambda deck: program.solve(Position(deck))])
def test_the_fixture_deck_is_worth_34_390_and_a_worthless_card_bluffs_in_867(solve: Solve) -> None:
    best = solve(FIXTURE)
    assert thousands(best.value) == 34.390
    assert round(best.bluff_rate, 3) == 0.867
    assert all(best.calls[v] == pytest.approx(0.5) for v, _ in FIXTURE.dollars)


def test_without_the_choice_to_pass_the_fixture_deck_is_worth_33_902() -> None:
    position = Position(FIXTURE, passing=None)
    assert not closed.holds(position)
    assert thousands(equilibrium(position).value) == 33.902
    assert equilibrium(position).bluff_rate == pytest.approx(1)


@pytest.mark.parametrize("solve", [closed.solve, lambda deck: program.solve(Position(deck))])
def test_with_five_worthless_cards_left_small_sums_are_believed(solve: Solve) -> None:
    best = solve(FEW_WORTHLESS)
    assert thousands(best.value) == pytest.approx(42.90, abs=0.005)
    expected = {10: 0, 20: 0.25, 30: 1 / 3, 40: 0.375, 50: 0.4, 100: 0.45}
    assert {v // K: best.calls[v] for v, _ in FEW_WORTHLESS.dollars} == pytest.approx(
        expected, abs=5e-4
    )


def test_an_asked_who_holds_50_makes_the_claim_worth_22_68() -> None:
    best = equilibrium(Position(FIXTURE, asked_cash=50 * K))
    assert thousands(best.value) == pytest.approx(22.68, abs=0.005)
    assert round(best.bluff_rate, 3) == 0.489


def test_a_taker_who_holds_10_makes_the_claim_worth_40_44() -> None:
    best = equilibrium(Position(FIXTURE, taker_cash=10 * K))
    assert thousands(best.value) == pytest.approx(40.44, abs=0.005)


def test_the_default_deck_is_worth_40_976_and_a_worthless_card_bluffs_in_867() -> None:
    best = closed.solve(DEFAULT_DECK)
    assert thousands(best.value) == 40.976
    assert round(best.bluff_rate, 3) == 0.867


def test_the_threshold_is_a_third_unless_somebody_runs_short() -> None:
    assert all(stakes(c * 10 * K).threshold == pytest.approx(1 / 3) for c in range(1, 11))
    assert stakes(50 * K, asked_cash=50 * K).threshold == 0
    assert stakes(40 * K, asked_cash=60 * K).threshold == pytest.approx(0.2)
    assert stakes(40 * K, taker_cash=0).threshold == pytest.approx(0.5)


@given(st.integers(1, 10), st.floats(0, 1))
def test_calling_gains_the_sum_times_three_p_less_one(tens: int, bluff: float) -> None:
    asked = tens * 10 * K
    assert stakes(asked).edge(bluff) == pytest.approx(asked * (3 * bluff - 1), abs=CENT)


@given(decks, st.integers(1, 10).map(lambda v: v * 10 * K))
def test_the_closed_form_is_worth_what_the_linear_program_is(deck: Unseen, cap: int) -> None:
    position = Position(deck, cap=cap)
    assert closed.holds(position)
    best = closed.solve(deck, cap)
    assert best.value == pytest.approx(program.solve(position).value, abs=CENT)


@given(positions)
def test_wherever_the_closed_form_is_said_to_hold_nobody_can_gain_on_it(
    position: Position,
) -> None:
    position = replace(position, taker_cash=inf, asked_cash=inf)
    if closed.holds(position):
        best = closed.solve(position.unseen, position.cap)
        assert claimer_exploitability(position, best.claims, best) == pytest.approx(0, abs=CENT)
        assert caller_exploitability(position, best.calls, best) == pytest.approx(0, abs=CENT)


@given(positions)
def test_neither_side_of_a_solution_can_be_exploited(position: Position) -> None:
    best = equilibrium(position)
    assert floor(position, best.claims) == pytest.approx(best.value, abs=CENT)
    assert ceiling(position, best.calls) == pytest.approx(best.value, abs=CENT)
    assert value(position, best.claims, best.calls) == pytest.approx(best.value, abs=CENT)


@given(positions)
def test_every_strategy_of_a_solution_is_legal_and_adds_up(position: Position) -> None:
    best = equilibrium(position)
    assert {card for card, _ in weights(position.unseen)} == set(best.claims)
    for card, asked in best.claims.items():
        assert sum(asked.values()) == pytest.approx(1)
        assert set(asked) <= set(position.choices(card))
    assert all(0 <= chance <= 1 for chance in best.calls.values())


@given(positions, st.randoms(use_true_random=False))
def test_best_responses_are_at_least_as_good_as_the_equilibrium(
    position: Position, random: Random
) -> None:
    best = equilibrium(position)
    calls = {c: random.random() for c in position.sums()}
    claims = {
        card: {random.choice(position.choices(card)): 1.0} for card, _ in weights(position.unseen)
    }
    assert value(position, best_claims(position, calls), calls) >= best.value - CENT
    assert value(position, claims, best_calls(position, claims)) <= best.value + CENT
    assert value(position, claims, best_calls(position, claims)) == pytest.approx(
        floor(position, claims), abs=CENT
    )


def test_an_honest_claimer_gives_away_half_a_card() -> None:
    position = Position(FIXTURE)
    best = equilibrium(position)
    given_away = claimer_exploitability(position, HONEST, best)
    assert given_away == pytest.approx(best.value / 3)  # paid v where the best earns 1.5 v


def test_a_caller_who_always_pays_gives_the_top_card_for_every_worthless_one() -> None:
    position = Position(FIXTURE)
    best_reply = best_claims(position, {})
    assert all(asked == {100 * K: 1.0} for asked in best_reply.values())
    assert ceiling(position, {}) == 100 * K


def test_a_card_above_the_cap_is_asked_for_and_believed() -> None:
    deck = Unseen(0, ((50 * K, 2), (200 * K, 3)))
    best = closed.solve(deck)
    assert best.claims[200 * K] == {200 * K: 1.0}
    assert best.calls[200 * K] == 0
    assert best.value == pytest.approx(program.solve(Position(deck)).value)


def test_unseen_cards_are_counted_by_what_a_claim_can_be_about() -> None:
    assert unseen(["klirr", "jackpot", 20 * K, "klart", 10 * K, 20 * K]) == Unseen(
        2, ((10 * K, 1), (20 * K, 2))
    )


def test_no_card_no_claim() -> None:
    with pytest.raises(ValueError, match="no card is unseen"):
        program.solve(Position(Unseen(0, ()), asked_cash=10 * K))


def test_the_closed_form_loads_neither_scipy_nor_numpy() -> None:
    code = (
        "import sys; from harness.equilibrium import closed, equilibrium;"
        "from harness.equilibrium.position import Position, Unseen;"
        "equilibrium(Position(Unseen(3, ((10000, 2),))));"
        "sys.exit(bool({'numpy', 'scipy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
