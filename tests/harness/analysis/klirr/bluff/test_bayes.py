from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.analysis.klirr.bluff.bayes import Judged, Tendency, bluff_probability, judge, regret

K = 1000


@given(st.sampled_from((10, 20, 30, 40, 50, 100)))
def test_without_a_record_every_sum_of_the_equilibrium_is_a_bluff_in_one_of_three(
    opportunity: Any, tens: int
) -> None:
    assert bluff_probability(opportunity(0, tens * K), Tendency()) == pytest.approx(1 / 3)


def test_a_long_record_gives_the_exact_probability(opportunity: Any) -> None:
    seen = Tendency(100_000, 30_000, 100_000, 0, Counter({50 * K: 20_000, 100 * K: 10_000}))
    lies = 15 * 0.3 * 2 / 3
    assert bluff_probability(opportunity(0, 50 * K), seen) == pytest.approx(
        lies / (lies + 4), abs=1e-3
    )


def test_dollar_cards_that_lie_count_too(opportunity: Any) -> None:
    seen = Tendency(100_000, 100_000, 100_000, 100_000, Counter({100 * K: 200_000}))
    assert bluff_probability(opportunity(0, 100 * K), seen) == pytest.approx(1, abs=1e-3)


def test_what_is_all_shown_is_a_bluff(opportunity: Any) -> None:
    assert bluff_probability(opportunity(0, 60 * K), Tendency()) == 1


def test_regret_is_the_cost_of_the_wrong_side_with_cash_counted_in(opportunity: Any) -> None:
    paid, called = opportunity(0, 50 * K), opportunity(0, 50 * K, called=True)
    assert Judged(paid, 0.5, 0.3).regret == pytest.approx(25 * K)  # 50 (3 · ½ - 1)
    assert Judged(called, 0.5, 0.3).regret == 0
    assert Judged(called, 0.2, 0.3).regret == pytest.approx(20 * K)
    broke = replace(paid, taker_cash=0)
    assert Judged(broke, 0.5, 0.3).regret == 0  # nothing to win from who has nothing
    short = replace(called, asked_cash=50 * K)
    assert Judged(short, 0.0, 0.3).regret == 0  # calling was free


def test_a_judgement_rests_on_nothing_that_came_later(table: Any) -> None:
    made = table("bluffer", "caller", "counter", "honest", deals=6)
    whole = [j.bluff for j in judge(made)]
    for cut in (50, 120):
        part = [j.bluff for j in judge(made[:cut])]
        assert part == whole[: len(part)]


def test_the_record_of_a_claimer_is_learned(table: Any) -> None:
    made = table("bluffer", "caller", "counter", "honest", deals=20)
    judged = [j for j in judge(made) if j.opportunity.taker == "honest"][-60:]
    assert sum(j.bluff for j in judged) / 60 < 0.1
    top = [
        j for j in judge(made) if j.opportunity.taker == "bluffer" and j.opportunity.sum == 100 * K
    ]
    assert sum(j.bluff for j in top[-30:]) / 30 > 0.8


def test_who_always_pays_regrets_more_than_who_counts(table: Any) -> None:
    judged = list(judge(table("bluffer", "caller", "counter", "honest", deals=20)))
    payer = regret([j for j in judged if j.opportunity.asked == "honest"])
    counter = regret([j for j in judged if j.opportunity.asked == "counter"])
    assert payer.value is not None
    assert counter.value is not None
    assert payer.value > 2 * counter.value > 0
