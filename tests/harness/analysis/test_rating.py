from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import choix
import numpy as np
import pytest
from scipy import stats

from harness.analysis.pairs import meetings, tables
from harness.analysis.ranks import rank_sets, surely_above
from harness.analysis.rating import boards
from harness.analysis.strength import ELO, Estimate, estimate, strengths
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


# --- the pair scores ---


def test_a_match_counts_once_for_each_player_however_many_sat_at_the_table(match: Match) -> None:
    total = wins([match({"ann": 1, "bob": 2, "cat": 3, "dan": 4})]).sum(axis=0)
    assert (total + total.T).sum(axis=1) == pytest.approx([1, 1, 1, 1])
    assert total[0] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


def test_joint_firsts_halve_their_pair_and_both_beat_the_third(match: Match) -> None:
    total = wins([match({"ann": 1, "bob": 1, "cat": 3})]).sum(axis=0)
    assert total == pytest.approx(np.array([[0, 0.25, 0.5], [0.25, 0, 0.5], [0, 0, 0]]))


def test_joint_firsts_stand_level_above_the_third(match: Match) -> None:
    (board,) = as_played([match({"ann": 1, "bob": 1, "cat": 3}, deal) for deal in range(8)])
    found = ratings(board)
    assert found["ann"] == pytest.approx(found["bob"])
    assert found["ann"] > found["cat"] + 400
    assert board.ties == pytest.approx(1 / 3)


def test_an_entrant_does_not_meet_itself(match: Match) -> None:
    total = wins([match([("ann", 1), ("ann", 2), ("bob", 3)])]).sum(axis=0)
    assert total == pytest.approx(np.array([[0, 1], [0, 0]]))


def test_a_win_and_a_loss_weigh_what_two_ties_weigh(match: Match) -> None:
    split = [match({"ann": 1, "bob": 2}), match({"ann": 2, "bob": 1}, rotation=1)]
    tied = [match({"ann": 1, "bob": 1}), match({"ann": 1, "bob": 1}, rotation=1)]
    assert (wins(split) == wins(tied)).all()


def test_all_rotations_and_line_ups_of_a_deal_are_one_cluster(match: Match) -> None:
    heads = [
        match({"ann": 1, "bob": 2}, deal, rotation=rotation, line_up=line_up)
        for deal in (3, 7)
        for rotation in (0, 1)
        for line_up in (0, 1)
    ]
    assert wins(heads)[:, 0, 1] == pytest.approx([4, 4])


# --- invariance ---


def test_the_same_records_in_any_order_give_the_same_bytes(simulate: Simulate) -> None:
    heads = simulate(FOUR, 3, 9, step=0.5)
    heads = [
        replace(h, play=tuple(replace(p, usage=Usage(1, 0.1 * h.deal)) for p in h.play))
        for h in heads
    ]
    before = [board.json() for board in boards(heads)]
    for seed in range(3):
        random.Random(seed).shuffle(heads)
        assert [board.json() for board in boards(heads)] == before


def test_it_does_not_matter_which_seat_is_called_the_first(simulate: Simulate) -> None:
    heads = simulate(FOUR, 4, 8)
    turned = [
        replace(
            head,
            seats=head.seats[::-1],
            outcome=replace(
                head.outcome,
                ranks=head.outcome.ranks[::-1],
                scores=head.outcome.scores[::-1],
            ),
        )
        for head in heads
    ]
    assert as_played(heads)[0].rows == as_played(turned)[0].rows


def test_names_carry_no_strength(simulate: Simulate) -> None:
    heads = simulate(FOUR, 3, 10)
    other = {"ann": "zoe", "bob": "yan", "cat": "xia", "dan": "wim"}
    renamed = [replace(head, seats=tuple(other[name] for name in head.seats)) for head in heads]
    before, after = rows(as_played(heads)[0]), rows(as_played(renamed)[0])
    for name, row in before.items():
        twin = after[other[name]]
        assert (twin.rank_low, twin.rank_high) == (row.rank_low, row.rank_high)
        assert (twin.rating, twin.low) == pytest.approx((row.rating, row.low), abs=1e-4)


