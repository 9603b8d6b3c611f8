"""The process somebody else's bot lives in: reads turns, writes acts, ends with its parent.

The bot is named ``package.module:object``; a class is called with the options first. What stands
there then is called with a turn and a stream, and returns an act or its text. Its own prints go
nowhere, and it cannot reach the pipe the acts go through by accident.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import IO, Any


def main() -> None:
    """Serve one bot until the parent closes the pipe."""
    turns, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(turns, frames), daemon=True).start()
    try:
        bot = _load(sys.argv[1], json.loads(sys.argv[2]))
    except BaseException as error:  # noqa: BLE001 - whatever a stranger's code raises
        _answer(answers, error=f"{type(error).__name__}: {error}")
        return
    _answer(answers, ready=True)
    while True:
        try:
            turn, random = pickle.loads(frames.get())  # noqa: S301 - written by our own parent
            _answer(answers, act=_text(bot(turn, random)))
        except BaseException as error:  # noqa: BLE001 - likewise
            _answer(answers, error=f"{type(error).__name__}: {error}")


def _read(turns: IO[bytes], frames: queue.SimpleQueue[bytes]) -> None:
    """Queue frames; the end of the pipe is the end of the parent, and ours with all we started."""
    while length := turns.read(4):
        frames.put(turns.read(int.from_bytes(length, "big")))
    with suppress(ProcessLookupError):
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


def _load(name: str, options: dict[str, Any]) -> Any:  # noqa: ANN401 - a stranger's object
    module, _, attribute = name.partition(":")
    bot = importlib.import_module(module)
    for part in attribute.split("."):
        bot = getattr(bot, part)
    home = str(getattr(bot, "__module__", None) or type(bot).__module__)
    if home.partition(".")[0] != module.partition(".")[0]:
        raise TypeError(f"{name} is not of the package {module.partition('.')[0]}")
    return bot(**options) if isinstance(bot, type) else bot


def _text(act: object) -> str:
    if act is None:
        raise TypeError("the bot returned no act")
    return str(act)[:200]


def _answer(answers: IO[str], **content: object) -> None:
    answers.write(json.dumps(content) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
