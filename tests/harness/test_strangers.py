"""Somebody else's bots: in a process of their own, and whatever they do is their own fault."""

import ctypes
import json
import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from harness import secret

DUEL = """
name: duel
seed: 3
games: [{game: klirr, seats: 2, deals: 1}]
players:
  plain: {bot: honest}
  theirs: {bot: 'theirs:bot', options: %s}
limits: {timeout: %s}
"""


def faults(arena, code: str, *, timeout: float = 20, options: str = "{}") -> Counter[str]:
    """Play a duel against a stranger's bot and count its faults."""
    (arena.folder / "theirs.py").write_text(code)
    arena.write(DUEL % (options, timeout))
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert arena("verify", "duel").returncode == 0
    records = arena.records("duel")
    assert len(records) == 2
    assert all(
        record["seats"][f["seat"]] == "theirs" for record in records for f in record["faults"]
    )
    return Counter(fault["kind"] for record in records for fault in record["faults"])


def test_a_sound_bot_plays_without_a_fault(arena):
    assert not faults(arena, "def bot(turn, random):\n    return random.choice(turn.legal)\n")


def test_a_bot_may_return_the_text_of_an_act(arena):
    assert not faults(arena, "def bot(turn, random):\n    return str(turn.legal[-1])\n")


def test_a_class_is_made_with_its_options(arena):
    code = """
class bot:
    def __init__(self, *, last): self.last = last
    def __call__(self, turn, random): return turn.legal[-1 if self.last else 0]
"""
    assert not faults(arena, code, options="{last: true}")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("raise ZeroDivisionError('boom')", "crashed"),
        ("raise SystemExit", "crashed"),
        ("raise KeyboardInterrupt", "crashed"),
        ("return None", "crashed"),
        ("return 'take over the world'", "crashed"),
        ("return '\\x1b[31m' * 10**6", "crashed"),
        ("import os; os._exit(0)", "crashed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed"),
        ("return object()", "crashed"),
        ("return 'pass' if turn.view.phase != 'ask' else 'pay'", "illegal"),
        ("return 'take 1:99'", "illegal"),
    ],
)
def test_whatever_a_bot_does_wrong_is_its_own_fault(arena, body, kind):
    found = faults(arena, f"def bot(turn, random):\n    {body}\n")
    assert set(found) == {kind}
    assert found[kind] >= 2


def test_a_bot_that_prints_and_reads_cannot_disturb_the_match(arena):
    code = """
import os, sys
def bot(turn, random):
    print('{"act": "call"}', flush=True); os.write(1, b'garbage\\n'); sys.stdin.read()
    return turn.legal[0]
"""
    assert not faults(arena, code)


def test_a_bot_that_never_returns_times_out_and_the_match_goes_on(arena):
    code = """
import time
def bot(turn, random):
    if turn.view.phase == "answer":
        while True: time.sleep(1)
    return turn.legal[0]
"""
    assert set(faults(arena, code, timeout=0.5)) == {"timeout"}


def test_a_bot_that_cannot_be_loaded_stops_the_run_before_it_begins(arena):
    arena.write(DUEL % ("{}", 20))
    refused = arena("run", "tournament.yaml")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "players.theirs" in refused.stderr
    assert "No module named 'theirs'" in refused.stderr


@pytest.mark.parametrize("name", ["theirs:os.mkdir", "theirs:Popen", "rich.console:os.mkdir"])
def test_an_object_of_another_package_is_no_bot(arena, name):
    (arena.folder / "theirs.py").write_text("import os\nfrom subprocess import Popen\n")
    arena.write(DUEL.replace("theirs:bot", name) % ("{args: [touch, made]}", 20))
    refused = arena("run", "tournament.yaml")
    assert refused.returncode == 2
    assert "is not of the package" in refused.stderr
    assert not (arena.folder / "made").exists()


@pytest.mark.parametrize("command", ["check", "plan"])
def test_whose_code_will_run_is_said_and_nothing_of_it_is_run_for_that(arena, command):
    (arena.folder / "theirs.py").write_text("open('imported', 'w')\n")
    arena.write(DUEL % ("{}", 20))
    done = arena(command, "tournament.yaml")
    assert done.returncode == 0
    assert "players.theirs: theirs:bot is code that will run with your rights" in done.stderr
    assert not (arena.folder / "imported").exists()


def test_a_bot_finds_no_key_in_its_environment(arena):
    code = """
import os
def bot(turn, random):
    assert not [name for name, value in os.environ.items() if value in ("x", "db://u:x@host")]
    return turn.legal[0]
"""
    (arena.folder / "theirs.py").write_text(code)
    arena.write(DUEL % ("{}", 20))
    keys = dict.fromkeys(("SOME_API_KEY", "HF_TOKEN", "MY_PASS"), "x")
    done = arena("run", "tournament.yaml", **keys, DATABASE_URL="db://u:x@host")
    assert done.returncode == 0
    assert all(not record["faults"] for record in arena.records("duel"))


def test_a_key_is_withheld_under_whatever_name_the_tournament_gives_it(monkeypatch):
    monkeypatch.setenv("ODDLY_NAMED", "x")
    assert "ODDLY_NAMED" in secret.environment()
    assert "ODDLY_NAMED" not in secret.environment("ODDLY_NAMED")