def test_twice_the_deals_leave_the_strengths_and_shrink_the_error_by_root_two(
    simulate: Simulate,
) -> None:
    once = wins(simulate(FOUR, 4, 30))
    one, two = estimate(once), estimate(np.concatenate([once, once]), prior=0.2)
    assert two.theta == pytest.approx(one.theta, abs=1e-6)
    ratio = np.sqrt(one.covariance.diagonal() / two.covariance.diagonal())
    assert ratio == pytest.approx(sqrt(2), rel=0.02)


# --- known truths ---


def test_two_players_stand_as_far_apart_as_their_results_say(match: Match) -> None:
    heads = [match({"ann": 1 + (d % 4 == 0), "bob": 2 - (d % 4 == 0)}, d) for d in range(40)]
    fitted = strengths(wins(heads).sum(axis=0))
    (board,) = as_played(heads)
    found = ratings(board)
    # 30 wins of 40; the phantom draws them together by less than two points.
    assert found["ann"] - found["bob"] == pytest.approx(400 * np.log10(3), abs=2)
    assert found["ann"] - found["bob"] == pytest.approx(ELO * (fitted[0] - fitted[1]))
    assert sum(found.values()) == pytest.approx(3000)


def test_the_fit_is_the_one_that_choix_finds_by_optimisation_phantom_included(
    simulate: Simulate,
) -> None:
    heads = simulate(FOUR, 2, 12)
    total = wins(heads).sum(axis=0)
    phantom = len(FOUR)
    # Ten times everything leaves the maximum where it is and makes the phantom's 0.1 a whole one.
    data = [
        (i, j) for i in range(4) for j in range(4) for _ in range(round(10 * float(total[i, j])))
    ]
    data += [pair for i in range(4) for pair in ((i, phantom), (phantom, i))]
    theirs = choix.opt_pairwise(5, data, alpha=1e-9, tol=1e-10)[:4]
    assert strengths(total) == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def population(truth: dict[str, float], seats: int, step: float) -> Any:
    """Fit what endless deals of the simulation without luck would show."""
    chance = np.random.default_rng(5)
    names = sorted(truth)
    total = np.zeros((len(names), len(names)))
    for chosen in combinations(range(len(names)), seats):
        shown = np.array([truth[names[i]] for i in chosen])
        points = np.round((shown + chance.gumbel(size=(100_000, seats))) / step)
        for a, b in combinations(range(seats), 2):
            score = (1 + np.sign(points[:, a] - points[:, b])).mean() / 2
            total[chosen[a], chosen[b]] += score
            total[chosen[b], chosen[a]] += 1 - score
    return strengths(1000 * total)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("step", [1e-9, 1.0])
