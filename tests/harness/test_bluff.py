"""``arena bluff`` on runs that were really played."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests_exploits import claimer_exploitability

from harness.equilibrium import equilibrium
from harness.equilibrium.position import Position, unseen
from harness.equilibrium.strategy import weights

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]
K = 1000
YARDSTICKS = """
name: yardsticks
seed: 11
games:
  - {game: klirr, seats: 4, deals: 16}
lineups: 5
players:
  equilibrium: {bot: equilibrium}
  honest: {bot: honest}
  pays: {bot: always-pay}
  calls: {bot: always-call}
  impossible: {bot: impossible}
  bluffs-3: {bot: "bluff-q:0.3"}
  calls-3: {bot: "call-q:0.3"}
  max: {bot: bluff-max}
"""
WORTHLESS = ("klirr", "klart")


@pytest.fixture(scope="module")
def yardsticks(arena_in: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    arena = arena_in(tmp_path_factory.mktemp("yardsticks"))
    arena.write(YARDSTICKS)
    assert arena("run", "tournament.yaml").returncode == 0
    return arena


@pytest.fixture(scope="module")
def panel(yardsticks: Any) -> dict[str, Any]:
    done = yardsticks("bluff", "yardsticks", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return {one["player"]: one for one in json.loads(done.stdout)["players"]}


class Chance(NamedTuple):
    """A taken card that could be asked with, worked out from the exported lines alone."""

    taker: str
    card: Any
    unseen: tuple[Any, ...]
    source: str
    asked: str | None = None
    sum: int = 0
    answer: str | None = None
    answered_by: str | None = None


def recount(arena: Any, run: str) -> list[Chance]:
    lines = arena("export", run, "--decisions").stdout.splitlines()
    made = {(d["match"], d["move"]): d for d in map(json.loads, lines)}
    records = [record for record in arena.records(run) if record["game"] == "klirr"]
    return [chance for record in records for chance in of_match(record, made)]


class Round:
    """The cards of one round as they lie: rows, which slots are down, what nobody has seen."""

    def __init__(self, deal: dict[str, Any]) -> None:
        self.rows = [row or [] for row in deal["rows"]]
        self.down = [set(range(len(row))) for row in self.rows]
        self.unseen = Counter([*(card for row in self.rows for card in row), *deal["aside"]])
        self.held: tuple[int, int] | None = None

    def act(self, by: int, verb: str, words: list[str]) -> None:
        """Show what an act shows; a card still held at the next draw was nobody's to ask with."""
        if verb != "ask" and self.held:
            seat, slot = self.held
            self._show(seat, slot)
            self.held = None
        if verb == "turn":
            self._show(by, int(words[0]) if words else min(self.down[by]))
        elif verb == "take":
            seat, _, named = words[0].partition(":")
            self.held = (int(seat), int(named) if named else min(self.down[int(seat)]))

    def _show(self, seat: int, slot: int) -> None:
        self.down[seat].discard(slot)
        self.unseen[self.rows[seat][slot]] -= 1


def of_match(record: dict[str, Any], made: dict[Any, Any]) -> list[Chance]:
    seats, found = record["seats"], []
    for number, move in enumerate(record["moves"]):
        if "deal" in move:
            table = Round(move["deal"])
            continue
        verb, *words = move["act"].split()
        decision = made[record["match"], number]
        if verb in ("ask", "pass"):
            seat, slot = table.held or (0, 0)
            cards = tuple(table.unseen.elements())
            taker = seats[move["by"]]
            chance = Chance(taker, table.rows[seat][slot], cards, decision["source"])
            if verb == "ask":
                chance = chance._replace(asked=seats[int(words[0])], sum=int(words[1]))
            elif decision["legal"] > 1:
                found.append(chance)
        elif verb in ("pay", "call"):
            found.append(chance._replace(answer=verb, answered_by=decision["source"]))
        table.act(move["by"], verb, words)
    return found


def counted(chances: list[Chance], name: str) -> dict[str, Any]:
    own = [c for c in chances if c.taker == name and c.source == "player"]
    lies = [c for c in own if c.sum and c.sum != c.card]
    truths = [c for c in own if c.sum and c.sum == c.card]
    forced = [c for c in own if c.card in WORTHLESS]
    optional = [c for c in own if c.card not in WORTHLESS]
    asked = [c for c in chances if c.asked == name and c.answered_by == "player"]
    to_lies = [c for c in asked if c.sum != c.card]
    to_truths = [c for c in asked if c.sum == c.card]
    return {
        "claims": len(lies) + len(truths),
        "forced": {"chances": len(forced), "bluffs": sum(c in lies for c in forced)},
        "optional": {"chances": len(optional), "bluffs": sum(c in lies for c in optional)},
        "bluffs_called": sum(c.answer == "call" for c in lies),
        "honest_called": sum(c.answer == "call" for c in truths),
        "answers": {
            "to_bluffs": len(to_lies),
            "called_bluffs": sum(c.answer == "call" for c in to_lies),
            "to_honest": len(to_truths),
            "called_honest": sum(c.answer == "call" for c in to_truths),
        },
        "fallbacks": {
            "claims": sum(c.taker == name and c.source == "fallback" for c in chances),
            "answers": sum(c.asked == name and c.answered_by == "fallback" for c in chances),
        },
    }


