"""Plays what is not yet played of a tournament, several matches at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from engine.games import games
from harness.gate import Order
from harness.journal import MatchJournal
from harness.match import play
from harness.models.budget import Budget
from harness.models.hiring import Found
from harness.player import SuspendedError
from harness.players.seating import Seating
from harness.record import Head, make_record
from harness.schedule import Match, Seated, chance_seed, rules_of, schedule

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Mapping

    from harness.config import Config
    from harness.models.pace import Wait
    from harness.store import Store

Task = TypeVar("Task", bound=Seated)
"""What is worked off: a match, or a position of the drill."""

QueueOrder = Callable[[int], Order]
"""The place in the queue of a task's decision, by the decision's number."""

UNDER_WAY: Final = 2
"""Matches under way for each decision that may be made at once: somebody is always ready."""


class Waiting(Protocol):
    """Who is told what is waited for."""

    def waits(self, wait: Wait) -> None:
        """Hear what is waited for, and how long."""


class Progress(Waiting, Protocol):
    """Who is told how a run comes on."""

    def finished(self, head: Head) -> None:
        """Hear of a match that is over."""

    def problem(self, sentence: str) -> None:
        """Hear of a match that cannot go on now."""


@dataclass(slots=True)
class Report:
    """What an invocation left undone: matches suspended or not begun, and why.

    ``held``: by cause, a sentence that tells it and how many it holds up.
    """

    unfinished: int = 0
    held: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def problems(self) -> list[str]:
        """One line a cause."""
        return [f"{sentence} (holds up {count})" for sentence, count in self.held.values()]

    def hold_up(self, sentence: str) -> bool:
        """Count one more that is held up, by what a sentence says; whether the cause is new."""
        self.unfinished += 1
        told, count = self.held.get(cause(sentence), (sentence, 0))
        self.held[cause(sentence)] = told, count + 1
        return not count


_VARYING: Final = re.compile(
    r"(?!(?<=\()\d{3}\)(?::|$))\b\w*\d[\w.,:-]*|(?<=req_)\w+|(?<=request id )\S+", re.IGNORECASE
)
"""Dollars, seconds, counts, names of requests: all words with a digit but a status in brackets."""


def cause(sentence: str) -> str:
    """Give what sentences have in common that tell the same thing of the same entrant."""
    whose, colon, what = sentence.partition(": ")
    return whose + colon + _VARYING.sub("#", what)


async def run(config: Config, store: Store, progress: Progress) -> Report:
    """Play every match of the schedule that the store has not finished.

    Raises ConfigError where a player cannot be started at all, StoreError where the run cannot be
    written. Cancelled, it leaves everything that was stored as it is.
    """
    done = store.finished()
    pending = Pending(match for match in schedule(config) if match.id not in done)
    async with seated(config, store, progress) as seating:

        async def one(match: Match, order: QueueOrder) -> None:
            progress.finished(await _play(config, store, seating, match, order))

        return await work_off(pending, one, seating.stopped, _workers(config), progress.problem)


def _workers(config: Config) -> int:
    """Give how many matches are under way at once; a person plays one after the other."""
    alone = any(entrant.kind == "human" for entrant in config.players.values())
    return 1 if alone else UNDER_WAY * config.limits.concurrency


class Pending(Iterator[tuple[Task, QueueOrder]]):
    """Tasks not begun yet, one after the other, each with the order in which it may decide.

    While there are more, the task begun first goes first, so that tasks get done. Once all are
    begun, the one that has come least far does, so that none is left alone at the end.
    """

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._begun = 0
        self._more = True

    def __next__(self) -> tuple[Task, QueueOrder]:
        try:
            task = next(self._tasks)
        except StopIteration:
            self._more = False
            raise
        self._begun += 1
        return task, partial(self._order, self._begun)

    def _order(self, place: int, number: int) -> Order:
        return (0, place) if self._more else (1, number)


@asynccontextmanager
async def seated(config: Config, store: Store, progress: Waiting) -> AsyncIterator[Seating]:
    """Give the entrants of a run; how each was found to be asked, and began, is remembered.

    One of whom no reply is stored may be another model by now: nothing of the old one holds.
    """
    heard = store.answered()

    def kept(found: Mapping[str, Any] | None) -> dict[str, Any]:
        return {name: one for name, one in (found or {}).items() if name in heard}

    before = Found(kept(store.rungs()), kept(store.recall("manners")))
    starts, keep = kept(store.recall("starts")), partial(store.remember, "starts")
    budget = Budget(config.limits.max_cost, store.spent(), store.overrun())
    async with Seating(config, budget, before, progress.waits, starts, keep) as seating:
        try:
            yield seating
        finally:
            for part, earlier, found in zip(Found._fields, before, seating.found(), strict=True):
                store.remember(part, {**earlier, **found})


async def work_off(
    pending: Pending[Task],
    one: Callable[[Task, QueueOrder], Awaitable[None]],
    stopped: Mapping[str, str],
    workers: int,
    problem: Callable[[str], None],
) -> Report:
    """Do one task after the other, as many at once as there are workers.

    A task that raises SuspendedError stays undone, and so do those of a ``stopped`` entrant;
    ``problem`` hears of each reason once.
    """
    report = Report()
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(_work(pending, one, stopped, report, problem))
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    return report


async def _work(
    pending: Pending[Task],
    one: Callable[[Task, QueueOrder], Awaitable[None]],
    stopped: Mapping[str, str],
    report: Report,
    problem: Callable[[str], None],
) -> None:
    """Take task after task; all workers take from the same ``pending``."""
    for task, order in pending:
        reason = next((stopped[name] for name in task.players if name in stopped), None)
        if reason is None:
            reason = await _why_not(one, task, order)
        if reason and report.hold_up(reason):
            problem(reason)
        await asyncio.sleep(0)


async def _why_not(
    one: Callable[[Task, QueueOrder], Awaitable[None]], task: Task, order: QueueOrder
) -> str | None:
    """Do a task; give the reason why it cannot be done now, None where it is done."""
    try:
        await one(task, order)
    except SuspendedError as pause:
        return str(pause)
    return None


async def _play(
    config: Config, store: Store, seating: Seating, match: Match, order: QueueOrder
) -> Head:
    rules = rules_of(config, match)
    journal = MatchJournal(store, match.id)
    moves, outcome = await play(
        games()[match.game],
        rules,
        seating.sit(match, journal, order),
        lambda draw: Random(chance_seed(config.seed, match, draw)),
        journal,
    )
    record = make_record(match, rules, moves, outcome)
    await store.ready()
    store.finish(record)
    return record.head
