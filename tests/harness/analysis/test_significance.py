from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from harness.analysis.paired import paired
from harness.analysis.pairs import tables
from harness.analysis.significance import Duel, compare, sign_flip, smallest_p, verdict
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.record import Head

    Match = Callable[..., Head]
    Simulate = Callable[..., list[Head]]


def duel(heads: Sequence[Head], one: str = "ann", other: str = "bob") -> Duel:
    (only,) = compare(heads, one, other).duels
    return only


def said(heads: Sequence[Head]) -> str:
    comparison = compare(heads, "ann", "bob")
    return verdict(comparison, comparison.duels[0])


def test_a_deal_counts_once_however_many_matches_of_it_were_shared(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}, 0, rotation=r) for r in range(6)]
    heads += [match({"ann": 2, "bob": 1}, 1), match({"ann": 1, "bob": 1}, 1, rotation=1)]
    found = duel(heads)
    assert found.difference.value == pytest.approx((1 - 0.5) / 2)
    assert (found.wins, found.ties, found.losses) == (6, 1, 1)
    assert (found.difference.deals, found.matches) == (2, 8)


def test_the_difference_has_a_t_interval_over_deals(match: Match) -> None:
    heads = [match({"ann": 1 + (d < 3), "bob": 2 - (d < 3)}, d) for d in range(10)]
    found = duel(heads)
    spread = np.std([1] * 7 + [-1] * 3, ddof=1)
    assert found.difference.value == pytest.approx(0.4)
    assert found.difference.high == pytest.approx(0.4 + 2.262157 * spread / sqrt(10), abs=1e-5)
    assert found.difference.low == pytest.approx(0.4 - 2.262157 * spread / sqrt(10), abs=1e-5)


def test_the_other_way_round_is_the_same_with_its_sign_turned(simulate: Simulate) -> None:
    heads = simulate({"ann": 0, "bob": 1, "cat": 2}, 3, 12)
    there, back = duel(heads), duel(heads, "bob", "ann")
    assert there.difference.value == pytest.approx(-back.difference.value)
    assert there.score.value == pytest.approx(-back.score.value)
    assert (there.wins, there.losses) == (back.losses, back.wins)
    assert (there.p, there.p_holm) == (back.p, back.p_holm)


@pytest.mark.parametrize(
    ("by_deal", "p"),
    [
        ([1.0] * 8, 2 / 256),  # only all heads and all tails are as far out
        ([0.5] * 10, 2 / 1024),
        ([1.0] * 7 + [-1.0], 18 / 256),  # at most one coin differs from the rest
        ([0.0] * 9, 1.0),
    ],
)
def test_the_sign_flip_test_counts_coins(by_deal: list[float], p: float) -> None:
    assert sign_flip(np.array(by_deal)) == pytest.approx(p)


def test_many_deals_are_tested_by_a_fixed_sample(simulate: Simulate) -> None:
    by_deal = np.random.default_rng(3).normal(0.1, 0.7, 60)
    assert sign_flip(by_deal) == sign_flip(by_deal)
    assert sign_flip(by_deal + 2) == 1 / 10_000
    assert simulate is not None


def test_p_values_are_adjusted_over_all_pairs_of_the_board(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2, "cat": 3}, deal) for deal in range(10)]
    heads[0] = match({"bob": 1, "ann": 2, "cat": 3}, 0)
    found = duel(heads)
    assert found.pairs == 3
    assert found.p == pytest.approx(22 / 1024)
    assert found.p_holm == pytest.approx(22 / 1024)  # the largest of the three is not multiplied
    clear = duel(heads, "ann", "cat")
    assert (clear.p, clear.p_holm) == pytest.approx((2 / 1024, 3 * 2 / 1024))


@pytest.mark.parametrize(
    ("deals", "pairs", "p"), [(8, 1, 1 / 128), (8, 15, 15 / 128), (2, 15, 1.0), (60, 15, 15e-4)]
)
def test_no_result_can_go_below_the_smallest_p(deals: int, pairs: int, p: float) -> None:
    assert smallest_p(deals, pairs) == pytest.approx(p)


def test_a_clean_sweep_reaches_the_smallest_p(match: Match) -> None:
    found = duel([match({"ann": 1, "bob": 2}, deal) for deal in range(9)])
    assert found.p_holm == found.smallest


def test_one_deal_shows_nothing(match: Match) -> None:
    found = duel([match({"ann": 1, "bob": 2}, 0)])
    assert (found.p, found.p_holm, found.smallest) == (1.0, 1.0, 1.0)
    assert found.more_deals


def test_where_they_differ_most_stands_first(match: Match) -> None:
    heads = [match([("ann", 1), ("bob", 2)], d) for d in range(9)]
    heads += [match([("bob", 1 + d % 2), ("ann", 2 - d % 2)], d, rotation=1) for d in range(8)]
    found = duel(heads).by_seat
    assert [(one.seat, one.difference, one.matches) for one in found] == [(0, 1.0, 9), (1, 0.0, 8)]


def test_the_clearest_board_stands_first(match: Match) -> None:
    heads = [match({"ann": 1 + d % 2, "bob": 2 - d % 2}, d) for d in range(8)]
    heads += [match({"bob": 1, "ann": 2}, d, game="zero-to-hero") for d in range(8)]
    games = [one.game for one in compare(heads, "ann", "bob").duels]
    assert games == ["zero-to-hero", "klirr"]