def holds(figure: dict[str, Any], truth: float) -> bool:
    return bool(figure["low"] <= truth <= figure["high"])


# --- the figures ---


def test_the_counts_are_those_of_a_recount_from_the_export(
    yardsticks: Any, panel: dict[str, Any]
) -> None:
    chances = recount(yardsticks, "yardsticks")
    assert len(chances) > 1000
    for name, one in panel.items():
        told = counted(chances, name)
        assert {key: one[key] for key in told} == told


def test_the_counts_leave_out_what_the_engine_played(arena: Any, bot_file: Any) -> None:
    bot_file(
        "def bot(turn, random):\n"
        "    if turn.view.phase in ('ask', 'answer') and random.random() < 0.5: raise ValueError\n"
        "    return random.choice(turn.legal)\n"
    )
    games = "games: [{game: klirr, seats: 3, deals: 3}, {game: zero-to-hero, seats: 3, deals: 1}]"
    players = "players: {random: {bot: random}, theirs: {bot: 'theirs:bot'}, other: {bot: random}}"
    arena.write(f"name: mixed\nseed: 4\n{games}\n{players}\n")
    assert arena("run", "tournament.yaml").returncode == 0
    told = json.loads(arena("bluff", "mixed", "--json").stdout)
    chances = recount(arena, "mixed")
    assert (told["matches"], told["deals"]) == (9, 3)
    for one in told["players"]:
        mine = counted(chances, one["player"])
        assert {key: one[key] for key in mine} == mine
    theirs = next(one for one in told["players"] if one["player"] == "theirs")
    assert min(theirs["fallbacks"].values()) > 0
    assert "the engine played for a player that failed" in " ".join(
        arena("bluff", "mixed").stdout.split()
    )


def test_planted_habits_come_back_through_the_real_path(panel: dict[str, Any]) -> None:
    figures = {name: one["figures"] for name, one in panel.items()}
    for name in ("pays", "calls"):
        assert panel[name]["d_prime"] == pytest.approx(0, abs=1e-12)
    assert figures["pays"]["hits"]["value"] == 0
    assert figures["calls"]["false_alarms"]["value"] == 1
    assert figures["impossible"]["impossible"]["value"] == 1
    assert holds(figures["equilibrium"]["exploitability"], 0)
    assert holds(figures["equilibrium"]["frequency_error"], 0)
    assert figures["equilibrium"]["sure_calls"]["value"] == 1
    assert holds(figures["bluffs-3"]["forced_bluff_rate"], 0.3)
    assert figures["bluffs-3"]["optional_bluff_rate"]["value"] == 0
    assert holds(figures["calls-3"]["hits"], 0.3)
    assert holds(figures["calls-3"]["false_alarms"], 0.3)
    assert figures["max"]["forced_bluff_rate"]["value"] == 1
    assert figures["max"]["optional_bluff_rate"]["value"] > 0.8  # all but cards of 100 000
    assert holds(figures["equilibrium"]["deck_tracking"], 1)
    assert holds(figures["bluffs-3"]["deck_tracking"], 0)
    assert holds(figures["equilibrium"]["size_tell"], 0)
    assert holds(figures["calls-3"]["sure_calls"], 0.3)
    assert (figures["pays"]["sure_calls"]["value"], figures["calls"]["sure_calls"]["value"]) == (
        0,
        1,
    )
    assert figures["honest"]["chips_per_forced_chance"]["value"] == 0
    for name in ("equilibrium", "calls-3", "pays", "honest"):  # none knows more than the cards tell
        assert holds(figures[name]["d_prime_within"], 0)
    regret = {name: one["regret"]["value"] for name, one in figures.items()}
    assert all(cost > 0 for cost in regret.values())
    assert regret["pays"] > regret["equilibrium"]


def test_the_honest_bot_gives_away_what_the_program_says(
    yardsticks: Any, panel: dict[str, Any]
) -> None:
    lost = []
    for chance in recount(yardsticks, "yardsticks"):
        if chance.taker == "honest":
            position = Position(unseen(chance.unseen))
            honest = {card: {card: 1.0} for card, _ in weights(position.unseen)}
            best = equilibrium(position)
            lost.append(claimer_exploitability(position, honest, best) / K)
    figure = panel["honest"]["figures"]["exploitability"]
    assert figure["n"] == len(lost)
    assert holds(figure, sum(lost) / len(lost))


