"""Rulings 11 to 13: from zero to hero, most points, and the outcome."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import CHANCE, Outcome

NOTHING = (0, 0)
SEAT_0 = "O13 B1 G1"
SEAT_0_AGAIN = "O12 B3 G3"
SEAT_0_A_THIRD_TIME = "O11 B4 G4"
SEAT_1 = "O1 B12 G1"
SEAT_0_THEN_1 = "O13 O12 B1"
SEAT_0_THEN_1_AND_2 = "O13 B12 G12"


def quiet(worth: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [*worth, *[NOTHING] * (7 - len(worth))]


@pytest.fixture(scope="module")
def second_hand(make_table: Any) -> Any:
    """Somebody loses everything in hand 1; these tricks of hand 2 are played for these tiles."""

    def played(
        tricks: list[str],
        worth: list[tuple[int, int]],
        ruined: str = SEAT_0,
        **switches: Any,
    ) -> Any:
        ruin = (-5, -5 if ruined != SEAT_0 else 0)
        score_tiles = [ruin, *worth, *[NOTHING] * (11 - len(worth))]
        table = make_table(3, score_tiles=score_tiles, **switches)
        state = table.rest_of_hand(table.hand(table.led(), [ruined], quiet([ruin])))
        return table.hand(state, tricks, quiet(worth))

    return played


def test_ruling_11_a_player_with_0_points_when_hand_2_begins_is_a_hopeful(second_hand: Any) -> None:
    state = second_hand([], [])
    assert state.view(1).points == (0, 5, 5)
    assert state.view(1).hopefuls == (0,)


def test_ruling_11_a_hopeful_who_holds_5_after_a_trick_wins_at_once(second_hand: Any) -> None:
    state = second_hand([SEAT_0], [(5, 2)])
    assert state.actors == ()
    assert state.outcome == Outcome((5, 7, 7), (1, 2, 2), "hero")


def test_ruling_11_4_points_are_not_enough_until_another_comes(second_hand: Any) -> None:
    worth = [(4, 0), (1, 0)]
    assert second_hand([SEAT_0], worth).outcome is None
    assert second_hand([SEAT_0, SEAT_0_AGAIN], worth).outcome == Outcome(
        (5, 5, 5), (1, 2, 2), "hero"
    )


def test_ruling_11_the_second_of_a_trick_can_be_the_hero(second_hand: Any) -> None:
    state = second_hand(["B12 B13 G1"], [(1, 6)])
    assert state.outcome == Outcome((6, 6, 5), (1, 2, 3), "hero")


def test_ruling_11_several_heroes_of_one_trick_share(second_hand: Any) -> None:
    state = second_hand([SEAT_0_THEN_1], [(6, 5)], SEAT_0_THEN_1)
    assert state.outcome == Outcome((6, 5, 5), (1, 1, 3), "hero")


def test_ruling_11_a_hopeful_who_is_not_there_yet_does_not_share(second_hand: Any) -> None:
    state = second_hand([SEAT_0_THEN_1], [(5, 4)], SEAT_0_THEN_1)
    assert state.outcome == Outcome((5, 4, 5), (1, 3, 2), "hero")


def test_ruling_11_all_players_at_0_are_hopefuls(second_hand: Any) -> None:
    state = second_hand([], [], SEAT_0_THEN_1_AND_2)
    assert state.view(0).points == (0, 0, 0)
    assert state.view(0).hopefuls == (0, 1, 2)


def test_ruling_11_others_may_hold_5_and_more_and_the_hand_goes_on(second_hand: Any) -> None:
    state = second_hand([SEAT_1], [(5, 0)])
    assert state.view(0).points == (0, 10, 5)
    assert state.actors == (1,)


def test_ruling_11_who_is_ruined_during_a_hand_is_no_hopeful_in_it(second_hand: Any) -> None:
    state = second_hand([SEAT_1, "O3 B11 G3"], [(-5, 0), (5, 0)])
    assert state.view(0).points == (0, 5, 5)
    assert state.actors == (1,)


def test_ruling_11_nobody_is_a_hopeful_in_hand_1(make_table: Any) -> None:
    table = make_table(3, score_tiles=[(-5, 0), (5, 0), *[NOTHING] * 10])
    state = table.hand(table.led(), [SEAT_0, SEAT_0_AGAIN], [(-5, 0), (5, 0)])
    assert state.view(0).points == (5, 5, 5)
    assert state.actors == (0,)


def test_ruling_11_a_hopeful_who_has_points_when_the_next_hand_begins_is_none(
    make_table: Any,
) -> None:
    table = make_table(3, score_tiles=[(-5, 0), (3, 0), *[NOTHING] * 10])
    state = table.rest_of_hand(table.hand(table.led(), [SEAT_0], quiet([(-5, 0)])))
    state = table.rest_of_hand(table.hand(state, [SEAT_0], quiet([(3, 0)])))
    state = table.hand(state, [SEAT_0], quiet([(3, 0)]))
    assert state.view(0).points == (6, 5, 5)
    assert state.view(0).hopefuls == ()
    assert state.actors == (0,)


THREE_DOWN_TWO_UP_TWO = (
    [SEAT_0, SEAT_0_AGAIN, SEAT_0_A_THIRD_TIME],
    [(3, 0), (-2, 0), (2, 0)],
)


def test_ruling_11_switch_net_counts_the_points_held(second_hand: Any) -> None:
    state = second_hand(*THREE_DOWN_TWO_UP_TWO, hero_count="net")
    assert state.view(0).points == (3, 5, 5)
    assert state.actors == (0,)


def test_ruling_11_switch_gross_counts_the_points_gained_in_the_hand(second_hand: Any) -> None:
    state = second_hand(*THREE_DOWN_TWO_UP_TWO, hero_count="gross")
    assert state.view(0).gained == (5, 0, 0)
    assert state.outcome == Outcome((3, 5, 5), (1, 2, 2), "hero")


def test_ruling_11_gross_counts_the_part_of_a_bounced_penalty_that_became_positive(
    second_hand: Any,
) -> None:
    tricks, worth = THREE_DOWN_TWO_UP_TWO[0], [(1, 0), (-2, 0), (3, 0)]
    after_two = second_hand(tricks[:2], worth, hero_count="gross")
    assert after_two.view(0).points == (1, 5, 5)
    assert after_two.view(0).gained == (2, 0, 0)
    after_three = second_hand(tricks, worth, hero_count="gross")
    assert after_three.outcome == Outcome((4, 5, 5), (1, 2, 2), "hero")
    assert second_hand(tricks, worth, hero_count="net").outcome is None


@pytest.mark.parametrize("hero_count", ["net", "gross"])
def test_ruling_11_a_penalty_taken_at_0_counts_whole(second_hand: Any, hero_count: str) -> None:
    state = second_hand([SEAT_0], [(-5, 0)], hero_count=hero_count)
    assert state.outcome == Outcome((5, 5, 5), (1, 2, 2), "hero")


def test_ruling_11_what_was_gained_in_an_earlier_hand_does_not_count(make_table: Any) -> None:
    score_tiles = [(-5, 0), (4, 0), (-4, 0), (1, 0), *[NOTHING] * 8]
    table = make_table(3, score_tiles=score_tiles, hero_count="gross")
    state = table.rest_of_hand(table.hand(table.led(), [SEAT_0], quiet([(-5, 0)])))
    state = table.hand(state, [SEAT_0, SEAT_0_AGAIN], quiet([(4, 0), (-4, 0)]))
    state = table.hand(table.rest_of_hand(state), [SEAT_0], quiet([(1, 0)]))
    assert state.view(0).hopefuls == (0,)
    assert state.view(0).gained == (1, 0, 0)
    assert state.actors == (0,)


def last_hand(make_table: Any, worth: list[tuple[int, int]], trick: str = SEAT_0) -> Any:
    """Three hands without points, then a fourth that begins with these."""
    table = make_table(3, score_tiles=[*worth, *[NOTHING] * (12 - len(worth))])
    state = table.led()
    for _ in range(3):
        state = table.rest_of_hand(table.hand(state, [], [NOTHING] * 7))
    return table.rest_of_hand(table.hand(state, [trick], quiet(worth)))


def test_ruling_12_after_hand_4_the_most_points_win(make_table: Any) -> None:
    state = last_hand(make_table, [(3, 1)], "O13 O12 B1")
    assert state.actors == ()
    assert state.outcome == Outcome((8, 6, 5), (1, 2, 3), "points")


def test_ruling_12_ties_stay_ties(make_table: Any) -> None:
    assert last_hand(make_table, []).outcome == Outcome((5, 5, 5), (1, 1, 1), "points")
    tied = last_hand(make_table, [(2, 0)], "O13 B13 G1")
    assert tied.outcome == Outcome((7, 7, 5), (1, 1, 3), "points")


def test_ruling_12_a_hero_of_the_very_last_trick_is_still_a_hero(make_table: Any) -> None:
    table = make_table(3, score_tiles=[(-5, 0), (5, 1), *[NOTHING] * 10])
    state = table.led()
    for worth in (NOTHING, NOTHING, (-5, 0)):
        state = table.rest_of_hand(table.hand(state, [SEAT_0], quiet([worth])))
    lost = [f"O{n} B{n} B{n + 5}" for n in (3, 4, 5, 6)] + ["G3 R3 R4", "G4 R5 R6"]
    state = table.hand(state, [*lost, "O13 O1 B1"], [*[NOTHING] * 6, (5, 1)])
    assert state.view(0).hand == 4
    assert state.outcome == Outcome((5, 6, 5), (1, 2, 3), "hero")


def test_ruling_13_the_others_rank_by_points_behind_the_winners(second_hand: Any) -> None:
    state = second_hand(["O13 B12 B13"], [(5, 4)], SEAT_0)
    assert state.actors == (2,)
    assert state.outcome is None
    hero = second_hand(["O13 B9 G9"], [(7, -1)], SEAT_0)
    assert hero.outcome == Outcome((7, 4, 4), (1, 2, 2), "hero")


def test_ruling_13_a_match_that_goes_on_has_no_outcome(make_table: Any) -> None:
    table = make_table(3)
    state = table.start()
    assert state.outcome is None
    state = table.hand(table.led(), [SEAT_0])
    assert state.outcome is None
    state = table.rest_of_hand(state)
    assert state.actors == (CHANCE,)
    assert state.outcome is None