def test_the_conclusion_names_the_better_one(match: Match) -> None:
    won = [match({"ann": 1, "bob": 2}, deal) for deal in range(8)]
    assert said(won) == "ann is better than bob in these data."
    lost = [match({"ann": 2, "bob": 1}, deal) for deal in range(8)]
    assert said(lost) == "bob is better than ann in these data."


def test_the_conclusion_says_how_many_more_deals_would_tell(match: Match) -> None:
    heads = [match({"ann": 1 + (d % 3 == 0), "bob": 2 - (d % 3 == 0)}, d) for d in range(30)]
    found = duel(heads)
    assert found.p_holm > 0.05
    spread = found.difference.spread
    assert spread is not None
    # (z.975 + z.8) squared is 7.849
    needed = 7.849 * (spread / found.difference.value) ** 2
    assert found.more_deals == pytest.approx(needed - 30, abs=1)
    assert said(heads) == f"Cannot tell yet: about {found.more_deals} more deals would."


def test_seven_clean_wins_on_a_full_board_lack_deals_not_clarity(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2, "cat": 3, "dan": 4}, deal) for deal in range(7)]
    heads[0] = match({"bob": 1, "ann": 2, "cat": 3, "dan": 4}, 0)
    found = duel(heads)
    assert found.p_holm > 0.05
    assert found.more_deals is not None
    assert found.more_deals >= 1


def test_clean_wins_in_too_few_deals_are_told_how_many_are_lacking(match: Match) -> None:
    heads = [match({"ann": 1, "bob": 2}, deal) for deal in range(3)]
    assert said(heads) == "Cannot tell yet: about 3 more deals would."  # 2 ** (1 - 6) < 0.05


def test_level_players_cannot_be_told_apart_by_any_number_of_deals(match: Match) -> None:
    heads = [match({"ann": 1 + d % 2, "bob": 2 - d % 2}, d) for d in range(8)]
    assert said(heads) == "Cannot tell: ann and bob are level so far."


def test_players_who_never_met_share_no_board(match: Match) -> None:
    heads = [match({"ann": 1, "cat": 2}), match({"bob": 1, "cat": 2}, line_up=1)]
    assert compare(heads, "ann", "bob").duels == ()


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ("ann", "eve", "'eve' played no match; allowed: ann, bob"),
        ("ann", "ann", "'ann' cannot be compared with itself"),
    ],
)
def test_a_wrong_name_is_told_in_a_sentence(
    match: Match, one: str, other: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        compare([match({"ann": 1, "bob": 2})], one, other)


def test_costs_stand_beside(match: Match) -> None:
    head = match({"ann": 1, "bob": 2})
    paid = (replace(head.play[0], usage=Usage(1, cost=cost)) for cost in (0.5, None))
    dear = replace(head, play=tuple(paid))
    comparison = compare([dear, match({"ann": 1, "bob": 2}, 1)], "ann", "bob")
    assert comparison.sums["ann"].play.usage.cost == 0.5
    assert comparison.json()["cost"] == [0.5, None]


def test_the_json_is_the_same_whatever_the_order_of_play(simulate: Simulate) -> None:
    heads = simulate({"ann": 0, "bob": 1, "cat": 2}, 2, 9)
    before: Any = compare(heads, "ann", "cat").json()
    assert compare(heads[::-1], "ann", "cat").json() == before
    assert before["boards"][0]["verdict"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "least", "most"),
    [
        # All six at every table: a deal's difference takes many values, and the test errs nearly
        # as often as it may. Known from other simulations: 34 to 39 %; 200 runs err by 3.4 %.
        (6, 0.26, 0.48),
        # Heads-up, two matches a deal: the difference is -1, 0 or 1, about half of the deals tell
        # nothing, and so few coins seldom come near 5 %.
        (2, 0.12, 0.30),
    ],
)
def test_six_equal_players_often_give_a_pair_that_looks_different_until_adjusted(
    simulate: Simulate, seats: int, least: float, most: float
) -> None:
    equal = dict.fromkeys(("p1", "p2", "p3", "p4", "p5", "p6"), 0.0)
    raw = adjusted = 0
    for seed in range(200):
        heads = simulate(equal, seats, 20, seed=seed)
        both = paired(tables(heads)[0])
        tests = {pair: sign_flip(both.differences(*pair)) for pair in combinations(range(6), 2)}
        clearest = min(tests, key=lambda pair: tests[pair])
        raw += tests[clearest] <= 0.05
        found = duel(heads, *(both.names[i] for i in clearest))
        assert (found.pairs, found.p) == (15, tests[clearest])
        adjusted += found.p_holm <= 0.05
    print(f"{seats} seats: false in {raw / 2} % of runs, adjusted in {adjusted / 2} %")  # noqa: T201
    assert least <= raw / 200 <= most
    assert adjusted <= 20  # at most 5 % are meant: 10 runs, 3 sigma are 9


def test_a_better_one_of_six_is_still_found_after_the_adjustment(simulate: Simulate) -> None:
    """The adjustment is no excuse to find nothing."""
    players = dict.fromkeys(("ann", "p2", "p3", "p4", "p5", "p6"), 0.0) | {"ann": 1.5}
    heads = simulate(players, 6, 20)
    for other in ("p2", "p3", "p4", "p5", "p6"):
        found = duel(heads, "ann", other)
        assert (found.pairs, found.difference.value > 0) == (15, True)
        assert found.p < found.p_holm <= 0.05
