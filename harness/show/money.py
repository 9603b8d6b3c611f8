"""What the models used: decisions, tokens, dollars, time, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from harness.show.cells import Name
from harness.show.figures import dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.board import Board, Row


def costs(boards: Sequence[Board]) -> Table | None:
    """Show what each model used over all boards, None if no model played."""
    used: defaultdict[str, list[Row]] = defaultdict(list)
    for board in boards:
        for row in board.rows:
            once = board.view == "as_played" and board.seats is not None  # not the combined board
            if once and row.entrant.kind == "model":
                used[row.player].append(row)
    if not used:
        return None
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    table.add_column("model")
    table.add_column("reply", no_wrap=True)
    for heading in ("asked", "tokens in", "out", "cost", "s each"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults", overflow="fold")
    for name, rows in sorted(used.items()):
        table.add_row(Name(name), *(Text(cell) for cell in _cells(rows)))
    return table


def _cells(rows: Sequence[Row]) -> list[str]:
    tallies = [row.tally for row in rows]
    asked = sum(tally.asked for tally in tallies)
    prices = [tally.cost for tally in tallies]
    known = [price for price in prices if price is not None]
    faults: Counter[str] = Counter()
    for tally in tallies:
        faults.update(tally.faults)
    return [
        rows[0].entrant.reply_mode or "",
        f"{asked:,}",
        f"{sum(tally.tokens.inp for tally in tallies):,}",
        f"{sum(tally.tokens.out for tally in tallies):,}",
        dollars(sum(known) if len(known) == len(prices) else None),
        f"{sum(tally.ms for tally in tallies) / 1000 / asked:.1f}" if asked else "",
        ", ".join(f"{number} {kind}" for kind, number in faults.most_common()) or "none",
    ]
