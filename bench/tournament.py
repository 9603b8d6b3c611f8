"""What a tournament costs beyond its play: time and memory of 10 000 bot matches and their table.

The matches are played by `arena run` with its journal, exported and rated; and once more bare: the
same bots, draws and seeds in a plain loop that keeps nothing. The ratio is bare time ÷ run and
export. All bots are quick ones: a slow one would flatter it. Each step is a process of its own, so
that its memory is its own.

Run it with the Python of the environment Arena is installed in. Prints Markdown.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from engine.game import CHANCE, Turn
from engine.games import games
from harness.bots import find_bot
from harness.config import BotEntrant, Config, load
from harness.config.count import total
from harness.schedule import Match, bot_seed, chance_seed, rules_of, schedule

if TYPE_CHECKING:
    from engine.game import Outcome

TOURNAMENT = """
name: bench
seed: 2026
games:
  - {{game: klirr, seats: 4, deals: {deals}}}
  - {{game: zero-to-hero, seats: 4, deals: {deals}}}
players:
  random: {{bot: random}}
  honest: {{bot: {{klirr: honest, zero-to-hero: high}}}}
  bluffer: {{bot: {{klirr: bluffer, zero-to-hero: low}}}}
  caller: {{bot: {{klirr: caller, zero-to-hero: random}}}}
  counter: {{bot: {{klirr: counter, zero-to-hero: low}}}}
  other: {{bot: {{klirr: bluff-max, zero-to-hero: high}}}}
rating: {{anchor: random, at: 1000}}
"""


class Taken(NamedTuple):
    """What a process took: wall seconds, those of them on a processor, megabytes at its peak."""

    seconds: float
    busy: float
    megabytes: float


def bare(config: Config) -> None:
    """Play every match of the schedule and keep nothing."""
    for match in schedule(config):
        play(config, match)


def play(config: Config, match: Match) -> Outcome | None:
    bots = []
    for player in match.players:
        entrant = config.players[player]
        assert isinstance(entrant, BotEntrant)
        bots.append(find_bot(match.game, entrant.named(match.game)))
    state = games()[match.game].start(match.seats, rules_of(config, match))
    random, number, draws = Random(), 0, 0
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            random.seed(chance_seed(config.seed, match, draws))
            state = state.apply(seat, state.draw(random))
            draws += 1
        else:
            legal = state.legal(seat)
            act = legal[0]
            if len(legal) > 1:
                random.seed(bot_seed(config.seed, match, seat, number))
                act = bots[seat](Turn(seat, state.view(seat), legal), random)
            state = state.apply(seat, act)
        number += 1
    return state.outcome


def taken(folder: str, *command: str) -> Taken:
    """Run a command in the folder; its output goes to a file there."""
    began = time.perf_counter()
    with Path(folder, "output").open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} failed:\n{Path(folder, 'output').read_text('utf-8')}")
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    busy = usage.ru_utime + usage.ru_stime
    return Taken(time.perf_counter() - began, busy, kilobytes / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of a tournament beyond its play.")
    parser.add_argument("--deals", type=int, default=84, help="60 matches a game each")
    parser.add_argument("--bare", metavar="CONFIG", help="only play, keep nothing (used inside)")
    wish = parser.parse_args()
    if wish.bare:
        bare(load(wish.bare))
        return
    arena = str(Path(sys.executable).with_name("arena"))
    with TemporaryDirectory() as folder:
        file = Path(folder, "bench.yaml")
        file.write_text(TOURNAMENT.format(deals=wish.deals), encoding="utf-8")
        matches = total(load(file))
        steps = {
            "bare playouts": (sys.executable, str(Path(__file__).resolve()), "--bare", str(file)),
            "arena run": (arena, "run", str(file)),
            "arena export": (arena, "export", "bench"),
            "arena leaderboard": (arena, "leaderboard", "bench"),
        }
        rows = {name: taken(folder, *command) for name, command in steps.items()}
    print(
        f"| {matches:,} matches | seconds | of them busy | MB at the peak |\n|---|---:|---:|---:|"
    )
    for name, took in rows.items():
        print(f"| {name} | {took.seconds:.1f} | {took.busy:.1f} | {took.megabytes:.0f} |")
    kept = rows["arena run"].seconds + rows["arena export"].seconds
    print(f"\nBare ÷ (run and export): {rows['bare playouts'].seconds / kept:.2f}; goal ≥ 0.3.")


if __name__ == "__main__":
    main()
