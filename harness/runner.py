"""Plays what is not yet played of a tournament, several matches at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol

from engine.games import games
from harness.match import play
from harness.player import Suspended
from harness.players.seating import Seating
from harness.record import Head, make_record
from harness.schedule import Match, chance_seed, rules_of, schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.config import Config
    from harness.store import Store


class Progress(Protocol):
    """Who is told how a run comes on."""

    def finished(self, head: Head) -> None:
        """Hear of a match that is over."""

    def problem(self, sentence: str) -> None:
        """Hear of a match that cannot go on now."""


@dataclass(slots=True)
class Report:
    """What an invocation left undone: matches suspended or not begun, and one line a problem."""

    unfinished: int = 0
    problems: list[str] = field(default_factory=list)


async def run(config: Config, store: Store, progress: Progress) -> Report:
    """Play every match of the schedule that the store has not finished.

    Raises ConfigError where a player cannot be started at all, StoreError where the run cannot be
    written. Cancelled, it leaves everything that was stored as it is.
    """
    done = store.finished()
    pending = (match for match in schedule(config) if match.id not in done)
    report, stopped = Report(), set[str]()
    rungs = store.recall("rungs") or {}
    async with Seating(config, store.spent(), rungs) as seating:
        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(config.limits.concurrency):
                    work = _work(config, store, seating, pending, stopped, report, progress)
                    workers.create_task(work)
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            store.remember("rungs", {**rungs, **seating.models.rungs()})
    return report


async def _work(
    config: Config,
    store: Store,
    seating: Seating,
    pending: Iterator[Match],
    stopped: set[str],
    report: Report,
    progress: Progress,
) -> None:
    """Play one match after the other; all workers take from the same iterator."""
    for match in pending:
        if not stopped.isdisjoint(match.players):
            report.unfinished += 1
            continue
        try:
            head = await _play(config, store, seating, match)
        except Suspended as pause:
            report.unfinished += 1
            if pause.stops:
                stopped.add(pause.stops)
            if str(pause) not in report.problems:
                report.problems.append(str(pause))
                progress.problem(str(pause))
        else:
            progress.finished(head)
        await asyncio.sleep(0)


async def _play(config: Config, store: Store, seating: Seating, match: Match) -> Head:
    rules = rules_of(config, match)
    journal = store.journal(match.id)
    moves, outcome = await play(
        games()[match.game],
        rules,
        seating.sit(match, journal),
        lambda draw: Random(chance_seed(config.seed, match, draw)),
        journal,
    )
    record = make_record(match, rules, moves, outcome)
    store.finish(record)
    return record.head
