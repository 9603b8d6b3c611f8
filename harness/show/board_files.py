"""The rating tables for programs and documents: JSON, CSV, Markdown."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from harness.show.boards import SIGN, legend, notes, other_view, title
from harness.show.figures import DASH, amounts, dollars, rank, rating, share
from harness.show.klirr.winnings import as_json as as_figures
from harness.show.klirr.winnings import of_board

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.analysis.board import Board, Row
    from harness.analysis.klirr.luck import Winnings
    from harness.show.klirr.winnings import Won

BOARD: Final = ("game", "seats", "view", "component", "deals")
ROW: Final = (
    *("player", "kind", "rating", "low", "high", "rank_low", "rank_high", "ranked", "bound"),
    *("matches", "wins", "mean_rank", "mean_score", "coverage", "reply_mode", "cost", "ms"),
    *("asked", "repaired", "note"),
)
_FORMULA: Final = re.compile(r"(?!-?[0-9]+(\.[0-9]+)?$)[=+\-@\t\r]")
TOKENS: Final = ("in", "cached", "out", "reasoning")


def as_json(
    boards: Iterable[Board], together: Iterable[Board] | None = None, won: Won | None = None
) -> dict[str, Any]:
    """Give all boards, both views, as the contract has them.

    Where asked for: the combined board beside them, and on a board what was ``won`` a round.
    """
    found = {"boards": [_board(board, won) for board in boards]}
    if together is not None:
        found["combined"] = [board.json() for board in together]
    return found


def _board(board: Board, won: Won | None) -> dict[str, Any]:
    table = of_board(won, board)
    return board.json() | ({"winnings": as_figures(table)} if table else {})


def as_csv(boards: Sequence[Board], won: Won | None = None) -> str:
    """Give one line a row of every board, both views; what is unknown is empty.

    A text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    tokens = [f"tokens_{kind}" for kind in TOKENS]
    more = [] if won is None else ["won", "luck_adjusted"]
    table.writerow([*BOARD, *ROW, *tokens, "faults", *more])
    for board in boards:
        figures = of_board(won, board)
        whole = board.json()
        for row in whole["rows"]:
            faults = "; ".join(f"{number} {kind}" for kind, number in row["faults"].items())
            cells = (
                [whole.get(key) for key in BOARD]
                + [row[key] for key in ROW]
                + [row["tokens"][kind] for kind in TOKENS]
                + [faults]
                + [_value(figures, row["player"], kind) for kind in more]
            )
            table.writerow([_defused(cell) for cell in cells])
    return text.getvalue()


def _defused(cell: object) -> object:
    """Keep a spreadsheet from running a text; a number is one, however it is written."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def _value(figures: Mapping[str, Winnings], player: str, kind: str) -> float | None:
    """Give thousands a round, nothing where the game has none."""
    if player not in figures:
        return None
    return (figures[player].won if kind == "won" else figures[player].adjusted).value


def as_markdown(boards: Sequence[Board], won: Won | None = None) -> str:
    """Give the boards as played, as tables with their notes."""
    shown = [board for board in boards if board.view == "as_played"]
    parts = []
    for board in shown:
        lines = [*notes(board, won), *other_view(board, boards)]
        parts.append(f"### {_escape(title(board, boards))}\n\n{_markdown(board)}\n")
        parts += [f"{_escape(line)}\n" for line in lines]
    parts += [f"{_escape(line)}\n" for line in legend(shown, in_terminal=False)]
    return "\n".join(parts)


def _markdown(board: Board) -> str:
    heading = ["rank", "player", "rating", "95 %", "matches", "wins", "score", "own", "cost"]
    right = ["---:" if name != "player" else "---" for name in heading]
    scores = amounts([row.tally.mean_score for row in board.rows])
    rows = [
        [_escape(cell) for cell in _cells(row, score, few=bool(board.note))]
        for row, score in zip(board.rows, scores, strict=True)
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heading, right, *rows])


def _cells(row: Row, score: str, *, few: bool) -> list[str]:
    tally = row.tally
    interval = row.low is not None and row.high is not None and not row.bound
    return [
        rank(row, sure=not few),
        row.player,
        DASH if row.rating is None else SIGN[row.bound] + rating(row.rating),
        f"{rating(row.low or 0)} to {rating(row.high or 0)}" if interval else DASH,
        str(tally.matches),
        f"{tally.wins:.1f}",
        score,
        share(tally.play.coverage),
        dollars(tally.play.usage.cost),
    ]


def _escape(text: str) -> str:
    """Keep a document from reading a name as emphasis, and a table from breaking in it."""
    return "".join(
        f"\\{mark}" if mark in "\\`*_{}[]<>#|~" else mark for mark in " ".join(text.split("\n"))
    )
