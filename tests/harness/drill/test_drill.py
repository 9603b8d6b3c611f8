"""``arena drill`` has the journal, the money and the manners of ``arena run``."""

import json
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing

import pytest

from harness.config import load
from harness.drill.bank import load as load_bank
from harness.drill.run import meetings
from harness.store import Store

MODELS = """
name: models
seed: 11
games: [{{game: klirr, seats: 2, deals: 1}}]
players:
  one: {{model: openai/one, api_base: '{url}', api_key_env: THE_KEY{price}}}
  two: {{model: openai/two, api_base: '{url}', api_key_env: THE_KEY{price}}}
limits: {{timeout: 20, concurrency: 2{limits}}}
"""
KEY = "sk-test-0123456789abcdef"


def drill(arena, *arguments: object):
    """Drill the models as a process."""
    done = arena.apart("drill", "tournament.yaml", *arguments, THE_KEY=KEY)
    assert "Traceback" not in done.stderr, done.stderr
    assert KEY not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


def told(arena, run="models"):
    return json.loads(arena("bluff", run, "--json").stdout)["drill"]


def kept(arena, run="models"):
    """What was done in each position, without what it took."""
    with Store(arena.folder / "results" / run) as store:
        return {met: (move.by, move.act) for met, move in store.drilled().items()}


def test_the_tables_fit_80_columns_and_name_everybody(drilled):
    again = drilled("drill", "tournament.yaml")
    assert again.returncode == 0
    assert "2520 of 2520 positions are already played" in again.stderr
    assert max(map(len, again.stdout.splitlines())) <= 80
    names = list(load(drilled.folder / "tournament.yaml").players)
    assert all(name in again.stdout for name in names)
    assert "drill, bank 1: 360 positions" in again.stdout


def test_matches_are_untouched_by_the_drill_and_the_drill_by_matches(drilled, planted, arena):
    assert drilled.exported("planted") == ""
    before = told(drilled, "planted")
    assert drilled("run", "tournament.yaml").returncode == 0
    arena.write(planted)
    assert arena("run", "tournament.yaml").returncode == 0
    assert drilled.exported("planted") == arena.exported("planted") != ""
    assert told(drilled, "planted") == before
    tables = [json.loads(one("bluff", "planted", "--json").stdout) for one in (drilled, arena)]
    assert tables[0]["players"] == tables[1]["players"]
    assert tables[1]["drill"] == []
    for one in (drilled, arena):
        assert one("verify", "planted").returncode == 0


def test_verify_holds_every_position_to_the_bank(drilled):
    done = drilled("verify", "planted")
    assert done.returncode == 0
    assert "2520 positions of the drill replayed, 0 mismatches" in done.stdout


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "move = changed(move, 'act', 'pay') WHERE id LIKE 'drill-1-claim-7/%'",
            "phase",
        ),
        (
            "move = changed(move, 'act', 'ask 9 10000') WHERE id = 'drill-1-claim-7/2'",
            "you may ask now",
        ),
        (
            "move = changed(move, 'by', 8) WHERE id = 'drill-1-answer-3/0'",
            "seat 8 acted",
        ),
        ("id = 'drill-1-answer-240/0' WHERE id = 'drill-1-answer-3/0'", "no player has it to meet"),
        ("id = 'drill-1-answer-3/99' WHERE id = 'drill-1-answer-3/0'", "no player has it to meet"),
        (
            "move = changed(move, 'made', NULL) WHERE id = 'drill-1-answer-3/0'",
            "marked forced",
        ),
        (
            """move = changed(changed(move, 'made.source', 'fallback'), 'act', 'call')
            WHERE id = 'drill-1-answer-3/0'""",
            "marked as the fallback",
        ),
    ],
)
def test_verify_finds_a_position_that_was_tampered_with(drilled, tmp_path, change, said):
    folder = tmp_path / "changed"
    shutil.copytree(drilled.folder / "results" / "planted", folder)
    with closing(sqlite3.connect(folder / "run.sqlite")) as connection:
        connection.create_function("changed", 3, changed)
        assert connection.execute(f"UPDATE drill SET {change}").rowcount > 0  # noqa: S608
        connection.commit()
    done = drilled("verify", folder)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def changed(text: str, place: str, value: object) -> str:
    """Change a value in a stored text, or take it out; its seal stays as it was."""
    stored = json.loads(text[8:])
    *around, key = place.split(".")
    inner = stored[around[0]] if around else stored
    inner.pop(key, None)
    inner |= {} if value is None else {key: value}
    return text[:8] + json.dumps(stored)


