"""The command as a process of its own, quickly: a fork of one that has loaded what it needs.

Loading litellm and scipy takes seconds, and a test of models starts several processes. Whoever
tests how a process begins, or how it ends at Ctrl-C, starts a new one instead.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["loaded"])


@dataclass(frozen=True)
class Process:
    """One that was begun; what it says goes into two files."""

    process: ForkServerProcess
    told: Sequence[Path]

    @property
    def runs(self) -> bool:
        return self.process.exitcode is None

    def kill(self) -> int | None:
        """Kill it at once; give its exit status: -9, or its own if it had ended before."""
        self.process.kill()
        self.process.join()
        return self.process.exitcode

    def end(self, timeout: float) -> tuple[int | None, str, str]:
        """Wait for its end; give its exit status, its output and its errors."""
        self.process.join(timeout)
        if self.runs:
            self.kill()
            raise subprocess.TimeoutExpired("arena", timeout)
        out, err = (path.read_text(encoding="utf-8") for path in self.told)
        return self.process.exitcode, out, err


def begin(folder: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Begin the command in a folder."""
    told = [folder / ".out", folder / ".err"]
    process = _FORKS.Process(target=_main, args=(folder, arguments, environment, told))
    process.start()
    return Process(process, told)


def _main(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], told: Sequence[Path]
) -> None:
    for descriptor, path in enumerate(told, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    os.chdir(folder)
    os.environ.update(environment)
    sys.path.insert(0, "")
    sys.argv = ["arena", *arguments]
    from harness.cli.main import main  # noqa: PLC0415 - loaded by the server, not by the tests

    main()
