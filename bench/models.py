"""How close a run of models comes to the time and the CPU that its replies alone would take.

Against a provider of our own on loopback whose replies take 0.5 +- 0.3 seconds, in one run:

- wall / ideal: 8 models, 64 decisions in flight, 200 matches; ideal is the larger of the longest
  match's chain of replies and all replies together / 64
- CPU a decision / CPU of a bare ``litellm.acompletion`` with the same messages
- memory after 2 000 and after ``--decisions`` decisions

    python bench/models.py [--matches 200] [--decisions 20000]
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(__file__).parents[1] / "tests" / "provider" / "server.py"
MODELS = [f"m{number}" for number in range(8)]


@contextmanager
def provider(delay: list[float] | float) -> Iterator[str]:
    """Serve in a process of its own; give the address."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.json"
        script.write_text(json.dumps([{"times": -1, "delay": delay}]))
        process = subprocess.Popen(
            [sys.executable, str(SERVER), "--script", str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def tournament(url: str, game: str, seats: int, deals: int, concurrency: int) -> dict[str, Any]:
    """Write a tournament of eight models; ``seats`` matches a deal and line-up."""
    return {
        "name": "bench",
        "seed": 1,
        "games": [{"game": game, "seats": seats, "deals": deals}],
        "lineups": 2,
        "players": {name: {"model": f"openai/{name}", "api_base": url} for name in MODELS},
        "limits": {"concurrency": concurrency},
    }


def play(values: dict[str, Any], folder: Path) -> tuple[float, float]:
    """Play it in this process; give the wall and CPU seconds."""
    from harness.config import make
    from harness.live import Live
    from harness.runner import run
    from harness.store import Store

    config = make(values)
    with Store(folder) as store, Path(os.devnull).open("w") as quiet:
        sys.stderr, before = quiet, sys.stderr
        started, cpu = time.perf_counter(), time.process_time()
        try:
            asyncio.run(run(config, store, Live(0, 0)))
        finally:
            sys.stderr = before
        return time.perf_counter() - started, time.process_time() - cpu


def chains(folder: Path) -> dict[str, list[float]]:
    """Give the seconds of the replies, by match."""
    from harness.store import Reader

    with Reader(folder) as run:
        return {
            match: [
                reply["ms"] / 1000 for replies in run.replies(match).values() for reply in replies
            ]
            for match in run.finished()
        }


def pace(game: str, seats: int, deals: int) -> None:
    """Print wall / ideal for 64 decisions in flight."""
    with provider([0.5, 0.3]) as url, tempfile.TemporaryDirectory() as folder:
        wall, _ = play(tournament(url, game, seats, deals, 64), Path(folder))
        spent = chains(Path(folder))
    longest = max(map(sum, spent.values()))
    ideal = max(longest, sum(map(sum, spent.values())) / 64)
    calls = sum(map(len, spent.values()))
    print(
        f"{game}, {seats} seats: {len(spent)} matches, {calls} calls, wall {wall:.1f} s, "
        f"longest chain {longest:.1f} s, ideal {ideal:.1f} s, wall / ideal {wall / ideal:.3f}"
    )


def work() -> None:
    """Print the CPU of a decision beside that of a bare call with the same messages."""
    with provider(0.0) as url, tempfile.TemporaryDirectory() as folder:
        bare_cpu(url, 1)  # whatever is loaded once is loaded before either is measured
        _, cpu = play(tournament(url, "zero-to-hero", 4, 2, 16), Path(folder))
        calls = sum(map(len, chains(Path(folder)).values()))
        bare = bare_cpu(url, calls)
    print(
        f"CPU a decision {1000 * cpu / calls:.2f} ms, a bare call {1000 * bare:.2f} ms, "
        f"ratio {cpu / calls / bare:.2f} ({calls} calls)"
    )


def bare_cpu(url: str, calls: int) -> float:
    """Give the CPU seconds of one bare call with a real prompt, sixteen at once."""
    from random import Random

    from engine.game import Turn
    from engine.games import games
    from harness.models.endpoint import _form, _litellm
    from prompts.prompt import load_prompt
    from prompts.reply import Rung

    litellm = _litellm()
    game = games()["zero-to-hero"]
    state = game.start(4, game.rules({}))
    while state.actors[0] < 0:
        state = state.apply(-1, state.draw(Random(1)))
    seat = state.actors[0]
    turn = Turn(seat, state.view(seat), state.legal(seat))
    prompt = load_prompt(game)
    messages = list(prompt.messages(turn))
    form = _form(prompt.form(turn).schema, Rung.SCHEMA)

    async def one(gate: asyncio.Semaphore) -> None:
        async with gate:
            await litellm.acompletion(
                model="openai/m0", messages=messages, api_base=url, api_key="none",
                max_tokens=1024, num_retries=0, max_retries=0, timeout=60, **form,
            )  # fmt: skip

    async def every() -> float:
        gate = asyncio.Semaphore(16)
        await one(gate)
        began = time.process_time()
        await asyncio.gather(*(one(gate) for _ in range(calls)))
        spent = time.process_time() - began
        await litellm.close_litellm_async_clients()
        return spent

    return asyncio.run(every()) / calls


def memory(decisions: int) -> None:
    """Print the memory after a tenth of the decisions and after all."""
    with provider(0.0) as url, tempfile.TemporaryDirectory() as folder:
        for share in (10, 1):
            deals = max(1, decisions // share // (2 * 4 * 96))
            play(tournament(url, "zero-to-hero", 4, deals, 64), Path(folder))
            calls = sum(map(len, chains(Path(folder)).values()))
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{calls} decisions: {most:.0f} MB at most")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="What a run of models costs beyond its replies.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--decisions", type=int, default=20_000)
    given = parser.parse_args()
    pace("zero-to-hero", 4, given.matches // 8)
    pace("klirr", 4, given.matches // 8)
    work()
    memory(given.decisions)


if __name__ == "__main__":
    spec = importlib.util.find_spec("harness")
    assert spec, "install the project first"
    main()
