"""What the models used: decisions, tokens, dollars, time, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from harness.record import together
from harness.show.cells import Name, Sentence
from harness.show.figures import dollars
from harness.show.grid import grid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType

    from harness.analysis.board import Board, Row
    from harness.analysis.first_listed import Led
    from harness.record import Play
    from harness.usage import Money


_FIGURES: Final = ("asked", "tokens in", "cached", "out", "thought", "cost", "s each")
_OPTIONAL: Final[Mapping[str, Callable[[Play], int]]] = {
    "cached": lambda one: one.usage.tokens.cached,
    "thought": lambda one: one.usage.tokens.reasoning,
}
"""Columns that are left out where they would be 0 for everybody."""

_NOBODY: Final[Mapping[str, Led]] = {}


def costs(boards: Sequence[Board], led: Mapping[str, Led] = _NOBODY) -> RenderableType | None:
    """Show what each model used over all boards, None if no model played.

    ``led``: who takes the first choice beyond chance; its row is marked and a line says so.

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
    plays = {n: together(row.tally.play for row in rows) for n, rows in sorted(used.items())}
    shown = {heading: any(map(worth, plays.values())) for heading, worth in _OPTIONAL.items()}
    table = grid()
    table.add_column("model")
    table.add_column("reply", no_wrap=True)
    headings = [heading for heading in _FIGURES if shown.get(heading, True)]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, one in plays.items():
        figures = _figures(one)
        cells = [used[name][0].entrant.reply_mode or "", *(figures[each] for each in headings)]
        table.add_row(Name(f"{name} *" if name in led else name), *map(Text, cells))
    wrong = {name: _faults(used[name], one.repaired) for name, one in plays.items()}
    lines = [f"{name}: {words}" for name, words in wrong.items() if words]
    lines += [f"* {name}: {_first(one)}" for name, one in led.items() if name in plays]
    below = [Sentence(line, indent=2, style="dim") for line in lines or ["No faults."]]
    return Group(table, *below)


def _first(led: Led) -> str:
    return f"takes the first choice: {led.share:.0%} where chance is {led.chance:.0%}".replace(
        "%", " %"
    )


def paid(money: Money | None) -> str:
    """Say what all invocations came to; "" where the table above says it all."""
    if money is None or not (money.open or money.aside):
        return ""
    with_open = ", matches under way and drills included" if money.open else ""
    aside = (
        f"; {dollars(money.aside)} more is put aside for requests whose reply never came"
        if money.aside
        else ""
    )
    return f"Paid so far: {dollars(money.paid)}{with_open}{aside}."


def _figures(one: Play) -> dict[str, str]:
    tokens = one.usage.tokens
    return {
        "asked": f"{one.asked:,}",
        "tokens in": f"{tokens.inp:,}",
        "cached": f"{tokens.cached:,}",
        "out": f"{tokens.out:,}",
        "thought": f"{tokens.reasoning:,}",
        "cost": dollars(one.usage.cost),
        "s each": f"{one.usage.ms / 1000 / one.asked:.1f}" if one.asked else "",
    }


def _faults(rows: Sequence[Row], repaired: int) -> str:
    """Say what went wrong on all boards; "" where nothing did."""
    faults: Counter[str] = Counter()
    for row in rows:
        faults.update(row.tally.faults)
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in faults.most_common())
    helped = f"helped: {repaired:,} replies that were not quite in form"
    return "; ".join([*([f"faults: {kinds}"] if kinds else []), *([helped] if repaired else [])])
