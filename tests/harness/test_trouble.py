"""A run's folder in trouble: one sentence, the right exit status, nothing lost that was stored."""

import shutil
import sqlite3
import subprocess
import sys
from random import Random

import pytest

from engine.games import games


@pytest.mark.parametrize("command", ["leaderboard", "matches", "verify", "export"])
def test_a_run_that_is_not_there_is_exit_2(arena, command):
    done = arena(command, "nowhere")
    assert done.returncode == 2
    assert "there is no run 'nowhere'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_runs_there_are_are_named(played):
    assert "there are small" in played("matches", "smal").stderr


@pytest.mark.parametrize("command", ["run", "leaderboard", "matches", "verify", "export"])
@pytest.mark.parametrize("damage", ["header", "middle", "cut", "text"])
def test_a_damaged_file_is_one_sentence_and_exit_1(played, command, damage):
    path = played.folder / "results/small/run.sqlite"
    raw = path.read_bytes()
    path.write_bytes(
        {
            "header": b"\0" * 100 + raw[100:],
            "middle": raw[:4096] + b"\xff" * (len(raw) - 4096),
            "cut": raw[: len(raw) // 3],
            "text": b"not a database at all\n" * 200,
        }[damage]
    )
    done = played(command, "tournament.yaml" if command == "run" else "small")
    assert done.returncode == 1, done.stderr
    assert "damaged" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_record_is_named(played):
    with sqlite3.connect(played.folder / "results/small/run.sqlite") as connection:
        connection.execute("UPDATE match SET head = substr(head, 1, 50)")
    connection.close()
    for command in ("leaderboard", "matches", "verify"):
        done = played(command, "small")
        assert done.returncode == 1
        assert "damaged" in done.stderr
        assert "Traceback" not in done.stderr


TABLES = [("leaderboard", "--json"), ("bluff", "--json"), ("matches", "--json"), ("export",)]


@pytest.mark.parametrize(
    "change",
    [
        "head = replace(head, '\"random\"', '\"rbndom\"')",
        "head = replace(head, '\"own\"', '\"our\"'), moves = replace(moves, '1', '2')",
        "moves = replace(moves, '\"turn\"', '\"tusn\"')",
        "id = replace(id, 'klirr-3-d0', 'klirr-3-d7')",
    ],
)
def test_a_record_that_is_not_what_was_written_is_in_no_table(played, change):
    with sqlite3.connect(played.folder / "results/small/run.sqlite") as connection:
        connection.execute(f"UPDATE match SET {change}")  # noqa: S608 - fixed texts
    connection.close()
    done = played("export", "small")
    assert done.returncode == 1 or "id =" in change
    found = played("verify", "small")
    assert found.returncode == 1
    assert "Traceback" not in done.stderr + found.stderr


def test_a_flipped_bit_is_noticed_or_changes_nothing(played):
    path = played.folder / "results/small/run.sqlite"
    sound, raw = [played(one, "small", *options).stdout for one, *options in TABLES], None
    raw = path.read_bytes()
    written = [place for place, byte in enumerate(raw) if byte]
    for place in Random(8).sample(written, 30):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 4]) + raw[place + 1 :])
        for (one, *options), before in zip(TABLES, sound, strict=True):
            done = played(one, "small", *options)
            assert done.returncode in {1, 2} or done.stdout == before, (place, one)


