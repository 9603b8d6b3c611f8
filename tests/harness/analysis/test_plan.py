from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.analysis.paired import mean, paired
from harness.analysis.pairs import tables
from harness.analysis.plan import deals_needed, difference_of, forecast, gap_of
from harness.analysis.rating import boards

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.analysis.paired import Mean
    from harness.record import Head

    Match = Callable[..., Head]
    Simulate = Callable[..., list[Head]]

TWO = {"ann": 0.0, "bob": 0.6}


def duel(heads: list[Head]) -> Mean | None:
    return mean(paired(tables(heads)[0]).differences(0, 1))


def test_a_gap_and_what_it_wins_are_the_same_thing() -> None:
    assert difference_of(0) == 0
    assert difference_of(400) == pytest.approx(10 / 11 - 1 / 11)
    for gap in (28.0, 57.0, 114.0):
        assert gap_of(difference_of(gap)) == pytest.approx(gap)


@pytest.mark.parametrize(("gap", "games"), [(28, 628), (57, 156), (114, 46)])
def test_heads_up_with_moderate_luck_the_published_numbers_of_games_come_out(
    gap: int, games: int
) -> None:
    """From statistics with invented strengths; a mirrored game's spread is about 0.73 there."""
    assert deals_needed(0.73, difference_of(gap)) == pytest.approx(games, rel=0.12)


def test_half_the_gap_needs_four_times_the_deals() -> None:
    assert deals_needed(0.7, 0.05) == pytest.approx(4 * deals_needed(0.7, 0.1), rel=0.01)
    assert deals_needed(0.7, 0.1) == 385  # 7.849 times 49


def test_more_pairs_to_test_need_more_deals() -> None:
    assert deals_needed(0.7, 0.1, pairs=15) > 1.5 * deals_needed(0.7, 0.1)


def test_the_forecast_interval_is_the_one_that_comes(simulate: Simulate) -> None:
    pilot, full = simulate(TWO, 2, 40, seed=1), simulate(TWO, 2, 160, seed=2)
    seen = forecast(pilot, 160)
    assert seen
    row = boards(full)[0].rows[0]
    assert row.high is not None
    assert row.rating is not None
    assert seen.half_width == pytest.approx(row.high - row.rating, rel=0.3)
    assert seen.from_deals == 40


def test_the_forecast_gap_takes_the_deals_it_was_forecast_for(simulate: Simulate) -> None:
    seen = forecast(simulate(TWO, 2, 40), 100)
    assert seen
    assert seen.gap is not None
    assert seen.deals_for(seen.gap) == pytest.approx(100, abs=1)


def test_a_planned_gap_is_shown_four_times_in_five(simulate: Simulate) -> None:
    (board, _) = boards(simulate(TWO, 2, 2000))
    gap = (board.rows[0].rating or 0) - (board.rows[1].rating or 0)
    seen = forecast(simulate(TWO, 2, 200, seed=1), 10)
    assert seen
    deals = seen.deals_for(gap)
    shown = [
        abs(found.value) > found.high - found.value
        for seed in range(100, 300)
        if (found := duel(simulate(TWO, 2, deals, seed=seed))) and found.high is not None
    ]
    assert 0.7 < sum(shown) / len(shown) < 0.9


def test_too_few_planned_deals_promise_no_interval(simulate: Simulate) -> None:
    seen = forecast(simulate(TWO, 2, 10), 7)
    assert seen
    assert seen.half_width is None


def test_pairs_that_meet_in_a_quarter_of_the_deals_need_four_times_as_many(
    simulate: Simulate,
) -> None:
    pilot = simulate(TWO, 2, 40)
    always, seldom = forecast(pilot, 100), forecast(pilot, 400, met=0.25)
    assert always
    assert seldom
    assert seldom.gap == pytest.approx(always.gap)
    assert seldom.deals_for(20) == pytest.approx(4 * always.deals_for(20), abs=4)


def test_pairs_that_met_only_once_say_nothing(match: Match) -> None:
    heads = [match({name: 1, f"{name}x": 2}, deal) for deal, name in enumerate("abcdefghij")]
    assert forecast(heads, 100) is None


def test_a_single_earlier_deal_says_nothing(match: Match) -> None:
    assert forecast([match({"ann": 1, "bob": 2})], 10) is None


def test_certain_results_need_no_more_deals_than_an_interval(match: Match) -> None:
    seen = forecast([match({"ann": 1, "bob": 2}, deal) for deal in range(9)], 20)
    assert seen
    assert seen.spread == 0
    assert seen.deals_for(50) == 8
