"""When a request may be sent: not inside a pause, nor beyond a limit a minute.

Whoever waits here may wait elsewhere afterwards (for the run's gate, for the disk), and meanwhile
a pause can begin. So a pause is looked at again right before sending, and room under a limit is
held until then and counted from then on.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from harness.gate import Gate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from random import Random

    from harness.gate import Order
    from harness.models.failures import ProviderError

_UNDER_WAY: Final = 1 / 60
"""The share of a limit's span in which a request that was sent may still be on its way.

The provider counts it when it arrives.
"""


class Wait(NamedTuple):
    """What one lane waits for: "retrying HOST, 3rd of 8", for so many seconds, and why.

    No seconds: nothing is waited for, it is a thing to know.
    """

    lane: str
    what: str
    seconds: float
    why: str

    def words(self, left: float) -> str:
        """Say it in a line, with the seconds that are left."""
        if not self.seconds:
            return f"{self.what} ({self.why})"
        return f"{self.what}, {left:.0f} s ({self.why})"


Tell = Callable[[Wait], None]
"""Who is told what a run waits for."""

WORTH_TELLING: Final = 1.0
"""Seconds; of a shorter wait nobody is told."""

_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a failing provider is waited for.

    ``first``: seconds of the first pause, doubled each time up to ``longest``. ``tries``: requests
    in all. ``most``: the longest pause that a provider may ask for.
    """

    first: float = 1.0
    longest: float = 60.0
    tries: int = 8
    most: float = 300.0

    @classmethod
    def of_environment(cls) -> Patience:
        """Give the defaults, or those of ``ARENA_BACKOFF``."""
        first = float(os.environ.get("ARENA_BACKOFF") or cls().first)
        return cls(first, 60 * first)


def silent(_wait: Wait) -> None:
    """Tell nobody."""


def again(number: int, tries: int) -> str:
    """Say for the how manieth time of how many: "3rd of 8"."""
    ending = "th" if 11 <= number % 100 <= 13 else _ENDINGS.get(number % 10, "th")  # noqa: PLR2004 - 11th to 13th
    return f"{number}{ending} of {tries}"


class Pause:
    """How long a provider is left in peace, by all its requests.

    ``most``: seconds that are waited for of a pause that has a cause; who comes earlier is sent
    away with it.
    """

    def __init__(self, most: float, random: Random) -> None:
        self._most = most
        self._random = random
        self._until = 0.0
        self._cause: ProviderError | None = None

    @property
    def left(self) -> float:
        """The seconds until requests may be sent; 0 or less: now."""
        return self._until - now()

    def begin(self, seconds: float, cause: ProviderError | None = None) -> None:
        """Send nothing for so many seconds, or as long as is already asked for.

        ``cause``: why, where it is so long that nobody waits.
        """
        if seconds > self.left:
            self._until = now() + seconds
            self._cause = cause

    async def over(self) -> None:
        """Wait for its end, a little more each. Raises its cause where it is too long."""
        while (left := self.left) > 0:
            if left > self._most and self._cause:
                raise self._cause.with_traceback(None)
            await asyncio.sleep(left * self._random.uniform(1.0, 1.2))


class Room:
    """Some of a window's amount, held for one request until it is sent or given up."""

    def __init__(self, window: Window, amount: int) -> None:
        self._window = window
        self._amount = amount

    def use(self) -> None:
        """Count it from now on: the request is sent."""
        self._window.let_go(self._amount, used=True)
        self._amount = 0

    def give_up(self) -> None:
        """Give back what was not used."""
        self._window.let_go(self._amount, used=False)
        self._amount = 0


class Window:
    """At most ``limit`` of something in any ``span`` seconds; requests wait in order."""

    def __init__(self, limit: int, span: float = 60.0) -> None:
        self._limit = limit
        self._span = span * (1 + _UNDER_WAY)
        self._used: deque[tuple[float, int]] = deque()
        self._held = 0
        self._turn = Gate(1)
        self._changed = asyncio.Event()

    @asynccontextmanager
    async def room(self, amount: int, order: Order = ()) -> AsyncIterator[Room]:
        """Hold ``amount`` once it fits; more than the limit fits once nothing else is there."""
        async with self._turn.place(order):
            while (taken := self._held + self._sum()) and taken + amount > self._limit:
                await self._change()
            self._held += amount
        room = Room(self, amount)
        try:
            yield room
        finally:
            room.give_up()

    def let_go(self, amount: int, *, used: bool) -> None:
        """End the holding of an amount, used or not."""
        self._held -= amount
        if used:
            self._used.append((now(), amount))
        self._changed.set()

    async def _change(self) -> None:
        """Wait until what was used first is out of the window, or what is held is let go."""
        self._changed.clear()
        left = self._used[0][0] + self._span - now() if self._used else None
        try:
            async with asyncio.timeout(left):
                await self._changed.wait()
        except TimeoutError:
            return

    def _sum(self) -> int:
        while self._used and self._used[0][0] + self._span <= now():
            self._used.popleft()
        return sum(amount for _, amount in self._used)


def now() -> float:
    """Give the time on the running event loop's clock."""
    return asyncio.get_running_loop().time()