def test_a_figure_on_too_little_has_its_number_and_the_reason(panel: dict[str, Any]) -> None:
    told = panel["impossible"]["figures"]["size_tell"]
    assert "withheld" in told or told["n"] >= 80
    assert panel["honest"]["figures"]["success"]["withheld"] == "no chance"
    few = panel["calls-3"]["figures"]["sure_calls"]
    assert few["value"] is not None
    assert ("withheld" in few) == (few["n"] < 10)


# --- what a person sees ---


def golden(name: str, now: str) -> str:
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(now, encoding="utf-8")
    return (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bluff.txt", ()),
        ("bluff-player.txt", ("--player", "bluffs-3")),
        ("bluff-stories.txt", ("--stories", 3)),
    ],
)
def test_the_tables_are_what_a_person_once_read(
    yardsticks: Any, name: str, options: tuple[object, ...]
) -> None:
    done = yardsticks("bluff", "yardsticks", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout == golden(name, done.stdout)


@pytest.mark.long
def test_the_page_shows_what_the_tournament_of_bluffers_gives(arena: Any) -> None:
    page = (ROOT / "docs" / "bluffing.md").read_text(encoding="utf-8")
    assert arena("run", ROOT / "tournaments" / "bluffers.yaml").returncode == 0
    for options in ((), ("--player", "reader", "--stories", 1)):
        shown = arena("bluff", "bluffers", *options).stdout
        assert f"```text\n{shown}```\n" in page


def test_the_stories_in_json_stand_beside_the_players(yardsticks: Any) -> None:
    done = yardsticks("bluff", "yardsticks", "--player", "max", "--stories", 4, "--json")
    told = json.loads(done.stdout)
    assert [one["player"] for one in told["players"]] == ["max"]
    assert len(told["stories"]) == 4
    assert all("max" in (story["taker"], story["asked"]) for story in told["stories"])
    moved = [abs(story["moved"]) for story in told["stories"]]
    assert moved == sorted(moved, reverse=True)


HOSTILE = "[bold red]boo[/bold red] \\x1b[31m\\x1b]0;title\\x07 \\u202e :smile: \\n" + "x" * 5000


def test_what_others_wrote_is_shown_as_text(arena: Any, bot_file: Any) -> None:
    bot_file(
        "def bot(turn, random):\n"
        f"    if turn.view.phase == 'ask': raise ValueError('{HOSTILE}')\n"
        "    return random.choice(turn.legal)\n"
    )
    players = "players: {random: {bot: random}, theirs: {bot: 'theirs:bot'}}"
    arena.write(f"name: rude\nseed: 1\ngames: [{{game: klirr, seats: 2, deals: 2}}]\n{players}\n")
    assert arena("run", "tournament.yaml").returncode == 0
    told = arena("bluff", "rude", "--stories", 50, "--player", "theirs").stdout
    words = " ".join(told.split())
    assert "The engine asked for it: theirs had failed." in words
    assert "[bold red]boo[/bold red]" in words
    assert ":smile:" in words
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
    assert max(map(len, told.splitlines())) <= 80
    assert json.loads(arena("bluff", "rude", "--stories", 5, "--json").stdout)["stories"]


# --- what cannot be shown ---


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere",), "there is no run 'nowhere'"),
        (("small", "--player", "nobody"), "the run has no player 'nobody'; it has: random, plain"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    played: Any, arguments: tuple[str, ...], sentence: str
) -> None:
    done = played("bluff", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_number_of_stories_is_at_least_1(played: Any) -> None:
    assert played("bluff", "small", "--stories", 0).returncode == 2


def test_a_run_without_klirr_has_no_bluffing(arena: Any) -> None:
    players = "players: {a: {bot: high}, b: {bot: low}}"
    arena.write(
        f"name: tricks\nseed: 1\ngames: [{{game: zero-to-hero, seats: 2, deals: 1}}]\n{players}\n"
    )
    assert arena("run", "tournament.yaml").returncode == 0
    done = arena("bluff", "tricks")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bluffing is measured in klirr; the run plays: zero-to-hero\n"


def test_a_run_without_a_finished_match_says_so(arena: Any) -> None:
    dear = "price: {in: 1000000, out: 1000000}"
    arena.write(
        "name: idle\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\n"
        f"players: {{a: {{bot: honest}}, b: {{model: openai/none, {dear}}}}}\n"
        "limits: {max_cost: 0.01}\n"
    )
    assert arena("run", "tournament.yaml", OPENAI_API_KEY="none").returncode == 3
    done = arena("bluff", "idle")
    assert done.returncode == 0
    assert done.stdout.startswith("No card that could be bluffed with has been taken")
    assert json.loads(arena("bluff", "idle", "--json").stdout)["players"] == []
    assert "was asked for nothing yet" in arena("bluff", "idle", "--player", "a").stdout