def test_the_drill_stands_beside_table_play(drilled):
    assert "drill, bank 1" in drilled("bluff", "planted").stdout
    alone = drilled("bluff", "planted", "--player", "reader", "--json").stdout
    assert [one["player"] for one in json.loads(alone)["drill"]] == ["reader"]


def test_fewer_positions_first_and_the_rest_later_are_the_whole(arena, planted, drilled):
    arena.write(planted)
    assert arena("drill", "tournament.yaml", "--positions", 18).returncode == 0
    assert {one["forced"]["chances"] for one in told(arena, "planted")} == {4}
    rest = arena("drill", "tournament.yaml")
    assert "126 of 2520 positions are already played" in rest.stderr
    parts, whole = ([one | {"ms": None} for one in told(at, "planted")] for at in (arena, drilled))
    assert parts == whole  # but for the time it took


def test_everybody_meets_the_same_positions_in_an_order_drawn_from_the_seed(tmp_path, planted):
    (tmp_path / "a.yaml").write_text(planted)
    (tmp_path / "b.yaml").write_text(planted.replace("seed: 5", "seed: 6"))
    first, second = load(tmp_path / "a.yaml"), load(tmp_path / "b.yaml")
    ids = [[one.id for one in meetings(config, 90)] for config in (first, first, second)]
    assert ids[0] == ids[1] != ids[2]
    assert set(ids[0]) == set(ids[2])
    assert len(set(ids[0])) == 90 * len(first.players)
    assert Counter(one.player for one in meetings(first, 90)) == dict.fromkeys(first.players, 90)
    in_bank_order = [one.id for one in load_bank().exercises[:90]]
    assert [met.rpartition("/")[0] for met in ids[0]][:: len(first.players)] != in_bank_order
    assert not any(name in met for met in ids[0] for name in first.players)


@pytest.mark.parametrize(
    ("change", "arguments", "said"),
    [
        (("", ""), ("--positions", 0), "--positions cannot be 0; allowed: 1 to 360"),
        (("", ""), ("--positions", 361), "--positions cannot be 361; allowed: 1 to 360"),
        (("game: klirr", "game: zero-to-hero"), (), "the drill is for klirr"),
    ],
)
def test_what_cannot_be_drilled_is_refused_in_a_sentence(arena, change, arguments, said):
    text = "name: t\nseed: 1\ngames: [{game: klirr, seats: 3, deals: 1}]\n"
    players = "players: {a: {bot: random}, b: {bot: random}, c: {bot: random}}\n"
    arena.write((text + players).replace(*change))
    refused = arena("drill", "tournament.yaml", *arguments)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert not (arena.folder / "results").exists()


def test_a_changed_config_is_refused(arena, planted):
    arena.write(planted)
    assert arena("drill", "tournament.yaml", "--positions", 3).returncode == 0
    arena.write(planted.replace("seed: 5", "seed: 6"))
    refused = arena("drill", "tournament.yaml", "--positions", 3)
    assert refused.returncode == 2
    assert "seed" in refused.stderr


def test_a_second_process_is_refused(arena, planted):
    arena.write(planted)
    with closing(Store(arena.folder / "results" / "planted")):
        refused = arena("drill", "tournament.yaml")
    assert refused.returncode == 2
    assert "another process is playing the run" in refused.stderr


