from __future__ import annotations

from dataclasses import replace
from typing import Any

from harness.analysis.klirr.bluff.stories import stories

K = 1000


def test_the_claims_that_moved_most_money_come_first(opportunity: Any) -> None:
    small, big, lost = (
        opportunity(10 * K, 10 * K, move=1),
        opportunity(100 * K, 100 * K, called=True, move=2),
        opportunity(0, 100 * K, called=True, move=3),
    )
    told = stories([small, big, lost], 2)
    assert [j.opportunity.move for j in told] == [2, 3]


def test_of_equal_ones_the_earlier_comes_first(opportunity: Any) -> None:
    one = opportunity(0, 50 * K, order=2)
    told = stories([one, replace(one, order=1), replace(one, order=3)], 5)
    assert [j.opportunity.order for j in told] == [1, 2, 3]


def test_of_equal_ones_other_kinds_players_and_matches_come_before_more_of_the_same(
    opportunity: Any,
) -> None:
    def lie(move: int, taker: str, match: str = "m", **more: Any) -> Any:
        return opportunity(0, 50 * K, move=move, taker=taker, match=match, **more)

    made = [
        lie(1, "a"),
        lie(2, "a"),
        lie(3, "b"),
        lie(4, "a", called=True),
        opportunity(50 * K, 50 * K, move=5, taker="a"),
        lie(6, "c", "other"),
        opportunity(60 * K, 60 * K, move=7, taker="a"),
    ]
    told = [j.opportunity.move for j in stories(made, 7)]
    # More money first, whatever it is; then a lie of somebody new, then the only lie that was
    # called, then the one taker not told of yet, then the kind told less, then what is left.
    assert told == [7, 6, 4, 3, 5, 1, 2]
    assert [j.opportunity.move for j in stories(made, 3)] == told[:3]


def test_a_player_is_told_of_what_it_made_and_what_it_answered(opportunity: Any) -> None:
    made = [
        opportunity(0, 50 * K, taker="a", asked="b", move=1),
        opportunity(0, 40 * K, taker="b", asked="c", move=2),
        opportunity(0, 30 * K, taker="c", asked="a", move=3),
    ]
    assert [j.opportunity.move for j in stories(made, 5, "a")] == [1, 3]
