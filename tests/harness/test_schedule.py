"""The schedule: which matches, in which order, seated how, and met how evenly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.config import Config
from harness.config.count import total
from harness.schedule import (
    Match,
    bot_seed,
    chance_seed,
    colex,
    rules_of,
    schedule,
)


def config(players: int = 4, seats: int = 3, deals: int = 2, **more: Any) -> Config:
    return Config.model_validate(
        {
            "name": "t",
            "seed": more.pop("seed", 1),
            "games": [{"game": "klirr", "seats": seats, "deals": deals}],
            "players": {f"p{index}": {"bot": "random"} for index in range(players)},
        }
        | more
    )


def ids(given_config: Config) -> list[str]:
    return [match.id for match in schedule(given_config)]


def seating(given_config: Config) -> dict[str, tuple[str, ...]]:
    return {match.id: match.players for match in schedule(given_config)}


@st.composite
def designs(draw: st.DrawFn) -> Config:
    players = draw(st.integers(1, 7))
    seats = draw(st.integers(1, players))
    lineups = draw(st.one_of(st.just("all"), st.integers(1, comb(players, seats) + 2)))
    rotate = draw(st.sampled_from(["full", "none"]))
    return config(players, seats, draw(st.integers(1, 5)), lineups=lineups, rotate=rotate)


def test_a_match_id_holds_game_seats_deal_line_up_and_rotation_and_nothing_else() -> None:
    assert Match("klirr", 4, 3, 0, 1, ("a", "b", "c", "d")).id == "klirr-4-d3-l0-r1"
    assert Match("klirr", 4, 3, 0, 1, ("x", "y", "z", "w")).id == "klirr-4-d3-l0-r1"


def test_all_line_ups_are_in_colexicographic_order() -> None:
    seen = [
        (match.line_up, sorted(match.players)) for match in schedule(config(4, 2, 1, rotate="none"))
    ]
    assert seen == [
        (0, ["p0", "p1"]),
        (1, ["p0", "p2"]),
        (2, ["p1", "p2"]),
        (3, ["p0", "p3"]),
        (4, ["p1", "p3"]),
        (5, ["p2", "p3"]),
    ]


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))))
def test_the_colexicographic_index_counts_all_sets_from_zero(design: tuple[int, int]) -> None:
    players, seats = design
    by_last = sorted(combinations(range(players), seats), key=lambda members: members[::-1])
    assert [colex(members) for members in by_last] == list(range(comb(players, seats)))


@given(designs())
def test_the_total_is_the_number_of_matches_and_no_id_stands_twice(given_config: Config) -> None:
    found = ids(given_config)
    assert len(found) == total(given_config) == len(set(found))


@given(designs())
def test_the_schedule_is_in_export_order(given_config: Config) -> None:
    tables = [table.id for table in given_config.games]
    found = [
        (tables.index(f"{match.game}-{match.seats}"), match.deal, match.line_up, match.rotation)
        for match in schedule(given_config)
    ]
    assert found == sorted(found)


@given(designs())
def test_every_match_seats_distinct_players_of_its_line_up(given_config: Config) -> None:
    index = {name: place for place, name in enumerate(given_config.players)}
    for match in schedule(given_config):
        members = tuple(sorted(index[name] for name in match.players))
        assert len(set(members)) == match.seats
        assert colex(members) == match.line_up


def test_games_come_in_the_order_of_the_file() -> None:
    tables = [
        {"game": "zero-to-hero", "seats": 2, "deals": 1},
        {"game": "klirr", "seats": 3, "deals": 1},
        {"game": "klirr", "seats": 2, "deals": 1},
    ]
    found = [match.id for match in schedule(config(3, games=tables, rotate="none"))]
    assert found == [
        "zero-to-hero-2-d0-l0-r0",
        "zero-to-hero-2-d0-l1-r0",
        "zero-to-hero-2-d0-l2-r0",
        "klirr-3-d0-l0-r0",
        "klirr-2-d0-l0-r0",
        "klirr-2-d0-l1-r0",
        "klirr-2-d0-l2-r0",
    ]


def test_rotation_r_seats_the_base_order_r_places_on() -> None:
    matches = list(schedule(config(5, 4, 3)))
    for match in matches:
        base = next(
            other.players
            for other in matches
            if (other.deal, other.line_up, other.rotation) == (match.deal, match.line_up, 0)
        )
        assert match.players == tuple(base[(s + match.rotation) % 4] for s in range(4))


def test_with_full_rotation_everybody_sits_in_every_seat_of_a_deal_once() -> None:
    counts = Counter(
        (match.deal, match.line_up, seat, name)
        for match in schedule(config(5, 3, 2))
        for seat, name in enumerate(match.players)
    )
    assert set(counts.values()) == {1}
    assert len(counts) == 2 * comb(5, 3) * 3 * 3


def test_without_rotation_there_is_rotation_zero_only_and_it_is_the_same_one() -> None:
    whole, bare = seating(config(5, 3, 4)), seating(config(5, 3, 4, rotate="none"))
    assert all(name.endswith("-r0") for name in bare)
    assert bare == {name: seats for name, seats in whole.items() if name.endswith("-r0")}


def test_the_base_order_differs_between_deals_and_seeds() -> None:
    first = [m.players for m in schedule(config(4, 4, 30, rotate="none"))]
    other = [m.players for m in schedule(config(4, 4, 30, rotate="none", seed=2))]
    assert len(set(first)) > 10
    assert first != other


def test_the_base_order_is_fixed_for_good() -> None:
    """A stored run goes on only if the same file seats the same players ever after."""
    assert [
        " ".join(match.players) for match in schedule(config(4, 3, 2, rotate="none", seed=1))
    ] == [
        "p2 p0 p1",
        "p3 p1 p0",
        "p2 p3 p0",
        "p3 p2 p1",
        "p1 p0 p2",
        "p1 p0 p3",
        "p0 p2 p3",
        "p3 p1 p2",
    ]


@given(designs())
def test_appending_players_keeps_every_match_of_a_run_with_all_line_ups(
    given_config: Config,
) -> None:
    everybody = given_config.model_copy(update={"lineups": "all"})
    more = everybody.model_copy(
        update={"players": everybody.players | {"new": everybody.players["p0"]}}
    )
    assert seating(everybody).items() <= seating(more).items()


@given(designs(), st.integers(1, 4))
def test_more_deals_keep_every_match_of_the_earlier_ones(given_config: Config, extra: int) -> None:
    table = given_config.games[0]
    longer = table.model_copy(update={"deals": table.deals + extra})
    more = given_config.model_copy(update={"games": (longer,)})
    assert seating(given_config).items() <= seating(more).items()


def test_names_enter_no_id_and_no_seating() -> None:
    named = config(4, 3, 3)
    renamed = named.model_copy(
        update={
            "players": {f"q{name[1:]}": who for name, who in named.players.items()},
            "name": "u",
        }
    )
    swapped = {
        name: tuple(f"p{player[1:]}" for player in seats)
        for name, seats in seating(renamed).items()
    }
    assert swapped == seating(named)


@pytest.mark.parametrize(
    ("players", "seats", "wanted", "deals"),
    [
        (4, 3, 2, 8),
        (5, 4, 2, 10),
        (6, 2, 4, 15),
        (8, 4, 1, 50),
        (8, 4, 36, 10),
        (8, 4, 69, 10),
        (9, 3, 12, 1),
        (10, 4, 3, 12),
        (16, 4, 5, 12),
        (30, 3, 10, 60),
        (30, 6, 5, 200),
    ],
)
def test_pairs_meet_evenly_when_line_ups_are_a_number(
    players: int, seats: int, wanted: int, deals: int
) -> None:
    met = Counter(dict.fromkeys(combinations(range(players), 2), 0))
    seated = Counter(dict.fromkeys(range(players), 0))
    for match in schedule(config(players, seats, deals, lineups=wanted, rotate="none")):
        members = sorted(int(name[1:]) for name in match.players)
        met.update(combinations(members, 2))
        seated.update(members)
    assert max(met.values()) - min(met.values()) <= 2
    assert max(seated.values()) - min(seated.values()) <= 2


@given(st.integers(2, 7), st.data())
def test_a_deal_never_has_a_line_up_twice_and_has_as_many_as_asked_for(
    players: int, data: st.DataObject
) -> None:
    seats = data.draw(st.integers(1, players))
    wanted = data.draw(st.integers(1, comb(players, seats) + 3))
    found = Counter(
        (match.deal, match.line_up)
        for match in schedule(config(players, seats, 3, lineups=wanted, rotate="none"))
    )
    assert set(found.values()) == {1}
    assert len(found) == 3 * min(wanted, comb(players, seats))


def test_a_number_above_the_count_means_all() -> None:
    assert seating(config(5, 3, 2, lineups=11)) == seating(config(5, 3, 2))


def test_the_chosen_line_ups_do_not_depend_on_the_seed() -> None:
    assert ids(config(6, 3, 4, lineups=3)) == ids(config(6, 3, 4, lineups=3, seed="other"))


def test_the_first_match_of_an_endless_tournament_is_there_at_once() -> None:
    endless = config(1000, 6, 1_000_000)
    assert next(schedule(endless)).id == "klirr-6-d0-l0-r0"


def test_chance_depends_on_the_deal_alone_and_a_bot_on_match_seat_and_decision() -> None:
    one, other = Match("klirr", 3, 5, 0, 0, ()), Match("klirr", 3, 5, 8, 2, ())
    assert chance_seed("s", one, 2) == chance_seed("s", other, 2) == "s/klirr/3/5/2"
    assert bot_seed("s", other, 1, 4) == "s/klirr-3-d5-l8-r2/1/4"


def test_no_two_streams_of_a_run_share_a_seed() -> None:
    matches = list(schedule(config(4, 3, 3)))
    chance = {chance_seed("1", match, number) for match in matches for number in range(5)}
    bots = [
        bot_seed("1", match, seat, number)
        for match in matches
        for seat in range(3)
        for number in range(5)
    ]
    assert len(chance) == 3 * 5
    assert len(set(bots)) == len(bots)
    assert not chance & set(bots)


def test_the_rules_of_a_match_are_those_of_its_table() -> None:
    tables = [
        {"game": "klirr", "seats": 2, "deals": 1, "rules": {"max_rounds": 5}},
        {"game": "klirr", "seats": 3, "deals": 1},
    ]
    both = config(3, games=tables)
    found = {match.seats: rules_of(both, match) for match in schedule(both)}
    assert found == {2: {"max_rounds": 5}, 3: {}}


def test_consecutive_deals_share_no_more_than_their_line_up_numbers() -> None:
    by_deal: dict[int, list[int]] = {}
    for match in schedule(config(6, 3, 4, lineups=5, rotate="none")):
        by_deal.setdefault(match.deal, []).append(match.line_up)
    assert all(numbers == sorted(numbers) for numbers in by_deal.values())
    assert all(a != b for a, b in pairwise(by_deal.values()))
