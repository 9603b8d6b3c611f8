"""A run as JSON lines: one match a line, or one decision a line, in schedule order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.reading import Run
    from harness.record import Move, Record
    from harness.replay import Step


def match_lines(run: Run) -> Iterator[str]:
    """Yield one JSON line a finished match."""
    for record in run.records():
        yield json.dumps(record.json())


def decision_lines(run: Run) -> Iterator[str]:
    """Yield one JSON line for every act of a seat of the finished matches."""
    for record in run.records():
        for step in run.steps(record):
            if step.move.by != CHANCE:
                yield json.dumps(decision(record, step))


def decision(record: Record, step: Step) -> dict[str, Any]:
    """Give what an act of a seat was."""
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
    }


def _made(move: Move) -> dict[str, Any]:
    made = move.decision
    if made is None:
        return {
            "source": "forced",
            "fault": None,
            "attempts": 0,
            "ms": 0.0,
            "tokens": {"in": 0, "cached": 0, "out": 0, "reasoning": 0},
            "cost": 0.0,
            "reply_mode": None,
            "p_bluff": None,
            "reason": None,
            "prompt": None,
            "repaired": False,
        }
    tokens = made.tokens
    return {
        "source": move.source,
        "fault": made.faults[-1] if made.faults else None,
        "attempts": made.attempts,
        "ms": made.ms,
        "tokens": {
            "in": tokens.inp,
            "cached": tokens.cached,
            "out": tokens.out,
            "reasoning": tokens.reasoning,
        },
        "cost": made.cost,
        "reply_mode": made.mode,
        "p_bluff": made.p_bluff,
        "reason": made.reason,
        "prompt": made.prompt,
        "repaired": made.repaired,
    }
