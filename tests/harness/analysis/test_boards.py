from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from harness.analysis.board import Anchor, Identity
from harness.analysis.pairs import meetings, tables
from harness.analysis.rating import boards, combined
from harness.analysis.strength import strengths
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.analysis.board import Board, Row
    from harness.record import Head

    Match = Callable[..., Head]
    Simulate = Callable[..., list[Head]]

FOUR = {"ann": 0.0, "bob": 0.4, "cat": 0.8, "dan": 1.6}


def as_played(heads: Sequence[Head], *more: Any) -> list[Board]:
    return [board for board in boards(heads, *more) if board.view == "as_played"]


def rows(board: Board) -> dict[str, Row]:
    return {row.player: row for row in board.rows}


def ratings(board: Board) -> dict[str, float]:
    return {row.player: row.rating for row in board.rows if row.rating is not None}


def wins(heads: Sequence[Head]) -> Any:
    return meetings(tables(heads)[0], "as_played").wins


# --- what cannot be known ---


def test_seven_deals_are_too_few_for_an_interval_and_eight_are_enough(simulate: Simulate) -> None:
    heads = simulate(FOUR, 4, 8)
    (few,) = as_played([head for head in heads if head.deal < 7])
    (enough,) = as_played(heads)
    assert few.note == "too few deals for an interval"
    assert all(row.low is None and row.high is None for row in few.rows)
    assert all((row.rank_low, row.rank_high) == (1, 4) for row in few.rows)
    assert not enough.note
    assert all(row.low is not None and row.high is not None for row in enough.rows)


def test_one_deal_is_rated_without_an_interval(match: Match) -> None:
    (board,) = as_played([match({"ann": 1, "bob": 2})])
    assert board.deals == 1
    assert [row.player for row in board.rows] == ["ann", "bob"]


def test_who_beat_everybody_is_labelled_as_a_bound(simulate: Simulate) -> None:
    rest = dict.fromkeys(("bob", "cat", "dan"), 0.0)
    heads = [
        replace(
            head,
            seats=("ann", *head.seats),
            outcome=replace(head.outcome, ranks=(1, *(r + 1 for r in head.outcome.ranks)),
                            scores=(99, *head.outcome.scores)),
            play=(head.play[0], *head.play),
        )
        for head in simulate(rest, 3, 10)
    ]  # fmt: skip
    (board,) = as_played(heads)
    found = rows(board)
    assert found["ann"].bound == "low"
    assert "at least" in found["ann"].note
    assert [found[name].bound for name in rest] == [None, None, None]
    assert (found["ann"].rank_low, found["ann"].rank_high) == (1, 1)


def test_of_two_players_and_one_winner_both_ratings_are_bounds(match: Match) -> None:
    (board,) = as_played([match({"ann": 1, "bob": 2}, deal) for deal in range(9)])
    assert [(row.player, row.bound) for row in board.rows] == [("ann", "low"), ("bob", "high")]
    assert "at most" in rows(board)["bob"].note


def test_one_who_beats_all_below_and_loses_to_all_above_is_open_on_both_sides(
    match: Match,
) -> None:
    (board,) = as_played([match({"ann": 1, "bob": 2, "cat": 3}, deal) for deal in range(9)])
    assert [row.bound for row in board.rows] == ["low", "both", "high"]


def test_bounds_are_read_from_the_anchor(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}, deal) for deal in range(9)]
    (board,) = as_played(heads, None, Anchor("ann", 1000.0))
    assert [(row.player, row.bound) for row in board.rows] == [("ann", None), ("bob", "high")]


def test_groups_that_never_met_have_a_board_each(match: Match) -> None:
    heads = [match({"ann": 1 + d % 2, "bob": 2 - d % 2}, d) for d in range(8)]
    heads += [match({"cat": 1 + d % 2, "dan": 2 - d % 2}, d, line_up=5) for d in range(9)]
    heads += [match({"cat": 1 + d % 2, "eve": 2 - d % 2}, d, line_up=6) for d in range(9)]
    first, second = as_played(heads)
    assert set(ratings(first)) == {"cat", "dan", "eve"}
    assert set(ratings(second)) == {"ann", "bob"}
    assert [first.json()["component"], second.json()["component"]] == [0, 1]
    assert (first.deals, first.matches) == (9, 18)
    assert (second.deals, second.matches) == (8, 8)
    assert sum(ratings(second).values()) == pytest.approx(3000)


def test_a_connected_board_names_no_component(simulate: Simulate) -> None:
    assert "component" not in as_played(simulate(FOUR, 2, 3))[0].json()


# --- anchor, twins, views, coverage ---


def test_an_anchor_moves_the_board_and_leaves_the_intervals_as_wide(simulate: Simulate) -> None:
    heads = simulate(FOUR, 4, 10)
    (free,), (held,) = as_played(heads), as_played(heads, None, Anchor("bob", 1000.0))
    assert rows(held)["bob"].rating == pytest.approx(1000)
    shift = rows(free)["bob"].rating or 0
    for before, after in zip(free.rows, held.rows, strict=True):
        assert (after.rating, after.low, after.high) == pytest.approx(
            tuple(value - shift + 1000 for value in (before.rating, before.low, before.high))  # type: ignore[operator]
        )


