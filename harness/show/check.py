"""How each model answered when it was tried once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from harness.show.figures import dollars
from harness.show.grid import grid
from prompts.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.models.check import Tried

_TROUBLE = 300


def table(tried: Sequence[Tried]) -> Group:
    """Show the models side by side, then a line for each trouble and each thing to know."""
    shown = grid()
    shown.add_column("player", no_wrap=True, overflow="ellipsis")
    shown.add_column("reached", no_wrap=True)
    shown.add_column("reply", no_wrap=True)
    shown.add_column("thinks", no_wrap=True)
    for heading in ("seconds", "in", "out", "cost"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for one in tried:
        shown.add_row(Text(one.player), *_cells(one))
    said = [
        Text(f"{one.player} ({one.model}): {clean_line(sentence, _TROUBLE)}")
        for one in tried
        for sentence in (one.trouble, *one.notes)
        if sentence
    ]
    return Group(shown, *said)


def _cells(one: Tried) -> list[str]:
    if one.answer is None:
        return ["no", "", "", "", "", "", "" if one.priced else "unknown"]
    answer, tokens = one.answer, one.answer.usage.tokens
    return [
        "yes",
        str(answer.rung),
        "yes" if answer.reply.thought else "no",
        f"{answer.usage.ms / 1000:.1f}",
        str(tokens.inp),
        str(tokens.out),
        dollars(answer.usage.cost) if one.priced else "unknown",
    ]
