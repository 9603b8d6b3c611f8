"""Klirr's dollars a round beside the ratings, with the luck of the draw taken out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from harness.analysis.klirr.luck import Winnings
from harness.show.figures import DASH

if TYPE_CHECKING:
    from harness.analysis.board import Board
    from harness.analysis.figure import Figure

Won: TypeAlias = Mapping[tuple[str, int], Mapping[str, Winnings]]
"""By game and table size, by player."""


def of_board(won: Won | None, board: Board) -> Mapping[str, Winnings]:
    """Give what the players of a board won, nothing where it was not worked out."""
    if not won or board.seats is None or board.view != "as_played":
        return {}
    table = won.get((board.game, board.seats), {})
    return {row.player: table[row.player] for row in board.rows if row.player in table}


def sentence(found: Mapping[str, Winnings]) -> str:
    """Write the figures as one sentence under the board, in the order of its rows."""
    each = ", ".join(
        f"{name} {_figure(one.adjusted)} ({_figure(one.won)})" for name, one in found.items()
    )
    return f"Won a round, in thousands, without the luck of the draw (and with it): {each}."


def as_json(found: Mapping[str, Winnings]) -> dict[str, Any]:
    """Give the figures as JSON, not rounded: dollars a round, in thousands."""
    return {
        name: {"won": one.won.json(), "adjusted": one.adjusted.json()}
        for name, one in found.items()
    }


def _figure(figure: Figure) -> str:
    if figure.value is None or figure.withheld:
        return DASH
    half = "" if figure.high is None else f" ± {figure.high - figure.value:.1f}"
    return f"{figure.value:+.1f}{half}"
