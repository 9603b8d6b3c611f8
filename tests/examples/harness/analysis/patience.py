"""Patience: how many decisions a match asked of each player, on average."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Head


def patience(heads: Iterable[Head]) -> dict[str, float]:
    """Give decisions a match by player; forced acts are not decisions."""
    asked: defaultdict[str, list[int]] = defaultdict(list)
    for head in heads:
        for name, play in zip(head.seats, head.play, strict=True):
            asked[name].append(play.asked)
    return {name: mean(counts) for name, counts in asked.items()}