def test_known_strengths_come_back_from_tables_of_any_size_with_and_without_ties(
    simulate: Simulate, seats: int, step: float
) -> None:
    names = [f"p{i}" for i in range(max(seats, 4))]
    truth = {name: 0.4 * i for i, name in enumerate(names)}
    heads = simulate(truth, seats, 240 // seats, luck=0.0, step=step, seed=seats)
    (board,) = as_played(heads)
    assert board.ties is not None
    assert (board.ties > 0.1) == (step == 1.0)
    expected = population(truth, seats, step)
    if step < 1:  # a Plackett-Luce pair is a Bradley-Terry pair
        true = np.array(list(truth.values()))
        assert expected == pytest.approx(true - true.mean(), abs=0.02)
    for name, theta in zip(names, expected, strict=True):
        row = rows(board)[name]
        assert row.rating is not None
        assert row.high is not None
        # three half-widths: one row in a hundred million would miss by chance
        assert abs(row.rating - 1500 - ELO * theta) < 3 * (row.high - row.rating)
        assert row.high - row.rating < 60


def test_the_interval_is_the_jackknife_over_deals(simulate: Simulate) -> None:
    once = wins(simulate(FOUR, 4, 10))
    left_out = np.array([strengths(np.delete(once, d, axis=0).sum(axis=0)) for d in range(10)])
    spread = left_out - left_out.mean(axis=0)
    by_hand = 0.9 * (spread**2).sum(axis=0)
    found = estimate(once)
    assert found.covariance.diagonal() == pytest.approx(by_hand, rel=1e-4)
    assert found.half_width() == pytest.approx(2.262157 * np.sqrt(by_hand), rel=1e-4)


def covered(simulate: Simulate, seats: int, deals: int, runs: int, *, rotate: bool) -> float:
    """Give how often the interval holds what endless deals would show."""
    names = sorted(FOUR)[:seats]
    truth = {name: FOUR[name] for name in names}
    chance = np.random.default_rng(9)
    total = np.zeros((seats, seats))
    shown = np.array(list(truth.values())) + chance.normal(size=(400_000, seats))
    points = shown + chance.gumbel(size=shown.shape)
    for a, b in combinations(range(seats), 2):
        total[a, b] = (points[:, a] > points[:, b]).mean()
        total[b, a] = 1 - total[a, b]
    target = strengths(1e6 * total)
    held = 0
    for run in range(runs):
        fit = estimate(wins(simulate(truth, seats, deals, seed=run, rotate=rotate)))
        held += int((np.abs(fit.theta - target) <= fit.half_width()).sum())
    return held / runs / seats


@pytest.mark.parametrize(("deals", "share"), [(20, 0.987), (60, 0.964)])
def test_two_players_who_meet_once_a_deal_have_a_coverage_that_can_be_counted(
    deals: int, share: float
) -> None:
    """So few results are possible that the binomial gives it exactly; at 20 it is above 95 %."""
    chance = np.random.default_rng(9)
    points = np.array([0.0, 0.4]) + chance.normal(size=(400_000, 2))
    points += chance.gumbel(size=points.shape)
    won = float((points[:, 0] > points[:, 1]).mean())
    truth = np.log(won / (1 - won)) / 2
    held = 0.0
    for first in range(deals + 1):
        by_deal = np.zeros((deals, 2, 2))
        by_deal[:first, 0, 1] = by_deal[first:, 1, 0] = 1
        fit = estimate(by_deal)
        if abs(fit.theta[0] - truth) <= fit.half_width()[0]:
            held += stats.binom.pmf(first, deals, won)
    assert held == pytest.approx(share, abs=0.002)


def test_nineteen_of_twenty_intervals_hold_the_truth(simulate: Simulate) -> None:
    assert 0.917 <= covered(simulate, 4, 20, 400, rotate=True) <= 0.983


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rotate", ["full", "none"])
@pytest.mark.parametrize("deals", [20, 60])
def test_intervals_hold_the_truth_in_every_design(
    simulate: Simulate, seats: int, deals: int, rotate: str
) -> None:
    share = covered(simulate, seats, deals, 2000, rotate=rotate == "full")
    print(f"{seats} players, {deals} deals, rotation {rotate}: {share:.4f}")  # noqa: T201
    # The share itself errs by .005. Two players who meet once in each of 20 deals can end in 21
    # ways only: the interval is too wide there (.987, counted above). Elsewhere .944 to .973.
    coarse = (seats, deals, rotate) == (2, 20, "none")
    assert (0.975 if coarse else 0.938) <= share <= (0.995 if coarse else 0.975)


# --- ranks ---


def test_a_rank_is_a_set_of_places() -> None:
    above = np.array([[0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]], dtype=bool)
    lowest, highest = rank_sets(above)
    assert lowest.tolist() == [1, 1, 2, 3]
    assert highest.tolist() == [2, 3, 4, 4]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_equal_errors_are_judged_by_the_studentised_range(size: int) -> None:
    errors = np.eye(size) - 1 / size
    limit = stats.studentized_range.ppf(0.95, size, 19)  # the difference's error is root two
    for factor, sure in ((0.98, False), (1.02, True)):
        theta = np.zeros(size)
        theta[0] = factor * limit
        assert surely_above(Estimate(theta, errors, 20))[0, 1] == sure


def test_a_difference_without_any_noise_is_sure_and_no_difference_is_not() -> None:
    still = Estimate(np.array([1.0, 0.0, 0.0, -1.0]), np.zeros((4, 4)), 8)
    lowest, highest = rank_sets(surely_above(still))
    assert lowest.tolist() == [1, 2, 2, 4]
    assert highest.tolist() == [1, 3, 3, 4]


def test_equal_players_share_all_ranks_and_unequal_ones_do_not(simulate: Simulate) -> None:
    (even,) = as_played(simulate(dict.fromkeys(FOUR, 0.0), 4, 12, seed=3))
    assert {(row.rank_low, row.rank_high) for row in even.rows} == {(1, 4)}
    (uneven,) = as_played(simulate({"ann": 0, "bob": 4, "cat": 8, "dan": 12}, 4, 40))
    assert [(row.rank_low, row.rank_high) for row in uneven.rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]
