"""How long 100 000 matches take to become a board with intervals, beside other people's ratings.

All rate the same heads-up matches of ten players, in one run on one machine:

- Arena: from records to both views with deal jackknife intervals, rank sets, seat effects, tallies;
- choix: one fit without any interval by its list API, from pairs that are ready, and what leaving
  out every deal in turn by that API would take;
- arena-rank (LMArena's): from a table of battles to its sandwich intervals, the first time (with
  compilation) and again. They take single matches for independent, which in rotation they are not.

Run it with the Python of the environment Arena is installed in. arena-rank lives in an environment
of its own; name its Python with --arena-rank. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import choix
import numpy as np

from engine.game import Outcome
from harness.analysis.pairs import meetings, tables
from harness.analysis.rating import boards
from harness.analysis.strength import ELO, strengths
from harness.record import Head, Play
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLAYERS = tuple(f"p{i}" for i in range(10))
PEER = Path(__file__).with_name("arena_rank_peer.py")


def heads(matches: int, seats: int, players: Sequence[str]) -> list[Head]:
    """Play matches of players 0.2 apart: every line-up, every rotation, as many deals as needed."""
    chance = np.random.default_rng(1)
    line_ups = list(combinations(range(len(players)), seats))
    found: list[Head] = []
    deal = 0
    while len(found) < matches:
        dealt = chance.normal(size=seats)
        for line_up, chosen in enumerate(line_ups):
            for rotation in range(seats):
                who = [chosen[(seat + rotation) % seats] for seat in range(seats)]
                shown = 0.2 * np.array(who) + dealt + chance.gumbel(size=seats)
                ranks = tuple(int(rank) for rank in seats - shown.argsort().argsort())
                found.append(head([players[i] for i in who], ranks, deal, line_up, rotation))
        deal += 1
    return found


def head(
    names: Sequence[str], ranks: tuple[int, ...], deal: int, line_up: int, rotation: int
) -> Head:
    return Head(
        f"klirr-{len(names)}-d{deal}-l{line_up}-r{rotation}",
        "klirr",
        {},
        tuple(names),
        deal,
        line_up,
        rotation,
        Outcome(tuple(-rank for rank in ranks), ranks, "goal"),
        (),
        tuple(Play(20, usage=Usage(20, 0.1)) for _ in names),
    )


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def arena_rank(python: str, battles: list[tuple[str, str]]) -> dict[str, float]:
    """Time arena-rank in its own environment."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battles.json"
        path.write_text(json.dumps(battles), encoding="utf-8")
        done = subprocess.run(
            [python, str(PEER), str(path)], check=True, capture_output=True, text=True
        )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def main() -> None:
    """Time everybody and print a table of ratios."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--matches", type=int, default=100_000)
    arguments.add_argument("--arena-rank", metavar="PYTHON")
    chosen = arguments.parse_args()
    played = heads(chosen.matches, 2, PLAYERS)
    battles = [
        one.seats if one.outcome.ranks == (1, 2) else (one.seats[1], one.seats[0]) for one in played
    ]
    data = [(PLAYERS.index(winner), PLAYERS.index(loser)) for winner, loser in battles]
    print(f"{len(played)} heads-up matches, {played[-1].deal + 1} deals, {len(PLAYERS)} players\n")
    ours = min(timed(lambda: boards(played)) for _ in range(3))
    listed: list[np.ndarray] = []
    times = {
        "Arena, records to boards with intervals": ours,
        "choix list API, one fit, no interval": timed(
            lambda: listed.append(choix.ilsr_pairwise(len(PLAYERS), data))
        ),
    }
    deals = played[-1].deal + 1
    listed_fit = times["choix list API, one fit, no interval"]
    times[f"the same for intervals: {deals + 1} such fits, not run"] = (deals + 1) * listed_fit
    if chosen.arena_rank:
        times |= arena_rank(chosen.arena_rank, [(winner, loser) for winner, loser in battles])
    print("| | seconds | times Arena |\n|---|---:|---:|")
    for name, seconds in times.items():
        print(f"| {name} | {seconds:.2f} | {seconds / ours:.1f} |")
    mine = strengths(meetings(tables(played)[0], "as_played").wins.sum(axis=0))
    print(f"\nlargest difference to choix: {ELO * np.abs(mine - listed[0]).max():.3f} Elo points")
    four = heads(chosen.matches, 4, PLAYERS[:6])
    print(f"{len(four)} matches of four, both views: {timed(lambda: boards(four)):.2f} s")


if __name__ == "__main__":
    main()
