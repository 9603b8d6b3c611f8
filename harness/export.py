"""A run as JSON lines: one match a line, or one act of a seat a line, in schedule order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine.game import CHANCE
from harness.player import Decision
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from harness.reading import Run
    from harness.record import Move, Record
    from harness.replay import Step


def line(document: Any) -> str:  # noqa: ANN401 - any JSON
    """Give JSON on one line, in ASCII, with no control character in it."""
    return json.dumps(document).replace("\x7f", "\\u007f")


def match_lines(run: Run) -> Iterator[str]:
    """Yield one JSON line a finished match."""
    for record in run.records():
        yield line(record.json())


def decision_lines(run: Run) -> Iterator[str]:
    """Yield one JSON line for every act of a seat of the finished matches."""
    for record in run.records():
        thoughts = run.thoughts(record.head.match)
        for step in run.steps(record):
            if step.move.by != CHANCE:
                yield line(decision(record, step, thoughts))


def decision(record: Record, step: Step, thoughts: Mapping[int, str]) -> dict[str, Any]:
    """Give what an act of a seat was; ``thoughts``: what is kept of them, by number of the move."""
    head, (number, move, state, _) = record.head, step
    return {
        "match": head.match,
        "move": number,
        "seat": move.by,
        "player": head.seats[move.by],
        "game": head.game,
        "phase": state.phase,
        "legal": len(state.legal(move.by)),
        "act": move.act,
        **_made(move),
        "thoughts": thoughts.get(number),
    }


_FORCED: Final = Decision[Any](None, usage=Usage())
"""Nobody was asked."""


def _made(move: Move) -> dict[str, Any]:
    told = (move.decision or _FORCED).json()
    faults = told.pop("faults")
    return {"source": move.source or "forced", "fault": faults[-1] if faults else None, **told}
