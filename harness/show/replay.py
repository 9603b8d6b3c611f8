"""One match move by move, as the referee or as one seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from engine.game import CHANCE, Seat
from engine.games import games
from harness.export import decision
from harness.replay import Step, read_act, steps
from prompts.names import ENGLISH
from prompts.pages import page_of
from prompts.text import clean_line, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.record import Move, Record


def story(
    record: Record, seat: Seat | None, thoughts: Mapping[int, str], *, whole: bool = False
) -> Group:
    """Tell a match in lines; with a seat, only what it saw and its own reasons.

    ``thoughts``: by number of the move; how long they are is said, or with ``whole`` all of them.
    """
    head = record.head
    title = ", ".join(_who(record, place) for place in range(len(head.seats)))
    moves = Table.grid(padding=(0, 2, 0, 0))
    for step in steps(record):
        moves.add_row(Text(f"{step.number:4}"), Text(_line(record, step, seat)))
        if (text := thoughts.get(step.number)) and seat in (None, step.move.by):
            words = visible(text) if whole else f"{len(text):,} characters"
            moves.add_row(Text(""), Text(f"  thoughts: {words}", style="dim"))
    scores = " · ".join(
        f"{name} {score:,} (rank {rank})"
        for name, score, rank in zip(
            head.seats, head.outcome.scores, head.outcome.ranks, strict=True
        )
    )
    return Group(
        Text(f"{head.match}: {title}", style="bold"),
        moves,
        Text(f"ended by {head.outcome.ended}: {scores}", style="bold"),
    )


def _line(record: Record, step: Step, seat: Seat | None) -> str:
    move = step.move
    who = "chance" if move.by == CHANCE else _who(record, move.by)
    return f"{who}: {_told(record, step, seat)}{_made(move, seat)}"


def _who(record: Record, seat: Seat) -> str:
    """Name who sat where: the place as it is told in the moves, and the player."""
    return f"{ENGLISH.seat(seat)} ({record.head.seats[seat]})"


def _told(record: Record, step: Step, seat: Seat | None) -> str:
    """Say what was done and what everybody, or the seat, saw of it."""
    game = record.head.game
    return page_of(game).tell(step.before, read_act(games()[game], step.move), step.after, seat)


def _made(move: Move, seat: Seat | None) -> str:
    """Say how the act came about: forced acts go without saying, reasons are the seat's own."""
    made = move.decision
    if made is None or seat not in (None, move.by):
        return ""
    said = made.reading
    parts = [f"faults: {', '.join(made.faults)}"] if made.faults else []
    parts += ["fallback"] if move.source == "fallback" else []
    parts += [f"believes a bluff {said.p_bluff:.0%}"] if said.p_bluff is not None else []
    parts += [f"says {clean_line(said.intent, 20)}"] if said.intent else []
    parts += [f'"{clean_line(said.reason, 2_000)}"'] if said.reason else []
    parts += [f'notes "{clean_line(said.notes, 500)}"'] if said.notes else []
    return f"  [{'; '.join(parts)}]" if parts else ""


def replay_json(record: Record, seat: Seat | None, thoughts: Mapping[int, str]) -> dict[str, Any]:
    """Give the same as JSON: each move told; with a seat, its own decisions only."""
    head = record.head
    moves = [_move_json(record, step, seat, thoughts) for step in steps(record)]
    return {"match": head.match, "seats": list(head.seats), "seat": seat, "moves": moves}


def _move_json(
    record: Record, step: Step, seat: Seat | None, thoughts: Mapping[int, str]
) -> dict[str, Any]:
    by = step.move.by
    told = {"move": step.number, "by": by, "told": _told(record, step, seat)}
    if by != CHANCE:
        told["act"] = step.move.act
        if seat in (None, by):
            told["decision"] = decision(record, step, thoughts)
    return told
