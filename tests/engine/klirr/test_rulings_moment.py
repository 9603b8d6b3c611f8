"""Rulings 7 to 10: the klirr moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.engine.klirr.conftest import Table

WORTHLESS = pytest.mark.parametrize("card", ["klirr", "klart"])


def test_ruling_7_a_card_is_taken_from_any_other_player_out_or_not(table: type[Table]) -> None:
    at = table("klirr", "klart", "", first=1).play("1: turn", "2: turn", "0: turn")
    assert at.active == (True, False, True)
    assert at.acts(0) == ["take 1", "take 2"]
    assert at.refuses("0: take 0")
    assert at.refuses("0: take 3")


def test_ruling_7_the_taker_must_take(table: type[Table]) -> None:
    at = table("klirr", "").play("0: turn")
    for act in ["turn", "pass", "ask 1 10000", "pay", "call"]:
        assert at.refuses(f"0: {act}")
    assert at.refuses("1: take 0")


LAST_BUT_ONE = "klirr klirr 10k 10k 10k 10k 20k 20k 20k klirr 20k"
TWO_JACKPOTS = "30k 30k 30k 30k 40k 40k 40k 50k 50k jackpot jackpot"


def test_ruling_7_a_player_without_a_down_card_cannot_be_taken_from(table: type[Table]) -> None:
    at = table(LAST_BUT_ONE, "klart", TWO_JACKPOTS).play("0: turn", "0: take 2:9", "1: turn")
    at.play("2: turn", "0: turn", "0: take 2:10", "2: turn", *["0: turn", "2: turn"] * 7)
    assert None not in at.rows[2]
    assert at.play("0: turn").acts(0) == ["take 1"]
    assert at.refuses("0: take 2")


def test_ruling_7_without_a_card_to_take_the_moment_ends_at_once_with_nothing(
    table: type[Table],
) -> None:
    at = table(LAST_BUT_ONE, TWO_JACKPOTS).play("0: turn", "0: take 1:9", "1: turn")
    at.play("0: turn", "0: take 1:10", "1: turn", *["0: turn", "1: turn"] * 7)
    before = at.cash
    at.play("0: turn")
    assert at.rows[0][9] == "klirr"
    assert (at.now(), at.cash, at.active) == ("0 turn", before, (True, False))


def test_ruling_7_only_the_taker_sees_the_card(table: type[Table]) -> None:
    at = table("klirr", "50k", "").play("0: turn", "0: take 1")
    assert [at.state.view(seat).card for seat in range(3)] == [50_000, None, None]
    assert at.rows[1][0] is None
    at.play("0: ask 2 50000")
    assert [at.state.view(seat).card for seat in range(3)] == [50_000, None, None]


def test_ruling_8_a_taken_jackpot_is_shown_paid_by_the_bank_and_ends_the_moment(
    table: type[Table],
) -> None:
    at = table("klirr", "jackpot", "").play("0: turn", "0: take 1")
    assert at.cash == (300_000, 100_000, 100_000)
    assert (at.now(), at.rows[1][0]) == ("1 turn", "jackpot")


def test_ruling_8_a_jackpot_pays_a_passed_on_taker(table: type[Table]) -> None:
    at = table("klirr", "klart", "jackpot").play("0: turn", "0: take 1", "0: pass", "1: take 2")
    assert at.cash == (100_000, 300_000, 100_000)


def test_ruling_9_with_a_dollar_card_one_must_ask_the_value_or_another_sum(
    table: type[Table],
) -> None:
    at = table("klirr", "50k").play("0: turn", "0: take 1")
    assert at.acts(0) == table.asks(1)
    assert at.refuses("0: pass")
    assert at.refuses("0: turn")


@pytest.mark.parametrize(
    ("dollars", "cash"),
    [(50_000, (200_000, 0)), (40_000, (60_000, 140_000)), (60_000, (40_000, 160_000))],
)
def test_ruling_9_the_value_is_honest_any_other_sum_a_bluff_lower_too(
    table: type[Table], dollars: int, cash: tuple[int, ...]
) -> None:
    at = table("klirr", "50k").play("0: turn", "0: take 1", f"0: ask 1 {dollars}", "1: call")
    assert at.cash == cash
    assert at.state.view(0).claims[-1].bluff is (dollars != 50_000)


@WORTHLESS
def test_ruling_10_with_a_worthless_card_one_bluffs_or_passes(
    table: type[Table], card: str
) -> None:
    at = table("klirr", card, "").play("0: turn", "0: take 1")
    assert at.acts(0) == [*table.asks(1), *table.asks(2), "pass"]


@WORTHLESS
def test_ruling_10_any_request_with_a_worthless_card_is_a_bluff(
    table: type[Table], card: str
) -> None:
    at = table("klirr", card).play("0: turn", "0: take 1", "0: ask 1 30000", "1: call")
    assert at.cash == (70_000, 130_000)


@WORTHLESS
@pytest.mark.parametrize("answer", ["pay", "call"])
def test_ruling_10_a_taken_worthless_card_puts_nobody_out_and_starts_no_moment(
    table: type[Table], card: str, answer: str
) -> None:
    at = table("klirr", card).play("0: turn", "0: take 1", "0: ask 1 30000", f"1: {answer}")
    assert (at.now(), at.active) == ("1 turn", (True, True))


@WORTHLESS
def test_ruling_10_a_passed_card_goes_face_up_and_the_moment_on(
    table: type[Table], card: str
) -> None:
    at = table("klirr", card, "").play("0: turn", "0: take 1", "0: pass")
    assert at.rows[1][0] == card
    assert (at.now(), at.active, at.cash) == ("1 take", (True,) * 3, (100_000,) * 3)
    assert at.state.view(0).taker == 1
    assert at.state.view(0).owner is None
    assert at.acts(1) == ["take 0", "take 2"]


def test_ruling_10_the_moment_goes_on_clockwise_past_the_out_and_round_to_the_turner(
    table: type[Table],
) -> None:
    at = table("klart klirr", "klart klirr klart", "10k", "klirr", first=1)
    at.play("1: turn", "2: turn", "3: turn", "3: take 0:1")
    takers = []
    for take in ["1:1", "0:0", "1:2"]:
        at.play(f"{at.state.actors[0]}: pass")
        takers.append(at.now())
        at.play(f"{at.state.actors[0]}: take {take}")
    at.play("3: pass")
    assert [*takers, at.now()] == ["0 take", "2 take", "3 take", "0 take"]


def test_ruling_10_passes_are_public_and_those_of_the_moment_are_counted(
    table: type[Table],
) -> None:
    at = table("klirr", "klart 20k", "klirr klirr").play("0: turn", "0: take 1", "0: pass")
    at.play("1: take 2", "1: pass", "2: take 1")
    for seat in range(3):
        view = at.state.view(seat)
        assert view.past == ((1, 0, 1, "klart"), (1, 1, 2, "klirr"))
        assert (view.passed, view.claims) == (2, ())
    at.play("2: ask 0 20000", "0: pay")
    assert [len(one) for one in at.state.view(1).past] == [4, 4, 8]
    assert at.state.view(1).passed == 0
    at.play("1: turn")
    assert at.state.view(0).passed == 0


@pytest.mark.parametrize(
    ("pass_to", "takers"),
    [("round", ["1 take", "2 take", "0 take"]), ("lap", ["1 take", "2 take", "1 turn"])],
)
def test_ruling_10_pass_to_lap_does_not_come_back_to_the_turner(
    table: type[Table], pass_to: str, takers: list[str]
) -> None:
    at = table("klirr klirr klirr", "klirr klirr", "klirr klirr", pass_to=pass_to)
    at.play("0: turn", "0: take 1", "0: pass")
    seen = [at.now()]
    at.play("1: take 2", "1: pass")
    seen.append(at.now())
    at.play("2: take 0", "2: pass")
    assert [*seen, at.now()] == takers


def test_ruling_10_pass_to_lap_wraps_round_past_the_out(table: type[Table]) -> None:
    at = table("klirr", "klart 20k", "klirr klirr klirr", "", first=1, pass_to="lap")
    at.play("1: turn", "2: turn", "2: take 0", "2: pass")
    assert at.now() == "3 take"
    at.play("3: take 2", "3: pass")
    assert at.now() == "0 take"
    at.play("0: take 2", "0: pass")
    assert at.now() == "3 turn"


@WORTHLESS
def test_ruling_10_pass_to_nobody_ends_the_moment(table: type[Table], card: str) -> None:
    at = table("klirr", card, "", pass_to="nobody").play("0: turn", "0: take 1", "0: pass")
    assert at.rows[1][0] == card
    assert at.now() == "1 turn"
    assert at.state.view(0).past == ((1, 0, 1, card),)


def test_ruling_10_if_nobody_else_is_active_a_pass_ends_the_moment(table: type[Table]) -> None:
    at = table("klirr", "klart klirr", first=1).play("1: turn", "0: turn", "0: take 1", "0: pass")
    assert at.now() == "0 turn"
    assert at.state.view(0).taker is None


def test_ruling_10_a_pass_first_puts_out_the_owner_it_leaves_without_a_down_card(
    table: type[Table],
) -> None:
    row = "10k 10k 10k 10k 20k 20k 20k 20k 30k klirr 30k"
    at = table(row, "30k 30k 40k 40k 40k 50k 50k 50k 60k 60k klart", first=1)
    at.play(*["1: turn", "0: turn"] * 10, "0: take 1")
    assert at.active == (True, True)
    at.play("0: pass")
    assert at.active == (True, False)
    assert at.now() == "0 turn"


def test_ruling_10_a_passed_on_taker_without_a_card_to_take_ends_the_moment(
    table: type[Table],
) -> None:
    row = "10k 10k 10k 10k 20k 20k 20k 20k 30k klirr jackpot"
    at = table(row, "klirr 30k 30k 40k 40k 40k 50k 50k 50k klart 60k")
    at.play("0: turn", "1: turn", "1: take 0:10", *["0: turn", "1: turn"] * 8, "0: turn")
    assert (at.rows[0].count(None), at.rows[1].count(None)) == (0, 2)
    before = at.cash
    at.play("0: take 1", "0: pass")
    assert (at.now(), at.cash, at.active) == ("1 turn", before, (False, True))
