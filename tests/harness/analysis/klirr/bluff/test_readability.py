from __future__ import annotations

from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from harness.analysis.klirr.bluff.readability import readability

K = 1000
READABLE = {"open": 0.6, "plain": 0.0, "closed": -0.6}
SHARP = {"keen": 0.5, "mean": 0.0, "dull": -0.5}


def test_planted_readability_and_sharpness_come_back(opportunity: Any) -> None:
    random = Random("probit")
    made = []
    for n in range(9000):
        taker, asked = random.choice(list(READABLE)), random.choice(list(SHARP))
        lie = random.random() < 0.4
        strength = 1.0 + READABLE[taker] + SHARP[asked]
        called = random.random() < NormalDist().cdf(-0.2 + (0.5 if lie else -0.5) * strength)
        card = 0 if lie else 50 * K
        made.append(opportunity(card, 50 * K, called=called, taker=taker, asked=asked, deal=n % 60))
    found = readability(made)
    for planted, figures in ((READABLE, found.readable), (SHARP, found.sharp)):
        assert sum(figure.value or 0 for figure in figures.values()) == pytest.approx(0, abs=0.02)
        for name, true in planted.items():
            figure = figures[name]
            assert figure.value == pytest.approx(true, abs=0.2)
            assert figure.low is not None
            assert figure.high is not None
            assert figure.low - 0.05 <= true <= figure.high + 0.05


def test_on_few_claims_it_is_withheld(opportunity: Any) -> None:
    made = [
        opportunity(50 * K * (n % 2), 50 * K, called=n % 3 == 0, deal=n % 10) for n in range(100)
    ]
    assert readability(made).readable["one"].withheld == "fewer than 150"


def test_where_nobody_lies_there_is_nothing_to_read(opportunity: Any) -> None:
    found = readability([opportunity(50 * K, 50 * K, deal=n) for n in range(200)])
    assert found.readable["one"].value is None
