"""Why ratings are not made in other ways: the figures of docs/ratings.md, by simulation."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from harness.analysis.pairs import meetings, tables
from harness.analysis.strength import ELO, estimate, strengths

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.record import Head

    Simulate = Callable[..., list[Head]]

FOUR = {"ann": 0.0, "bob": 0.4, "cat": 0.8, "dan": 1.6}
LUCK = 3.0  # what a deal gives a seat, in log odds: more than twice what a match adds
pytestmark = pytest.mark.long


def wins(heads: Sequence[Head]) -> Any:
    return meetings(tables(heads)[0], "as_played").wins


def endless(luck: float = 1.0) -> Any:
    """Give what endless deals of a table of all four would show."""
    chance = np.random.default_rng(9)
    shown = np.array(list(FOUR.values())) + chance.normal(0, luck, size=(400_000, 4))
    points = shown + chance.gumbel(size=shown.shape)
    total = np.zeros((4, 4))
    for a, b in combinations(range(4), 2):
        total[a, b] = (points[:, a] > points[:, b]).mean()
        total[b, a] = 1 - total[a, b]
    return strengths(1e6 * total)


def online(heads: Sequence[Head], step: float = 32.0) -> dict[str, float]:
    """Rate two-player matches one after the other, as chess servers do."""
    found = dict.fromkeys(FOUR, 1500.0)
    for head in heads:
        one, other = head.seats
        expected = 1 / (1 + 10 ** ((found[other] - found[one]) / 400))
        change = step * ((head.outcome.ranks[0] == 1) - expected)
        found[one] += change
        found[other] -= change
    return found


def test_the_order_of_play_alone_moves_an_online_elo_more_than_chance_moves_ours(
    simulate: Simulate,
) -> None:
    heads = simulate(FOUR, 2, 60)
    fit = estimate(wins(heads))
    error = ELO * float(np.sqrt(fit.covariance.diagonal()).mean())
    shuffled = []
    for seed in range(500):
        random.Random(seed).shuffle(heads)
        shuffled.append(list(online(heads).values()))
    moved = float(np.std(shuffled, axis=0).mean())
    told = f"order alone moves online Elo by SD {moved:.1f}, error {error:.1f}"
    print(f"{len(heads)} matches: {told}")  # noqa: T201
    assert moved > 1.5 * error


def test_an_interval_from_single_matches_ignores_what_rotation_takes_out(
    simulate: Simulate,
) -> None:
    target, held, wide = endless(LUCK), {"deal": 0, "match": 0}, {"deal": 0.0, "match": 0.0}
    for seed in range(500):
        table = tables(simulate(FOUR, 4, 20, seed=seed, luck=LUCK))[0]
        for name, fit in (("deal", estimate(wins(table.heads))), ("match", by_match(table))):
            half = fit.half_width()
            held[name] += int((abs(fit.theta - target) < half).sum())
            wide[name] += float(half.mean())
    ratio = wide["match"] / wide["deal"]
    shares = {name: count / 2000 for name, count in held.items()}
    print(f"rotated: matches for clusters are {ratio:.2f} times as wide; coverage {shares}")  # noqa: T201
    assert ratio > 1.2


def by_match(table: Any) -> Any:
    """Fit with every match a cluster of its own."""
    return estimate(wins([replace(head, deal=number) for number, head in enumerate(table.heads)]))


def test_pairs_of_one_match_are_not_independent(simulate: Simulate) -> None:
    target, held = endless(LUCK), 0
    for seed in range(500):
        by_deal = wins(simulate(FOUR, 4, 20, seed=seed, luck=LUCK, rotate=False))
        single = np.zeros((len(by_deal), 6, 4, 4))
        for number, (a, b) in enumerate(combinations(range(4), 2)):
            single[:, number, a, b], single[:, number, b, a] = by_deal[:, a, b], by_deal[:, b, a]
        fit = estimate(single.reshape(-1, 4, 4))
        held += int((abs(fit.theta - target) < fit.half_width()).sum())
    print(f"unrotated: pairs for clusters cover {held / 2000:.3f}")  # noqa: T201
    assert held / 2000 < 0.9


def test_a_bootstrap_over_few_deals_is_too_sure(simulate: Simulate) -> None:
    target, held, ours = endless(), 0, 0
    chance = np.random.default_rng(4)
    for seed in range(300):
        by_deal = wins(simulate(FOUR, 4, 10, seed=seed))
        fit = estimate(by_deal)
        ours += int((abs(fit.theta - target) < fit.half_width()).sum())
        drawn = [
            strengths(by_deal[chance.integers(0, 10, 10)].sum(axis=0), fit.theta)
            for _ in range(200)
        ]
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        held += int(((low < target) & (target < high)).sum())
    print(f"10 deals: percentile bootstrap covers {held / 1200:.3f}, jackknife {ours / 1200:.3f}")  # noqa: T201
    assert held < ours
    assert held / 1200 < 0.93
