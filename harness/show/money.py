"""What the models used: decisions, tokens, dollars, time, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Group
from rich.text import Text

from harness.player import total_cost
from harness.show.cells import Name, Sentence
from harness.show.figures import dollars
from harness.show.grid import grid
from prompts.reply import total

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType

    from harness.analysis.board import Board, Row
    from prompts.reply import Tokens


class _Used(NamedTuple):
    """What one model used in all; ``cost`` None when a price is unknown."""

    asked: int
    tokens: Tokens
    cost: float | None
    ms: float
    faults: Counter[str]
    repaired: int


_FIGURES: Final = ("asked", "tokens in", "cached", "out", "thought", "cost", "s each")
_OPTIONAL: Final[Mapping[str, Callable[[_Used], int]]] = {
    "cached": lambda one: one.tokens.cached,
    "thought": lambda one: one.tokens.reasoning,
}
"""Columns that are left out where they would be 0 for everybody."""


def costs(boards: Sequence[Board]) -> RenderableType | None:
    """Show what each model used over all boards, None if no model played.

    ``cached`` is a part of the tokens in, ``thought`` of those out. Faults stand below, one line a
    model: beside the figures there is no room for them.
    """
    used: defaultdict[str, list[Row]] = defaultdict(list)
    for board in boards:
        for row in board.rows:
            once = board.view == "as_played" and board.seats is not None  # not the combined board
            if once and row.entrant.kind == "model":
                used[row.player].append(row)
    if not used:
        return None
    tallies = {name: _together(rows) for name, rows in sorted(used.items())}
    shown = {heading: any(map(worth, tallies.values())) for heading, worth in _OPTIONAL.items()}
    table = grid()
    table.add_column("model")
    table.add_column("reply", no_wrap=True)
    headings = [heading for heading in _FIGURES if shown.get(heading, True)]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, one in tallies.items():
        figures = _figures(one)
        cells = [used[name][0].entrant.reply_mode or "", *(figures[each] for each in headings)]
        table.add_row(Name(name), *map(Text, cells))
    lines = [f"{name}: {_faults(one)}" for name, one in tallies.items() if _faults(one)]
    below = [Sentence(line, indent=2, style="dim") for line in lines or ["No faults."]]
    return Group(table, *below)


def _together(rows: Sequence[Row]) -> _Used:
    """Add up what a model used on several boards."""
    tallies = [row.tally for row in rows]
    faults: Counter[str] = Counter()
    for tally in tallies:
        faults.update(tally.faults)
    return _Used(
        sum(tally.asked for tally in tallies),
        total(tally.tokens for tally in tallies),
        total_cost(tally.cost for tally in tallies),
        sum(tally.ms for tally in tallies),
        faults,
        sum(tally.repaired for tally in tallies),
    )


def _figures(one: _Used) -> dict[str, str]:
    return {
        "asked": f"{one.asked:,}",
        "tokens in": f"{one.tokens.inp:,}",
        "cached": f"{one.tokens.cached:,}",
        "out": f"{one.tokens.out:,}",
        "thought": f"{one.tokens.reasoning:,}",
        "cost": dollars(one.cost),
        "s each": f"{one.ms / 1000 / one.asked:.1f}" if one.asked else "",
    }


def _faults(one: _Used) -> str:
    """Say what went wrong; "" where nothing did."""
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in one.faults.most_common())
    faults = f"faults: {kinds}" if kinds else ""
    helped = f"helped: {one.repaired:,} replies that were not quite in form" if one.repaired else ""
    return "; ".join(filter(None, [faults, helped]))
