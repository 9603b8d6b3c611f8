"""How often a player takes the act that the rules list first; a prompt may list another first."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Final

from harness.analysis.metrics import Metric
from harness.replay import steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Record


def measure(records: Iterable[Record]) -> dict[str, float]:
    """Give by player the share of its own decisions that took the first legal act."""
    first: defaultdict[str, list[bool]] = defaultdict(list)
    for record in records:
        for step in steps(record):
            seat = step.move.by
            if step.move.source == "player":
                top = str(step.before.legal(seat)[0])
                first[record.head.seats[seat]].append(step.move.act == top)
    return {player: fmean(taken) for player, taken in first.items()}


METRIC: Final = Metric(
    about="of its own decisions between several acts, those that took what the rules list first",
    unit="share",
    measure=measure,
)
