"""Simulated matches of players whose strength is known."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.game import Outcome, ranking
from harness.record import Head, Play
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def match(
    ranks: Mapping[str, int] | Sequence[tuple[str, int]],
    deal: int = 0,
    *,
    fell: Sequence[str] = (),
    rotation: int = 0,
    line_up: int = 0,
    game: str = "klirr",
) -> Head:
    """Make the head of a match from its ranks by seat; whoever fell did so once in ten."""
    seats = list(ranks.items()) if hasattr(ranks, "items") else list(ranks)
    names = tuple(name for name, _ in seats)
    places = tuple(rank for _, rank in seats)
    return Head(
        match=f"{game}-{len(seats)}-d{deal}-l{line_up}-r{rotation}",
        game=game,
        rules={},
        seats=names,
        deal=deal,
        line_up=line_up,
        rotation=rotation,
        outcome=Outcome(tuple(10 * (9 - place) for place in places), places, "points"),
        faults=tuple((1, names.index(name), "crashed") for name in fell),
        play=tuple(Play(10, int(name in fell), usage=Usage(10, 0.1)) for name in names),
    )


def simulate(
    strengths: Mapping[str, float],
    seats: int,
    deals: int,
    *,
    seed: int = 0,
    luck: float = 1.0,
    rotate: bool = True,
    step: float = 1e-9,
) -> list[Head]:
    """Play tables of Plackett-Luce players.

    ``luck``: standard deviation of what a deal gives a seat, the same in all its rotations;
    without it the strengths are log odds. ``step``: scores are rounded to it, so that a coarse
    one gives ties. Unrotated, a line-up is seated at random.
    """
    chance = np.random.default_rng(seed)
    heads = []
    for deal in range(deals):
        dealt = chance.normal(0, luck, seats)
        for line_up, chosen in enumerate(combinations(sorted(strengths), seats)):
            base = chance.permutation(seats)
            for rotation in range(seats if rotate else 1):
                names = [chosen[base[(seat + rotation) % seats]] for seat in range(seats)]
                shown = np.array([strengths[name] for name in names]) + dealt
                points = np.round((shown + chance.gumbel(size=seats)) / step).astype(np.int64)
                scores = [int(point) for point in points]
                winners = [seat for seat in range(seats) if scores[seat] == max(scores)]
                places = ranking(scores, winners)
                heads.append(
                    match(
                        list(zip(names, places, strict=True)),
                        deal,
                        line_up=line_up,
                        rotation=rotation,
                    )
                )
    return heads


@pytest.fixture(name="match")
def _match() -> Callable[..., Head]:
    return match


@pytest.fixture(name="simulate")
def _simulate() -> Callable[..., list[Head]]:
    return simulate
