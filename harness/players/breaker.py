"""Stops an entrant none of whose first decisions is its own: its fallback would play, not it.

Where the form of its replies is not fixed, the next one down is tried for one decision: what looks
like play can be the form's failure (objects encoded twice, a schema that never reaches the model).
If that is no better, nothing more is asked of it in this invocation and its matches wait. The
decisions are counted over all invocations of a run: the next one asks for a single decision, and
goes on if it is the player's own. From the first own decision on nothing is counted any more.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from harness.models.failures import Kind, clean
from prompts.reply import Rung

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from harness.models.failures import ProviderError
    from harness.models.hiring import Hired
    from harness.player import Decision
    from prompts.reply import Reply

FIRST: Final = 8
"""Decisions after which an entrant that made none of them itself is no longer believed."""

_QUOTED: Final = 80
_LADDER: Final = tuple(Rung)
_OF_THE_FORM: Final = {Kind.FORMAT, Kind.BAD_REQUEST}

Stopped = dict[str, str]
"""Entrants that cannot play on in this run (a bad key, say), and why; shared by all matches."""


@dataclass(slots=True)
class _Start:
    """How an entrant began.

    ``fallbacks``: decisions so far, none its own; ``faults``: of their replies, by kind. ``own``:
    it has made one since. ``rung``: the form it is tried in, or plays in since; ``tried``: once.
    """

    fallbacks: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    own: bool = False
    rung: str | None = None
    tried: bool = False

    @property
    def left(self) -> int:
        """How many decisions may be made before it is judged; later on each is."""
        return max(FIRST - self.fallbacks, 1)


class Breaker:
    """How every entrant that is a model began; shared by all matches of a run.

    ``stopped``: is told who is stopped, and why. ``keep``: writes down what is to be remembered;
    ``kept``: what was.
    """

    def __init__(
        self, stopped: Stopped, kept: Mapping[str, Any], keep: Callable[[Any], None]
    ) -> None:
        self._stopped = stopped
        self._keep = keep
        self._starts = defaultdict(_Start, {name: _Start(**one) for name, one in kept.items()})
        self._deciding: Counter[str] = Counter()
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def rung(self, hired: Hired) -> Rung | None:
        """Give the form to ask in; None: the lane's."""
        tried = self._starts[hired.name].rung
        return Rung(tried) if tried else hired.rung

    def rungs(self) -> dict[str, str]:
        """Give by player the form in which it was tried and decided."""
        return {name: one.rung for name, one in self._starts.items() if one.own and one.rung}

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Let an entrant decide; before its first own decision, no more at once than are left."""
        start, news = self._starts[name], self._news[name]
        while not start.own and self._deciding[name] >= start.left:
            news.clear()
            await news.wait()
        self._deciding[name] += 1
        try:
            yield
        finally:
            self._deciding[name] -= 1
            news.set()

    def saw(self, hired: Hired, decision: Decision[Any], last: Reply) -> None:
        """Hear of a decision that was bought, and of the last reply of it."""
        start = self._starts[hired.name]
        if start.own:
            return
        if decision.act is not None:
            start.own = True
        else:
            start.fallbacks += 1
            start.faults = dict(Counter(start.faults) + Counter(map(str, decision.made.faults)))
            if start.fallbacks >= FIRST:
                self._doubt(hired, start, decision, last)
        self._keep({name: asdict(one) for name, one in self._starts.items()})

    def refused(self, hired: Hired, failure: ProviderError) -> bool:
        """Hear that the provider refused a request; whether another form is now to be tried."""
        start = self._starts[hired.name]
        if start.own or not start.rung or failure.kind not in _OF_THE_FORM:
            return False
        start.rung = _below(start.rung)
        return start.rung is not None

    def _doubt(self, hired: Hired, start: _Start, decision: Decision[Any], last: Reply) -> None:
        """Try the next form, once; else stop the entrant and go back to the form it had."""
        below = _below(decision.made.mode) if hired.rung is None and not start.tried else None
        start.tried, start.rung = True, below
        if below is None and hired.name not in self._stopped:
            self._stopped[hired.name] = _sentence(hired.name, start, decision, last)


def _below(rung: str | None) -> str | None:
    lower = _LADDER[_LADDER.index(Rung(rung)) + 1 :] if rung else ()
    return str(lower[0]) if lower else None


def _sentence(name: str, start: _Start, decision: Decision[Any], last: Reply) -> str:
    faults = ", ".join(f"{kind} {times} times" for kind, times in start.faults.items())
    return (
        f"{name}: none of its first {start.fallbacks} decisions was its own (replies: {faults}; "
        f"the last, in the form {decision.made.mode}: {_quoted(last)}); nothing more is asked of it"
    )


def _quoted(last: Reply) -> str:
    said = clean(last.content or "".join(last.arguments) or last.refusal or "")
    if not said:
        return "no text"
    return f"“{said}”" if len(said) <= _QUOTED else f"“{said[: _QUOTED - 1]}…”"
