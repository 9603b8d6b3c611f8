"""The rating tables as a person reads them in a terminal, 80 columns wide or more.

All data goes in as plain text, never as markup. Colours are the console's affair: there are none
where the output is no terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from harness.analysis.interval import FEWEST_DEALS
from harness.analysis.rating import COVERAGE, MEAN
from harness.show.cells import Bar, Name, Sentence
from harness.show.figures import DASH, amounts, count, rank, rating, share
from harness.show.grid import grid
from harness.show.klirr.winnings import of_board, sentence
from harness.show.money import costs, paid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from harness.analysis.board import Board, Row
    from harness.analysis.first_listed import Led
    from harness.analysis.graph import Bound
    from harness.show.klirr.winnings import Won
    from harness.usage import Money

HEADINGS: Final = ("rank", "player", "rating", "95 %", "", "won %", "of", "score", "vs seat", "own")

SIGN: Final[Mapping[Bound | None, str]] = {"low": "≥ ", "high": "≤ ", "both": "~ ", None: ""}
"""What stands before a rating that is a bound."""

NOISE: Final = 1.0
"""Elo points: less is no difference worth a line."""


def terminal(
    boards: Sequence[Board],
    *,
    both_views: bool = False,
    won: Won | None = None,
    money: Money | None = None,
    led: Mapping[str, Led] | None = None,
) -> RenderableType:
    """Show all boards, then what holds for all of them.

    The view "when it played" is a line under the board where it differs, or with ``both_views``
    a table of its own. ``won``: dollars without the luck of the draw, a line under their board.
    ``money``: what the run has paid, a line where the boards do not hold all of it. ``led``: the
    players that take the first choice beyond chance.
    """
    shown = [one for one in boards if both_views or one.view == "as_played"]
    parts: list[RenderableType] = []
    for board in shown:
        parts += [Sentence(title(board, boards), style="bold"), _table(board)]
        lines = [*notes(board, won), *([] if both_views else other_view(board, boards))]
        parts += [Sentence(line, indent=2, style="dim") for line in lines]
        parts.append(Text(""))
    used = [part for part in (costs(boards, led or {}), _paid(money)) if part]
    if used:
        parts += [*used, Text("")]
    parts += [Sentence(line, style="dim") for line in legend(shown)]
    return Group(*parts)


def _paid(money: Money | None) -> RenderableType | None:
    line = paid(money)
    return Sentence(line, indent=2, style="dim") if line else None


def title(board: Board, boards: Sequence[Board]) -> str:
    """Name a board: "klirr, 4 players: 12 deals, 48 matches"."""
    together = "all games together (a second view: it mixes skills)"
    table = together if board.seats is None else f"{board.game}, {board.seats} players"
    words = f"{table}: {count(board.deals, 'deal')}, {count(board.matches, 'match', 'matches')}"
    if board.view == "when_it_played":
        words += ", without the matches in which a player fell back"
    if board.component is not None:
        groups = sum(_same(board, other) and other.view == board.view for other in boards)
        words += f" (group {board.component + 1} of {groups}: groups that never met)"
    return words


def _same(one: Board, other: Board) -> bool:
    return (one.game, one.seats) == (other.game, other.seats)


def _table(board: Board) -> Table:
    """Lay out one board; a column that would say nothing is left out."""
    sure, scale = not board.note, _scale(board)
    own = any(row.tally.play.coverage < 1 for row in board.rows)
    scored = any(row.tally.mean_score is not None for row in board.rows)
    above = any(row.above_seat for row in board.rows)
    shown = {"95 %": sure, "of": _unlike(board), "score": scored, "vs seat": above, "own": own}
    table = grid()
    for heading in HEADINGS:
        if shown.get(heading, True):
            words = heading in {"player", ""}
            table.add_column(
                heading, justify="left" if words else "right", no_wrap=heading not in {"player", ""}
            )
    scores = amounts([row.tally.mean_score for row in board.rows])
    above_seat = [row.above_seat.value if row.above_seat else None for row in board.rows]
    gains = amounts(above_seat, sign="+")
    for row, score, gain in zip(board.rows, scores, gains, strict=True):
        cells: dict[str, RenderableType] = {
            "rank": Text(rank(row, sure=sure)),
            "player": Name(row.player),
            "rating": Text(_rating(row)),
            "95 %": Text(_interval(row)),
            "": _bar(row, scale),
            "won %": Text(_won(row)),
            "of": Text(f"{row.tally.matches}"),
            "score": Text(score),
            "vs seat": Text(gain),
            "own": Text(share(row.tally.play.coverage)),
        }
        table.add_row(
            *(cell for heading, cell in cells.items() if shown.get(heading, True)),
            style="" if row.ranked else "dim",
        )
    return table


def _unlike(board: Board) -> bool:
    return len({row.tally.matches for row in board.rows}) > 1


def _won(row: Row) -> str:
    return f"{100 * row.tally.wins / row.tally.matches:.1f}" if row.tally.matches else DASH


def _rating(row: Row) -> str:
    return DASH if row.rating is None else SIGN[row.bound] + rating(row.rating)


def _interval(row: Row) -> str:
    if row.rating is None or row.high is None or row.bound:
        return ""
    return f"± {rating(row.high - row.rating)}"


def _bar(row: Row, scale: tuple[float, float]) -> RenderableType:
    if row.rating is None:
        return Text("")
    ends = (None, None) if row.bound else (row.low, row.high)
    return Bar(row.rating, *ends, scale)


def _scale(board: Board) -> tuple[float, float]:
    """Give the span of the bars: all intervals that are drawn."""
    points = [
        value
        for row in board.rows
        for value in ((row.rating,) if row.bound else (row.low, row.rating, row.high))
        if value is not None
    ]
    return (min(points), max(points)) if points else (0.0, 0.0)


def notes(board: Board, won: Won | None = None) -> Iterator[str]:
    """Say in sentences what the figures of one board do not, the most important first."""
    if board.note:
        yield (
            f"Too few deals for an interval or a rank ({FEWEST_DEALS} are needed): this does not"
            " say yet who is better."
        )
    for row in board.rows:
        if row.note:
            yield f"* {row.player}: {row.note}"
    for twin in board.twins:
        wide = "" if twin.half_width is None else f" (± {rating(twin.half_width)})"
        yield (
            f"{twin.one} and {twin.other} are the same player under two names and came out"
            f" {rating(twin.gap)} points apart{wide}: so much is noise."
        )
    if board.anchor:
        yield f"{board.anchor.player} is fixed at {rating(board.anchor.at)}."
    if board.ties:
        yield f"{share(board.ties)} of the pairs tied."
    yield from _luck(board)
    if found := of_board(won, board):
        yield sentence(found)


def _luck(board: Board) -> Iterator[str]:
    """Say what seats and deals do, where there are deals enough to know."""
    seat_effects = board.seat_effects
    if seat_effects is None or board.note:
        return
    best = max(seat_effects.seats, key=lambda seat: seat.effect)
    if best.half_width is not None and best.effect > best.half_width:
        yield (
            f"Seat {best.seat} is the best: it takes {100 * best.effect:.0f} ±"
            f" {100 * best.half_width:.0f} % of a win more from each opponent than the ratings say."
        )
    if seat_effects.within_deal is not None:
        dealt = share(max(seat_effects.within_deal, 0.0))
        yield (
            f"{dealt} of a seat's luck is dealt to it; rotation takes that part out of the"
            " comparison."
        )


def other_view(board: Board, boards: Sequence[Board]) -> Iterator[str]:
    """Say who is rated differently when only matches count in which nobody of a pair fell back."""
    before = {row.player: row.rating for row in board.rows}
    after = {
        row.player: row.rating
        for other in boards
        if _same(board, other) and other.view == "when_it_played"
        for row in other.rows
    }
    moved = [
        f"{name} {rating(new)} ({new - old:+.0f})"
        for name, old in before.items()
        if old is not None and (new := after.get(name)) is not None and abs(new - old) >= NOISE
    ]
    if moved:
        yield f"Without the matches in which a player fell back: {', '.join(moved)}."


def legend(boards: Sequence[Board], *, in_terminal: bool = True) -> Iterator[str]:
    """Say once what holds for all boards; Markdown has other columns."""
    if not boards:
        yield "No finished matches yet."
        return
    if any(not board.note for board in boards):
        yield (
            "±: 95 % interval against the mean of the board."
            f" rank 2{DASH}4: anywhere from 2nd to 4th, at 95 % for all ranks of a board together."
        )
    if any(not board.anchor for board in boards):
        yield f"The mean rating of a board {'without an anchor ' * _anchored(boards)}is {MEAN:.0f}."
    if in_terminal and any(map(_unlike, boards)):
        yield "of: the number of matches, where not all played as many."
    if in_terminal and any(row.above_seat for board in boards for row in board.rows):
        yield "vs seat: score above the mean of all who sat in the same seat of the same deal."
    if any(row.tally.play.coverage < 1 for board in boards for row in board.rows):
        yield f"own: decisions the player made itself; below {share(COVERAGE)} it is not ranked."


def _anchored(boards: Sequence[Board]) -> bool:
    return any(board.anchor for board in boards)
