"""The command, run in a folder of its own as a person would, a small tournament, a provider."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apart
import pytest

from harness.cli.app import app
from harness.cli.status import exit_status

SERVER = Path(__file__).parents[1] / "provider" / "server.py"

SMALL = """
name: small
seed: 7
games:
  - {game: klirr, seats: 3, deals: 4}
  - {game: zero-to-hero, seats: 3, deals: 4}
players:
  random: {bot: random}
  plain: {bot: {klirr: honest, zero-to-hero: high}}
  bold: {bot: {klirr: bluffer, zero-to-hero: low}}
  sharp: {bot: {klirr: counter, zero-to-hero: greedy}}
"""


@dataclass(frozen=True)
class Done:
    """What the command left behind."""

    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Arena:
    """The command in one folder."""

    folder: Path

    def write(self, text: str = SMALL, name: str = "tournament.yaml") -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from harness.cli.main import main; main()",
                *map(str, arguments),
            ],
            cwd=self.folder,
            env={**os.environ, **environment},
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def begin(self, *arguments: object, **environment: str) -> apart.Process:
        """Begin the command as a process of its own, forked from one that is loaded."""
        theirs = {**os.environ, **environment}
        return apart.begin(self.folder, list(map(str, arguments)), theirs)

    def apart(self, *arguments: object, **environment: str) -> Done:
        """Run the command to its end as such a process."""
        return Done(*self.begin(*arguments, **environment).end(timeout=120))

    def __call__(self, *arguments: object, **environment: str) -> Done:
        """Run the command to its end in this process, in the folder."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(self.folder)
            patch.setattr(sys, "argv", ["arena", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.StringIO())
            for name, value in environment.items():
                patch.setenv(name, value)
            status = exit_status(app)
        return Done(status, out.getvalue(), err.getvalue())

    def exported(self, run: str = "small") -> str:
        return self("export", run).stdout

    def records(self, run: str = "small") -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.exported(run).splitlines()]


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path)


@pytest.fixture(scope="session")
def arena_in() -> type[Arena]:
    """Makes the command of a folder, for runs that many tests look at."""
    return Arena


@pytest.fixture
def played(arena: Arena) -> Arena:
    """A folder in which the small tournament has been played."""
    arena.write()
    assert arena("run", "tournament.yaml").returncode == 0
    return arena


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the small tournament exports when nothing happens to it."""
    quiet = Arena(tmp_path_factory.mktemp("undisturbed"))
    quiet.write()
    quiet("run", "tournament.yaml")
    return quiet.exported()


BotFile = Callable[[str], None]


@pytest.fixture
def bot_file(tmp_path: Path) -> BotFile:
    """Writes somebody else's bot, ``theirs.py``, into the folder."""

    def write(code: str) -> None:
        (tmp_path / "theirs.py").write_text(code, encoding="utf-8")

    return write


@dataclass(frozen=True)
class Provider:
    """A provider of chat completions that runs as a process of its own, and its log."""

    url: str
    log: Path

    def requests(self) -> list[dict[str, Any]]:
        if not self.log.exists():
            return []
        *whole, _being_written = self.log.read_text().split("\n")
        return [json.loads(line) for line in whole]

    def asked(self) -> list[str]:
        """The content of every request, in order."""
        return [json.dumps(line["body"], sort_keys=True) for line in self.requests()]


@pytest.fixture
def provider(tmp_path: Path) -> Iterator[Callable[[Sequence[dict[str, Any]]], Provider]]:
    """Starts a provider with a script: it plays, or fails on purpose (``tests/provider``)."""
    running: list[subprocess.Popen[str]] = []

    def start(steps: Sequence[dict[str, Any]] = ()) -> Provider:
        script = tmp_path / f"script-{len(running)}.json"
        log = script.with_suffix(".log")
        script.write_text(json.dumps(list(steps)))
        command = [sys.executable, str(SERVER), "--script", str(script), "--log", str(log)]
        process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        running.append(process)
        assert process.stdout
        return Provider(process.stdout.readline().strip(), log)

    yield start
    for process in running:
        process.kill()
        process.communicate()
