"""The metric ``mistaken``: requests of Klirr that were not what their player said they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from harness.analysis.klirr.intents import intents
from harness.analysis.metrics import Metric

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Record


def measure(records: Iterable[Record]) -> dict[str, float | None]:
    """Give by player the share of its requests with a stated intent that it was mistaken about."""
    return {player: one.mistaken for player, one in intents(records).items()}


METRIC: Final = Metric(
    about="of its own requests with a stated intent, those that were not what was said of them",
    unit="share",
    measure=measure,
)
