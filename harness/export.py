"""A run as JSON lines: one match a line, or one decision a line, in schedule order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine.game import CHANCE
from engine.games import games
from harness.match import replay
from harness.player import Decision
from harness.schedule import schedule
from harness.store import StoreError
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.config import Config
    from harness.record import Move, Record
    from harness.store import Reader


def records(config: Config, reader: Reader) -> Iterator[Record]:
    """Yield the finished matches in schedule order. Raises StoreError for one not in it."""
    done = reader.finished()
    for match in schedule(config):
        if match.id in done and (record := reader.record(match.id)):
            done.remove(match.id)
            yield record
    if done:
        strange = ", ".join(sorted(done))[:200]
        raise StoreError(f"{reader.folder} is damaged: {strange} is not in its schedule", 1)


def match_lines(config: Config, reader: Reader) -> Iterator[str]:
    """Yield one JSON line a finished match."""
    for record in records(config, reader):
        yield json.dumps(record.json())


def decision_lines(config: Config, reader: Reader) -> Iterator[str]:
    """Yield one JSON line for every act of a seat of the finished matches."""
    for record in records(config, reader):
        for decision in decisions(record):
            yield json.dumps(decision)


def decisions(record: Record) -> Iterator[dict[str, Any]]:
    """Yield what every act of a seat was: the choices, who decided, and what it took."""
    head = record.head
    states = replay(games()[head.game], head.rules, len(head.seats), record.moves)
    for number, (move, state) in enumerate(zip(record.moves, states, strict=False)):
        if move.by != CHANCE:
            yield {
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


_FORCED: Final = Decision[Any](None, usage=Usage())
"""Nobody was asked."""


def _made(move: Move) -> dict[str, Any]:
    told = (move.decision or _FORCED).json()
    faults = told.pop("faults")
    return {"source": move.source or "forced", "fault": faults[-1] if faults else None, **told}
