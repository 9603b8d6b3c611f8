"""Rulings 6 to 10: what is played, who wins, who is second, what they get, who leads."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import CHANCE, IllegalAction
from engine.zero_to_hero.tiles import TILE, Play

Table = Any


def test_ruling_6_from_the_leader_each_plays_one_tile_clockwise(make_table: Table) -> None:
    table = make_table(4, leader=2)
    state = table.hand(table.led(), [])
    order = []
    for _ in range(4):
        order += state.actors
        state = state.apply(state.actors[0], state.fallback(state.actors[0]))
    assert order == [2, 3, 0, 1]


def test_ruling_6_any_tile_may_be_played_whatever_suit_was_led(make_table: Table) -> None:
    table = make_table(3)
    state = table.led()
    state = state.apply(CHANCE, table.deal(state, ["O1", "O2 B2 G2 R2", ""], []))
    state = state.apply(0, Play(TILE["O1"]))
    assert {play.tile.suit for play in state.legal(1)} == set("OBGR")
    assert len(state.legal(1)) == 7
    for play in state.legal(1):
        assert state.apply(1, play).actors == (2,)


def test_ruling_6_a_tile_one_does_not_hold_cannot_be_played(make_table: Table) -> None:
    table = make_table(3)
    state = table.hand(table.led(), ["O1 O2 O3"])
    seat = state.actors[0]
    for tile in ("O1", "O2", "O3", str(state.held[(seat + 1) % 3][0].tile)):
        with pytest.raises(IllegalAction, match=f"do not hold {tile}"):
            state.apply(seat, Play(TILE[tile]))


def test_ruling_7_a_lone_2_wins_the_trick_and_the_highest_other_tile_is_second(decide: Any) -> None:
    assert decide("O2 B9 B4 G12") == ([0], [3])


def test_ruling_7_equal_tiles_behind_a_lone_2_are_both_second(decide: Any) -> None:
    assert decide("O2 B9 G9 R4") == ([0], [1, 2])


def test_ruling_7_a_2_is_not_lone_when_another_played_its_suit(decide: Any) -> None:
    assert decide("O2 O1 B9") == ([2], [0])
    assert decide("O2 O8 B9") == ([1], [0])


def test_ruling_7_every_lone_2_wins(decide: Any) -> None:
    assert decide("O2 B2 G13 G1") == ([0, 1], [2])
    assert decide("O2 B2 G2 R13") == ([0, 1, 2], [3])


def test_ruling_7_a_lone_2_wins_beside_a_2_that_is_not_lone(decide: Any) -> None:
    assert decide("O2 B2 B3 G3") == ([0], [2, 3])


def test_ruling_7_when_everybody_played_a_lone_2_nobody_is_second(decide: Any) -> None:
    assert decide("O2 B2") == ([0, 1], [])
    assert decide("O2 B2 G2 R2") == ([0, 1, 2, 3], [])


@pytest.mark.parametrize("offsuit_second", ["tile", "suit_total"])
def test_ruling_7_the_highest_tile_is_second_whatever_offsuit_second_says(
    decide: Any, offsuit_second: str
) -> None:
    assert decide("O2 B8 B7 G12", offsuit_second=offsuit_second) == ([0], [3])


def test_ruling_7_switch_suit_winner_makes_the_ordinary_winner_second(decide: Any) -> None:
    assert decide("O2 B9 B4 G12", lone2_second="suit_winner") == ([0], [1])
    assert decide("O2 B9 G9 R4", lone2_second="suit_winner") == ([0], [1, 2])


def test_ruling_7_switch_suit_second_makes_the_ordinary_second_second(decide: Any) -> None:
    assert decide("O2 B9 B4 G12", lone2_second="suit_second") == ([0], [2])
    assert decide("O2 B9 G8 R4", lone2_second="suit_second") == ([0], [2])


def test_ruling_7_switch_suit_second_follows_offsuit_second(decide: Any) -> None:
    trick = "B13 O2 G6 G5 R8"
    assert decide(trick, lone2_second="suit_second") == ([1], [4])
    assert decide(trick, lone2_second="suit_second", offsuit_second="suit_total") == ([1], [2])


def test_ruling_7_a_lone_2_that_wins_ordinarily_is_struck_out_and_nobody_moves_up(
    decide: Any,
) -> None:
    assert decide("O2 B1 G1", lone2_second="suit_winner") == ([0], [])
    assert decide("O2 B2 G1", lone2_second="suit_winner") == ([0, 1], [])


def test_ruling_7_a_lone_2_that_is_second_ordinarily_is_struck_out_and_nobody_moves_up(
    decide: Any,
) -> None:
    assert decide("B5 O2 G1", lone2_second="suit_second") == ([1], [])
    assert decide("B5 O2 G1", lone2_second="suit_second", offsuit_second="suit_total") == ([1], [])


def test_ruling_7_a_second_that_shares_with_a_struck_lone_2_stays(decide: Any) -> None:
    assert decide("B9 O2 G2 G1 R1", lone2_second="suit_second") == ([1], [2])


def test_ruling_7_the_ordinary_places_count_every_tile_lone_2s_included(decide: Any) -> None:
    assert decide("O2 G1 B2 R1", lone2_second="suit_second") == ([0, 2], [1, 3])


def test_ruling_8_the_rulebook_example_orange_7_wins_before_orange_4(points_after: Any) -> None:
    assert points_after(["O7 B9 O4 G3"], [(2, -1)]) == (7, 5, 4, 5)


def test_ruling_8_the_suit_with_the_highest_total_counts_not_the_highest_tile(decide: Any) -> None:
    assert decide("O13 B8 B7") == ([1], [2])


def test_ruling_8_without_a_second_tile_of_the_suit_the_highest_other_tile_is_second(
    decide: Any,
) -> None:
    assert decide("O13 B5 B4 G8") == ([0], [3])


def test_ruling_8_equal_tiles_outside_the_suit_share_the_second_place(decide: Any) -> None:
    assert decide("O13 B9 G9 R3") == ([0], [1, 2])


def test_ruling_8_switch_suit_total_makes_the_top_of_the_next_suit_second(decide: Any) -> None:
    assert decide("O13 B5 B4 G8", offsuit_second="suit_total") == ([0], [1])


def test_ruling_8_switch_suit_total_lets_tied_suits_share(decide: Any) -> None:
    assert decide("O13 B5 B3 G8 R1", offsuit_second="suit_total") == ([0], [1, 3])


def test_ruling_8_each_of_several_suits_with_the_highest_total_counts(decide: Any) -> None:
    assert decide("O7 O4 B6 B5 G10") == ([0, 2], [1, 3])


def test_ruling_8_second_is_the_next_tile_of_each_counting_suit_that_has_one(decide: Any) -> None:
    assert decide("O5 B4 B1 G3") == ([0, 1], [2])


def test_ruling_8_when_no_counting_suit_has_a_second_tile_the_others_share_it(decide: Any) -> None:
    assert decide("O5 B5 G3 R3") == ([0, 1], [2, 3])
    assert decide("O5 B5 G4 R3", offsuit_second="suit_total") == ([0, 1], [2])


def test_ruling_8_when_nobody_is_left_nobody_is_second(decide: Any) -> None:
    assert decide("O5 B5") == ([0, 1], [])
    assert decide("O5 B5 G5 R5", offsuit_second="suit_total") == ([0, 1, 2, 3], [])


@pytest.mark.parametrize("leader", range(4))
def test_ruling_8_who_led_does_not_matter_for_the_places(decide: Any, leader: int) -> None:
    assert decide("O7 O4 B6 B5", leader) == ([0, 2], [1, 3])
    assert decide("O13 B9 G9 R3", leader) == ([0], [1, 2])
    assert decide("O2 B2 G9 R9", leader) == ([0, 1], [2, 3])


def test_ruling_9_every_winner_gets_the_full_upper_every_second_the_full_lower_value(
    points_after: Any,
) -> None:
    assert points_after(["O7 O4 B6 B5 G10"], [(3, -1)]) == (8, 4, 8, 4, 5)


def test_ruling_9_a_loss_larger_than_the_points_bounces_back(points_after: Any) -> None:
    down_to_1 = ["O13 B1 G1", "O12 B3 G3"]
    assert points_after(down_to_1[:1], [(-4, 0)]) == (1, 5, 5)
    assert points_after(down_to_1, [(-4, 0), (-2, 0)]) == (1, 5, 5)


def test_ruling_9_a_loss_from_0_points_is_a_gain(points_after: Any) -> None:
    assert points_after(["O13 B1 G1", "O12 B3 G3"], [(-5, 0), (-2, 0)]) == (2, 5, 5)


def test_ruling_9_a_loss_of_all_points_leaves_0(points_after: Any) -> None:
    assert points_after(["O13 B1 G1"], [(-5, 0)]) == (0, 5, 5)


def test_ruling_9_the_lower_value_bounces_too_each_player_separately(points_after: Any) -> None:
    assert points_after(["O13 B12 G12"], [(1, -7)]) == (6, 2, 2)


def test_ruling_10_the_winner_leads_the_next_trick(make_table: Table) -> None:
    table = make_table(4)
    assert table.hand(table.led(), ["O1 B3 G13 R4"]).actors == (2,)


def test_ruling_10_the_winner_of_a_penalty_leads_too(make_table: Table) -> None:
    table = make_table(4)
    assert table.hand(table.led(), ["O1 B3 G13 R4"], [(-2, 1)]).actors == (2,)


def test_ruling_10_the_winner_leads_into_the_next_hand(make_table: Table) -> None:
    table = make_table(3)
    tricks = [f"O{low} B{low + 1} G{low + 2}" for low in range(3, 10)]
    state = table.hand(table.led(), tricks)
    assert state.actors == (CHANCE,)
    assert table.hand(state, []).actors == (2,)


@pytest.mark.parametrize(
    ("leader", "following"),
    [(0, 1), (1, 1), (2, 3), (3, 3)],
)
def test_ruling_10_of_tied_winners_the_nearest_clockwise_from_the_old_leader_leads(
    make_table: Table, leader: int, following: int
) -> None:
    table = make_table(4, leader)
    assert table.hand(table.led(), ["O3 B9 R1 G9"]).actors == (following,)
    assert table.hand(table.led(), ["O3 B2 O4 G2"]).actors == (following,)


@pytest.mark.parametrize(("leader", "following"), [(0, 2), (1, 2), (2, 0), (3, 0)])
def test_ruling_10_tied_lead_left_counts_the_old_leader_last(
    make_table: Table, leader: int, following: int
) -> None:
    table = make_table(4, leader, tied_lead="left")
    state = table.hand(table.led(), ["O7 O4 B6 B5"])
    assert state.standing.tricks[-1].winners in {(0, 2), (2, 0)}
    assert state.standing.leader == following


def test_ruling_10_tied_lead_left_keeps_a_leader_who_won_alone(make_table: Table) -> None:
    table = make_table(3, 1, tied_lead="left")
    assert table.hand(table.led(), ["O1 O9 B3"]).standing.leader == 1
