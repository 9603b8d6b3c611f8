"""The lane of one model: every request to it waits here for its turn, its limits and its provider.

A transient failure (see ``failures``) is tried again after a growing, jittered pause, or after the
one the provider asks for, and the pause holds up the whole lane: a provider in trouble is left in
peace by all. When patience ends the failure is passed on; from then on a request gets one try,
until one succeeds. After a hopeless failure of the address, key or credit nothing more is sent.

The reply ladder is climbed down here too: schema, tool, json, text; the first rung the provider
does not refuse is found by the lane's first request, alone, and kept (``rung``). So is what else a
provider wants otherwise (``manner``). A failing server that names the form is tried again in the
same form, as any that fails; while no form has worked yet and another is left, a second such
failure of the request is the form's. Once a form has worked, only a request all of whose tries end
so is put in the next one, and the lane keeps that one only if nobody was answered in the form
meanwhile and the next one brings an answer: a passing failure changes nothing.

For tests of whole processes the environment variable ``ARENA_BACKOFF`` sets ``Patience.first``,
the seconds of the first pause (the longest is 60 times that).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import tenacity

from harness.gate import Gate, Order
from harness.models.failures import Kind, ProviderError
from harness.models.manner import USUAL, Manner
from harness.models.pace import WORTH_TELLING, Patience, Pause, Tell, Wait, Window, again, silent
from harness.models.price import most_tokens_in
from prompts.reply import Rung

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from harness.models.endpoint import Completion, Endpoint
    from harness.models.pace import Room
    from harness.models.width import Width
    from prompts.reply import Request

_LASTING: Final = {Kind.KEY, Kind.QUOTA, Kind.UNKNOWN_MODEL, Kind.UNAVAILABLE}
"""Hopeless for every entrant on the lane, not for one prompt only."""

_LADDER: Final = tuple(Rung)

_NAMED: Final = 2
"""Failures of one request that name its form until it is blamed, while none has worked yet."""


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


class Way(NamedTuple):
    """How a request is put: the form of its reply, and what a provider wants otherwise."""

    rung: Rung
    manner: Manner


@dataclass(slots=True)
class Lane:
    """What all requests to one model share.

    ``rung``: the rung in use, once known or if fixed. ``manner``: what was learned beside it.
    ``run``: the gate that all lanes of a run share; ``at_once``: requests in flight in this one,
    None unbounded. ``calls``, ``tokens``: limits a minute, None unbounded; tokens are counted
    before they are sent, at four characters each plus the output allowed. ``answered``: at least
    once. ``tell``: who is told what the lane waits for. ``width``: how many a server of one's own
    is asked at once, by all its lanes.
    """

    rung: Rung | None = None
    patience: Patience = field(default_factory=Patience.of_environment)
    manner: Manner = USUAL
    run: Gate | None = None
    at_once: int | None = None
    calls: int | None = None
    tokens: int | None = None
    span: float = 60.0
    answered: bool = False
    tell: Tell = silent
    width: Width | None = None
    _lost: ProviderError | None = None
    _down: bool = False
    _answers: Counter[Rung] = field(default_factory=Counter)
    _random: Random = field(default_factory=Random)
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _own: Gate | None = field(init=False)
    _closed: Pause = field(init=False)
    _windows: tuple[Window | None, Window | None] = field(init=False)

    def __post_init__(self) -> None:
        self._own = Gate(self.at_once) if self.at_once else None
        self._closed = Pause(self.patience.most, self._random)
        tokens = Window(self.tokens, self.span) if self.tokens else None
        self._windows = tokens, Window(self.calls, self.span) if self.calls else None

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
        """Ask on the rung in use, or on the first one from the top that is not refused.

        What a refusal says about the rest of the request is heeded first.
        """
        way = Way(fixed or self.rung or _LADDER[0], known := self.manner)
        answers, alone = self._answers[way.rung], False
        while True:
            try:
                doubt = _Doubt(0 if fixed or way.rung == _LADDER[-1] else self._often(way.rung))
                answer = await self._patiently(endpoint, request, purse, way, doubt)
            except ProviderError as failure:
                mended = way.manner.mended(failure, request)
                lower = None if fixed or mended else self._lower(failure, way.rung)
                if mended is None and lower is None:
                    raise
                alone = alone or (failure.names_form and answers != self._answers[way.rung])
                way = Way(lower or way.rung, mended or way.manner)
            else:
                if way.manner != known:
                    self.manner = way.manner.kept()
                self._answers[way.rung] += 1
                if not fixed and not alone:
                    self._keep(way.rung)
                return answer

    def _often(self, rung: Rung) -> int:
        """Give how many failures of a request must name its form to be the form's."""
        return self.patience.tries if rung == self.rung else _NAMED

    def _lower(self, failure: ProviderError, rung: Rung) -> Rung | None:
        """Give the next rung, if the failure may lie in the form of the reply."""
        blamed = {Kind.FORMAT} if self.rung else {Kind.FORMAT, Kind.BAD_REQUEST}
        below = _LADDER[_LADDER.index(rung) + 1 :]
        return below[0] if failure.kind in blamed and below else None

    def _keep(self, rung: Rung) -> None:
        if self.rung is None or _LADDER.index(rung) > _LADDER.index(self.rung):
            self.rung = rung

    async def _patiently(
        self, endpoint: Endpoint, request: Request, purse: Purse, way: Way, doubt: _Doubt
    ) -> Completion:
        """Try until an answer comes, patience ends, the form is blamed or all is hopeless."""
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(partial(self._worth_another, request, way)),
            stop=lambda state: doubt.grows(state) or self._enough(state),
            wait=partial(self._pause, endpoint.host),
            sleep=asyncio.sleep,
            reraise=True,
        )
        try:
            answer: Completion = await retrying(self._once, endpoint, request, purse, way)
        except ProviderError as failure:
            if doubt.settled:
                raise ProviderError(Kind.FORMAT, failure.detail, names_form=True) from None
            self._down = self._down or failure.transient
            raise
        self._down, self.answered = False, True
        return answer

    def _worth_another(self, request: Request, way: Way, error: BaseException) -> bool:
        if not isinstance(error, ProviderError) or not error.transient or self._down:
            return False
        if way.manner.mended(error, request):
            return False
        return (error.retry_after or 0.0) <= self.patience.most

    def _enough(self, state: tenacity.RetryCallState) -> bool:
        return state.attempt_number >= self.patience.tries

    def _pause(self, host: str, state: tenacity.RetryCallState) -> float:
        """Give the seconds to wait: what the provider asked for, or more and more, with jitter."""
        if self._enough(state):
            return 0.0
        doubled = self.patience.first * 2.0 ** (state.attempt_number - 1)
        own = min(self.patience.longest, doubled) * self._random.uniform(0.5, 1.5)
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, ProviderError) else None
        pause = own if asked is None else asked + own * self._random.random()
        self._closed.begin(pause)
        if pause >= WORTH_TELLING and isinstance(error, ProviderError):
            what = f"retrying {host}, {again(state.attempt_number + 1, self.patience.tries)}"
            self.tell(Wait(str(id(self)), what, pause, str(error).partition(":")[0]))
        return pause

    async def _once(
        self, endpoint: Endpoint, request: Request, purse: Purse, way: Way
    ) -> Completion:
        """Send one request when the lane is open and has a place."""
        async with AsyncExitStack() as places:
            if self._own:
                await places.enter_async_context(self._own.place(purse.order))
            took = None
            if self.width:
                took = await places.enter_async_context(self.width.place(purse.order))
            rooms = await self._rooms(request, purse.order, places)
            while True:
                await self._open()
                await endpoint.ready()
                answer = await self._unless_closed(endpoint, request, purse, way, rooms)
                if answer:
                    if took:
                        took(answer.usage.ms / 1000)
                    return answer

    async def _rooms(
        self, request: Request, order: Order, places: AsyncExitStack
    ) -> tuple[Room, ...]:
        """Hold what the request takes of the limits a minute, as long as ``places`` are held."""
        amounts = most_tokens_in(request) // 4 + request.max_tokens, 1
        return tuple(
            [
                await places.enter_async_context(window.room(amount, order))
                for window, amount in zip(self._windows, amounts, strict=True)
                if window
            ]
        )

    async def _open(self) -> None:
        """Wait while the provider is left in peace. Raises what ended the lane or shut it long."""
        if self._lost:
            raise self._lost.with_traceback(None)
        await self._closed.over()

    async def _unless_closed(
        self,
        endpoint: Endpoint,
        request: Request,
        purse: Purse,
        way: Way,
        rooms: tuple[Room, ...],
    ) -> Completion | None:
        """Send one request, its price reserved first; None: a pause began, and nothing was sent.

        Only what is on the wire holds a place of the run: a lane that waits holds up no other.
        """
        async with self.run.place(purse.order) if self.run else nullcontext():
            if self._lost:
                raise self._lost.with_traceback(None)
            if self._closed.left > 0:
                return None
            await purse.reserve(endpoint.worst_case(request))
            if self._closed.left > 0:
                await purse.refund()
                return None
            for room in rooms:
                room.use()
            return await self._sent(endpoint.complete(request, *way), purse)

    async def _sent(self, answering: Awaitable[Completion], purse: Purse) -> Completion:
        """Wait for the answer; a provider that asks to be left in peace is, at once and by all."""
        try:
            return await answering
        except ProviderError as failure:
            if failure.retry_after:
                lasting = failure.retry_after > self.patience.most
                self._closed.begin(failure.retry_after, failure if lasting else None)
            if not failure.billed:
                await purse.refund()
            raise


class _Doubt:
    """Whether the form is to blame for a failing server: named so often; 0: it cannot be."""

    def __init__(self, often: int) -> None:
        self._often = often
        self._named = 0

    def grows(self, state: tenacity.RetryCallState) -> bool:
        """Hear of a failure; say whether to try no more."""
        error = state.outcome.exception() if state.outcome else None
        self._named += isinstance(error, ProviderError) and error.names_form
        return self.settled

    @property
    def settled(self) -> bool:
        """Whether it is."""
        return 0 < self._often <= self._named
