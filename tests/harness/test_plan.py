"""``arena plan``: spends nothing, and what a run then takes lies in what it said."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

TOURNAMENTS = Path(__file__).parents[2] / "tournaments"

MODELS = """
name: {name}
seed: 5
games:
  - {{game: klirr, seats: 2, deals: {deals}}}
  - {{game: zero-to-hero, seats: 2, deals: 1}}
lineups: 2
players:
  random: {{bot: random}}
  one: {{model: openai/one, api_base: "{url}", price: {{in: 1, cached: 0.5, out: 4}}}}
  other: {{model: openai/other, api_base: "{url}", params: {{max_tokens: 300}}{price}}}
limits: {{concurrency: 4{limits}}}
"""


def models(url: str, *, name: str = "models", deals: int = 2, price: str = "", limits: str = ""):
    price = price or ", price: {in: 0, out: 2}"
    return MODELS.format(url=url, name=name, deals=deals, price=price, limits=limits)


def planned(arena: Any, text: str, *options: str, told: str = "") -> dict[str, Any]:
    arena.write(text)
    done = arena("plan", "tournament.yaml", "--json", *options)
    assert (done.returncode, done.stderr) == (0, told)
    plan: dict[str, Any] = json.loads(done.stdout)
    return plan


def within(span: list[float], value: float) -> bool:
    return span[0] <= value <= span[1]


@pytest.fixture
def nobody() -> Iterator[socket.socket]:
    """A listener that nobody may knock at."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        listener.settimeout(0)
        yield listener
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_nothing_is_sent_or_stored_and_no_key_is_needed(arena: Any, nobody: socket.socket) -> None:
    url = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"
    keyed = models(url).replace("max_tokens: 300}", "max_tokens: 300}, api_key_env: NOT_SET")
    plan = planned(arena, keyed)
    assert plan["calls"][0] > 0
    assert [path.name for path in arena.folder.iterdir()] == ["tournament.yaml"]


def test_the_same_file_gives_the_same_plan(arena: Any) -> None:
    text = models("http://127.0.0.1:9/v1")
    assert planned(arena, text, "--gap", "80") == planned(arena, text, "--gap", "80")


def test_a_run_of_bots_takes_what_was_planned(arena: Any) -> None:
    arena.write()
    plan = json.loads(arena("plan", "tournament.yaml", "--json").stdout)
    assert (plan["calls"], plan["cost"], plan["fits"]) == ([0, 0], [0, 0], None)
    arena("run", "tournament.yaml")
    shown = json.loads(arena("leaderboard", "small", "--json").stdout)["boards"]
    boards = {(b["game"], b["seats"]): b for b in shown if b["view"] == "as_played"}
    assert plan["matches"] == sum(board["matches"] for board in boards.values())
    for table in plan["boards"]:
        board = boards[table["game"], table["seats"]]
        asked = sum(row["asked"] for row in board["rows"])
        assert table["matches"] == board["matches"]
        assert within(table["decisions"], asked)
        assert table["decisions"][1] < 3 * table["decisions"][0]


def test_what_is_played_is_not_planned_again(played: Any) -> None:
    plan = json.loads(played("plan", "tournament.yaml", "--json").stdout)
    assert plan["played"] == plan["matches"] > 0
    assert (plan["decisions"], plan["seconds"]) == ([0, 0], [0, 0])


def test_who_sits_more_often_than_others_is_asked_more_often(arena: Any) -> None:
    text = "name: x\nseed: 2\nlineups: 1\ngames: [{game: zero-to-hero, seats: 2, deals: 2}]\n"
    text += "players: {a: {bot: high}, b: {bot: high}, c: {bot: high}}\n"
    plan = planned(arena, text)
    asked = sorted(player["decisions"][1] for player in plan["players"])
    assert asked[2] == pytest.approx(2 * asked[0])
    arena("run", "tournament.yaml")
    assert planned(arena, text)["decisions"] == [0, 0]
    assert "Nothing is left to play" in arena("plan", "tournament.yaml").stdout