def test_an_anchor_that_is_on_another_board_leaves_the_mean_at_1500(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}), match({"cat": 1, "dan": 2}, line_up=5)]
    first, second = as_played(heads, None, Anchor("ann", 1000.0))
    assert (first.anchor, second.anchor) == (Anchor("ann", 1000.0), None)
    assert sum(ratings(second).values()) == pytest.approx(3000)


def test_the_gap_between_twins_is_told(simulate: Simulate) -> None:
    entrants = {"ann": Identity(options="same"), "bob": Identity(options="same"), "cat": Identity()}
    (board,) = as_played(simulate(FOUR, 4, 10), entrants)
    (twins,) = board.twins
    found = ratings(board)
    assert {twins.one, twins.other} == {"ann", "bob"}
    assert twins.gap == pytest.approx(abs(found["ann"] - found["bob"]))
    assert twins.half_width is not None
    assert twins.half_width > 0


def test_a_pair_of_which_one_fell_back_counts_only_as_played(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2, "cat": 3}, deal) for deal in range(3)]
    heads += [match({"cat": 1, "bob": 2, "ann": 3}, 3, fell=["ann"])]
    played, itself = boards(heads)
    assert (played.view, itself.view) == ("as_played", "when_it_played")
    assert (played.matches, itself.matches) == (4, 4)
    before, after = rows(played), rows(itself)
    assert (before["ann"].tally.matches, after["ann"].tally.matches) == (4, 3)
    assert before["cat"].tally.wins == after["cat"].tally.wins == 1
    assert after["ann"].bound == "low"  # only its clean wins are left
    assert before["ann"].bound is None


def test_deals_without_a_pair_that_counts_are_no_deals(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}, deal) for deal in range(8)]
    heads += [match({"ann": 1, "bob": 2}, 8, fell=["bob"])]
    played, itself = boards(heads)
    assert (played.deals, itself.deals) == (9, 8)
    assert (played.matches, itself.matches) == (9, 8)


def test_without_fallbacks_both_views_are_the_same(simulate: Simulate) -> None:
    played, itself = boards(simulate(FOUR, 4, 8))
    assert replace(itself, view="as_played") == played


def test_below_95_percent_coverage_a_player_is_unranked_but_stays_in_the_fit(match: Match) -> None:
    heads = [
        match({"ann": 1 + d % 2, "bob": 2 - d % 2, "cat": 3}, d, fell=["ann"] * (d % 3 > 0))
        for d in range(9)
    ]
    (board,) = as_played(heads)
    found = rows(board)
    assert found["ann"].tally.play.coverage == pytest.approx(84 / 90)
    assert not found["ann"].ranked
    assert found["ann"].rank_low is None
    assert "not ranked: 93.3 % of its decisions were its own" in found["ann"].note
    assert found["ann"].rating is not None
    assert found["bob"].rank_low == 1
    assert found["cat"].rank_high == 2  # of the two that are ranked


def test_exactly_95_percent_coverage_is_enough(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}, d, fell=["ann"] * (d == 0)) for d in range(2)]
    assert rows(as_played(heads)[0])["ann"].ranked


def test_a_player_who_always_fell_back_has_no_rating_when_it_played(match: Match) -> None:
    _, itself = boards([match({"ann": 1, "bob": 2, "cat": 3}, d, fell=["ann"]) for d in range(8)])
    last = itself.rows[-1]
    assert (last.player, last.rating, last.ranked) == ("ann", None, False)
    assert "no result counts" in last.note
    assert set(ratings(itself)) == {"bob", "cat"}


def test_when_nobody_ever_played_itself_there_is_a_board_without_ratings(match: Match) -> None:
    _, itself = boards([match({"ann": 1, "bob": 2}, fell=["ann", "bob"])])
    assert [row.rating for row in itself.rows] == [None, None]
    assert (itself.deals, itself.matches, itself.ties) == (0, 0, None)


# --- what a row adds up ---


def test_shared_wins_are_split_and_faults_and_money_are_counted(match: Match) -> None:
    heads = [
        match({"ann": 1, "bob": 1, "cat": 3}, 0),
        match({"ann": 2, "bob": 1, "cat": 3}, 1, fell=["cat"]),
    ]
    paid = tuple(replace(play, usage=Usage(1, cost=0.25)) for play in heads[0].play)
    heads[0] = replace(heads[0], play=paid)
    unknown = replace(heads[1].play[0], usage=Usage(1, cost=None))
    heads[1] = replace(heads[1], play=(unknown, *heads[1].play[1:]))
    found = rows(as_played(heads)[0])
    assert [found[name].tally.wins for name in ("ann", "bob", "cat")] == [0.5, 1.5, 0]
    assert found["bob"].tally.mean_rank == 1.0
    assert found["ann"].tally.mean_rank == 1.5
    assert found["cat"].tally.mean_score == 60
    assert found["cat"].tally.faults == {"crashed": 1}
    assert found["ann"].tally.play.usage.cost is None  # one price is unknown, so the sum is
    assert found["bob"].tally.play.usage.cost == 0.25


