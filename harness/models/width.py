"""How many requests a server of one's own is asked at once: few at first, more while it keeps up.

A server with one slot (llama-server, Ollama) takes all requests and lets them queue. The wait in
its queue would be taken for the player's time, so it must stay far from the time limit. Requests
come in rounds: as many as there are places are sent and come back. After a round in which somebody
waited for a place the width grows, but no further than even a server with one slot would answer
far within the time limit. A wider round that brings no more replies a second shows that the server
does not serve so many at once, and the width before it is kept for some rounds.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Final

from harness.gate import Gate
from harness.models.pace import now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from harness.gate import Order

_STEP: Final = 8.0
"""The most times that a round may be wider than the one before it."""

_FAR: Final = 0.25
"""The share of the time limit that a wider round may be expected to take."""

_NEAR: Final = 0.9
"""The share that it may take where it is no more than twice as wide."""

_SLOW: Final = 0.6
"""The share of the time limit that replies may take on average before the width is halved."""

_SAMPLE: Final = 4
"""Replies that a narrow round has at least: they differ in length."""

_GAIN: Final = 1.2
"""Times the replies a second of the round before it that a wider round has to bring."""

_KEPT: Final = 8
"""Rounds for which a width is kept after a wider one brought nothing."""


class Width:
    """The requests in flight to one server: at most ``most``, at first one.

    ``timeout``: seconds of the time limit. ``narrowed`` hears of a width that was gone back to.
    """

    def __init__(self, most: int, timeout: float, narrowed: Callable[[int], None]) -> None:
        self._most = most
        self._timeout = timeout
        self._narrowed = narrowed
        self._gate = Gate(1)
        self._before = (1, 0.0)
        self._rests = 0
        self._told = 0
        self._round = Round(1)

    @property
    def now(self) -> int:
        """The requests that may be in flight now."""
        return self._round.width

    @asynccontextmanager
    async def place(self, order: Order) -> AsyncIterator[Callable[[float], None]]:
        """Hold one of the places; what it gives is told how many seconds the reply took."""
        async with self._gate.place(order):
            if self._round.began is None:
                self._round.began = now()
            yield partial(self._took, self._round)

    def _took(self, sent_in: Round, seconds: float) -> None:
        now = self._round
        now.replies += 1
        now.crowded |= self._gate.crowded
        if sent_in is now:
            now.seconds.append(seconds)
        if len(now.seconds) >= max(now.width, self._fewest(now.seconds)):
            self._go_to(self._next(now))

    def _fewest(self, seconds: list[float]) -> int:
        """Give the replies that tell enough: more where a queue could become long."""
        queue = self._most * max(seconds, default=0.0)
        return 1 if queue <= _FAR * self._timeout else _SAMPLE

    def _next(self, ended: Round) -> int:
        """Give the width after a round."""
        width, rate = ended.width, ended.rate()
        before, rate_before = self._before
        if width > 1 and fmean(ended.seconds) > _SLOW * self._timeout:
            return self._back_to(width // 2)
        if width > before and rate < _GAIN * rate_before:
            return self._back_to(before)
        if self._rests or not ended.crowded:
            self._rests = max(0, self._rests - 1)
            return width
        self._before = (width, rate)
        return min(self._most, self._wider(ended))

    def _wider(self, ended: Round) -> int:
        """Give a width at which even a server with one slot would answer within the limit."""
        slowest, width = max(1e-9, *ended.seconds), ended.width
        times = min(_STEP, _FAR * self._timeout / slowest)
        twice = 2 * slowest <= _NEAR * self._timeout
        return max(int(width * times), 2 * width if twice else width)

    def _back_to(self, width: int) -> int:
        self._rests = _KEPT
        self._before = (width, 0.0)
        if width != self._told:
            self._told = width
            self._narrowed(width)
        return width

    def _go_to(self, width: int) -> None:
        self._round = Round(width)
        self._gate.resize(width)


@dataclass(slots=True)
class Round:
    """As many requests as there are places, sent one after the other and come back.

    ``seconds``: how long the replies to them took. ``replies``: all that came meanwhile.
    ``began``: when the first was sent.
    """

    width: int
    seconds: list[float] = field(default_factory=list)
    replies: int = 0
    crowded: bool = False
    began: float | None = None

    def rate(self) -> float:
        """Give the replies a second."""
        return self.replies / max(1e-9, now() - (self.began or 0.0))