def test_fresh_throws_the_drill_away_too(arena, planted):
    arena.write(planted)
    assert arena("drill", "tournament.yaml", "--positions", 9).returncode == 0
    assert arena("run", "tournament.yaml", "--fresh", "--yes").returncode == 0
    assert told(arena, "planted") == []


def test_a_strangers_bot_and_its_failures_are_drilled(arena, bot_file):
    bot_file(
        "def pays(turn, random):\n    return turn.legal[0]\n\n"
        "def fails(turn, random):\n    raise ValueError('no idea')\n"
    )
    text = "name: t\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\n"
    arena.write(text + "players: {a: {bot: 'theirs:pays'}, b: {bot: 'theirs:fails'}}\n")
    done = arena("drill", "tournament.yaml", "--positions", 9)
    assert done.returncode == 0, done.stderr
    pays, fails = told(arena, "t")
    assert pays["fallbacks"] == {"claims": 0, "answers": 0}
    assert fails["fallbacks"] == {"claims": 3, "answers": 6}
    assert "Left out: 9 acts" in done.stdout


def test_a_killed_drill_goes_on_and_asks_no_stored_reply_again(arena, arena_in, provider, tmp_path):
    (tmp_path / "quiet").mkdir()
    quiet = arena_in(tmp_path / "quiet")
    served = provider()
    quiet.write(MODELS.format(url=served.url, price="", limits=""))
    assert drill(quiet, "--positions", 12)[0] == 0
    undisturbed = Counter(served.asked())
    assert len(undisturbed) == 24
    assert set(undisturbed.values()) == {1}

    slow = provider([{"delay": 0.05, "times": -1}])
    arena.write(MODELS.format(url=slow.url, price="", limits=""))
    chance = random.Random(3)
    for wanted in (4, 10):
        process = arena.begin("drill", "tournament.yaml", "--positions", 12, THE_KEY=KEY)
        while len(slow.asked()) < wanted and process.runs:
            time.sleep(chance.uniform(0.005, 0.03))
        process.kill()
    assert drill(arena, "--positions", 12)[0] == 0
    asked = Counter(slow.asked())
    assert set(asked) == set(undisturbed)
    assert asked.total() <= 24 + 2 * 2  # two kills, two in flight at each
    assert kept(arena) == kept(quiet)


def test_a_stored_reply_whose_act_was_lost_is_not_bought_again(arena, provider):
    served = provider()
    arena.write(MODELS.format(url=served.url, price="", limits=""))
    assert drill(arena, "--positions", 3)[0] == 0
    before = kept(arena)
    with Store(arena.folder / "results" / "models") as store:
        store._write("DELETE FROM drill")
    assert drill(arena, "--positions", 3)[0] == 0
    assert kept(arena) == before
    assert len(served.asked()) == 6


def test_a_budget_stops_the_drill_and_a_larger_one_goes_on(arena, provider):
    served = provider()
    price = ", price: {in: 1, out: 1}"
    arena.write(MODELS.format(url=served.url, price=price, limits=", max_cost: 0.015"))
    status, _, err = drill(arena, "--positions", 6)
    assert status == 3
    assert "positions are unmet; run the same command again" in err
    assert "max_cost 0.015 is reached" in err
    some = len(served.asked())
    assert 0 < some < 12
    with Store(arena.folder / "results" / "models") as store:
        assert 0 < store.spent() <= 0.015
    assert drill(arena, "--positions", 6)[0] == 3
    arena.write(MODELS.format(url=served.url, price=price, limits=", max_cost: 1.0"))
    assert drill(arena, "--positions", 6)[0] == 0
    assert set(Counter(served.asked()).values()) == {1}
    assert len(served.asked()) == 12


