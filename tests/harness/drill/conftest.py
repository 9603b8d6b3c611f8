"""A tournament of planted habits that was drilled, and a provider that runs as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SERVER = Path(__file__).parents[2] / "provider" / "server.py"
PLANTED = """
name: planted
seed: 5
games: [{game: klirr, seats: 3, deals: 2}]
lineups: 2
players:
  honest: {bot: honest}
  payer: {bot: always-pay}
  caller: {bot: always-call}
  balanced: {bot: equilibrium}
  bold: {bot: bluff-max}
  blind: {bot: impossible}
  reader: {bot: reader}
"""


@pytest.fixture(scope="session")
def planted() -> str:
    return PLANTED


@pytest.fixture(scope="session")
def drilled(arena_in: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder in which the planted habits met the whole bank, before any match."""
    arena = arena_in(tmp_path_factory.mktemp("drilled"))
    arena.write(PLANTED)
    done = arena("drill", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    return arena


@pytest.fixture(scope="session")
def found(drilled: Any) -> dict[str, dict[str, Any]]:
    """The JSON of the drill by player."""
    told = json.loads(drilled("bluff", "planted", "--json").stdout)["drill"]
    return {one["player"]: one for one in told}


class Provider:
    """A provider of chat completions: its address, and the log of what it was asked."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        assert process.stdout
        self.process, self.log = process, log
        self.url = process.stdout.readline().strip()

    def asked(self) -> list[str]:
        """The content of every request, in order."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [json.dumps(json.loads(line)["body"], sort_keys=True) for line in lines]


@pytest.fixture
def provider(tmp_path: Path) -> Iterator[Callable[[Sequence[dict[str, Any]]], Provider]]:
    """Starts a provider with a script."""
    running: list[Provider] = []

    def start(steps: Sequence[dict[str, Any]] = ()) -> Provider:
        script, log = tmp_path / "script.json", tmp_path / f"log-{len(running)}.jsonl"
        script.write_text(json.dumps(list(steps)))
        command = [sys.executable, str(SERVER), "--script", str(script), "--log", str(log)]
        process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        running.append(Provider(process, log))
        return running[-1]

    yield start
    for one in running:
        one.process.kill()
        one.process.communicate()
