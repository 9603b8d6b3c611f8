"""What a claimer says of its own request against what it is: a lie, or a mistake about the card."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.klirr.acts import Ask, parse
from engine.klirr.cards import face_value
from harness.replay import steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.record import Record

_KLIRR: Final = "klirr"


class Intents(NamedTuple):
    """Own requests with a stated intent, by what was said and what was so.

    ``honest``: said true, was true; ``lies``: said bluff, was one; ``said_true``: said true, was a
    bluff; ``said_bluff``: said bluff, was true.
    """

    honest: int
    lies: int
    said_true: int
    said_bluff: int

    @property
    def mistaken(self) -> float | None:
        """The share of requests that were not what was said of them."""
        return (self.said_true + self.said_bluff) / sum(self) if sum(self) else None


def intents(records: Iterable[Record]) -> dict[str, Intents]:
    """Count by player; a pass is no request and counts nowhere."""
    cells: defaultdict[str, Counter[tuple[bool, bool]]] = defaultdict(Counter)
    for record in records:
        for step in steps(record) if record.head.game == _KLIRR else ():
            made, seat = step.move.decision, step.move.by
            if not made or step.move.source != "player" or made.reading.intent is None:
                continue
            act = parse(str(step.move.act))
            if isinstance(act, Ask):
                bluff = act.sum != face_value(step.before.view(seat).card)
                cells[record.head.seats[seat]][made.reading.intent == "bluff", bluff] += 1
    return {
        player: Intents(one[False, False], one[True, True], one[False, True], one[True, False])
        for player, one in cells.items()
    }
