"""Rulings 14 to 19: paying, what is shown, who is out, whose turn it is, the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from typing import Any

    from tests.engine.klirr.conftest import Table


def claim(table: type[Table], card: str, dollars: int, answer: str, **switches: Any) -> Table:
    """Seat 0 of three holds a card of seat 1 and asks seat 2, who answers."""
    at = table("klirr", card, "", **switches).play("0: turn", "0: take 1")
    return at.play(f"0: ask 2 {dollars}", f"2: {answer}")


def test_ruling_14_the_asked_pays_what_they_have_and_no_debt(table: type[Table]) -> None:
    at = claim(table, "80k", 80_000, "call")
    assert at.cash == (200_000, 100_000, 0)
    assert at.state.view(0).claims[0].paid == 100_000


def test_ruling_14_a_caught_bluffer_pays_what_they_have(table: type[Table]) -> None:
    at = table("klirr klirr", "20k klart", "10k")
    at.play("0: turn", "0: take 1", "0: ask 2 70000", "2: call", "1: turn 9", "2: turn", "0: turn")
    assert at.cash[0] == 30_000
    at.play("0: take 1:1", "0: ask 2 50000", "2: call")
    assert at.cash[0] == 0
    assert at.state.view(0).claims[1].paid == 30_000


def test_ruling_14_a_payment_that_leaves_the_asked_with_0_puts_them_out(table: type[Table]) -> None:
    at = claim(table, "klart", 100_000, "pay")
    assert (at.cash, at.active) == ((200_000, 100_000, 0), (True, True, False))
    assert at.play("1: turn").now() == "0 turn"


def test_ruling_14_a_doubled_payment_that_leaves_0_puts_out(table: type[Table]) -> None:
    assert claim(table, "50k", 50_000, "call").active == (True, True, False)


def test_ruling_14_a_bluffer_left_with_0_is_out(table: type[Table]) -> None:
    at = claim(table, "50k", 100_000, "call")
    assert (at.cash, at.active) == ((0, 100_000, 200_000), (False, True, True))
    assert at.now() == "1 turn"


def test_ruling_14_a_payment_that_leaves_something_puts_nobody_out(table: type[Table]) -> None:
    assert claim(table, "50k", 90_000, "pay").active == (True, True, True)


def test_ruling_14_a_caught_bluffer_who_had_0_already_is_out_too(table: type[Table]) -> None:
    at = table.seat_0_broke("klirr", "klart").play("0: turn", "0: take 1", "0: ask 1 30000")
    at.play("1: call")
    assert (at.cash, at.active, at.now()) == ((0, 200_000), (False, True), "1 turn")
    assert at.state.view(0).claims[-1].paid == 0


def test_ruling_14_a_bluffer_with_0_who_is_believed_stays(table: type[Table]) -> None:
    at = table.seat_0_broke("klirr", "klart").play("0: turn", "0: take 1", "0: ask 1 30000")
    at.play("1: pay")
    assert (at.cash, at.active) == ((30_000, 170_000), (True, True))


def test_ruling_14_starting_a_round_with_0_is_not_being_out(table: type[Table]) -> None:
    at = table.seat_0_broke("70k", "")
    assert (at.cash[0], at.active, at.now()) == (0, (True, True), "0 turn")
    assert at.play("0: turn").cash[0] == 70_000


@pytest.mark.parametrize("card", ["20k", "40k", "klirr", "klart"])
@pytest.mark.parametrize("answer", ["pay", "call"])
def test_ruling_15_a_taken_card_ends_face_up_accepted_claims_included(
    table: type[Table], card: str, answer: str
) -> None:
    at = claim(table, card, 40_000, answer)
    assert at.rows[1][0] == (card if card[0] == "k" else int(card[:2]) * 1000)
    assert at.rows[1][1:] == (None,) * 10


def test_ruling_15_the_card_is_not_shown_before_the_step_is_resolved(table: type[Table]) -> None:
    at = table("klirr", "40k", "").play("0: turn", "0: take 1", "0: ask 2 40000")
    assert at.rows[1][0] is None


@pytest.mark.parametrize("card", ["10k", "jackpot", "klart", "klirr"])
def test_ruling_15_a_turned_card_ends_face_up(table: type[Table], card: str) -> None:
    at = table(card, "").play("0: turn")
    assert at.rows[0][0] == (10_000 if card == "10k" else card)


def test_ruling_16_a_row_turned_to_its_end_puts_out(table: type[Table]) -> None:
    at = table("", "").play(*["0: turn", "1: turn"] * 10)
    assert at.active == (True, True)
    at.play("0: turn")
    assert (at.active, at.now()) == ((False, True), "1 turn")


def test_ruling_16_a_row_emptied_by_another_puts_its_owner_out(table: type[Table]) -> None:
    row = "10k 10k 10k 10k 20k 20k 20k 20k 30k klirr 30k"
    at = table(row, "30k 30k 40k 40k 40k 50k 50k 50k 60k 60k 70k", first=1)
    at.play(*["1: turn", "0: turn"] * 10, "0: take 1")
    assert at.active == (True, True)
    at.play("0: ask 1 10000")
    assert at.active == (True, True)
    assert at.play("1: pay").active == (True, False)


def test_ruling_16_a_taken_jackpot_puts_its_owner_out_if_it_was_the_last_card(
    table: type[Table],
) -> None:
    row = "10k 10k 10k 10k 20k 20k 20k 20k 30k klirr 30k"
    at = table(row, "30k 30k 40k 40k 40k 50k 50k 50k 60k 60k jackpot", first=1)
    at.play(*["1: turn", "0: turn"] * 10, "0: take 1")
    assert (at.active, at.now()) == ((True, False), "0 turn")


# Seats 1 and 2 take the jackpots of seat 0, which so comes to its last klirr card two turns early.
EARLY_END = (
    "10k 10k 10k 10k 20k 20k 20k 20k klirr jackpot jackpot",
    "klirr 30k 30k 30k 30k 40k 40k 40k klart klart 50k",
    "klirr 50k 50k 60k 60k 70k 70k 80k klirr klirr klart",
)


def turner_with_an_empty_row(table: type[Table], **switches: Any) -> Table:
    at = table(*EARLY_END, **switches)
    at.play("0: turn", "1: turn", "1: take 0:9", "2: turn", "2: take 0:10")
    at.play(*["0: turn", "1: turn", "2: turn"] * 7, "0: turn")
    assert None not in at.rows[0]
    return at


def test_ruling_16_the_turner_of_a_last_klirr_stays_in_for_their_moment(table: type[Table]) -> None:
    at = turner_with_an_empty_row(table)
    assert (at.active, at.now()) == ((True, True, True), "0 take")
    at.play("0: take 1", "0: ask 2 10000")
    assert at.active[0] is True
    at.play("2: pay")
    assert (at.active, at.now()) == ((False, True, True), "1 turn")


def test_ruling_16_such_a_turner_gets_the_moment_back_by_passing(table: type[Table]) -> None:
    at = turner_with_an_empty_row(table)
    at.play("0: take 1", "0: pass", "1: take 2", "1: pass", "2: take 1", "2: pass")
    assert (at.active, at.now()) == ((True, True, True), "0 take")
    at.play("0: take 2:10", "0: ask 1 10000", "1: pay")
    assert (at.active, at.now()) == ((False, True, True), "1 turn")


def test_ruling_16_such_a_turner_is_out_when_a_passed_on_taker_ends_the_moment(
    table: type[Table],
) -> None:
    at = turner_with_an_empty_row(table).play("0: take 1", "0: pass")
    assert at.acts(1) == ["take 2"]
    at.play("1: take 2", "1: ask 0 10000", "0: pay")
    assert (at.active, at.now()) == ((False, True, True), "1 turn")


def test_ruling_16_the_turner_stays_in_when_a_passed_on_taker_empties_their_row(
    table: type[Table],
) -> None:
    at = table("10k 10k 10k 10k 20k 20k 20k klart klirr jackpot jackpot", *EARLY_END[1:])
    at.play("0: turn", "1: turn", "1: take 0:9", "2: turn", "2: take 0:10")
    at.play(*["0: turn", "1: turn", "2: turn"] * 6, "0: turn 8", "0: take 1:8", "0: pass")
    at.play("1: take 0:7", "1: pass")
    assert None not in at.rows[0]
    assert (at.active, at.now()) == ((True, True, True), "2 take")
    at.play("2: take 1:9", "2: pass")
    assert at.now() == "0 take"
    at.play("0: take 1:10", "0: ask 2 10000", "2: pay")
    assert (at.active, at.now()) == ((False, True, True), "1 turn")


def test_ruling_17_the_turn_goes_left_of_the_turner(table: type[Table]) -> None:
    at = table("klirr", "klart", "10k").play("0: turn", "0: take 1", "0: pass", "1: take 2")
    at.play("1: ask 0 10000", "0: pay")
    assert at.now() == "1 turn"


def test_ruling_17_turn_after_klirr_taker_goes_left_of_the_last_taker(table: type[Table]) -> None:
    at = table("klirr", "klart", "10k", turn_after_klirr="taker")
    at.play("0: turn", "0: take 1", "0: pass", "1: take 2", "1: ask 0 10000", "0: pay")
    assert at.now() == "2 turn"


@pytest.mark.parametrize(("switch", "turner"), [("turner", 2), ("taker", 1)])
def test_ruling_17_out_players_are_skipped_and_the_table_is_round(
    table: type[Table], switch: str, turner: int
) -> None:
    at = table("klart klart", "klirr", "10k", "klart 10k", first=3, turn_after_klirr=switch)
    at.play("3: turn", "0: turn", "1: turn", "1: take 0:1", "1: pass", "2: take 3:1")
    at.play("2: ask 0 10000", "0: pay")
    assert at.now() == f"{turner} turn"


@pytest.mark.parametrize(("switch", "turner"), [("turner", 1), ("taker", 3)])
def test_ruling_17_the_last_taker_counts_even_when_the_moment_put_them_out(
    table: type[Table], switch: str, turner: int
) -> None:
    at = table("klirr", "klart", "klart", "10k", turn_after_klirr=switch)
    at.play("0: turn", "0: take 1", "0: pass", "1: take 2", "1: pass", "2: take 3")
    at.play("2: ask 0 100000", "0: call")
    assert at.active == (True, True, False, True)
    assert at.now() == f"{turner} turn"


@pytest.mark.parametrize("switch", ["turner", "taker"])
def test_ruling_17_a_moment_that_was_not_passed_on_makes_no_difference(
    table: type[Table], switch: str
) -> None:
    at = table("klirr", "jackpot", "", turn_after_klirr=switch).play("0: turn", "0: take 1")
    assert at.now() == "1 turn"


def test_ruling_18_out_players_keep_money_and_cards_and_are_asked_and_taken_from(
    table: type[Table],
) -> None:
    at = table("klirr klirr", "klart 60k", "", first=1).play("1: turn", "2: turn", "0: turn")
    assert at.cash[1] == 100_000
    assert at.rows[1] == ("klart", *[None] * 10)
    at.play("0: take 1", "0: ask 1 60000")
    assert at.acts(1) == ["pay", "call"]
    at.play("1: call")
    assert at.cash[1] == 0
    assert at.now() == "2 turn"


def test_ruling_18_an_out_player_may_win_money_and_stays_out(table: type[Table]) -> None:
    at = table("klirr", "klart 60k", "", first=1).play("1: turn", "2: turn", "0: turn")
    at.play("0: take 1", "0: ask 1 70000", "1: call")
    assert (at.cash[1], at.active) == (170_000, (True, False, True))


def test_ruling_18_out_players_get_no_turn_and_no_moment(table: type[Table]) -> None:
    at = table("klirr", "klart klirr", "klirr", first=1).play("1: turn", "2: turn", "2: take 1")
    assert at.play("2: pass").now() == "0 take"
    at.play("0: take 1:2", "0: ask 1 10000", "1: pay")
    assert at.now() == "0 turn"


def test_ruling_19_the_round_ends_when_nobody_is_active(table: type[Table]) -> None:
    at = table("klart", "klart", "klart").play("0: turn", "1: turn")
    assert at.now() == "2 turn"
    assert at.play("2: turn").now() == "deal"


def test_ruling_19_a_sole_active_player_goes_on_alone(table: type[Table]) -> None:
    at = table("10k klirr klirr 20k klart", "klart klart 30k", first=1).play("1: turn")
    at.play("0: turn")
    assert at.now() == "0 turn"
    at.play("0: turn", "0: take 1", "0: pass")
    assert at.now() == "0 turn"
    at.play("0: turn", "0: take 1", "0: ask 1 30000", "1: pay", "0: turn")
    assert (at.now(), at.cash) == ("0 turn", (160_000, 70_000))
    assert at.play("0: turn").now() == "deal"


def test_ruling_19_a_round_may_end_by_the_last_players_lost_money(table: type[Table]) -> None:
    at = table("klirr", "klart 20k", first=1).play("1: turn", "0: turn", "0: take 1")
    assert at.play("0: ask 1 100000", "1: call").now() == "deal"