def test_the_score_against_the_same_seat_is_free_of_what_the_seat_was_dealt(match: Match) -> None:
    heads = []
    for deal in range(8):  # the first seat is worth 40 more; ann is worth 10 more than bob
        for rotation, names in enumerate((("ann", "bob"), ("bob", "ann"))):
            scores = tuple(
                40 * (seat == 0) + 10 * (name == "ann") for seat, name in enumerate(names)
            )
            head = match({names[0]: 1, names[1]: 2}, deal, rotation=rotation)
            heads.append(replace(head, outcome=replace(head.outcome, scores=scores)))
    found = rows(as_played(heads)[0])
    assert found["ann"].above_seat is not None
    assert found["ann"].above_seat.value == pytest.approx(5)
    assert found["ann"].above_seat.low == pytest.approx(5)
    assert found["bob"].above_seat is not None
    assert found["bob"].above_seat.value == pytest.approx(-5)


def test_a_seat_that_only_one_player_had_says_nothing(match: Match) -> None:
    (board,) = as_played([match({"ann": 1, "bob": 2}, deal) for deal in range(8)])
    assert [row.above_seat for row in board.rows] == [None, None]


# --- seats and deals ---


def test_a_good_seat_is_found_and_an_even_table_has_none(match: Match, simulate: Simulate) -> None:
    heads = [
        match([(names[0], 1 + (deal % 4 == 0)), (names[1], 2 - (deal % 4 == 0))], deal, rotation=r)
        for deal in range(12)
        for r, names in enumerate((("ann", "bob"), ("bob", "ann")))
    ]
    luck = as_played(heads)[0].seat_effects
    assert luck is not None
    assert [seat.effect for seat in luck.seats] == pytest.approx([0.25, -0.25], abs=1e-6)
    assert luck.seats[0].half_width is not None
    assert luck.seats[0].half_width < 0.25 + 0.05
    even = as_played(simulate(FOUR, 4, 40))[0].seat_effects
    assert even is not None
    assert all(abs(seat.effect) < 2 * (seat.half_width or 0) for seat in even.seats)


def test_luck_that_is_dealt_shows_as_correlation_within_the_deal(simulate: Simulate) -> None:
    found = [
        as_played(simulate(FOUR, 4, 60, luck=luck))[0].seat_effects for luck in (0.0, 1.0, 4.0)
    ]
    shares = [one.within_deal for one in found if one and one.within_deal is not None]
    assert abs(shares[0]) < 0.06
    assert 0.15 < shares[1] < 0.5
    assert shares[2] > 0.6


def test_deals_played_once_have_no_correlation(simulate: Simulate) -> None:
    luck = as_played(simulate(FOUR, 4, 10, rotate=False))[0].seat_effects
    assert luck is not None
    assert luck.within_deal is None


# --- boards ---


def test_every_game_and_table_size_has_its_own_boards(match: Match) -> None:
    heads = [
        match({"ann": 1, "bob": 2}, game="zero-to-hero"),
        match({"ann": 1, "bob": 2, "cat": 3}),
        match({"ann": 1, "bob": 2}),
    ]
    found = [(board.game, board.seats, board.view) for board in boards(heads)]
    assert found == [
        ("klirr", 2, "as_played"),
        ("klirr", 2, "when_it_played"),
        ("klirr", 3, "as_played"),
        ("klirr", 3, "when_it_played"),
        ("zero-to-hero", 2, "as_played"),
        ("zero-to-hero", 2, "when_it_played"),
    ]


def test_no_matches_give_no_boards() -> None:
    assert boards([]) == []
    assert combined([]) == []


def test_the_combined_board_takes_every_deal_of_every_game_for_itself(match: Match) -> None:
    heads = [match({"ann": 1 + d % 3 % 2, "bob": 2 - d % 3 % 2}, d) for d in range(6)]
    other = [match({"ann": 2, "bob": 1, "cat": 3}, d, game="zero-to-hero") for d in range(6)]
    (board,) = combined(heads + other)
    assert (board.game, board.seats, board.deals, board.matches) == ("combined", None, 12, 12)
    expected = np.zeros((3, 3))
    expected[:2, :2] = wins(heads).sum(axis=0)
    expected += wins(other).sum(axis=0)
    theta = strengths(expected)
    assert ratings(board)["cat"] == pytest.approx(1500 + 400 / log(10) * theta[2])
    assert all(row.tally.mean_score is None for row in board.rows)


def test_the_json_of_a_board_has_what_the_contract_names(simulate: Simulate) -> None:
    board = as_played(simulate(FOUR, 4, 8), {"ann": Identity("model")})[0].json()
    assert {"game", "seats", "view", "deals", "matches", "rows"} <= set(board)
    names = (
        "player kind rating low high rank_low rank_high matches wins mean_rank mean_score coverage"
        " ranked note cost tokens ms faults"
    )
    for row in board["rows"]:
        assert set(names.split()) <= set(row)
    kinds = {row["player"]: row["kind"] for row in board["rows"]}
    assert (kinds["ann"], kinds["bob"]) == ("model", "bot")
