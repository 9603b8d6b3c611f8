from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests_exploits import best_calls, value

from harness.analysis.klirr.bluff.claimer import claimer, won
from harness.analysis.klirr.bluff.exploit import exploitability
from harness.analysis.klirr.bluff.fits import deck_tracking, size_tell
from harness.equilibrium import closed
from harness.equilibrium.position import Position, Unseen
from harness.equilibrium.strategy import weights

K = 1000
DECK = Unseen(
    15,
    tuple((v * K, n) for v, n in zip((10, 20, 30, 40, 50, 100), (6, 5, 4, 4, 4, 3), strict=True)),
)


def drawn(opportunity: Any, claims: Any, number: int, seed: str, deck: Unseen = DECK) -> list[Any]:
    """Opportunities of a claimer with this strategy."""
    random = Random(seed)
    cards, counts = zip(*weights(deck), strict=True)
    made = []
    for n in range(number):
        card = random.choices(cards, counts)[0]
        asked = random.choices(tuple(claims[card]), tuple(claims[card].values()))[0]
        made.append(opportunity(card, asked, deal=n % 50, unseen=deck))
    return made


def test_rates_are_kept_apart_by_the_kind_of_card(opportunity: Any) -> None:
    made = [
        *(opportunity(0, 100 * K if n < 10 else 0, deal=n) for n in range(40)),
        *(opportunity(20 * K, 50 * K if n < 6 else 20 * K, deal=n) for n in range(60)),
    ]
    found = claimer(made)
    assert (found.forced.value, found.forced.n) == (0.25, 40)
    assert (found.optional.value, found.optional.n) == (0.1, 60)


def test_chips_are_what_changed_hands_cash_counted_in(opportunity: Any) -> None:
    assert won(opportunity()) == 0
    assert won(opportunity(0, 50 * K)) == 50 * K
    assert won(opportunity(0, 50 * K, asked_cash=20 * K)) == 20 * K
    assert won(opportunity(0, 50 * K, called=True)) == -50 * K
    assert won(opportunity(0, 50 * K, called=True, taker_cash=10 * K)) == -10 * K
    assert won(opportunity(50 * K, 50 * K, called=True)) == 100 * K
    assert won(opportunity(50 * K, 50 * K, called=True, asked_cash=70 * K)) == 70 * K


def test_an_optional_bluff_is_held_against_the_truth_paid_and_called(opportunity: Any) -> None:
    made = [opportunity(20 * K, 50 * K, called=n % 2 == 0, deal=n) for n in range(20)]
    found = claimer(made)
    assert found.optional_high.value == 0 - 20  # ±50 on average, less 20 paid
    assert found.optional_low.value == 0 - 40


def test_the_frequency_error_is_against_the_equilibrium_of_each_position(opportunity: Any) -> None:
    made = [opportunity(0, 50 * K if n < 20 else 0, deal=n) for n in range(40)]
    assert claimer(made).frequency_error.value == pytest.approx(0.5 - 26 / 30)


def test_impossible_bluffs_name_a_value_that_is_all_shown(opportunity: Any) -> None:
    made = [opportunity(0, (60 if n < 8 else 50) * K, deal=n) for n in range(32)]
    assert claimer(made).impossible.value == 0.25


def test_the_answers_of_the_engine_are_no_success(opportunity: Any) -> None:
    made = [
        *(opportunity(0, 50 * K, deal=n, answer_source="fallback") for n in range(30)),
        *(opportunity(0, 50 * K, called=True, deal=n) for n in range(30)),
    ]
    assert claimer(made).success.value == 0
    assert claimer(made).chips.value == -50


def test_a_perfect_claimer_gives_nothing_away_where_a_plug_in_would_say_3_7(
    opportunity: Any,
) -> None:
    best = closed.solve(DECK)
    fitted, plugged = [], []
    for n in range(60):
        made = drawn(opportunity, best.claims, 200, f"perfect {n}")
        fitted.append(exploitability(made).value)
        plugged.append(plug_in(made))
    assert np.mean(plugged) == pytest.approx(3.7, abs=1.0)
    assert abs(np.mean(fitted)) < 1.2


def plug_in(made: Any) -> float:
    due = sum(1.5 * c.card for c in made)
    best = 0
    for asked in {c.sum for c in made if c.sum}:
        here = [c for c in made if c.sum == asked]
        best += min(asked * len(here), sum(-asked if c.bluff else 2 * asked for c in here))
    return (due - best) / len(made) / K


@pytest.mark.parametrize("bluffing", [0.0, 0.3, 1.0])
def test_the_exploitability_of_a_habit_is_what_best_answers_take(
    opportunity: Any, bluffing: float
) -> None:
    best = closed.solve(DECK)
    total = sum(n for _, n in DECK.dollars)
    bluffs = {v: bluffing * n / total for v, n in DECK.dollars}
    claims: Any = {card: {card: 1.0} for card, _ in weights(DECK)} | {
        0: {0: 1 - bluffing, **bluffs}
    }
    position = Position(DECK)
    lost = best.value - value(position, claims, best_calls(position, claims))
    found = exploitability(drawn(opportunity, claims, 6000, f"habit {bluffing}"))
    assert found.value == pytest.approx(lost / K, abs=1.5)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= lost / K <= found.high


def test_who_follows_the_deck_has_slope_1_and_who_does_not_has_0(opportunity: Any) -> None:
    random = Random("tracking")
    follows, ignores = [], []
    for n in range(1500):
        deck = Unseen(random.choice((14, 18, 25, 40)), DECK.dollars)
        rate = closed.solve(deck).bluff_rate
        follows.append(opportunity(0, 50 * K * (random.random() < rate), deal=n % 50, unseen=deck))
        ignores.append(opportunity(0, 50 * K * (random.random() < 0.6), deal=n % 50, unseen=deck))
    assert deck_tracking(follows).value == pytest.approx(1, abs=0.25)
    assert deck_tracking(ignores).value == pytest.approx(0, abs=0.2)


def test_without_both_bluffs_and_passes_there_is_no_slope(opportunity: Any) -> None:
    assert deck_tracking([opportunity(deal=n) for n in range(80)]).withheld == "it never bluffs"
    always = [opportunity(0, 50 * K, deal=n) for n in range(80)]
    assert deck_tracking(always).withheld == "it always bluffs"


def test_a_sum_that_only_liars_name_is_a_tell(opportunity: Any) -> None:
    deck = Unseen(15, tuple((v * 10 * K, 3) for v in range(1, 11)))  # the cards tell nothing
    best = closed.solve(deck)
    big = {**best.claims, 0: {100 * K: 1.0}}
    told = size_tell(drawn(opportunity, big, 600, "big", deck))
    assert told.value is not None
    assert told.value > 0.4
    hidden = size_tell(drawn(opportunity, best.claims, 1200, "balanced", deck))
    assert hidden.low is not None
    assert hidden.high is not None
    assert hidden.low < 0 < hidden.high
