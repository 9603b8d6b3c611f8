"""The process of the built-in model: ``python local_server.py MODEL_FILE CONTEXT``.

It serves the OpenAI protocol on a free loopback port and stands alone: it imports nothing of ours,
so it starts fast. It writes one line of JSON: ``{"address": …}``, or ``{"missing": …}`` when the
library cannot be loaded. It lives as long as its standard input stays open and its parent is the
one that started it, so that it ends with the run, however the run ends.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from types import ModuleType

_WATCH: Final = 1.0
"""Seconds between two looks at the parent."""

_REMEMBERED: Final = 192
"""MiB of earlier prompts: two games taking turns then cost a third of the time (bounded: unset,
each prompt would add 16 MB, up to 8 GiB)."""


def main() -> None:
    """Serve until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    out = _own_stdout()
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    threading.Thread(target=_end_with_the_parent, args=(os.getppid(),), daemon=True).start()
    path, context = sys.argv[1:]
    os.environ["OMP_WAIT_POLICY"] = "passive"  # threads that spin make a busy core ten times slower
    try:
        library = importlib.import_module("xllamacpp")  # it reads the environment now
    except (ImportError, OSError) as error:
        _say(out, {"missing": str(error)})
        return
    server = library.Server(_settings(library, path, int(context)))
    _say(out, {"address": server.listening_address})
    threading.Event().wait()


def _settings(library: ModuleType, path: str, context: int) -> Any:  # noqa: ANN401 - an extra
    """Give the measured settings: one slot, a small cache of prompts, two threads for a prompt."""
    settings = library.CommonParams()
    settings.model.path = path
    settings.model_alias = {"smollm2"}
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.n_parallel = 1
    settings.n_ctx = context
    settings.cache_ram_mib = _REMEMBERED
    settings.ui = False
    settings.verbosity = 1
    settings.cpuparams.n_threads = 1
    settings.cpuparams_batch.n_threads = 2
    return settings


def _own_stdout() -> TextIO:
    """Keep standard output for our one line; what the library prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def _say(out: TextIO, words: dict[str, str]) -> None:
    out.write(json.dumps(words) + "\n")
    out.flush()


def _end_with_the_input() -> None:
    while os.read(0, 1 << 10):
        pass
    os._exit(0)


def _end_with_the_parent(parent: int) -> None:
    """End when we are somebody else's child, should another process hold our input open."""
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(0)


if __name__ == "__main__":
    main()
