from __future__ import annotations

import json
from typing import Any

import pytest

from harness.analysis.klirr.bluff.bayes import Judged
from harness.analysis.klirr.bluff.beliefs import beliefs
from harness.analysis.klirr.bluff.panel import panel

K = 1000
TABLE = ("counter", "bluff-q:0.3", "call-q:0.3", "impossible")


@pytest.fixture(scope="module")
def found(table: Any) -> Any:
    return {one.player: one for one in panel(table(*TABLE))}


def holds(figure: Any, truth: float) -> bool:
    return figure.low is not None and figure.low <= truth <= figure.high


def test_planted_habits_come_back_within_their_intervals(found: Any) -> None:
    assert holds(found["bluff-q:0.3"].claimer.forced, 0.3)
    assert holds(found["call-q:0.3"].caller.hits, 0.3)
    assert holds(found["call-q:0.3"].caller.false_alarms, 0.3)
    assert holds(found["call-q:0.3"].caller.within, 0)
    assert holds(found["counter"].exploitability, 0)
    assert holds(found["counter"].claimer.frequency_error, 0)
    assert found["impossible"].claimer.impossible.value == 1
    assert found["counter"].caller.sure.value == 1
    assert found["counter"].claimer.optional.value < 0.05
    assert found["bluff-q:0.3"].claimer.optional.value == 0


def test_who_bluffs_impossibly_is_the_most_readable(found: Any) -> None:
    most = max(found.values(), key=lambda one: one.readable.value)
    assert most.player == "impossible"


def test_always_call_and_always_pay_have_d_prime_0(table: Any) -> None:
    played = {one.player: one for one in panel(table("always-call", "always-pay", "counter"))}
    for name in ("always-call", "always-pay"):
        assert played[name].caller.d_prime.value == pytest.approx(0, abs=1e-12)
        assert played[name].json()["d_prime"] == pytest.approx(0, abs=1e-12)


def test_an_honest_claimer_gives_away_a_third_of_the_value(table: Any) -> None:
    played = {one.player: one for one in panel(table("honest", "counter", "caller"))}
    figure = played["honest"].exploitability
    assert holds(figure, 40.976 / 3)


def test_the_json_has_the_keys_of_the_contract_and_every_figure_its_count(found: Any) -> None:
    for name, one in found.items():
        told = json.loads(json.dumps(one.json()))
        assert told["player"] == name
        assert set(told["forced"]) == set(told["optional"]) == {"chances", "bluffs"}
        assert set(told["answers"]) == {"to_bluffs", "called_bluffs", "to_honest", "called_honest"}
        assert told["claims"] >= told["forced"]["bluffs"] + told["optional"]["bluffs"]
        assert told["figures"]["forced_bluff_rate"]["n"] == told["forced"]["chances"]
        assert told["d_prime"] == told["figures"]["d_prime"]["value"]
        assert all({"value", "low", "high", "n"} <= set(f) for f in told["figures"].values())


def test_what_was_asked_of_all_was_answered_by_all(found: Any) -> None:
    counts = [one.counts for one in found.values()]
    assert sum(c.claims for c in counts) == sum(c.to_bluffs + c.to_honest for c in counts)
    assert sum(c.bluffs_called for c in counts) == sum(c.called_bluffs for c in counts)
    assert sum(c.honest_called for c in counts) == sum(c.called_honest for c in counts)


def test_acts_of_the_engine_are_left_out_and_counted_apart(opportunity: Any) -> None:
    made = [
        opportunity(0, 50 * K),
        opportunity(50 * K, 50 * K, source="fallback"),
        opportunity(0, 50 * K, answer_source="fallback"),
    ]
    by_name = {p.player: p.counts for p in panel(made)}
    assert by_name["one"].claims == 2
    assert by_name["one"].fallback_claims == 1
    assert by_name["one"].bluffs_answered == 1
    assert by_name["other"].fallback_answers == 1
    assert by_name["other"].to_bluffs == 1
    assert by_name["other"].to_honest == 1


def judged(
    opportunity: Any, belief: float | None, *, lie: bool, called: bool, deal: int = 0
) -> Judged:
    card = 0 if lie else 50 * K
    one = opportunity(card, 50 * K, called=called, p_bluff=belief, deal=deal)
    return Judged(one, 1 / 3, 1 / 3)


def test_a_belief_is_scored_against_the_truth_and_the_cards(opportunity: Any) -> None:
    told = [
        judged(
            opportunity, 0.8 if n % 3 == 0 else 0.1, lie=n % 3 == 0, called=n % 3 == 0, deal=n % 12
        )
        for n in range(60)
    ]
    found = beliefs(told)
    assert found is not None
    assert found.brier.value == pytest.approx((0.2**2 + 2 * 0.1**2) / 3)
    assert found.skill.value == pytest.approx(1 - 0.02 / (2 / 9))
    assert found.against.value == 0
    assert found.reliability[0] == (pytest.approx(0.1), 0, 40)
    assert found.reliability[1] == (pytest.approx(0.8), 1, 20)


def test_an_answer_against_the_own_belief_has_its_price(opportunity: Any) -> None:
    told = [judged(opportunity, 0.9, lie=True, called=n % 2 == 0, deal=n % 12) for n in range(60)]
    found = beliefs(told)
    assert found is not None
    assert found.against.value == 0.5
    assert found.cost.value == pytest.approx(50 * (3 * 0.9 - 1) / 2)


def test_asking_is_compared_with_not_asking(opportunity: Any) -> None:
    told = [
        judged(opportunity, 0.5 if n % 2 else None, lie=True, called=n % 2 == 1, deal=n % 12)
        for n in range(120)
    ]
    found = beliefs(told)
    assert found is not None
    assert found.asking.value == 1
    assert beliefs([judged(opportunity, None, lie=True, called=True)]) is None
