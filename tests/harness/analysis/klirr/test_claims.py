from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.games import games
from harness.analysis.klirr.claims import of_match
from harness.replay import replay, resume

K = 1000


def final_claims(record: Any) -> Any:
    head = record.head
    state: Any = resume(games()["klirr"], head.rules, len(head.seats), record.moves)
    return state.view(0).claims


def test_every_request_of_a_record_is_labelled_as_the_table_saw_it(
    records: Any, table: Any
) -> None:
    bots = ("random", "counter", "impossible", "bluff-max")
    told: Counter[Any] = Counter()
    for record in records(*bots, deals=6):
        for claim in final_claims(record):
            seats = record.head.seats
            key = (seats[claim.taker], seats[claim.asked], claim.sum, claim.bluff, claim.answer)
            told[record.head.match, *key] += 1
    found = Counter(
        (c.match, c.taker, c.asked, c.sum, c.bluff, "call" if c.called else "pay")
        for c in table(*bots, deals=6)
        if c.sum
    )
    assert found == told
    assert len(told) > 100


def test_every_pass_that_could_have_been_a_bluff_is_an_opportunity(
    records: Any, table: Any
) -> None:
    bots = ("random", "honest", "counter")
    passes = {
        (record.head.match, number)
        for record in records(*bots, deals=20)
        for number, move in enumerate(record.moves)
        if move.act == "pass" and move.source is not None
    }
    found = {(c.match, c.move) for c in table(*bots, deals=20) if not c.sum}
    assert found == passes
    assert len(passes) > 20


def test_cash_and_cards_are_those_before_the_claim(records: Any) -> None:
    record = records("counter", "bluff-max", "call-q", deals=1)[0]
    states = list(replay(games()["klirr"], record.head.rules, 3, record.moves))
    for c in of_match(0, record, states):
        state: Any = states[c.move]
        taker = record.head.seats.index(c.taker)
        assert c.taker_cash == state.cash[taker]
        assert c.richest == max(cash for seat, cash in enumerate(state.cash) if seat != taker)
        if c.asked:
            assert c.asked_cash == state.cash[record.head.seats.index(c.asked)]
        assert c.unseen.total == sum(
            card != "jackpot"
            for row, shown in zip(state.round.rows, state.shown, strict=True)
            for card, face in zip(row, shown, strict=True)
            if face is None
        ) + sum(card != "jackpot" for card in state.round.aside)


def test_a_duel_is_two_seats_with_the_rival_active(table: Any) -> None:
    assert not any(c.duel for c in table("counter", "honest", "caller", deals=4))
    two = table("counter", "honest", deals=6)
    assert {c.duel for c in two} == {True, False}
    rates = [c.balanced_rate() for c in two if c.duel and c.forced]
    assert rates == pytest.approx([1] * len(rates))


def test_what_is_said_of_a_single_claim(opportunity: Any) -> None:
    lie, low, truth, passed = (
        opportunity(0, 50 * K),
        opportunity(50 * K, 20 * K),
        opportunity(50 * K, 50 * K),
        opportunity(),
    )
    assert [c.bluff for c in (lie, low, truth, passed)] == [True, True, False, False]
    assert [c.forced for c in (lie, low, truth, passed)] == [True, False, False, True]
    assert not opportunity(0, 60 * K).possible
    assert lie.possible
