"""How long a player takes to decide."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Final

from harness.analysis.metrics import Metric

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Record


def measure(records: Iterable[Record]) -> dict[str, float]:
    """Give by player the mean wall seconds of its own decisions."""
    taken: defaultdict[str, list[float]] = defaultdict(list)
    for record in records:
        for move in record.moves:
            if move.source == "player" and move.made:
                taken[record.head.seats[move.by]].append(move.made.usage.ms / 1000)
    return {player: fmean(seconds) for player, seconds in taken.items()}


METRIC: Final = Metric(
    about="wall time a decision of its own took, on average", unit="seconds", measure=measure
)
