"""Rulings 1 to 6: the deck, the deal, a turn."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.game import CHANCE
from engine.klirr import GAME

if TYPE_CHECKING:
    from typing import Any

    from tests.engine.klirr.conftest import Table

VALUES = [10_000] * 4 + [20_000] * 4 + [30_000] * 4 + [40_000] * 3 + [50_000] * 3
VALUES += [60_000] * 2 + [70_000] * 2 + [80_000] * 2 + [90_000, 100_000]
SEATS = range(2, 7)


def test_ruling_1_two_to_six_seats() -> None:
    assert GAME.seats == SEATS


def test_ruling_1_the_deck_has_45_cards_and_the_invented_values(table: type[Table]) -> None:
    deck = table("", "").state.view(0).deck
    assert Counter(deck) == Counter(
        ["klirr"] * 10 + ["jackpot"] * 4 + ["klart"] * 5 + sorted(VALUES)
    )
    assert len(deck) == 45


def test_ruling_1_the_page_says_that_the_values_are_invented() -> None:
    assert "invented" in GAME.about
    assert "invented" in GAME.switches["dollar_values"].about


def test_ruling_1_the_values_can_be_switched(table: type[Table]) -> None:
    values = [250_000] * 25 + [10_000]
    at = table("", "", dollar_values=values)
    assert sorted(c for c in at.state.view(0).deck if isinstance(c, int)) == sorted(values)
    assert at.state.view(0).rules.dollar_values == tuple(values)


@pytest.mark.parametrize(
    "values",
    [
        VALUES[1:],
        [*VALUES, 10_000],
        [0, *VALUES[1:]],
        [-10_000, *VALUES[1:]],
        [15_000, *VALUES[1:]],
        [True, *VALUES[1:]],
        [10_000.0, *VALUES[1:]],
        ["10000", *VALUES[1:]],
        [[10_000], *VALUES[1:]],
        tuple(VALUES),
        10_000,
        None,
        "10000" * 26,
    ],
)
def test_ruling_1_values_that_are_not_26_multiples_of_10_000_are_refused(values: Any) -> None:
    with pytest.raises(ValueError, match="dollar_values"):
        GAME.rules({"dollar_values": values})


@pytest.mark.parametrize("seats", SEATS)
def test_ruling_2_everybody_starts_with_100_000(seats: int) -> None:
    state = GAME.start(seats, GAME.rules({}))
    assert state.view(0).cash == (100_000,) * seats


def test_ruling_2_cash_is_kept_between_rounds(table: type[Table]) -> None:
    at = table("50k klart", "klart").play("0: turn", "1: turn", "0: turn")
    assert at.now() == "deal"
    assert at.cash == (150_000, 100_000)
    assert at.deal("", "").cash == (150_000, 100_000)


def test_ruling_2_the_bank_is_unlimited(table: type[Table]) -> None:
    riches = 10**9
    at = table(f"{riches // 1000}k", "", dollar_values=[riches] * 26).play("0: turn")
    assert at.cash == (riches + 100_000, 100_000)


@pytest.mark.parametrize(("seats", "each"), [(2, 11), (3, 11), (4, 11), (5, 9), (6, 7)])
def test_ruling_3_cards_each_and_the_rest_aside(seats: int, each: int) -> None:
    state = GAME.start(seats, GAME.rules({}))
    drawn = state.draw(Random(1))
    assert [len(row) for row in drawn.rows] == [each] * seats
    assert len(drawn.aside) == 45 - each * seats
    view = state.apply(CHANCE, drawn).view(0)
    assert (view.aside, [len(row) for row in view.rows]) == (45 - each * seats, [each] * seats)


@pytest.mark.parametrize("seats", SEATS)
def test_ruling_3_nobody_sees_a_down_card_their_own_included(seats: int) -> None:
    state = GAME.start(seats, GAME.rules({}))
    state = state.apply(CHANCE, state.draw(Random(1)))
    for seat in range(seats):
        assert {face for row in state.view(seat).rows for face in row} == {None}


def test_ruling_3_all_45_are_shuffled_for_the_next_round(table: type[Table]) -> None:
    at = table("50k klart", "klart").play("0: turn", "1: turn", "0: turn")
    drawn = at.state.draw(Random(1))
    dealt = [card for row in drawn.rows for card in row] + list(drawn.aside)
    assert Counter(dealt) == Counter(at.deck)
    assert dealt != [card for row in at.state.draw(Random(2)).rows for card in row]


def test_ruling_4_the_first_dealer_comes_by_chance() -> None:
    state = GAME.start(4, GAME.rules({}))
    dealers = Counter(state.draw(Random(k)).dealer for k in range(400))
    assert sorted(dealers) == [0, 1, 2, 3]
    assert min(dealers.values()) > 60


@pytest.mark.parametrize("first", [0, 1, 2])
def test_ruling_4_the_seat_left_of_the_dealer_starts(table: type[Table], first: int) -> None:
    at = table("", "", "", first=first)
    assert at.state.view(0).dealer == (first - 1) % 3
    assert at.now() == f"{first} turn"


def test_ruling_4_the_next_dealer_is_the_next_seat_clockwise_and_round_the_table(
    table: type[Table],
) -> None:
    at = table("klart", "klart", "klart", first=2)
    dealers = []
    for _ in range(4):
        dealers.append(at.state.view(0).dealer)
        for _ in range(3):
            at.play(f"{at.state.actors[0]}: turn")
        at.deal("klart", "klart", "klart")
    assert dealers == [1, 2, 0, 1]


def test_ruling_4_turns_go_clockwise_over_active_players(table: type[Table]) -> None:
    at = table("", "klart", "", first=1)
    order = []
    for _ in range(6):
        order.append(at.now())
        at.play(f"{at.state.actors[0]}: turn")
    assert order == ["1 turn", "2 turn", "0 turn", "2 turn", "0 turn", "2 turn"]


def test_ruling_5_the_turner_must_turn(table: type[Table]) -> None:
    at = table("", "")
    assert at.acts(0) == ["turn"]
    for act in ["pass", "pay", "call", "take 1", "ask 1 10000"]:
        assert at.refuses(f"0: {act}")
    assert at.refuses("1: turn")
    assert at.acts(1) == []


def test_ruling_5_a_dollar_card_is_paid_at_once(table: type[Table]) -> None:
    at = table("70k", "").play("0: turn")
    assert at.cash == (170_000, 100_000)
    assert (at.now(), at.rows[0][0]) == ("1 turn", 70_000)


def test_ruling_5_a_jackpot_is_200_000_from_the_bank(table: type[Table]) -> None:
    at = table("jackpot", "").play("0: turn")
    assert at.cash == (300_000, 100_000)
    assert (at.now(), at.rows[0][0]) == ("1 turn", "jackpot")


def test_ruling_5_a_klart_card_puts_its_turner_out(table: type[Table]) -> None:
    at = table("klart", "").play("0: turn")
    assert at.active == (False, True)
    assert (at.cash, at.now()) == ((100_000, 100_000), "1 turn")


def test_ruling_5_a_klirr_card_begins_a_moment_with_the_turner_as_taker(table: type[Table]) -> None:
    at = table("klirr", "").play("0: turn")
    assert at.now() == "0 take"
    assert at.state.view(1).taker == 0
    assert at.rows[0][0] == "klirr"


def test_ruling_6_turn_means_the_lowest_numbered_down_card(table: type[Table]) -> None:
    at = table("10k 20k 30k", "klart").play("0: turn", "1: turn", "0: turn 2")
    assert at.rows[0][:3] == (10_000, None, 30_000)
    assert at.play("0: turn").rows[0][:3] == (10_000, 20_000, 30_000)


def test_ruling_6_turn_may_name_any_down_slot_but_is_one_choice(table: type[Table]) -> None:
    at = table("10k", "")
    assert at.acts(0) == ["turn"]
    assert at.play("0: turn 10").rows[0][10] is not None


@pytest.mark.parametrize("slot", [0, 11, 12, 10**11])
def test_ruling_6_a_slot_without_a_down_card_cannot_be_turned(
    table: type[Table], slot: int
) -> None:
    at = table("10k", "klart").play("0: turn", "1: turn")
    assert at.refuses(f"0: turn {slot}")


def test_ruling_6_the_same_holds_for_take(table: type[Table]) -> None:
    at = table("klirr klirr", "10k jackpot 20k", "klart").play("0: turn")
    assert at.acts(0) == ["take 1", "take 2"]
    assert at.play("0: take 1:1").rows[1][:3] == (None, "jackpot", None)
    at.play("1: turn", "2: turn", "0: turn")
    for slot in (0, 1, 11):
        assert at.refuses(f"0: take 1:{slot}")
    at.play("0: take 1")
    assert at.state.view(0).slot == 2
