"""The list of matches: one line each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from harness.show.figures import dollars
from harness.show.grid import grid
from harness.show.money import paid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from harness.record import Head
    from harness.usage import Money


def terminal(heads: Sequence[Head], money: Money) -> Group:
    """Show matches, and below what the run has paid where they do not hold all of it."""
    return Group(_table(heads), *paid(money))


def _table(heads: Sequence[Head]) -> Table:
    """Show matches as a terminal table: who played for what score, best first.

    Where models play, what a match used stands behind: beside it the players would have no room.
    """
    models = any(any(head.usage.tokens) for head in heads)
    shown = grid()
    shown.add_column("match", no_wrap=True)
    shown.add_column("ended", no_wrap=True)
    used = " · tokens in, out, cost" if models else ""
    shown.add_column(f"players by rank (seat): score{used}", overflow="fold")
    for head in heads:
        words = _standing(head) + (_used(head) if models else "")
        shown.add_row(head.match, head.outcome.ended, Text(words))
    return shown


def _used(head: Head) -> str:
    usage = head.usage
    tokens = usage.tokens
    return f" · {tokens.inp:,} in, {tokens.out:,} out, {dollars(usage.cost)}"


def _standing(head: Head) -> str:
    outcome = head.outcome
    seats = sorted(range(len(head.seats)), key=lambda seat: outcome.ranks[seat])
    return " · ".join(
        f"{outcome.ranks[seat]}. {head.seats[seat]} ({seat}): {outcome.scores[seat]:,}"
        for seat in seats
    )


def match_json(head: Head) -> dict[str, Any]:
    """Give one match as JSON."""
    usage = head.usage
    return {
        "match": head.match,
        "game": head.game,
        "seats": list(head.seats),
        "deal": head.deal,
        "line_up": head.line_up,
        "rotation": head.rotation,
        "scores": list(head.outcome.scores),
        "ranks": list(head.outcome.ranks),
        "ended": head.outcome.ended,
        "asked": [play.asked for play in head.play],
        "fallbacks": [play.fallbacks for play in head.play],
        "faults": Counter(kind for _, _, kind in head.faults),
        "ms": usage.ms,
        "tokens": usage.tokens.json(),
        "cost": usage.cost,
        "costs": [play.usage.cost for play in head.play],
    }
