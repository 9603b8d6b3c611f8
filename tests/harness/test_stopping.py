"""A command that is told to end ends with a sentence and the right status, or in silence."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from harness.cli.stopping import SENTENCE

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

PROGRAM = """
import asyncio, sys, time
from harness.cli import stopping

async def work():
    print("under way", flush=True)
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("giving up", flush=True)
        time.sleep(60)

stopping.listen(sys.argv[1:2])
if sys.argv[2] == "plays":
    stopping.to_end(work())
print("reading", flush=True)
time.sleep(0.5)
"""


def started(*arguments: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline()
    return process


@pytest.mark.parametrize("number", SIGNALS)
def test_what_only_reads_dies_of_the_signal_and_in_silence(number: signal.Signals) -> None:
    process = started("leaderboard", "reads")
    process.send_signal(number)
    assert process.communicate(timeout=20)[1] == ""
    assert process.returncode == -number


@pytest.mark.parametrize("number", SIGNALS)
def test_what_can_be_gone_on_with_says_so_where_nothing_is_under_way(
    number: signal.Signals,
) -> None:
    process = started("run", "reads")
    process.send_signal(number)
    assert process.communicate(timeout=20)[1] == f"{SENTENCE}\n"
    assert process.returncode == 3


@pytest.mark.parametrize("number", SIGNALS)
def test_told_again_while_it_gives_up_it_ends_at_once(number: signal.Signals) -> None:
    process = started("drill", "plays")
    process.send_signal(number)
    assert process.stdout
    assert process.stdout.readline() == "giving up\n"
    process.send_signal(number)
    assert process.communicate(timeout=20)[1] == f"{SENTENCE}\n"
    assert process.returncode == 3


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = started("run", "reads")
    finally:
        signal.signal(signal.SIGHUP, before)
    process.send_signal(signal.SIGHUP)
    assert process.communicate(timeout=20)[1] == ""
    assert process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_stores_says_how_to_go_on_and_exits_3(
    arena: Any, bot_file: Any, number: signal.Signals
) -> None:
    bot_file("import time\ndef slow(turn, random):\n    time.sleep(9)\n    return turn.legal[0]\n")
    arena.write(arena.write().read_text().replace("{bot: random}", "{bot: 'theirs:slow'}"))
    process = arena.start("run", "tournament.yaml")
    while not (arena.folder / "results/small/run.sqlite").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    assert process.communicate(timeout=20)[1] == f"{SENTENCE}\n"
    assert process.returncode == 3
