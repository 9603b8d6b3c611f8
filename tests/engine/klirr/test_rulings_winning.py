"""Rulings 20 to 22: who wins, extra rounds, the cap, the ranks; and the fallback act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Outcome

if TYPE_CHECKING:
    from typing import Any

    from tests.engine.klirr.conftest import Table

RICH = [900_000] * 6 + [10_000] * 20


def over(at: Table) -> tuple[list[int], list[int], str]:
    """The outcome as (scores in thousands, ranks, ended)."""
    outcome = at.state.outcome
    assert isinstance(outcome, Outcome)
    assert at.now() == "over"
    return [score // 1000 for score in outcome.scores], list(outcome.ranks), outcome.ended


def turns(at: Table) -> Table:
    """Turn after turn to the end of the round, with no klirr card in the way."""
    while at.now().endswith("turn"):
        at.play(f"{at.state.actors[0]}: turn")
    return at


def test_ruling_20_a_million_in_the_middle_of_a_round_does_not_win(table: type[Table]) -> None:
    at = table("900k", "klart", dollar_values=RICH).play("0: turn", "1: turn")
    assert (at.cash[0], at.now(), at.state.outcome) == (1_000_000, "0 turn", None)


def test_ruling_20_a_million_lost_before_the_end_does_not_win(table: type[Table]) -> None:
    at = table("900k klirr klart", "klart 10k", dollar_values=RICH)
    at.play("0: turn", "1: turn", "0: turn", "0: take 1", "0: ask 1 20000", "1: call", "0: turn")
    assert (at.cash, at.now()) == ((980_000, 120_000), "deal")


@pytest.mark.parametrize(
    ("given", "now"), [(890_000, "deal"), (900_000, "over"), (910_000, "over")]
)
def test_ruling_20_a_million_or_more_at_the_end_wins(
    table: type[Table], given: int, now: str
) -> None:
    values = [given, *[10_000] * 25]
    at = turns(table(f"{given // 1000}k klart", "klart", dollar_values=values))
    assert at.now() == now
    if now == "over":
        assert over(at) == ([given // 1000 + 100, 100], [1, 2], "goal")


def test_ruling_20_of_several_the_highest_wins(table: type[Table]) -> None:
    at = turns(table("900k klart", "900k 10k klart", "900k klart", dollar_values=RICH))
    assert over(at) == ([1000, 1010, 1000], [2, 1, 2], "goal")


def tied(table: type[Table], **switches: Any) -> Table:
    """Four seats; seats 1 and 3 have 1 000 000 each after the first round."""
    rows = ["klart", "900k klart", "10k klart", "900k klart"]
    return turns(table(*rows, first=2, dollar_values=RICH, **switches))


def test_ruling_20_the_tied_play_an_extra_round_and_the_others_sit_out(table: type[Table]) -> None:
    at = tied(table)
    assert (at.now(), at.cash) == ("deal", (100_000, 1_000_000, 110_000, 1_000_000))
    at.deal(None, "klirr", None, "")
    view = at.state.view(0)
    assert [len(row) for row in view.rows] == [0, 11, 0, 11]
    assert (view.players, view.active) == ((1, 3), (False, True, False, True))
    assert (view.cash, view.round) == ((100_000, 1_000_000, 110_000, 1_000_000), 2)


def test_ruling_20_who_sits_out_is_neither_asked_nor_taken_from_nor_given_a_moment(
    table: type[Table],
) -> None:
    at = tied(table).deal(None, "klirr klart", None, "klirr").play("1: turn")
    assert at.acts(1) == ["take 3"]
    at.play("1: take 3")
    assert {act.rsplit(" ", 1)[0] for act in at.acts(1)} == {"ask 3", "pass"}
    assert at.refuses("1: ask 0 10000")
    assert at.play("1: pass").now() == "3 take"
    assert at.play("3: take 1:1", "3: pass").now() == "1 take"


@pytest.mark.parametrize(("first", "dealer"), [(2, 3), (3, 3), (0, 1), (1, 1)])
def test_ruling_20_the_dealer_of_an_extra_round_is_the_next_tied_seat(
    table: type[Table], first: int, dealer: int
) -> None:
    rows = ["klart", "900k klart", "klart", "900k klart"]
    at = turns(table(*rows, first=first, dollar_values=RICH)).deal(None, "", None, "")
    assert at.state.view(0).dealer == dealer
    assert at.now() == f"{4 - dealer} turn"


def test_ruling_20_cards_each_go_by_the_number_of_the_tied(table: type[Table]) -> None:
    at = turns(table(*["900k klart"] * 5, dollar_values=RICH))
    assert {len(row) for row in at.deal("", "", "", "", "").rows} == {9}
    at = turns(table("klart", *["900k klart"] * 4, dollar_values=RICH))
    assert [len(row) for row in at.deal(None, "", "", "", "").rows] == [0, 11, 11, 11, 11]


def test_ruling_20_the_highest_of_the_tied_wins_the_extra_round(table: type[Table]) -> None:
    at = turns(tied(table).deal(None, "klart", None, "10k klart"))
    assert over(at) == ([100, 1000, 110, 1010], [4, 2, 3, 1], "goal")


def test_ruling_20_the_still_tied_play_again_between_those(table: type[Table]) -> None:
    at = turns(table("900k klart", "klart", "900k klart", "900k klart", dollar_values=RICH))
    turns(at.deal("10k klart", None, "klart", "10k klart"))
    assert (at.now(), at.cash) == ("deal", (1_010_000, 100_000, 1_000_000, 1_010_000))
    at.deal("klart", None, None, "10k klart")
    assert at.state.view(0).players == (0, 3)
    assert over(turns(at)) == ([1010, 100, 1000, 1020], [2, 4, 3, 1], "goal")


def test_ruling_20_the_winner_of_an_extra_round_needs_no_million_nor_to_beat_a_bystander(
    table: type[Table],
) -> None:
    # Money never leaves the tied, so play cannot bring this about: the cash is forged.
    at = tied(table).deal(None, "klart", None, "10k klart")
    at.state = at.state._replace(cash=(700_000, 400_000, 500_000, 400_000))
    assert over(turns(at)) == ([700, 400, 500, 410], [2, 4, 3, 1], "goal")


def test_ruling_21_at_the_cap_the_highest_cash_wins(table: type[Table]) -> None:
    at = turns(table("20k klart", "klart", "10k klart", max_rounds=1))
    assert over(at) == ([120, 100, 110], [1, 3, 2], "cap")


def test_ruling_21_at_the_cap_equal_cash_shares(table: type[Table]) -> None:
    at = turns(table("20k klart", "20k klart", "klart", max_rounds=1))
    assert over(at) == ([120, 120, 100], [1, 1, 3], "cap")


def test_ruling_21_a_goal_reached_in_the_last_round_is_no_cap(table: type[Table]) -> None:
    at = turns(table("900k klart", "klart", dollar_values=RICH, max_rounds=1))
    assert over(at) == ([1000, 100], [1, 2], "goal")


def test_ruling_21_a_tie_at_the_goal_in_the_last_round_is_shared(table: type[Table]) -> None:
    assert over(tied(table, max_rounds=1)) == ([100, 1000, 110, 1000], [4, 1, 3, 1], "cap")


def test_ruling_21_extra_rounds_count_and_those_still_tied_share(table: type[Table]) -> None:
    at = turns(table("900k klart", "900k klart", "900k klart", dollar_values=RICH, max_rounds=2))
    turns(at.deal("10k klart", "klart", "10k klart"))
    assert over(at) == ([1010, 1000, 1010], [1, 3, 1], "cap")


def test_ruling_21_an_extra_round_decided_at_the_cap_is_a_goal(table: type[Table]) -> None:
    at = turns(tied(table, max_rounds=2).deal(None, "klart", None, "10k klart"))
    assert over(at) == ([100, 1000, 110, 1010], [4, 2, 3, 1], "goal")


def test_ruling_21_the_default_is_100_rounds(table: type[Table]) -> None:
    at = table("klart", "klart")
    for _ in range(99):
        turns(at)
        assert at.now() == "deal"
        at.deal("klart", "klart")
    assert over(turns(at)) == ([100, 100], [1, 1], "cap")


@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        (("20k klart", "10k klart", "10k klart", "klart"), [1, 2, 2, 4]),
        (("20k klart", "20k klart", "klart"), [1, 1, 3]),
        (("20k klart", "20k klart", "klart", "klart"), [1, 1, 3, 3]),
        (("klart", "klart", "klart", "klart"), [1, 1, 1, 1]),
        (("klart", "10k klart", "20k klart", "30k klart"), [4, 3, 2, 1]),
    ],
)
def test_ruling_22_equal_cash_has_equal_rank_and_the_next_rank_is_free(
    table: type[Table], rows: tuple[str, ...], ranks: list[int]
) -> None:
    assert over(turns(table(*rows, max_rounds=1)))[1] == ranks


def test_ruling_22_all_but_the_winners_rank_by_final_cash_those_of_the_extra_round_too(
    table: type[Table],
) -> None:
    at = tied(table).deal(None, "klart", None, "10k klart")
    at.state = at.state._replace(cash=(700_000, 650_000, 650_000, 650_000))
    assert over(turns(at))[1] == [2, 3, 3, 1]


def test_ruling_22_nobody_acts_when_the_match_is_over(table: type[Table]) -> None:
    at = turns(table("klart", "klart", max_rounds=1))
    assert (at.state.actors, at.state.phase, at.acts(0)) == ((), "", [])
    assert at.refuses("0: turn")


def test_fallback_takes_from_the_next_seat_clockwise_with_a_down_card(table: type[Table]) -> None:
    at = table("", "klirr", "", first=1).play("1: turn")
    assert str(at.state.fallback(1)) == "take 2"
    at = table("", "", "klirr", first=2).play("2: turn")
    assert str(at.state.fallback(2)) == "take 0"


@pytest.mark.parametrize("card", ["klirr", "klart"])
def test_fallback_passes_a_worthless_card(table: type[Table], card: str) -> None:
    at = table("klirr", card).play("0: turn", "0: take 1")
    assert str(at.state.fallback(0)) == "pass"


def test_fallback_asks_the_owner_for_the_true_value(table: type[Table]) -> None:
    at = table("klirr", "", "70k").play("0: turn", "0: take 2")
    assert str(at.state.fallback(0)) == "ask 2 70000"


def test_fallback_asks_the_next_clockwise_if_the_owner_cannot_be(table: type[Table]) -> None:
    at = table.seat_0_broke("20k", "", "", "klirr").play("2: turn", "3: turn", "3: take 0")
    assert str(at.state.fallback(3)) == "ask 1 20000"
    at = table.seat_0_broke("20k", "", "klirr", "").play("2: turn", "2: take 0")
    assert str(at.state.fallback(2)) == "ask 3 20000"


def test_fallback_turns_and_pays(table: type[Table]) -> None:
    at = table("klirr", "70k")
    assert str(at.state.fallback(0)) == "turn"
    at.play("0: turn", "0: take 1", "0: ask 1 70000")
    assert str(at.state.fallback(1)) == "pay"
