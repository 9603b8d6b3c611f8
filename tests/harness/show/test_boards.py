from __future__ import annotations

import csv
import os
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from engine.game import Outcome
from harness.analysis.board import Anchor, Identity
from harness.analysis.rating import boards
from harness.analysis.significance import compare
from harness.record import Head, Play
from harness.show import comparison
from harness.show.board_files import as_csv, as_json, as_markdown
from harness.show.boards import terminal
from harness.show.cells import Bar, Sentence
from harness.usage import Usage
from prompts.reply import Tokens

if TYPE_CHECKING:
    from rich.console import RenderableType

    from harness.analysis.board import Board

GOLDEN = Path(__file__).parent / "golden"
ENTRANTS = {
    "smol": Identity("model", "smol", "json"),
    "smol-again": Identity("model", "smol", "json"),
    "a-player-of-a-very-long-name_32.c": Identity(),
}


def golden(name: str, now: str) -> str:
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(now, encoding="utf-8")
    return (GOLDEN / name).read_text(encoding="utf-8")


def match(game: str, ranks: dict[str, int], deal: int, rotation: int, fell: str = "") -> Head:
    names = tuple(ranks)
    scores = tuple(250_000 - 70_000 * rank + 10_000 * (deal % 5) for rank in ranks.values())
    return Head(
        f"{game}-{len(names)}-d{deal}-l0-r{rotation}",
        game,
        {},
        names,
        deal,
        0,
        rotation,
        Outcome(scores, tuple(ranks.values()), "goal"),
        tuple((4, seat, "illegal") for seat, name in enumerate(names) if name == fell),
        tuple(
            Play(
                12,
                int(name == fell),
                usage=Usage(
                    12,
                    1800.0,
                    Tokens(700, 400, 50, 0) if name.startswith("smol") else Tokens(),
                    0.0021 if name == "smol" else None if name == "smol-again" else 0.0,
                ),
            )
            for name in names
        ),
    )


def heads() -> list[Head]:
    """Play two boards: one with all there is to show, and one of too few deals."""
    order = ["honest", "a-player-of-a-very-long-name_32.c", "smol", "smol-again"]
    found = []
    for deal in range(12):
        for rotation in range(4):
            names = order[rotation:] + order[:rotation]
            shift = (deal * 7 + rotation * 3) % 11
            strength = {name: 3 * i + (shift * (i + 2)) % 7 for i, name in enumerate(order)}
            places = {n: 1 + sum(strength[o] < strength[n] for o in order) for n in names}
            fell = "smol" if (deal + rotation) % 2 else ""
            found.append(match("klirr", places, deal, rotation, fell))
    found += [match("zero-to-hero", {"honest": 1, "smol": 2}, deal, 0) for deal in range(3)]
    return found


def rated(*more: object) -> list[Board]:
    return boards(heads(), ENTRANTS, Anchor("honest", 1000.0), *more)


def drawn(renderable: RenderableType, width: int = 80, *, screen: bool = False) -> str:
    console = Console(file=StringIO(), width=width, force_terminal=screen, color_system="standard")
    if not screen:
        console = Console(file=StringIO(), width=width)
    console.print(renderable)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_the_tables_look_as_they_did() -> None:
    assert drawn(terminal(rated())) == golden("boards.txt", drawn(terminal(rated())))


def test_the_markdown_looks_as_it_did() -> None:
    assert as_markdown(rated()) == golden("boards.md", as_markdown(rated()))


def test_a_comparison_looks_as_it_did() -> None:
    text = drawn(comparison.terminal(compare(heads(), "honest", "smol")))
    assert text == golden("comparison.txt", text)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    text = drawn(terminal(rated(), both_views=True), width)
    assert max(map(len, text.splitlines())) <= width


def test_in_a_wide_terminal_names_stand_in_full() -> None:
    assert "a-player-of-a-very-long-name_32.c" in drawn(terminal(rated()), 120)


def test_sentences_leave_no_blanks_at_the_end_of_a_line() -> None:
    console = Console(file=StringIO(), width=60)
    console.print(Sentence("one two three four " * 9, indent=2))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 3
    assert all(line == line.rstrip() for line in lines)
    assert all(line.startswith("  ") and len(line) <= 60 for line in lines)


def test_what_is_no_terminal_gets_no_colour_codes() -> None:
    assert "\x1b" not in drawn(terminal(rated()))
    assert "\x1b" in drawn(terminal(rated()), screen=True)


def test_a_name_is_never_read_as_markup() -> None:
    odd = [
        replace(head, seats=tuple("[red]x[/]" if n == "honest" else n for n in head.seats))
        for head in heads()
    ]
    assert "[red]x[/]" in drawn(terminal(boards(odd)), 120)
    assert "[red]x[/]" in drawn(comparison.terminal(compare(odd, "[red]x[/]", "smol")), 120)


def test_the_rows_stand_by_rating() -> None:
    for board in rated():
        ratings = [row.rating for row in board.rows]
        assert ratings == sorted(ratings, key=lambda rating: -(rating or 0))


def test_too_few_deals_are_told_once() -> None:
    text = drawn(terminal(rated()))
    assert text.count("Too few deals") == 1


def test_both_views_are_tables_on_demand() -> None:
    text = drawn(terminal(rated(), both_views=True))
    assert text.count("klirr, 4 players:") == 2


def test_without_matches_it_says_so() -> None:
    assert drawn(terminal([])) == "No finished matches yet.\n"


def test_the_json_holds_both_views_of_every_board() -> None:
    found = [(b["game"], b["view"]) for b in as_json(rated())["boards"]]
    assert found == [
        ("klirr", "as_played"),
        ("klirr", "when_it_played"),
        ("zero-to-hero", "as_played"),
        ("zero-to-hero", "when_it_played"),
    ]


def test_the_csv_has_a_line_a_row_with_unrounded_figures() -> None:
    lines = list(csv.DictReader(StringIO(as_csv(rated()))))
    expected = [row for board in rated() for row in board.rows]
    assert [line["player"] for line in lines] == [row.player for row in expected]
    assert [float(line["rating"]) for line in lines] == [row.rating for row in expected]
    again = next(line for line in lines if line["player"] == "smol-again")
    assert again["cost"] == ""  # unknown, not 0
    assert lines[-1]["low"] == ""


@pytest.mark.parametrize(
    ("bar", "drawing"),
    [
        (Bar(50, 30, 70, (0, 100)), "   ──●──   "),
        (Bar(0, None, None, (0, 100)), "●          "),
        (Bar(100, 90, 110, (0, 100)), "         ─●"),
        (Bar(5, 5, 5, (5, 5)), "     ●     "),
    ],
)
def test_a_bar_shows_point_and_interval_on_the_scale(bar: Bar, drawing: str) -> None:
    assert bar.text(11) == drawing
