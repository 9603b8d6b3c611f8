"""The metric ``patience``."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Final

from harness.analysis.metrics import Metric

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Record


def measure(records: Iterable[Record]) -> dict[str, float]:
    """Give decisions a match by player; forced acts are not decisions."""
    asked: defaultdict[str, list[int]] = defaultdict(list)
    for record in records:
        for name, play in zip(record.head.seats, record.head.play, strict=True):
            asked[name].append(play.asked)
    return {name: fmean(counts) for name, counts in asked.items()}


METRIC: Final = Metric("decisions a match asked of a player, on average", "decisions", measure)
