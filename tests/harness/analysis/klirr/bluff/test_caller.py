from __future__ import annotations

from typing import Any

import pytest

from harness.analysis.klirr.bluff.caller import caller, criterion, d_prime
from harness.equilibrium.position import Unseen

K = 1000


def test_the_fixture_of_45_in_60_and_30_in_120() -> None:
    assert d_prime(45, 60, 30, 120) == pytest.approx(1.332, abs=5e-4)
    assert criterion(45, 60, 30, 120) == pytest.approx(0, abs=5e-4)


@pytest.mark.parametrize(("bluffs", "honest"), [(60, 120), (7, 300), (1, 1)])
def test_who_always_calls_or_always_pays_has_exactly_d_prime_0(bluffs: int, honest: int) -> None:
    assert d_prime(bluffs, bluffs, honest, honest) == pytest.approx(0, abs=1e-12)
    assert d_prime(0, bluffs, 0, honest) == pytest.approx(0, abs=1e-12)
    assert criterion(bluffs, bluffs, honest, honest) < 0 < criterion(0, bluffs, 0, honest)


def test_counts_become_rates(opportunity: Any) -> None:
    asked = [
        *(opportunity(0, 50 * K, called=n < 45, deal=n % 20) for n in range(60)),
        *(opportunity(50 * K, 50 * K, called=n < 30, deal=n % 20) for n in range(120)),
    ]
    found = caller(asked)
    assert found.hits.value == 0.75
    assert found.false_alarms.value == 0.25
    assert found.d_prime.value == pytest.approx(1.332, abs=5e-4)
    assert found.d_prime.withheld is None
    assert caller(asked[1:]).d_prime.withheld == "fewer than 60 bluffs or 120 honest requests"


def test_a_card_counter_tells_nothing_within_equal_odds(opportunity: Any) -> None:
    common = Unseen(10, ((50 * K, 12),))
    rare = Unseen(10, ((50 * K, 2),))
    asked = []
    for deck, lies in ((common, 40), (rare, 80)):
        for n in range(120):
            card = 0 if n < lies else 50 * K
            asked.append(opportunity(card, 50 * K, called=deck == rare, unseen=deck, deal=n % 20))
    found = caller(asked)
    assert found.d_prime.value is not None
    assert found.d_prime.value > 0.6
    assert found.within.value == pytest.approx(0, abs=1e-9)


def test_sure_calls_are_those_that_cannot_be_true_or_cost_nothing(opportunity: Any) -> None:
    asked = [
        *(opportunity(0, 60 * K, called=True, deal=n) for n in range(10)),  # no card of 60 000
        *(opportunity(50 * K, 50 * K, called=False, asked_cash=50 * K, deal=n) for n in range(10)),
        *(opportunity(50 * K, 50 * K, called=False, asked_cash=60 * K, deal=n) for n in range(10)),
    ]
    assert caller(asked).sure.n == 20
    assert caller(asked).sure.value == 0.5


def test_without_a_bluff_there_is_no_d_prime(opportunity: Any) -> None:
    found = caller([opportunity(50 * K, 50 * K)])
    assert found.d_prime.value is None
    assert found.d_prime.withheld == "no bluff"