def test_a_results_folder_that_is_a_file_is_exit_2(arena):
    arena.write()
    (arena.folder / "results").write_text("")
    done = arena("run", "tournament.yaml")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_full_disk_is_one_sentence_exit_3_and_resumable(arena, undisturbed):
    """A file size limit stands in for the disk: SQLite meets the same failure at the same calls."""
    arena.write()
    limited = subprocess.run(
        [
            "/bin/bash",
            "-c",
            "ulimit -f 200; trap '' XFSZ; exec \"$@\"",
            "-",
            *arena_arguments(arena),
        ],
        cwd=arena.folder,
        text=True,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert limited.returncode == 3, limited.stderr
    assert "Traceback" not in limited.stderr
    assert "run the same command again" in limited.stderr
    assert arena("run", "tournament.yaml").returncode == 0
    assert arena.exported() == undisturbed


def arena_arguments(arena) -> list[str]:
    process = arena.start("run", "tournament.yaml")
    process.kill()
    process.communicate()
    shutil.rmtree(arena.folder / "results", ignore_errors=True)
    return list(process.args)


def test_a_reader_may_look_while_the_run_is_played(played):
    path = played.folder / "results/small/run.sqlite"
    writer = sqlite3.connect(path)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM match")
    try:
        assert played("leaderboard", "small").returncode == 0
        assert len(played.records()) == 96
    finally:
        writer.rollback()
        writer.close()


def test_a_run_in_a_folder_that_cannot_be_written_can_still_be_read(played, undisturbed):
    folder = played.folder / "results/small"
    for leftover in ("run.sqlite-wal", "run.sqlite-shm"):
        (folder / leftover).unlink(missing_ok=True)
    (folder / "run.sqlite").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert played.exported() == undisturbed
    finally:
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("leaderboard", "small", "--game", "chess"), "chess"),
        (("replay", "small", "klirr-3-d99-l0-r0"), "klirr-3-d99-l0-r0"),
        (("replay", "small", "klirr-3-d0-l0-r0", "--seat", "3"), "allowed: 0 to 2"),
        (("run", "nowhere.yaml"), "no such file"),
        (("frobnicate",), "frobnicate"),
        (("run", "--frobnicate"), "--frobnicate"),
        (("run",), "CONFIG"),
        (("bluff", "small", "--stories", "0"), "--stories"),
        (("bluff", "small", "--player", "nobody"), "it has: random, plain, bold, sharp"),
        (("compare", "small", "plain", "nobody"), "allowed: bold, plain, random, sharp"),
        (("games", "chess"), f"allowed: {', '.join(games())}"),
    ],
)
def test_wrong_usage_is_exit_2_and_says_what_is_wrong(played, arguments, named):
    done = played(*arguments)
    assert done.returncode == 2
    assert named in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_run_s_name_can_be_anything(played):
    for name in ("a" * 300, "a/" * 3000, "\x1b[31m", ""):
        done = played("matches", name)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert done.stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_a_terminal_has_no_letter_for_is_a_question_mark(played, encoding):
    process = played.start("leaderboard", "small", PYTHONIOENCODING=encoding)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "plain" in out
    assert "?" in out


def test_a_terminal_can_be_as_narrow_as_it_likes(played):
    for width in ("1", "2", "20"):
        done = played("leaderboard", "small", COLUMNS=width)
        assert done.returncode == 0, done.stderr


def test_init_writes_a_tournament_that_plays_and_never_overwrites(arena):
    assert arena("init", "mine.yaml").returncode == 0
    text = (arena.folder / "mine.yaml").read_text()
    again = arena("init", "mine.yaml")
    assert again.returncode == 2
    assert "already there" in again.stderr
    assert (arena.folder / "mine.yaml").read_text() == text


def test_games_tells_the_rules_of_one_game_and_knows_no_other(arena):
    told = arena("games", "klirr").stdout
    assert "Each of you gets a row of 11 face-down cards" in " ".join(told.split())
    assert "zero-to-hero" not in told
    assert "a row of 7" in " ".join(arena("games", "klirr", "--seats", "6").stdout.split())
    refused = arena("games", "klirr", "--seats", "7")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "klirr is not played by 7; allowed: 2, 3, 4, 5, 6" in refused.stderr
    assert arena("games", "chess").returncode == 2


@pytest.mark.parametrize("command", ["matches", "leaderboard", "export"])
def test_an_output_that_takes_nothing_is_one_sentence(played, command):
    line = f'{sys.executable} -c "from harness.cli.main import main; main()" {command} small'
    for sink, status, said in ((">/dev/full", 1, "No space left"), (">&-", 0, "")):
        done = subprocess.run(
            ["/bin/bash", "-c", f"{line} {sink}"],
            cwd=played.folder,
            text=True,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == status, done.stderr
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_a_match_that_is_not_in_the_schedule_is_not_left_out_in_silence(played):
    with sqlite3.connect(played.folder / "results/small/run.sqlite") as connection:
        connection.execute("UPDATE match SET id = 'klirr-3-d9-l0-r0' WHERE id = 'klirr-3-d0-l0-r0'")
    connection.close()
    for command in ("export", "verify"):
        assert played(command, "small").returncode == 1
