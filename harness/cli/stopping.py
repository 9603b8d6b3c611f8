"""How a command ends that is told to: by Ctrl-C, a closed terminal, ``kill``.

What only reads ends at once and in silence, as programs do. What can be gone on with ends with a
sentence and status 3: where it plays, once what is under way has been given up and what runs for
it has ended; told again meanwhile, or where nothing is under way, at once. Nothing is lost by
that: what was paid for is on disk before it counts, and what is half written SQLite takes back.

Nothing is ever raised where a signal happens to arrive. This file loads next to nothing, so
that it is there from the first moment.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from harness.errors import STOPPED, ArenaError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

Result = TypeVar("Result")

GO_ON: Final = ("run", "check", "drill", "play")
"""The commands that can be gone on with."""
SENTENCE: Final = "stopped; what was stored is kept, run the same command again to go on"
_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if hasattr(signal, name)
)
_SHOW_CURSOR: Final = b"\x1b[?25h"


class _Ending:
    """Hears a signal; ``give_up`` stops what is under way, None where nothing is."""

    give_up: Callable[[], object] | None = None

    def __call__(self, number: int, _frame: object) -> None:
        if number == getattr(signal, "SIGHUP", None):
            _leave_terminal()
        give_up, self.give_up = self.give_up, None
        if give_up is None:
            _end_at_once()
        else:
            give_up()


_ending = _Ending()


def listen(arguments: Sequence[str]) -> None:
    """Obey every signal to end from now on, as the command named in the arguments does.

    One that is ignored stays so: ``nohup`` and a shell's background mean it.
    """
    heard = _ending if arguments[:1] and arguments[0] in GO_ON else signal.SIG_DFL
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, heard)


def listen_no_more() -> None:
    """Obey no signal: all is done."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Do what is to be done; raises ArenaError where a signal ended it."""
    import asyncio

    async def heard() -> Result:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None, "a loop runs tasks"  # noqa: S101
        _ending.give_up = partial(loop.call_soon_threadsafe, task.cancel)
        try:
            return await work
        finally:
            _ending.give_up = None

    try:
        return asyncio.run(heard())
    except asyncio.CancelledError:
        raise ArenaError(SENTENCE, STOPPED) from None


def _end_at_once() -> None:
    with suppress(OSError):
        os.write(2, (_SHOW_CURSOR if os.isatty(2) else b"") + f"{SENTENCE}\n".encode())
    os._exit(STOPPED)


def _leave_terminal() -> None:
    """Say nothing more to a terminal that is gone."""
    for number in (1, 2):
        if os.isatty(number):
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
