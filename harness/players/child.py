"""A seat played by somebody else's bot, in a process of its own with a time limit.

The parent sends a turn and its stream, pickled; the child answers with one line of JSON, which is
all that is ever read of it. The child gets no secrets in its environment and dies with us, and
so does whatever it started; Ctrl-C is not for it: a bot that is interrupted has not failed.
It inherits no open file, and on Linux other processes may not look into ours.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import pickle
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process, SubprocessStreamProtocol
from contextlib import suppress
from functools import partial
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import Game, IllegalAction, Turn
from harness import secret
from harness.player import Decision, Made
from harness.usage import since
from prompts.reply import Fault, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from harness.config import Limits

_LONGEST_LINE: Final = 1 << 16
_SET_DUMPABLE: Final = 4
"""PR_SET_DUMPABLE of Linux."""


class BotError(Exception):
    """A child did not give an act: the kind of fault, and one sentence about it."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class _Child(NamedTuple):
    """A process, and the transport that holds our ends of its pipes."""

    process: Process
    transport: asyncio.SubprocessTransport


class ChildBots:
    """The processes of one entrant: started when needed, as many as decide at once.

    ``keys``: the variables that the tournament names as holding keys; no bot gets them.
    """

    def __init__(
        self, name: str, options: Mapping[str, Any], limits: Limits, keys: Iterable[str] = ()
    ) -> None:
        self._arguments = (name, json.dumps(dict(options)))
        self._keys = tuple(keys)
        self._timeout = limits.timeout
        self._idle: list[_Child] = []
        self._free = asyncio.Semaphore(min(limits.concurrency, os.cpu_count() or 1))

    async def try_out(self) -> None:
        """Start one process and wait until its bot stands. Raises BotError."""
        _keep_to_ourselves()
        self._idle.append(await self._start())

    async def ask(self, turn: Turn[Any, Any], random: Random) -> str:
        """Give the text of the act a bot chooses. Raises BotError."""
        async with self._free:
            child = self._idle.pop() if self._idle else await self._start()
            try:
                answer = await self._exchange(child, pickle.dumps((turn, random)))
            except BaseException:
                await _stop(child)
                raise
            self._idle.append(child)
        if "act" not in answer:
            raise BotError(Fault.CRASHED, str(answer.get("error"))[:500])
        return str(answer["act"])

    async def close(self) -> None:
        """Stop every process."""
        while self._idle:
            await _stop(self._idle.pop())

    async def _start(self) -> _Child:
        loop = asyncio.get_running_loop()
        transport, pipes = await loop.subprocess_exec(
            partial(SubprocessStreamProtocol, _LONGEST_LINE, loop),
            sys.executable,
            "-m",
            "harness.players.child_process",
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=secret.environment(*self._keys),
            start_new_session=True,
        )
        child = _Child(Process(transport, pipes, loop), transport)
        try:
            answer = await self._exchange(child, b"")
        except BaseException:
            await _stop(child)
            raise
        if "ready" not in answer:
            await _stop(child)
            raise BotError(Fault.CRASHED, str(answer.get("error"))[:500])
        return child

    async def _exchange(self, child: _Child, frame: bytes) -> dict[str, Any]:
        """Send a frame (the first line comes unasked) and read one line of JSON."""
        turns, acts = child.process.stdin, child.process.stdout
        assert turns is not None and acts is not None, "both are pipes"  # noqa: S101, PT018
        try:
            async with asyncio.timeout(self._timeout):
                if frame:
                    turns.write(len(frame).to_bytes(4, "big") + frame)
                    await turns.drain()
                answer = json.loads(await acts.readline())
        except TimeoutError:
            sentence = f"no act within {self._timeout:g} seconds"
            raise BotError(Fault.TIMEOUT, sentence) from None
        except (OSError, ValueError, RecursionError) as error:
            raise BotError(Fault.CRASHED, f"its process broke off: {error}"[:500]) from None
        if not isinstance(answer, dict):
            raise BotError(Fault.CRASHED, "its process sent something that is no answer")
        return answer


class ChildPlayer:
    """Somebody else's bot at one seat of one match."""

    def __init__(self, game: Game[Any, Any], bots: ChildBots, seed: Callable[[int], str]) -> None:
        self._game = game
        self._bots = bots
        self._seed = seed

    async def choose(self, turn: Turn[Any, Any], number: int) -> Decision[Any]:
        """Ask a process; a crash, a garbled act or no act in time is the bot's failure."""
        began = time.perf_counter()
        act: Any = None
        faults: tuple[Fault, ...] = ()
        reason: str | None = None
        try:
            act = self._game.parse(await self._bots.ask(turn, _stream(self._seed(number))))
        except BotError as failure:
            faults, reason = (failure.fault,), str(failure)
        except IllegalAction as breach:
            faults, reason = (Fault.CRASHED,), str(breach)
        return Decision(act, Made(faults, since(began), reading=Reading(reason=reason)))


def _stream(seed: str) -> Random:
    """Give the stream of a decision; its state does not lead back to the seed of the run.

    The state of a stream that was seeded with a text holds the text for whoever works backwards.
    """
    return Random(int.from_bytes(sha256(seed.encode()).digest(), "big"))


def _keep_to_ourselves() -> None:
    """Keep what runs as the same user out of our memory and environment, where Linux can."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


async def _stop(child: _Child) -> None:
    """End the child and what it left behind in its group.

    Our ends of the pipes are closed: what left the group may hold the others for ever, and asyncio
    waits for them.
    """
    with suppress(ProcessLookupError):
        os.killpg(child.process.pid, signal.SIGKILL)
    for number in (0, 1):
        if pipe := child.transport.get_pipe_transport(number):
            pipe.close()
    await child.process.wait()
