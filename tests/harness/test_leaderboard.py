"""``arena leaderboard`` and ``arena compare`` as a person and a script meet them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness.store import Store

TWINS = """
name: twins
seed: 3
games:
  - {game: klirr, seats: 2, deals: 9}
players:
  random: {bot: random}
  one: {bot: honest}
  other: {bot: honest}
"""


def test_the_combined_board_stands_beside_the_others_only_when_asked_for(played: Any) -> None:
    assert "combined" not in json.loads(played("leaderboard", "small", "--json").stdout)
    whole = json.loads(played("leaderboard", "small", "--combined", "--json").stdout)
    (board,) = whole["combined"]
    games = [one for one in whole["boards"] if one["view"] == "as_played"]
    assert (board["game"], board["seats"]) == ("combined", None)
    assert board["deals"] == sum(one["deals"] for one in games)
    assert board["matches"] == sum(one["matches"] for one in games)


def test_the_combined_board_says_that_it_is_a_second_view(played: Any) -> None:
    assert "second view" not in played("leaderboard", "small").stdout
    assert "second view" in played("leaderboard", "small", "--combined").stdout
    assert "second view" in played("leaderboard", "small", "--combined", "--markdown").stdout


def test_one_game_and_all_games_at_once_are_refused(played: Any) -> None:
    done = played("leaderboard", "small", "--combined", "--game", "klirr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--game" in done.stderr


def test_the_form_of_reply_that_worked_stands_in_the_row(played: Any) -> None:
    with Store(played.folder / "results" / "small") as store:
        store.remember("rungs", {"plain": "tool"})
    boards = json.loads(played("leaderboard", "small", "--json").stdout)["boards"]
    modes = {row["player"]: row["reply_mode"] for board in boards for row in board["rows"]}
    assert modes == {"random": None, "plain": "tool", "bold": None, "sharp": None}


def test_a_form_of_reply_that_the_file_fixes_stands_there_too(played: Any) -> None:
    with Store(played.folder / "results" / "small") as store:
        config = store.recall("config")
        config["players"]["plain"] = {"model": "openai/x", "reply": "json"}
        store.remember("config", config)
    boards = json.loads(played("leaderboard", "small", "--json").stdout)["boards"]
    modes = {row["player"]: row["reply_mode"] for board in boards for row in board["rows"]}
    assert modes["plain"] == "json"


@pytest.mark.parametrize("way", [(), ("--json",), ("--csv",), ("--markdown",), ("--combined",)])
def test_the_same_records_give_the_same_bytes_in_whatever_order_they_were_played(
    arena: Any, way: tuple[str, ...]
) -> None:
    def board(text: str, *steps: str) -> str:
        for step in steps:
            arena.write(step)
            assert arena("run", "tournament.yaml", "--results", text).returncode == 0
        shown: str = arena("leaderboard", f"{text}/twins", *way).stdout
        return shown

    one_by_one = TWINS + "limits: {concurrency: 1}\n"
    all_at_once = TWINS + "limits: {concurrency: 16}\n"
    fewer = all_at_once.replace("deals: 9", "deals: 4")
    expected = board("a", one_by_one)
    assert untimed(board("b", all_at_once), way) == untimed(expected, way)
    assert untimed(board("c", fewer, all_at_once), way) == untimed(expected, way)
    assert board("a") == expected


def untimed(shown: str, way: tuple[str, ...]) -> str:
    """Take out the time that decisions took: it is the clock's, not the records'."""
    if way == ("--json",):
        whole = json.loads(shown)
        for one in whole["boards"]:
            for row in one["rows"]:
                del row["ms"]
        return json.dumps(whole)
    if way == ("--csv",):
        lines = [line.split(",") for line in shown.splitlines()]
        place = lines[0].index("ms")
        return "\n".join(",".join(line[:place] + line[place + 1 :]) for line in lines)
    return shown


def test_dollars_without_the_luck_of_the_draw_stand_beside_the_ratings_when_asked_for(
    played: Any,
) -> None:
    bluffing = json.loads(played("bluff", "small", "--json").stdout)["players"]
    plain = json.loads(played("leaderboard", "small", "--json").stdout)["boards"]
    boards = json.loads(played("leaderboard", "small", "--luck", "--json").stdout)["boards"]
    klirr = next(board for board in boards if board["game"] == "klirr")
    found = {name: one["adjusted"]["value"] for name, one in klirr.pop("winnings").items()}
    assert found == {one["player"]: one["luck_adjusted"]["value"] for one in bluffing}
    assert boards == plain
    assert "without the luck of the draw" in played("leaderboard", "small", "--luck").stdout
    assert "luck_adjusted" in played("leaderboard", "small", "--luck", "--csv").stdout
    assert "without the luck of the draw" not in played("leaderboard", "small").stdout


def test_twins_show_how_much_is_noise(arena: Any) -> None:
    arena.write(TWINS)
    arena("run", "tournament.yaml")
    assert (
        "one and other are the same player under two names" in arena("leaderboard", "twins").stdout
    )
    (twin,) = json.loads(arena("leaderboard", "twins", "--json").stdout)["boards"][0]["twins"]
    assert twin["players"] == ["one", "other"]
    assert twin["gap"] < 3 * twin["half_width"]


def test_no_line_ends_in_blanks_and_none_is_wider_than_80_columns(played: Any) -> None:
    for command in (("leaderboard", "small", "--combined"), ("compare", "small", "bold", "sharp")):
        lines = played(*command).stdout.splitlines()
        assert lines
        assert all(line == line.rstrip() and len(line) <= 80 for line in lines)
