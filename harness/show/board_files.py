"""The rating tables for programs and documents: JSON, CSV, Markdown."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from harness.show.boards import SIGN, legend, notes, other_view, title
from harness.show.figures import DASH, amounts, dollars, places, rating, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.analysis.board import Board, Row

BOARD: Final = ("game", "seats", "view", "component", "deals")
ROW: Final = (
    *("player", "kind", "rating", "low", "high", "rank_low", "rank_high", "ranked", "bound"),
    *("matches", "wins", "mean_rank", "mean_score", "coverage", "reply_mode", "cost", "ms"),
    *("asked", "note"),
)
TOKENS: Final = ("in", "cached", "out", "reasoning")


def as_json(boards: Iterable[Board], together: Iterable[Board] | None = None) -> dict[str, Any]:
    """Give all boards, both views, as the contract has them; beside them the combined one."""
    found = {"boards": [board.to_json() for board in boards]}
    if together is not None:
        found["combined"] = [board.to_json() for board in together]
    return found


def as_csv(boards: Sequence[Board]) -> str:
    """Give one line a row of every board, both views; what is unknown is empty.

    Names are written as they are. They are letters, digits, ``.``, ``_`` and ``-``: a spreadsheet
    may take a name like ``-1`` for a number, but can be made to run nothing by one.
    """
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    tokens = [f"tokens_{kind}" for kind in TOKENS]
    table.writerow([*BOARD, *ROW, *tokens, "faults"])
    for board in boards:
        whole = board.to_json()
        for row in whole["rows"]:
            faults = "; ".join(f"{number} {kind}" for kind, number in row["faults"].items())
            table.writerow(
                [whole.get(key) for key in BOARD]
                + [row[key] for key in ROW]
                + [row["tokens"][kind] for kind in TOKENS]
                + [faults]
            )
    return text.getvalue()


def as_markdown(boards: Sequence[Board]) -> str:
    """Give the boards as played, as tables with their notes."""
    shown = [board for board in boards if board.view == "as_played"]
    parts = []
    for board in shown:
        lines = [*notes(board), *other_view(board, boards)]
        parts.append(f"### {_escape(title(board, boards))}\n\n{_markdown(board)}\n")
        parts += [f"{_escape(line)}\n" for line in lines]
    parts += [f"{_escape(line)}\n" for line in legend(shown)]
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
        (DASH if few else places(row)) + "*" * bool(row.note),
        row.player,
        DASH if row.rating is None else SIGN[row.bound] + rating(row.rating),
        f"{rating(row.low or 0)} to {rating(row.high or 0)}" if interval else DASH,
        str(tally.matches),
        f"{tally.wins:.1f}",
        score,
        share(tally.coverage),
        dollars(tally.cost),
    ]


def _escape(text: str) -> str:
    """Keep a document from reading a name as emphasis."""
    return "".join(f"\\{mark}" if mark in "\\`*_{}[]<>#|~" else mark for mark in text)
