from __future__ import annotations

import numpy as np
import pytest

from harness.analysis.figure import Figure, rate, ratio, refit


def test_with_one_claim_a_deal_the_interval_is_the_classical_one_of_a_mean() -> None:
    values = np.random.default_rng(1).normal(3, 2, 50)
    found = ratio(range(50), values)
    error = values.std(ddof=1) / np.sqrt(50)
    assert found.value == pytest.approx(values.mean())
    assert found.high is not None
    assert found.high - values.mean() == pytest.approx(2.0096 * error, rel=1e-4)


def test_claims_of_one_deal_that_agree_widen_the_interval() -> None:
    flags = np.random.default_rng(2).random(30) < 0.4
    alone = rate(range(30), flags.tolist())
    thrice = rate([n // 3 for n in range(90)], np.repeat(flags, 3).tolist())
    assert (thrice.low, thrice.high) == pytest.approx((alone.low, alone.high))


def test_the_order_of_claims_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    deals, flags = rng.integers(0, 12, 80), rng.random(80) < 0.5
    order = rng.permutation(80)
    one = rate(deals.tolist(), flags.tolist())
    other = rate(deals[order].tolist(), flags[order].tolist())
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_95_percent_of_the_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(400):
        habits = np.clip(rng.normal(0.3, 0.1, 30), 0, 1)
        sizes = rng.integers(2, 9, 30)
        deals = np.repeat(np.arange(30), sizes)
        found = rate(deals.tolist(), (rng.random(len(deals)) < habits[deals]).tolist())
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_fewer_than_eight_deals_give_no_interval() -> None:
    found = rate([0, 1, 2, 3, 4, 5, 6] * 5, [True, False] * 17 + [True])
    assert found.value is not None
    assert found.low is None
    assert found.high is None


def test_a_habit_without_exception_still_has_an_interval() -> None:
    found = rate(range(40), [False] * 40)
    assert found.value == 0
    assert found.low == 0
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 40))


def test_a_figure_on_little_is_kept_but_withheld() -> None:
    found = rate(range(10), [True, False] * 5)
    assert found.value == 0.5
    assert found.json()["withheld"] == "fewer than 20"
    assert "withheld" not in rate(range(20), [True, False] * 10).json()


def test_nothing_is_undefined_and_says_so() -> None:
    assert ratio([], []) == Figure(None, 0, withheld="no chance")


def test_a_fitted_mean_has_about_the_interval_of_a_mean() -> None:
    values = np.random.default_rng(5).normal(0, 1, 300)
    plain = ratio(range(300), values)
    fitted = refit(range(300), lambda rows: float(values[rows].mean()), 300)
    assert fitted.value == pytest.approx(plain.value)
    assert fitted.high is not None
    assert plain.high is not None
    assert plain.value is not None
    assert (fitted.high - plain.value) / (plain.high - plain.value) == pytest.approx(1, abs=0.4)
