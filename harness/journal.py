"""The journal of one match: what was done and answered goes to disk as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.record import Move
    from harness.store import Store


class MatchJournal:
    """Gathers moves and writes them before or with a reply; ``past``: those of earlier invocations.

    A reply, and a request before it is sent, is on disk when the call returns.
    """

    def __init__(self, store: Store, match: str) -> None:
        self.past = tuple(store.steps(match))
        self._store = store
        self._match = match
        self._replies = store.replies(match)
        self._kept = len(self.past)
        self._gathered: list[Move] = []

    def add(self, number: int, move: Move) -> None:
        """Gather a move; ``number`` is its index in the record."""
        assert number == self._kept + len(self._gathered), "moves come in order"  # noqa: S101
        self._gathered.append(move)

    def replies(self, number: int) -> list[Any]:
        """Give what was answered for a decision in earlier invocations, as JSON, in order."""
        return self._replies.get(number, [])

    async def reserve(self, number: int, player: str, dollars: float | None) -> int:
        """Write a request about to be sent and the most it can cost; give its id."""
        await self._store.ready()
        self._write_moves()
        request = self._store.reserve(self._match, number, player, dollars)
        await self._store.flushed()
        return request

    async def settle(self, request: int, cost: float | None, reply: Mapping[str, Any]) -> None:
        """Write what came back for a request and what it cost."""
        await self._store.ready()
        self._store.settle(request, cost, reply)
        await self._store.flushed()

    def release(self, request: int) -> None:
        """Take back a request that cost nothing."""
        self._store.release(request)

    async def keep(self, number: int, player: str, reply: Mapping[str, Any]) -> None:
        """Write what a person answered."""
        await self._store.ready()
        self._write_moves()
        self._store.settle(self._store.reserve(self._match, number, player, 0.0), 0.0, reply)
        await self._store.flushed()

    def _write_moves(self) -> None:
        self._store.add_steps(self._match, self._kept, self._gathered)
        self._kept += len(self._gathered)
        self._gathered.clear()
