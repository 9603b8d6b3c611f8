"""``arena run`` plays what is missing, and the result is the same whatever happens on the way."""

import json
import random
import signal
import sqlite3
import time

import pytest


def test_the_same_config_exports_the_same_bytes(played, undisturbed):
    assert played.exported() == undisturbed
    assert len(undisturbed.splitlines()) == 2 * 4 * 4 * 3


def test_concurrency_changes_nothing(arena, undisturbed):
    text = arena.write().read_text() + "limits: {concurrency: 1}\n"
    arena.write(text)
    assert arena("run", "tournament.yaml").returncode == 0
    assert arena.exported() == undisturbed


def test_a_second_run_plays_nothing_and_shows_the_tables(played):
    again = played("run", "tournament.yaml")
    assert again.returncode == 0
    assert "96 of 96 matches are already played" in again.stderr
    assert "klirr, 3 players" in again.stdout


def killed_and_resumed(arena, kills: int, longest: float) -> str:
    """Play to the end, killed after random waits on the way."""
    arena.write()
    chance = random.Random(kills)
    for _ in range(kills):
        process = arena.start("run", "tournament.yaml")
        time.sleep(chance.uniform(0.2, longest))
        process.kill()
        process.communicate()
    assert arena("run", "tournament.yaml").returncode == 0
    assert arena("verify", "small").returncode == 0
    return arena.exported()


def test_kill_9_at_any_instant_leaves_the_undisturbed_export(arena, undisturbed):
    assert killed_and_resumed(arena, kills=4, longest=1.5) == undisturbed


@pytest.mark.long
@pytest.mark.parametrize("case", range(10))
def test_many_kills_leave_the_undisturbed_export(arena, undisturbed, case):
    assert killed_and_resumed(arena, kills=5 + case, longest=1.2) == undisturbed


def test_ctrl_c_stores_says_how_to_go_on_and_exits_3(arena, bot_file):
    bot_file(
        "import time\ndef slow(turn, random):\n    time.sleep(0.02)\n    return turn.legal[0]\n"
    )
    text = arena.write().read_text().replace("{bot: random}", "{bot: 'theirs:slow'}")
    arena.write(text)
    process = arena.start("run", "tournament.yaml")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 3
    assert "run the same command again to go on" in err
    assert "Traceback" not in err


def test_a_second_process_on_the_same_run_is_refused(arena, bot_file):
    bot_file("import time\ndef slow(turn, random):\n    time.sleep(9)\n    return turn.legal[0]\n")
    arena.write(arena.write().read_text().replace("{bot: random}", "{bot: 'theirs:slow'}"))
    first = arena.start("run", "tournament.yaml")
    try:
        while not (arena.folder / "results/small/run.sqlite").exists():  # it is locked before
            assert first.poll() is None
            time.sleep(0.05)
        second = arena("run", "tournament.yaml")
    finally:
        first.kill()
        first.communicate()
    assert second.returncode == 2
    assert "another process is playing the run" in second.stderr


def test_more_deals_extend_a_run_and_keep_what_was_played(played, undisturbed):
    played.write(played.write().read_text().replace("deals: 4", "deals: 5"))
    assert played("run", "tournament.yaml").returncode == 0
    longer = played.exported().splitlines()
    assert len(longer) == 2 * 5 * 4 * 3
    assert set(undisturbed.splitlines()) < set(longer)


def test_players_appended_extend_a_run_and_keep_what_was_played(played, undisturbed):
    played.write(played.write().read_text() + "  late: {bot: random}\n")
    assert played("run", "tournament.yaml").returncode == 0
    longer = played.exported().splitlines()
    assert len(longer) == 2 * 4 * 10 * 3
    assert set(undisturbed.splitlines()) < set(longer)


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("seed: 7", "seed: 8", "seed"),
        ("deals: 4", "deals: 3", "deals"),
        ("{bot: random}", "{bot: {klirr: caller, zero-to-hero: low}}", "player random"),
    ],
)
def test_a_changed_config_is_refused_with_what_changed(played, undisturbed, before, after, named):
    played.write(played.write().read_text().replace(before, after, 1))
    refused = played("run", "tournament.yaml")
    assert refused.returncode == 2
    assert named in refused.stderr
    assert played.exported() == undisturbed