def test_more_deals_of_a_run_under_way_are_planned_alone(played: Any) -> None:
    text = (played.folder / "tournament.yaml").read_text().replace("deals: 4", "deals: 6")
    plan = planned(played, text)
    fresh = planned(played, text, "--results", "elsewhere")
    assert plan["matches"] == fresh["matches"]
    assert plan["played"] == 2 * fresh["matches"] / 3
    assert plan["decisions"][1] < fresh["decisions"][1] / 2


def test_a_run_that_was_played_otherwise_counts_as_nothing(played: Any) -> None:
    text = (played.folder / "tournament.yaml").read_text().replace("seed: 7", "seed: 8")
    plan = planned(played, text)
    assert plan["played"] == 0
    assert "seed" in plan["changed"][0]


def test_a_run_of_models_takes_what_was_planned(arena: Any, provider: Any) -> None:
    url = provider().url
    plan = planned(arena, models(url))
    done = arena.apart("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    shown = json.loads(arena("leaderboard", "models", "--json").stdout)["boards"]
    boards = [board for board in shown if board["view"] == "as_played"]
    assert plan["matches"] == sum(board["matches"] for board in boards)
    for player in plan["players"]:
        rows = [row for b in boards for row in b["rows"] if row["player"] == player["player"]]
        assert within(player["decisions"], sum(row["asked"] for row in rows))
        if player["kind"] == "model":
            assert within(player["cost"], sum(row["cost"] for row in rows))
            for kind in ("in", "out"):
                assert within(player["tokens"][kind], sum(row["tokens"][kind] for row in rows))


def test_an_earlier_run_of_the_same_model_is_used(arena: Any, provider: Any) -> None:
    url = provider().url
    before = planned(arena, models(url))
    arena.apart("run", "tournament.yaml")
    plan = planned(arena, models(url, name="next"))
    assert [one["measured"] for one in before["players"]] == [False, False, False]
    assert [one["measured"] for one in plan["players"]] == [False, True, True]
    shown = json.loads(arena("leaderboard", "models", "--json").stdout)["boards"]
    for player, earlier in list(zip(plan["players"], before["players"], strict=True))[1:]:
        out = sum(
            row["tokens"]["out"]
            for board in shown
            for row in board["rows"]
            if (row["player"], board["view"]) == (player["player"], "as_played")
        )
        assert within(player["tokens"]["out"], out)
        assert player["tokens"]["out"][1] < earlier["tokens"]["out"][1] / 4
    other = models(url, name="next").replace("max_tokens: 300", "max_tokens: 301")
    assert [one["measured"] for one in planned(arena, other)["players"]] == [False, True, False]


def test_a_damaged_run_of_another_name_is_passed_over(played: Any) -> None:
    folder = played.folder / "results" / "damaged"
    folder.mkdir()
    (folder / "run.sqlite").write_text("no database")
    assert played("plan", "tournament.yaml").returncode == 0


def test_the_own_run_must_be_sound(played: Any) -> None:
    (played.folder / "results" / "small" / "run.sqlite").write_text("no database")
    done = played("plan", "tournament.yaml")
    assert (done.returncode, done.stdout) == (1, "")
    assert "damaged" in done.stderr


def test_neither_people_nor_strange_bots_are_called(arena: Any, bot_file: Any) -> None:
    bot_file("import pathlib; pathlib.Path('imported').touch()\nBot = print")
    text = "name: x\nseed: 1\ngames: [{game: klirr, seats: 3, deals: 3}]\n"
    text += "players: {me: {human: terminal}, theirs: {bot: 'theirs:Bot'}, ours: {bot: honest}}\n"
    told = "players.theirs: theirs:Bot is code that will run with your rights\n"
    plan = planned(arena, text, told=told)
    assert all(one["decisions"][0] > 0 for one in plan["players"])
    assert not (arena.folder / "imported").exists()
    assert "people" in arena("plan", "tournament.yaml").stdout


def test_a_smaller_gap_takes_more_deals(arena: Any) -> None:
    deals = [
        planned(arena, models("http://127.0.0.1:9/v1"), "--gap", gap)["for_gap"]
        for gap in ("200", "100", "50", "25")
    ]
    for table in (0, 1):
        needed = [one["boards"][table]["deals"] for one in deals]
        assert needed == sorted(set(needed))
        assert needed[-1] == pytest.approx(4 * needed[-2], rel=0.03)
    costs = [one["cost"][1] for one in deals]
    assert costs == sorted(set(costs))


def test_the_gap_that_the_deals_show_takes_these_deals(arena: Any) -> None:
    text = "name: x\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 40}]\n"
    text += "players: {a: {bot: honest}, b: {bot: counter}, c: {bot: random}}\n"
    gap = planned(arena, text)["boards"][0]["smallest_gap"]
    wanted = planned(arena, text, "--gap", str(gap))["for_gap"]["boards"][0]
    assert wanted["deals"] == pytest.approx(40, abs=1)


def test_the_interval_is_judged_by_an_earlier_run_of_the_same_design(arena: Any) -> None:
    text = "name: {}\nseed: {}\ngames: [{{game: zero-to-hero, seats: 2, deals: 10}}]\n"
    text += "players: {{a: {{bot: high}}, b: {{bot: low}}, c: {{bot: random}}}}\n"
    assert planned(arena, text.format("first", 1))["boards"][0]["judged_by"] == "pilot"
    arena("run", "tournament.yaml")
    board = planned(arena, text.format("second", 2))["boards"][0]
    assert (board["judged_by"], board["judged_by_deals"]) == ("first", 10)
    rows = json.loads(arena("leaderboard", "first", "--json").stdout)["boards"][0]["rows"]
    widths = sorted(row["high"] - row["rating"] for row in rows)
    assert board["half_width"] == pytest.approx(widths[1])


@pytest.mark.parametrize(("most", "answer"), [(1000, "yes"), (0.0000001, "no"), (0.4, "perhaps")])
def test_max_cost_is_held_against_what_it_takes(arena: Any, most: float, answer: str) -> None:
    text = models("http://127.0.0.1:9/v1", limits=f", max_cost: {most:.7f}")
    plan = planned(arena, text)
    assert plan["fits"] == answer
    assert "max_cost" in arena("plan", "tournament.yaml").stdout


def test_an_unknown_price_is_never_nothing(arena: Any) -> None:
    plan = planned(arena, models("http://127.0.0.1:9/v1", price=" "))
    costs = {one["player"]: one["cost"] for one in plan["players"]}
    assert costs["random"] == [0, 0]
    assert costs["one"][0] > 0
    assert costs["other"] is None
    assert plan["cost"] is None
    assert "unknown" in arena("plan", "tournament.yaml").stdout


def test_limits_a_minute_and_places_make_it_longer(arena: Any) -> None:
    url = "http://127.0.0.1:9/v1"
    free = planned(arena, models(url))["seconds"]
    slow = planned(arena, models(url, limits=", calls_per_minute: 2"))
    needed = max(one["calls"][0] for one in slow["players"]) / 2 * 60
    assert slow["seconds"][0] == pytest.approx(needed)
    assert slow["seconds"][0] > free[0]
    alone = planned(arena, models(url).replace("concurrency: 4", "concurrency: 1"))["seconds"]
    assert alone[0] > 2 * free[0]


@pytest.mark.parametrize("gap", ["0", "-5", "nan", "inf", "5000"])
def test_a_gap_that_is_none_is_refused(arena: Any, gap: str) -> None:
    arena.write()
    done = arena("plan", "tournament.yaml", f"--gap={gap}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "1 to 4000" in done.stderr


@pytest.mark.parametrize("file", sorted(TOURNAMENTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_planned_in_80_columns(arena: Any, file: Path) -> None:
    done = arena("plan", file, "--gap", "50")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert all(line == line.rstrip() and len(line) <= 80 for line in lines)
    assert len(lines) < 50
