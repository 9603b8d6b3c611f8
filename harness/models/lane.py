"""The lane of one model: every request to it waits here for its turn, its limits and its provider.

A transient failure (see ``failures``) is tried again after a growing, jittered pause, or after the
one the provider asks for, and the pause holds up the whole lane: a provider in trouble is left in
peace by all. When patience ends the failure is passed on; from then on a request gets one try,
until one succeeds. After a hopeless failure of the address, key or credit nothing more is sent.

The reply ladder is climbed down here too: schema, tool, json, text; the first rung the provider
does not refuse is found by the lane's first request, alone, and kept (``rung``). A failing server
that names the form is tried again in the same form, as any that fails; only while no form has
worked yet and another is left, a second such failure of the request is the form's.

For tests of whole processes the environment variable ``ARENA_BACKOFF`` sets ``Patience.first``,
the seconds of the first pause (the longest is 60 times that).
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

import tenacity

from harness.gate import Gate, Order
from harness.models.failures import Kind, ProviderError
from harness.models.price import most_tokens_in
from prompts.reply import Rung

if TYPE_CHECKING:
    from harness.models.endpoint import Completion, Endpoint
    from prompts.reply import Request

_LASTING: Final = {Kind.KEY, Kind.QUOTA, Kind.UNKNOWN_MODEL, Kind.UNAVAILABLE}
"""Hopeless for every entrant on the lane, not for one prompt only."""

_LADDER: Final = tuple(Rung)


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


class Purse(Protocol):
    """Who pays for one decision, told of each request before it is sent.

    ``order``: the decision's place where requests queue.
    """

    order: Order

    async def reserve(self, worst: float | None) -> None:
        """Put aside the most a request can cost, on disk; SuspendedError if it does not fit."""

    async def refund(self) -> None:
        """Take back what was put aside last: the provider refused the request, unpaid."""


class _Free:
    order: Order = ()

    async def reserve(self, worst: float | None) -> None:
        """Let everything pass."""

    async def refund(self) -> None:
        """Nothing was put aside."""


FREE: Final = _Free()


class Window:
    """At most ``limit`` of something in any ``span`` seconds; requests wait in order."""

    def __init__(self, limit: int, span: float = 60.0) -> None:
        self._limit = limit
        self._span = span
        self._taken: deque[tuple[float, int]] = deque()
        self._turn = asyncio.Lock()

    async def take(self, amount: int) -> None:
        """Wait until ``amount`` more fits; more than the limit fits once nothing else is there."""
        clock = asyncio.get_running_loop().time
        async with self._turn:
            while (taken := self._sum(clock())) and taken + amount > self._limit:
                oldest, _ = self._taken[0]
                await asyncio.sleep(max(0.0, oldest + self._span - clock()))
            self._taken.append((clock(), amount))

    def _sum(self, now: float) -> int:
        while self._taken and self._taken[0][0] + self._span <= now:
            self._taken.popleft()
        return sum(amount for _, amount in self._taken)


@dataclass(slots=True)
class Lane:
    """What all requests to one model share.

    ``rung``: the rung in use, once known or if fixed. ``run``: the gate that all lanes of a run
    share; ``at_once``: requests in flight in this one, None unbounded. ``calls``, ``tokens``:
    limits a minute, None unbounded; tokens are counted before they are sent, at four characters
    each plus the output allowed. ``answered``: at least once.
    """

    rung: Rung | None = None
    patience: Patience = field(default_factory=Patience.of_environment)
    run: Gate | None = None
    at_once: int | None = None
    calls: int | None = None
    tokens: int | None = None
    span: float = 60.0
    answered: bool = False
    _lost: ProviderError | None = None
    _down: bool = False
    _open_at: float = 0.0
    _random: Random = field(default_factory=Random)
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _own: Gate | None = field(init=False)
    _windows: tuple[Window | None, Window | None] = field(init=False)

    def __post_init__(self) -> None:
        self._own = Gate(self.at_once) if self.at_once else None
        calls = Window(self.calls, self.span) if self.calls else None
        self._windows = calls, Window(self.tokens, self.span) if self.tokens else None

    async def ask(
        self, endpoint: Endpoint, request: Request, purse: Purse = FREE, rung: Rung | None = None
    ) -> Completion:
        """Get one answer, whatever it takes; ``rung`` fixes the form. Raises ProviderError.

        What the purse raises passes through.
        """
        try:
            if not (rung or self.rung):
                async with self._finding:
                    if not self.rung:
                        return await self._climb_down(endpoint, request, purse, None)
            return await self._climb_down(endpoint, request, purse, rung)
        except ProviderError as failure:
            if failure.kind in _LASTING:
                self._lost = failure
            raise

    async def _climb_down(
        self, endpoint: Endpoint, request: Request, purse: Purse, fixed: Rung | None
    ) -> Completion:
        """Ask on the rung in use, or on the first one from the top that is not refused."""
        rung = fixed or self.rung or _LADDER[0]
        while True:
            try:
                doubt = _Doubt(not (fixed or self.rung) and rung != _LADDER[-1])
                answer = await self._patiently(endpoint, request, purse, rung, doubt)
            except ProviderError as failure:
                lower = None if fixed else self._lower(failure, rung)
                if lower is None:
                    raise
                rung = lower
            else:
                if not fixed:
                    self._keep(rung)
                return answer

    def _lower(self, failure: ProviderError, rung: Rung) -> Rung | None:
        """Give the next rung, if the failure may lie in the form of the reply."""
        blamed = {Kind.FORMAT} if self.rung else {Kind.FORMAT, Kind.BAD_REQUEST}
        below = _LADDER[_LADDER.index(rung) + 1 :]
        return below[0] if failure.kind in blamed and below else None

    def _keep(self, rung: Rung) -> None:
        if self.rung is None or _LADDER.index(rung) > _LADDER.index(self.rung):
            self.rung = rung

    async def _patiently(
        self, endpoint: Endpoint, request: Request, purse: Purse, rung: Rung, doubt: _Doubt
    ) -> Completion:
        """Try until an answer comes, patience ends, the form is blamed or all is hopeless."""
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(self._worth_another),
            stop=lambda state: doubt.grows(state) or self._enough(state),
            wait=self._pause,
            sleep=asyncio.sleep,
            reraise=True,
        )
        try:
            answer: Completion = await retrying(self._once, endpoint, request, purse, rung)
        except ProviderError as failure:
            if doubt.settled:
                raise ProviderError(Kind.FORMAT, failure.detail) from None
            self._down = self._down or failure.transient
            raise
        self._down, self.answered = False, True
        return answer

    def _worth_another(self, error: BaseException) -> bool:
        if not isinstance(error, ProviderError) or not error.transient or self._down:
            return False
        return (error.retry_after or 0.0) <= self.patience.most

    def _enough(self, state: tenacity.RetryCallState) -> bool:
        return state.attempt_number >= self.patience.tries

    def _pause(self, state: tenacity.RetryCallState) -> float:
        """Give the seconds to wait: what the provider asked for, or more and more, with jitter."""
        if self._enough(state):
            return 0.0
        doubled = self.patience.first * 2.0 ** (state.attempt_number - 1)
        own = min(self.patience.longest, doubled) * self._random.uniform(0.5, 1.5)
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, ProviderError) else None
        pause = own if asked is None else asked + own * self._random.random()
        self._open_at = max(self._open_at, _now() + pause)
        return pause

    async def _once(
        self, endpoint: Endpoint, request: Request, purse: Purse, rung: Rung
    ) -> Completion:
        """Send one request when the lane is open and has a place; reserve its price first.

        Only what is on the wire holds a place of the run: a lane that waits holds up no other.
        """
        async with _place(self._own, purse.order):
            await self._wait_for_the_lane(request)
            async with _place(self.run, purse.order):
                if self._lost:
                    raise self._lost.with_traceback(None)
                await purse.reserve(endpoint.worst_case(request))
                try:
                    return await endpoint.complete(request, rung)
                except ProviderError as failure:
                    if not failure.billed:
                        await purse.refund()
                    raise

    async def _wait_for_the_lane(self, request: Request) -> None:
        """Wait while the provider is left in peace, then for the limits a minute."""
        while not self._lost and (closed := self._open_at - _now()) > 0:  # noqa: ASYNC110 - time is awaited, no event
            await asyncio.sleep(closed * self._random.uniform(1.0, 1.2))
        calls, tokens = self._windows
        if tokens:
            await tokens.take(most_tokens_in(request) // 4 + request.max_tokens)
        if calls:
            await calls.take(1)


class _Doubt:
    """Whether the form is to blame for a failing server: named twice while it has never worked."""

    def __init__(self, may_be: bool) -> None:  # noqa: FBT001 - its only argument
        self._may_be = may_be
        self._named = 0

    def grows(self, state: tenacity.RetryCallState) -> bool:
        """Hear of a failure; say whether to try no more."""
        error = state.outcome.exception() if state.outcome else None
        self._named += isinstance(error, ProviderError) and error.names_form
        return self.settled

    @property
    def settled(self) -> bool:
        """Whether it is."""
        return self._may_be and self._named > 1


def _place(gate: Gate | None, order: Order) -> AbstractAsyncContextManager[None]:
    return gate.place(order) if gate else nullcontext()


def _now() -> float:
    return asyncio.get_running_loop().time()