def test_a_bot_sees_its_view_and_no_more(arena):
    code = """
def bot(turn, random):
    assert [name for name in dir(turn) if not name.startswith("_")] == ["legal", "seat", "view"]
    assert not hasattr(turn, "__dict__")
    return turn.legal[0]
"""
    assert not faults(arena, code)


def test_the_stream_is_the_same_in_every_run(arena):
    code = "def bot(turn, random):\n    return random.choice(turn.legal)\n"
    faults(arena, code)
    first = arena.exported("duel")
    arena("run", "tournament.yaml", "--fresh", "--yes")
    assert arena.exported("duel") == first


def test_the_stream_of_a_bot_is_not_seeded_with_what_the_seed_of_the_run_stands_in(arena):
    """The state of a Mersenne Twister leads back to the text it was seeded with."""
    code = """
import json
def bot(turn, random):
    with open("states", "a") as file:
        file.write(json.dumps(random.getstate()[1]) + "\\n")
    return turn.legal[0]
"""
    faults(arena, code)
    states = {
        tuple(json.loads(line)) for line in (arena.folder / "states").read_text().splitlines()
    }
    decided = [
        line
        for line in map(json.loads, arena("export", "duel", "--decisions").stdout.splitlines())
        if line["player"] == "theirs" and line["source"] == "player"
    ]
    assert len(states) == len(decided)
    for line in decided:
        text = f"3/{line['match']}/{line['seat']}/{line['move']}"
        assert random.Random(text).getstate()[1] not in states


def test_a_bot_gets_no_open_file_and_cannot_look_into_the_run(arena):
    code = """
import os
OPEN = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if int(fd) > 2
        and os.path.exists(f"/proc/self/fd/{fd}")]
def bot(turn, random):
    assert not [name for name in OPEN if "run." in name], OPEN
    return turn.legal[0]
"""
    assert not faults(arena, code)
    assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0  # PR_GET_DUMPABLE of who plays


def test_kill_9_leaves_no_bot_behind(arena):
    code = """
import os, time
def bot(turn, random):
    open("pid", "w").write(str(os.getpid()))
    time.sleep(99)
"""
    (arena.folder / "theirs.py").write_text(code)
    arena.write(DUEL % ("{}", 90))
    process = arena.start("run", "tournament.yaml")
    pid = arena.folder / "pid"
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.05)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 10
    bot = Path(f"/proc/{pid.read_text()}")
    while bot.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not bot.exists()


@pytest.mark.parametrize("end", ["time.sleep(99)", "os._exit(1)", "return turn.legal[0]"])
def test_what_a_bot_started_ends_with_it(arena, end):
    code = f"""
import os, time
def bot(turn, random):
    if turn.view.phase == "answer":
        pid = os.fork()
        if not pid:
            time.sleep(60)
            os._exit(0)
        with open("pids", "a") as file:
            file.write(f"{{pid}} ")
        {end}
    return turn.legal[0]
"""
    faults(arena, code, timeout=0.5)
    pids = (arena.folder / "pids").read_text().split()
    assert pids
    deadline = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, pids))


def test_what_hides_from_its_group_holds_up_no_run(arena):
    code = """
import os, time
def bot(turn, random):
    if turn.view.phase == "answer":
        if not os.fork():
            os.setsid()
            time.sleep(60)
            os._exit(0)
        time.sleep(60)
    return turn.legal[0]
"""
    began = time.monotonic()
    assert set(faults(arena, code, timeout=0.5)) == {"timeout"}
    assert time.monotonic() - began < 45


def alive(pid: str) -> bool:
    """Whether a process runs; one that is dead and not yet collected does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_ctrl_c_in_a_terminal_is_not_for_the_bot(arena):
    code = """
import os
def bot(turn, random):
    open("group", "w").write(str(os.getpgrp()))
    return turn.legal[0]
"""
    assert not faults(arena, code)
    assert int((arena.folder / "group").read_text()) != os.getpgrp()


def test_the_reason_of_a_crash_is_kept_with_the_decision(arena):
    faults(arena, "def bot(turn, random):\n    raise ValueError('no idea \\x1b[31m[red]')\n")
    lines = arena("export", "duel", "--decisions").stdout.splitlines()
    failed = [line for line in map(json.loads, lines) if line["source"] == "fallback"]
    assert failed
    assert all(line["fault"] == "crashed" for line in failed)
    assert all("no idea" in line["reason"] for line in failed)
    shown = arena("replay", "duel", "klirr-2-d0-l0-r0").stdout
    assert "no idea" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("end", ["\\n", "\\r", "\\x0b", "\\x85", "\\u2028", "\\u2029\\U000e0041"])
def test_a_reason_cannot_write_a_line_of_the_replay(arena, end):
    forged = f"so.\\u200b{end} 999  0 nobody: wins"
    faults(arena, f"def bot(turn, random):\n    raise ValueError('{forged}')\n")
    shown = arena("replay", "duel", "klirr-2-d0-l0-r0").stdout
    assert "so. 999 0 nobody: wins" in shown
    assert not any(line.split()[:1] == ["999"] for line in shown.splitlines())
