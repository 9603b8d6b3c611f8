"""The matches of one game with the positions they went through, for figures that need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import IllegalAction
from harness.cli.status import FAILED
from harness.export import records
from harness.replay import steps
from harness.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from engine.game import State
    from harness.config import Config
    from harness.record import Record
    from harness.store import Reader


def replayed(
    config: Config, reader: Reader, game: str
) -> Iterator[tuple[Record, list[State[Any, Any]]]]:
    """Yield the finished matches of a game, the position before each move beside the record.

    Raises StoreError for a broken one.
    """
    for record in records(config, reader):
        if record.head.game == game:
            try:
                states = [step.before for step in steps(record)]
            except IllegalAction as breach:
                raise StoreError(str(breach), FAILED) from None
            yield record, states
