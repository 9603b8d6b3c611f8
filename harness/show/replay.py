"""One match move by move, as the referee or as one seat saw it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from engine.game import CHANCE, Seat
from engine.games import games
from harness.export import decisions
from harness.match import read_act, replay
from prompts.pages import page_of
from prompts.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.record import Record


def story(record: Record, seat: Seat | None) -> Group:
    """Tell a match in lines; with a seat, only what it saw and its own reasons."""
    head = record.head
    title = ", ".join(f"{place} {player}" for place, player in enumerate(head.seats))
    moves = Table.grid(padding=(0, 2, 0, 0))
    for number, line in enumerate(_lines(record, seat)):
        moves.add_row(Text(f"{number:4}"), Text(line))
    scores = " · ".join(
        f"{player} {score:,} (rank {rank})"
        for player, score, rank in zip(
            head.seats, head.outcome.scores, head.outcome.ranks, strict=True
        )
    )
    return Group(
        Text(f"{head.match}: seats {title}", style="bold"),
        moves,
        Text(f"ended by {head.outcome.ended}: {scores}", style="bold"),
    )


def _lines(record: Record, seat: Seat | None) -> Iterator[str]:
    for number, (move, told) in enumerate(zip(record.moves, _told(record, seat), strict=True)):
        who = "chance" if move.by == CHANCE else f"{move.by} {record.head.seats[move.by]}"
        yield f"{who}: {told}{_made(record, number, seat)}"


def _told(record: Record, seat: Seat | None) -> Iterator[str]:
    """Say of each move what was done and what everybody, or the seat, saw of it."""
    head = record.head
    game, tell = games()[head.game], page_of(head.game).tell
    states = replay(game, head.rules, len(head.seats), record.moves)
    for move, (before, after) in zip(record.moves, pairwise(states), strict=True):
        yield tell(before, read_act(game, move), after, seat)


def _made(record: Record, number: int, seat: Seat | None) -> str:
    """Say how the act came about: forced acts go without saying, reasons are the seat's own."""
    move = record.moves[number]
    made = move.decision
    if made is None or seat not in (None, move.by):
        return ""
    parts = [f"faults: {', '.join(made.faults)}"] if made.faults else []
    parts += ["fallback"] if move.source == "fallback" else []
    parts += [f"believes a bluff {made.p_bluff:.0%}"] if made.p_bluff is not None else []
    parts += [f'"{clean(made.reason, 500)}"'] if made.reason else []
    return f"  [{'; '.join(parts)}]" if parts else ""


def replay_json(record: Record, seat: Seat | None) -> dict[str, Any]:
    """Give the same as JSON: each move told; with a seat, its own decisions only."""
    head = record.head
    made = {decision["move"]: decision for decision in decisions(record)}
    lines = []
    for number, (move, told) in enumerate(zip(record.moves, _told(record, seat), strict=True)):
        own = seat in (None, move.by)
        lines.append(
            {
                "move": number,
                "by": move.by,
                "told": told,
                **({"act": move.act} if move.by != CHANCE else {}),
                **({"decision": made[number]} if own and number in made else {}),
            }
        )
    return {"match": head.match, "seats": list(head.seats), "seat": seat, "moves": lines}