def test_a_run_in_which_nothing_was_played_takes_any_config(arena):
    text = arena.write().read_text()
    arena.write(text.replace("{bot: random}", "{bot: 'nowhere:Bot'}"))
    assert arena("run", "tournament.yaml").returncode == 2
    arena.write(text.replace("seed: ", "seed: 1"))
    again = arena("run", "tournament.yaml")
    assert (again.returncode, "played otherwise" in again.stderr) == (0, False)


def test_fresh_without_a_terminal_needs_yes(played, undisturbed):
    refused = played("run", "tournament.yaml", "--fresh")
    assert refused.returncode == 2
    assert "--yes" in refused.stderr
    assert played.exported() == undisturbed


def test_fresh_with_yes_starts_over(played, undisturbed):
    text = played.write().read_text().replace("seed: 7", "seed: 8")
    played.write(text)
    assert played("run", "tournament.yaml", "--fresh", "--yes").returncode == 0
    assert played.exported() != undisturbed


def test_output_that_is_no_terminal_holds_no_escape_codes(arena):
    arena.write()
    done = arena("run", "tournament.yaml", FORCE_COLOR="", TERM="xterm-256color")
    assert "\x1b" not in done.stdout + done.stderr
    assert "96/96 matches" in done.stderr


def test_records_have_the_shape_of_the_contract(played):
    record = played.records()[0]
    assert list(record) == [
        "schema", "match", "game", "rules", "seats", "deal", "line_up", "rotation", "moves",
        "outcome", "faults",
    ]  # fmt: skip
    assert record["match"] == "klirr-3-d0-l0-r0"
    assert record["moves"][0]["by"] == -1
    assert set(record["moves"][0]["deal"]) == {"round", "dealer", "rows", "aside"}
    assert record["faults"] == []
    assert list(record["outcome"]) == ["scores", "ranks", "ended"]


def test_every_act_of_a_seat_is_a_decision_line(played):
    lines = [
        json.loads(line) for line in played("export", "small", "--decisions").stdout.splitlines()
    ]
    acts = sum(move["by"] >= 0 for record in played.records() for move in record["moves"])
    assert len(lines) == acts
    assert {line["source"] for line in lines} == {"player", "forced"}
    assert all((line["legal"] == 1) == (line["source"] == "forced") for line in lines)
    assert all(line["attempts"] == (line["source"] == "player") for line in lines)
    assert {line["phase"] for line in lines} == {"turn", "take", "ask", "answer", "play"}


def test_matches_as_json_are_all_matches_in_export_order(played):
    told = json.loads(played("matches", "small", "--json").stdout)
    records = played.records()
    assert [one["match"] for one in told] == [record["match"] for record in records]
    assert [one["seats"] for one in told] == [record["seats"] for record in records]
    assert [one["ranks"] for one in told] == [record["outcome"]["ranks"] for record in records]


def test_a_replay_as_json_tells_every_move_and_a_seat_only_its_own_decisions(played):
    record = played.records()[0]
    replay = ("replay", "small", record["match"], "--json")
    whole, seen = (json.loads(played(*replay, *seat).stdout) for seat in ((), ("--seat", 1)))
    for told in (whole, seen):
        assert [one["by"] for one in told["moves"]] == [move["by"] for move in record["moves"]]
        assert all(one["told"] for one in told["moves"])
        acts = [one["act"] for one in told["moves"] if "act" in one]
        assert acts == [move["act"] for move in record["moves"] if move["by"] >= 0]
    assert {one["by"] for one in whole["moves"] if "decision" in one} == {0, 1, 2}
    assert {one["by"] for one in seen["moves"] if "decision" in one} == {1}
    assert "aside" in whole["moves"][0]["told"]
    assert "aside" not in seen["moves"][0]["told"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE match SET head = replace(head, '\"goal\"', '\"cap\"')",
        "UPDATE match SET moves = replace(moves, 'klart', 'jackpot')",
        "UPDATE match SET moves = replace(moves, '\"pay\"', '\"call\"')",
        "UPDATE match SET head = replace(head, '\"deal\":0', '\"deal\":1')",
        "UPDATE match SET id = 'klirr-3-d9-l0-r0' WHERE id = 'klirr-3-d0-l0-r0'",
    ],
)
def test_verify_finds_whatever_was_tampered_with(played, change):
    with sqlite3.connect(played.folder / "results/small/run.sqlite") as connection:
        connection.execute(change)
    connection.close()
    found = played("verify", "small")
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
