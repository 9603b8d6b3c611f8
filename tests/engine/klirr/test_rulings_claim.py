"""Rulings 11 to 13: the sum, the asked, the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.klirr import GAME

if TYPE_CHECKING:
    from tests.engine.klirr.conftest import Table

TENS = range(10_000, 110_000, 10_000)
WORTHLESS = pytest.mark.parametrize("card", ["klirr", "klart"])


@pytest.mark.parametrize("dollars", [0, 5_000, 15_000, 110_000, 1_000_000, 10**11])
def test_ruling_11_sums_are_10_000_to_100_000_in_steps_of_10_000(
    table: type[Table], dollars: int
) -> None:
    at = table("klirr", "klart").play("0: turn", "0: take 1")
    assert at.acts(0) == [*table.asks(1), "pass"]
    assert at.refuses(f"0: ask 1 {dollars}")


def test_ruling_11_a_card_above_100_000_may_be_asked_for_honestly(table: type[Table]) -> None:
    at = table("klirr", "250k", dollar_values=[250_000] * 26).play("0: turn", "0: take 1")
    assert at.acts(0) == table.asks(1, [*TENS, 250_000])
    for bluff in (110_000, 240_000, 260_000, 500_000):
        assert at.refuses(f"0: ask 1 {bluff}")
    at.play("0: ask 1 250000", "1: call")
    assert at.cash == (200_000, 0)


def test_ruling_11_a_card_above_100_000_may_be_bluffed_lower(table: type[Table]) -> None:
    at = table("klirr", "250k", dollar_values=[250_000] * 26)
    at.play("0: turn", "0: take 1", "0: ask 1 100000", "1: call")
    assert at.cash == (0, 200_000)


@pytest.mark.parametrize(
    ("cap", "bluffs"), [("fixed", TENS), ("own_cash", [10_000, 20_000, 30_000])]
)
def test_ruling_11_own_cash_caps_a_bluff_by_the_cash_of_the_taker(
    table: type[Table], cap: str, bluffs: list[int]
) -> None:
    at = table("klirr klirr", "20k klart", bluff_cap=cap)
    at.play("0: turn", "0: take 1:0", "0: ask 1 70000", "1: call", "1: turn 10", "0: turn")
    assert at.cash[0] == 30_000
    at.play("0: take 1:1")
    assert at.acts(0) == [*table.asks(1, bluffs), "pass"]
    assert at.refuses("0: ask 1 40000") is (cap == "own_cash")


def test_ruling_11_own_cash_does_not_cap_the_honest_sum(table: type[Table]) -> None:
    at = table("klirr klirr", "20k 80k", bluff_cap="own_cash")
    at.play("0: turn", "0: take 1:0", "0: ask 1 70000", "1: call", "1: turn 10", "0: turn")
    at.play("0: take 1:1")
    assert at.acts(0) == table.asks(1, [10_000, 20_000, 30_000, 80_000])


def test_ruling_11_own_cash_never_allows_a_bluff_above_100_000(table: type[Table]) -> None:
    at = table("jackpot klirr", "10k klart", bluff_cap="own_cash")
    at.play("0: turn", "1: turn", "0: turn", "0: take 1")
    assert at.cash[0] == 300_000
    assert at.acts(0) == [*table.asks(1), "pass"]


@pytest.mark.parametrize("cap", ["fixed", "own_cash"])
def test_ruling_11_the_cash_of_the_asked_caps_nothing(table: type[Table], cap: str) -> None:
    at = table("klirr klirr", "20k klart klart", bluff_cap=cap)
    at.play("0: turn", "0: take 1", "0: ask 1 70000", "1: pay", "1: turn", "0: turn", "0: take 1")
    assert at.cash == (170_000, 30_000)
    assert at.acts(0) == [*table.asks(1), "pass"]


def test_ruling_11_own_cash_of_0_leaves_only_the_truth_or_a_pass(table: type[Table]) -> None:
    at = table.seat_0_broke("klirr", "klart 60k", bluff_cap="own_cash").play("0: turn")
    assert at.cash == (0, 200_000)
    worthless = at.state.apply(0, GAME.parse("take 1:0"))
    dollars = at.state.apply(0, GAME.parse("take 1:1"))
    assert [str(act) for act in worthless.legal(0)] == ["pass"]
    assert [str(act) for act in dollars.legal(0)] == ["ask 1 60000"]


def test_ruling_12_any_other_player_with_cash_may_be_asked_out_or_not_owner_or_not(
    table: type[Table],
) -> None:
    at = table("klirr", "klart", "20k", first=1).play(
        "1: turn", "2: turn 1", "0: turn", "0: take 2"
    )
    assert at.active[1] is False
    assert at.acts(0) == [*table.asks(1), *table.asks(2)]
    assert at.refuses("0: ask 0 10000")
    assert at.refuses("0: ask 3 10000")


def test_ruling_12_a_player_without_cash_cannot_be_asked(table: type[Table]) -> None:
    at = table.seat_0_broke("20k", "", "klirr").play("2: turn", "2: take 0")
    assert at.acts(2) == table.asks(1)
    assert at.refuses("2: ask 0 20000")


def test_ruling_12_ask_target_owner_lets_only_the_owner_be_asked(table: type[Table]) -> None:
    at = table("klirr", "", "20k", ask_target="owner").play("0: turn", "0: take 2")
    assert at.acts(0) == table.asks(2)
    assert at.refuses("0: ask 1 20000")


def test_ruling_12_ask_target_active_spares_who_is_out(table: type[Table]) -> None:
    at = table("klirr klirr", "klart 20k", "", first=1, ask_target="active")
    at.play("1: turn", "2: turn", "0: turn", "0: take 1:1")
    assert at.acts(0) == table.asks(2)
    assert at.refuses("0: ask 1 20000")


def test_ruling_12_ask_target_active_with_nobody_else_in_asks_nobody(table: type[Table]) -> None:
    at = table("klirr klirr klirr", "klart 20k klirr", first=1, ask_target="active")
    at.play("1: turn", "0: turn")
    dollars = at.state.apply(0, GAME.parse("take 1:1"))
    worthless = at.state.apply(0, GAME.parse("take 1:2"))
    assert (dollars.actors, dollars.phase) == ((0,), "turn")
    assert [str(act) for act in worthless.legal(0)] == ["pass"]


@pytest.mark.parametrize("target", ["any", "owner"])
def test_ruling_12_if_nobody_may_be_asked_a_dollar_card_yields_nothing(
    table: type[Table], target: str
) -> None:
    at = table.seat_0_broke("klart 20k", "klirr", ask_target=target)
    at.play("0: turn", "1: turn", "1: take 0:1")
    assert (at.cash, at.rows[0][1], at.now()) == ((0, 200_000), 20_000, "1 turn")
    assert at.state.view(0).claims[1:] == ()


@pytest.mark.parametrize("target", ["any", "owner"])
@WORTHLESS
def test_ruling_12_if_nobody_may_be_asked_a_worthless_card_is_passed(
    table: type[Table], target: str, card: str
) -> None:
    at = table.seat_0_broke(f"klart {card}", "klirr", ask_target=target)
    at.play("0: turn", "1: turn", "1: take 0:1")
    assert at.acts(1) == ["pass"]
    assert at.refuses("1: ask 0 10000")
    assert at.play("1: pass").now() == "1 turn"


def test_ruling_12_ask_target_owner_with_a_broke_owner_asks_nobody(table: type[Table]) -> None:
    at = table.seat_0_broke("20k klart", "", "klirr", ask_target="owner").play("2: turn")
    dollars = at.state.apply(2, GAME.parse("take 0:0"))
    worthless = at.state.apply(2, GAME.parse("take 0:1"))
    assert (dollars.actors, dollars.phase) == ((0,), "turn")
    assert dollars.view(1).rows[0][0] == 20_000
    assert [str(act) for act in worthless.legal(2)] == ["pass"]


def test_ruling_13_only_the_asked_answers(table: type[Table]) -> None:
    at = table("klirr", "20k", "").play("0: turn", "0: take 1", "0: ask 2 20000")
    assert at.now() == "2 answer"
    assert [at.acts(seat) for seat in range(3)] == [[], [], ["pay", "call"]]
    for line in ["0: pay", "1: call", "1: pay", "2: pass", "2: turn", "2: ask 0 20000"]:
        assert at.refuses(line)


def test_ruling_13_the_asked_sees_the_sum_but_not_the_card(table: type[Table]) -> None:
    at = table("klirr", "20k", "").play("0: turn", "0: take 1", "0: ask 2 70000")
    view = at.state.view(2)
    assert (view.taker, view.owner, view.slot, view.asked, view.sum) == (0, 1, 0, 2, 70_000)
    assert (view.card, view.rows[1][0]) == (None, None)


@pytest.mark.parametrize("card", ["20k", "40k", "klirr", "klart"])
def test_ruling_13_who_pays_pays_the_sum_bluff_or_not(table: type[Table], card: str) -> None:
    at = table("klirr", card, "").play("0: turn", "0: take 1", "0: ask 2 40000", "2: pay")
    assert at.cash == (140_000, 100_000, 60_000)
    assert at.now() == "1 turn"


def test_ruling_13_a_call_on_an_honest_request_costs_double_the_sum(table: type[Table]) -> None:
    at = table("klirr", "40k", "").play("0: turn", "0: take 1", "0: ask 2 40000", "2: call")
    assert at.cash == (180_000, 100_000, 20_000)
    assert at.now() == "1 turn"


@pytest.mark.parametrize("card", ["30k", "50k", "klirr", "klart"])
def test_ruling_13_a_call_on_a_bluff_costs_the_taker_the_sum(table: type[Table], card: str) -> None:
    at = table("klirr", card, "").play("0: turn", "0: take 1", "0: ask 2 40000", "2: call")
    assert at.cash == (60_000, 100_000, 140_000)
    assert at.now() == "1 turn"


def test_ruling_13_an_answered_claim_is_public_with_its_truth(table: type[Table]) -> None:
    at = table("klirr", "30k", "").play("0: turn", "0: take 1", "0: ask 2 40000", "2: call")
    for seat in range(3):
        (claim,) = at.state.view(seat).claims
        assert claim == (1, 0, 1, 30_000, 2, 40_000, "call", 40_000)
        assert claim.bluff
