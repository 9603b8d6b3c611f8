"""Rulings 1 to 5: seats, tiles, score tiles, the lead, the deal, and what is seen of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, IllegalAction
from engine.zero_to_hero import GAME
from engine.zero_to_hero.dealing import deal_hand, draw_lead
from engine.zero_to_hero.draws import Lead
from engine.zero_to_hero.points import extra_tiles
from engine.zero_to_hero.rules import make_rules
from engine.zero_to_hero.tiles import TILE, TILES, Play

Table = Any
Round = dict[int, str]


def lead(*rounds: Round, leader: int) -> Lead:
    return Lead(tuple(tuple((s, TILE[t]) for s, t in drawn.items()) for drawn in rounds), leader)


def rules(**switches: Any) -> Any:
    return make_rules(GAME.rules(switches))


def test_ruling_1_there_are_52_tiles_numbered_1_to_13_in_four_suits() -> None:
    assert len(set(TILES)) == 52
    assert {tile.suit for tile in TILES} == {"O", "B", "G", "R"}
    assert {tile.number for tile in TILES} == set(range(1, 14))


def test_ruling_1_two_seats_are_allowed_but_unofficial_and_six_refused() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    assert GAME.unofficial == {2}
    for seats in (1, 6):
        with pytest.raises(ValueError, match=f"2 to 5 seats, not {seats}"):
            GAME.start(seats, GAME.rules({}))


def test_ruling_1_the_most_tiles_five_seats_can_need_are_there_six_could_need_57() -> None:
    assert sum(7 + extra for extra in extra_tiles((4, 3, 2, 1, 0), rules())) == 45
    assert sum(7 + extra for extra in extra_tiles((5, 4, 3, 2, 1, 0), rules())) == 57


def test_ruling_2_the_default_score_tiles_hold_the_two_that_are_attested() -> None:
    score_tiles = GAME.rules({})["score_tiles"]
    assert len(score_tiles) == 12
    assert [2, -1] in score_tiles
    assert -2 in [upper for upper, _ in score_tiles]


def test_ruling_2_the_switch_takes_any_12_pairs() -> None:
    pairs = [[n, -n] for n in range(12)]
    assert GAME.rules({"score_tiles": pairs})["score_tiles"] == pairs
    state = GAME.start(3, GAME.rules({"score_tiles": pairs}))
    assert state.view(0).rules.score_tiles == tuple((n, -n) for n in range(12))


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "ab" * 6,
        [],
        [[1, 1]] * 11,
        [[1, 1]] * 13,
        [[1, 1]] * 11 + [[1]],
        [[1, 1]] * 11 + [[1, 1, 1]],
        [[1, 1]] * 11 + ["11"],
        [[1, 1]] * 11 + [[1, 1.0]],
        [[1, 1]] * 11 + [[1, True]],
        [[1, 1]] * 11 + [[1, None]],
        [[1, 1]] * 11 + [[1, 10**9]],
        [[1, 1]] * 11 + [{"upper": 1, "lower": 1}],
    ],
    ids=repr,
)
def test_ruling_2_anything_else_than_12_pairs_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"switch score_tiles .* allowed: a list of 12 pairs"):
        GAME.rules({"score_tiles": value})


def test_ruling_3_everybody_starts_with_5_points() -> None:
    for seats in GAME.seats:
        assert GAME.start(seats, GAME.rules({})).view(0).points == (5,) * seats


def test_ruling_3_whoever_draws_the_highest_number_leads() -> None:
    state: Any = GAME.start(3, GAME.rules({})).apply(
        CHANCE, lead({0: "O7", 1: "B12", 2: "R11"}, leader=1)
    )
    assert state.view(0).leader == 1
    assert state.view(2).lead_draws == (((0, TILE["O7"]), (1, TILE["B12"]), (2, TILE["R11"])),)


def test_ruling_3_those_tied_draw_again_from_the_rest_until_one_is_highest() -> None:
    rounds: list[Round] = [
        {0: "O7", 1: "B12", 2: "R12", 3: "G12"},
        {1: "B5", 2: "R9", 3: "G9"},
        {2: "R1", 3: "G3"},
    ]
    start: Any = GAME.start(4, GAME.rules({}))
    assert start.apply(CHANCE, lead(*rounds, leader=3)).standing.leader == 3
    for undecided in (rounds[:1], rounds[:2]):
        for leader in range(4):
            with pytest.raises(IllegalAction):
                start.apply(CHANCE, lead(*undecided, leader=leader))


@pytest.mark.parametrize(
    "drawn",
    [
        lead(leader=0),
        lead({0: "O7", 1: "B12", 2: "R11"}, leader=0),
        lead({0: "O7", 1: "B12", 2: "R11"}, leader=3),
        lead({0: "O7", 1: "B12", 2: "R11"}, leader=CHANCE),
        lead({0: "O7", 1: "B12"}, leader=1),
        lead({0: "O7", 1: "B12", 2: "R11", 3: "G1"}, leader=1),
        lead({1: "B12", 0: "O7", 2: "R11"}, leader=1),
        lead({0: "O7", 1: "B12", 2: "R11"}, {1: "O1"}, leader=1),
        lead({0: "O7", 1: "B12", 2: "R11"}, {0: "O1", 1: "O2", 2: "O3"}, leader=2),
        lead({0: "O7", 1: "O7", 2: "R11"}, leader=2),
        lead({0: "O7", 1: "B7", 2: "R1"}, {0: "O1", 1: "O2", 2: "O3"}, leader=2),
        lead({0: "O7", 1: "B7", 2: "R1"}, {0: "O1", 2: "O2"}, leader=2),
        lead({0: "O7", 1: "B7", 2: "R1"}, {0: "R1", 1: "O2"}, leader=1),
        lead({0: "O7", 1: "B7", 2: "R1"}, leader=0),
    ],
    ids=lambda drawn: str(drawn.json()),
)
def test_ruling_3_a_drawing_that_breaks_the_rules_is_refused(drawn: Lead) -> None:
    with pytest.raises(IllegalAction):
        GAME.start(3, GAME.rules({})).apply(CHANCE, drawn)


def test_ruling_3_a_bag_that_runs_out_over_ties_is_drawn_from_afresh() -> None:
    class EqualNumbers(Random):
        """Two draws at a time of equal numbers until the bag is empty, then O1 and O2."""

        places = [place for n in range(12, -1, -1) for place in (0, n)] * 2 + [0, 0]

        def randrange(self, *_: Any) -> int:
            return self.places.pop(0)

    assert draw_lead(2, EqualNumbers()) == lead({0: "O1", 1: "O2"}, leader=1)


def test_ruling_3_the_tiles_drawn_for_the_lead_go_back_into_the_bag(make_table: Table) -> None:
    table = make_table(3)
    state = table.led()
    drawn = [str(tile) for _, tile in state.standing.lead_draws[0]]
    state = state.apply(CHANCE, table.deal(state, drawn, []))
    assert [str(own[0].tile) for own in state.held] == ["O13", "O2", "O3"]


def test_ruling_4_a_hand_has_7_of_the_12_score_tiles_played_in_order(make_table: Table) -> None:
    table = make_table(3)
    worth = [(3, 1), (-2, 2), (1, 1), (2, -2), (-1, 1), (1, 2), (3, -1)]
    state = table.hand(table.led(), [], worth)
    assert state.view(0).score_tiles == tuple(worth)
    for trick in range(7):
        assert state.view(0).trick == trick
        for _ in range(3):
            state = state.apply(state.actors[0], state.fallback(state.actors[0]))
    assert state.actors == (CHANCE,)


def test_ruling_4_every_hand_shuffles_all_12_score_tiles_again() -> None:
    drawn = {
        frozenset(deal_hand(1, (5, 5), rules(), Random(seed)).score_tiles) for seed in range(30)
    }
    assert len(drawn) > 15


def test_ruling_4_there_are_four_hands(make_table: Table) -> None:
    table = make_table(3, score_tiles=[(0, 0)] * 12)
    state = table.led()
    for hand in (1, 2, 3, 4):
        assert state.actors == (CHANCE,)
        state = table.hand(state, [])
        assert state.view(0).hand == hand
        state = table.rest_of_hand(state)
    assert state.actors == ()


@pytest.mark.parametrize(
    ("ranking", "points", "extras"),
    [
        ("competition", (5, 5, 5), (0, 0, 0)),
        ("competition", (9, 7, 4), (0, 1, 2)),
        ("competition", (9, 9, 4), (0, 0, 2)),
        ("competition", (4, 9, 7, 7, 0), (3, 0, 1, 1, 4)),
        ("dense", (5, 5, 5), (0, 0, 0)),
        ("dense", (9, 7, 4), (0, 1, 2)),
        ("dense", (9, 9, 4), (0, 0, 1)),
        ("dense", (4, 9, 7, 7, 0), (2, 0, 1, 1, 3)),
    ],
)
def test_ruling_4_those_behind_draw_extra_tiles_by_the_switch(
    ranking: str, points: tuple[int, ...], extras: tuple[int, ...]
) -> None:
    in_force = rules(extra_draw_ranking=ranking)
    assert extra_tiles(points, in_force) == extras
    deal = deal_hand(2, points, in_force, Random(1))
    assert tuple(len(tiles) - 7 for tiles in deal.tiles) == extras


def test_ruling_4_extras_come_after_everybodys_seven_in_seat_order() -> None:
    equal, behind, further = (
        deal_hand(2, points, rules(), Random(8)) for points in [(5, 5, 5), (3, 5, 5), (3, 5, 2)]
    )
    assert equal.score_tiles == behind.score_tiles == further.score_tiles
    for deal in (behind, further):
        assert [tiles[:7] for tiles in deal.tiles] == list(equal.tiles)
    first, second = behind.tiles[0][7:]
    assert further.tiles[0][7:] == (first,)
    assert further.tiles[2][7] == second


@pytest.fixture(scope="module")
def second_hand(make_table: Table) -> tuple[Any, Any]:
    """A position before hand 2 with points 7, 4 and 5, and a legal deal of it."""
    table = make_table(3, score_tiles=[(2, -1), *[(0, 0)] * 11])
    state = table.rest_of_hand(table.hand(table.led(), ["O7 O4 B1"], [(2, -1)]))
    assert state.standing.points == (7, 4, 5)
    deal = table.deal(state, ["", "", ""], [])
    state.apply(CHANCE, deal)
    return state, deal


def test_ruling_4_a_deal_gives_each_seat_its_number_of_tiles(second_hand: tuple[Any, Any]) -> None:
    state, deal = second_hand
    assert [len(tiles) for tiles in deal.tiles] == [7, 9, 8]
    first, second, third = deal.tiles
    for tiles in [
        (first, second, third[:-1]),
        (first, second[:-1], (*third, second[-1])),
        (*deal.tiles, ()),
        (first, second),
        (),
    ]:
        with pytest.raises(IllegalAction, match="7, 9, 8 tiles"):
            state.apply(CHANCE, replace(deal, tiles=tiles))


def test_ruling_4_no_tile_is_dealt_twice(second_hand: tuple[Any, Any]) -> None:
    state, deal = second_hand
    first, second, third = deal.tiles
    for twice in ((first[1], *first[1:]), (second[0], *first[1:])):
        with pytest.raises(IllegalAction, match="a tile twice"):
            state.apply(CHANCE, replace(deal, tiles=(twice, second, third)))


def test_ruling_4_the_hands_are_dealt_in_turn(second_hand: tuple[Any, Any]) -> None:
    state, deal = second_hand
    for hand in (0, 1, 3, 10**9):
        with pytest.raises(IllegalAction, match="hand 2 is to be dealt"):
            state.apply(CHANCE, replace(deal, hand=hand))


def test_ruling_4_the_score_tiles_of_a_hand_are_among_the_12(second_hand: tuple[Any, Any]) -> None:
    state, deal = second_hand
    nothing, once = (0, 0), (2, -1)
    state.apply(CHANCE, replace(deal, score_tiles=(nothing,) * 7))
    for score_tiles in [
        (nothing,) * 6,
        (nothing,) * 8,
        (once, once, *(nothing,) * 5),
        ((1, 1), *(nothing,) * 6),
        (),
    ]:
        with pytest.raises(IllegalAction, match="7 of the 12 score tiles"):
            state.apply(CHANCE, replace(deal, score_tiles=score_tiles))


def test_ruling_4_nobody_plays_more_than_7_tiles_and_the_rest_goes_back_unseen(
    second_hand: tuple[Any, Any],
) -> None:
    state, deal = second_hand
    state = state.apply(CHANCE, deal)
    for _ in range(21):
        state = state.apply(state.actors[0], state.fallback(state.actors[0]))
    assert state.actors == (CHANCE,)
    assert state.held == ((), (), ())
    assert sum(len(trick.table) for trick in state.standing.tricks) == 21


def test_ruling_5_the_suits_of_held_tiles_are_seen_and_their_numbers_are_not(
    make_table: Table,
) -> None:
    table = make_table(3)
    state = table.led()
    tiles = ["O1 O2 B3 G4 R5 R6 R7", "O8 O9 O10 O11 B12 B13 B1", "G1 G2 G3 G5 G6 G7 G8"]
    state = state.apply(CHANCE, table.deal(state, tiles, []))
    view = state.view(0)
    assert view.held == (7, 7, 7)
    assert view.suits == ((2, 1, 1, 3), (4, 3, 0, 0), (0, 0, 7, 0))
    assert " ".join(map(str, view.tiles)) == tiles[0]
    assert "number" not in repr(view._replace(tiles=(), lead_draws=()))


def test_ruling_5_switch_suits_public_hides_the_suits_of_held_tiles(make_table: Table) -> None:
    table = make_table(3, suits_public=False)
    view = table.hand(table.led(), ["O1 O2 O3"]).view(0)
    assert view.suits is None
    assert view.held == (6, 6, 6)


def test_ruling_5_without_public_suits_others_may_hold_any_unseen_tile(make_table: Table) -> None:
    def suits_of_seat_1(*, public: bool) -> set[tuple[str, ...]]:
        table = make_table(3, suits_public=public)
        state = table.hand(table.led(), [])
        redealt = (state.resample(0, Random(seed)) for seed in range(20))
        return {tuple(sorted(play.tile.suit for play in other.held[1])) for other in redealt}

    assert len(suits_of_seat_1(public=True)) == 1
    assert len(suits_of_seat_1(public=False)) > 1


def test_ruling_5_played_tiles_stay_visible_until_the_hand_ends(make_table: Table) -> None:
    table = make_table(3)
    state = table.hand(table.led(), ["O1 O9 B3", "O2 O10 B4"])
    state = state.apply(1, Play(state.legal(1)[0].tile))
    view = state.view(2)
    plays = [(seat, str(tile)) for trick in view.tricks for seat, tile in trick.table]
    assert plays == [(0, "O1"), (1, "O9"), (2, "B3"), (1, "O10"), (2, "B4"), (0, "O2")]
    assert [seat for seat, _ in view.table] == [1]
    state = table.hand(table.rest_of_hand(state), [])
    assert state.view(2).tricks == ()
    assert state.view(2).table == ()


def test_ruling_5_played_tiles_trick_leaves_the_last_trick_and_who_won_in_sight(
    make_table: Table,
) -> None:
    table = make_table(3, played_tiles="trick")
    state = table.hand(table.led(), ["O1 O9 B3", "O2 O10 B4"])
    state = state.apply(1, Play(state.legal(1)[0].tile))
    view = state.view(2)
    assert [len(trick.table) for trick in view.tricks] == [0, 3]
    assert [(trick.winners, trick.seconds) for trick in view.tricks] == [((1,), (0,))] * 2
    assert [seat for seat, _ in view.table] == [1]


def test_ruling_4_the_points_of_every_hand_and_the_extra_tiles_are_in_view(
    make_table: Table,
) -> None:
    table = make_table(3)
    state = table.hand(table.led(), [])
    assert state.view(0).hand_points == ()
    assert state.view(0).extras == (0, 0, 0)
    state = table.rest_of_hand(state)
    points = state.standing.points
    state = table.hand(state, [])
    for seat in range(3):
        view = state.view(seat)
        assert view.hand_points == (points,)
        assert view.extras == tuple(held - 7 for held in view.held)


def test_the_view_shows_own_tiles_sorted_by_suit_and_number(make_table: Table) -> None:
    table = make_table(2)
    state = table.led()
    deal = table.deal(state, ["R3 O10 G1 O9 B2 R13 B13", ""], [])
    view = state.apply(CHANCE, deal).view(0)
    assert " ".join(map(str, view.tiles)) == "O9 O10 B2 B13 G1 R3 R13"


def test_the_fallback_is_the_lowest_number_and_ties_go_by_orange_blue_green_red(
    make_table: Table,
) -> None:
    table = make_table(2)
    state = table.led()
    state = state.apply(CHANCE, table.deal(state, ["R3 O10 G3 O9 B4 R13 B13", ""], []))
    assert str(state.fallback(0)) == "play G3"
