"""Every metric of a run: a row a player, a column a metric, and what each is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from harness.analysis.metrics import metrics
from harness.show.cells import Name, Sentence
from harness.show.figures import DASH
from harness.show.grid import grid
from harness.show.money import paid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from harness.usage import Money

    Measured = Mapping[str, Mapping[str, float | None]]
    """By metric and player, as ``Run.metrics`` gives it."""


def terminal(measured: Measured, players: Iterable[str], money: Money) -> Group:
    """Show the figures side by side, what the run has paid as below all tables, a line a metric."""
    table = grid()
    table.add_column("player", no_wrap=True)
    for name in measured:
        table.add_column(name, justify="right")
    for player in players:
        table.add_row(Name(player), *(_cell(found.get(player)) for found in measured.values()))
    known = metrics()
    key = [Sentence(f"{name}: {known[name].about}; {known[name].unit}.") for name in measured]
    return Group(table, *paid(money), Text(""), *key)


def _cell(value: float | None) -> str:
    return DASH if value is None else f"{value:,.2f}"


def as_json(measured: Measured, players: Iterable[str]) -> dict[str, Any]:
    """Give the same as JSON; figures are not rounded, None where there is none."""
    return {
        "players": [
            {
                "player": player,
                "metrics": {name: found.get(player) for name, found in measured.items()},
            }
            for player in players
        ],
        "metrics": {name: metrics()[name].json() for name in measured},
    }