def test_a_hopeless_provider_stops_its_player_alone(arena, provider):
    bad = {"error": {"message": "bad key", "code": "invalid_api_key"}}
    served = provider([{"model": "two", "status": 401, "body": bad, "times": -1}])
    arena.write(MODELS.format(url=served.url, price="", limits=""))
    status, _, err = drill(arena, "--positions", 6)
    assert status == 3
    assert "- two: " in err
    assert [one["player"] for one in told(arena)] == ["one"]
    assert len(kept(arena)) == 6


def test_ctrl_c_stores_and_says_how_to_go_on(arena, provider):
    served = provider([{"times": 3}, {"do": "hang", "times": -1}])
    arena.write(MODELS.format(url=served.url, price="", limits=""))
    process = arena.start("drill", "tournament.yaml", "--positions", 6, THE_KEY=KEY)
    while len(served.asked()) < 5 and process.poll() is None:
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "run the same command again to go on" in err
    assert "Traceback" not in err
    assert len(kept(arena)) == 3


def test_beliefs_that_were_stated_are_measured(arena, provider):
    served = provider()
    price = ", belief: 'on'"
    arena.write(MODELS.format(url=served.url, price=price, limits=""))
    status, out, _ = drill(arena, "--positions", 9)
    assert status == 0
    assert "Beliefs stated before answering" in out
    assert max(map(len, out.splitlines())) <= 80
    for one in told(arena):
        assert one["beliefs"]["brier"]["n"] == 6
        assert 0 <= one["beliefs"]["brier"]["value"] <= 1


def test_half_of_the_positions_ask_for_a_belief_the_same_ones_every_time(arena, provider):
    served = provider()
    arena.write(MODELS.format(url=served.url, price=", belief: half", limits=""))
    assert drill(arena, "--positions", 45)[0] == 0
    one, two = told(arena)
    for found in (one, two):
        assert 7 <= found["beliefs"]["brier"]["n"] <= 23  # of 30 answers; 3 sigma are 8
    asked = ['"p_bluff": {"' in request for request in served.asked()]  # in the form of the reply
    with Store(arena.folder / "results" / "models") as store:
        store._write("DELETE FROM drill")
        store._write("DELETE FROM request")
    assert drill(arena, "--positions", 45)[0] == 0
    assert sorted(served.asked())[::2] == sorted(served.asked())[1::2]
    assert sum(asked) == one["beliefs"]["brier"]["n"] + two["beliefs"]["brier"]["n"]


def test_what_the_drill_cost_stands_in_it_and_in_no_leaderboard(arena, provider):
    served = provider()
    text = MODELS.format(url=served.url, price="", limits="")
    arena.write(text.replace("THE_KEY}", "THE_KEY, price: {in: 1000, out: 0}}", 1))
    status, out, _ = drill(arena, "--positions", 3)
    assert status == 0
    one, two = told(arena)
    assert one["asked"] == two["asked"] == 3
    assert one["tokens"]["in"] > 0
    assert one["cost"] == pytest.approx(one["tokens"]["in"] / 1000)
    assert two["cost"] is None
    assert two["tokens"]["in"] > 0
    words = " ".join(out.split())
    tokens = one["tokens"]["in"] + one["tokens"]["out"]
    assert f"one 3 answers, {tokens:,} tokens, ${one['cost']:.2f}, two 3 answers" in words
    assert "tokens, unknown." in words
    assert arena("run", "tournament.yaml", THE_KEY=KEY).returncode == 0
    (board, _) = json.loads(arena("leaderboard", "models", "--json").stdout)["boards"]
    rows = {row["player"]: row for row in board["rows"]}
    decided = [
        json.loads(line) for line in arena("export", "models", "--decisions").stdout.splitlines()
    ]
    spent = sum(each["cost"] for each in decided if each["player"] == "one")
    assert rows["one"]["cost"] == pytest.approx(spent)
    with Store(arena.folder / "results" / "models") as store:
        assert store.spent() == pytest.approx(spent + one["cost"])
