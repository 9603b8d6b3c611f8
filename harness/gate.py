"""A gate that lets so many through at once, whoever comes first in order."""

from __future__ import annotations

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Order = tuple[int, ...]
"""A place in the queue: the smallest goes first, equals in the order they came."""


class Gate:
    """At most ``size`` inside at a time; the others wait in order."""

    def __init__(self, size: int) -> None:
        self._size = self._free = size
        self._arrivals = count()
        self._queue: list[tuple[Order, int, asyncio.Future[None]]] = []

    @property
    def crowded(self) -> bool:
        """Whether somebody waits."""
        return bool(self._queue)

    def resize(self, size: int) -> None:
        """Let so many in from now on; whoever is inside stays."""
        self._free += size - self._size
        self._size = size
        self._call()

    @asynccontextmanager
    async def place(self, order: Order) -> AsyncIterator[None]:
        """Hold a place while inside."""
        await self._enter(order)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, order: Order) -> None:
        if self._free > 0 and not self._queue:
            self._free -= 1
            return
        called = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (order, next(self._arrivals), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave()  # called in, and gone before it could enter
            raise

    def _leave(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        """Call in the first in order who still wait, as many as there are places."""
        while self._queue and self._free > 0:
            *_, called = heapq.heappop(self._queue)
            if not called.done():
                called.set_result(None)
                self._free -= 1
