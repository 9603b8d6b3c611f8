"""Puts the positions of a bank to the players of a tournament, and reads what they did.

A position is a tiny match of one decision, with an id of its own: the same players, journal, money
and faults as in play, kept apart from it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from engine.klirr import GAME
from harness.analysis.klirr.drill.figures import Drilling, drilling
from harness.analysis.klirr.drill.met import Met
from harness.config import HumanEntrant
from harness.drill.bank import Exercise, Kind, load
from harness.journal import MatchJournal
from harness.match import decide
from harness.record import sum_up
from harness.runner import Pending, QueueOrder, Report, Waiting, seated, work_off
from prompts.reply import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.config import Config
    from harness.record import Move
    from harness.store import Reader, Store


class Progress(Waiting, Protocol):
    """Who is told how a drill comes on."""

    def count(self) -> None:
        """Hear of one more position that was met."""

    def problem(self, sentence: str) -> None:
        """Hear of one that cannot be put now."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player before one position. ``index``: the player's place in the file, from 0."""

    exercise: Exercise
    index: int
    player: str

    @property
    def id(self) -> str:
        """Name it uniquely in the run: ``drill-1-answer-17/2``. No player's name is in it."""
        return f"{self.exercise.id}/{self.index}"

    @property
    def game(self) -> str:
        """The game's id."""
        return GAME.id

    @property
    def seats(self) -> int:
        """The table size."""
        return len(self.exercise.habits)

    @property
    def players(self) -> tuple[str, ...]:
        """The player, wherever it sits."""
        return (self.player,) * self.seats


def meetings(config: Config, positions: int) -> list[Meeting]:
    """Give who meets what: the first positions of the bank, in an order drawn from the run's seed.

    All players meet one position before anybody meets the next, so that a budget that ends early
    leaves them equal. People are left out.
    """
    bank = load()
    exercises = list(bank.exercises[:positions])
    Random(f"{config.seed}/drill/{bank.number}").shuffle(exercises)
    players = [
        (index, name)
        for index, (name, entrant) in enumerate(config.players.items())
        if not isinstance(entrant, HumanEntrant)
    ]
    return [Meeting(exercise, index, name) for exercise in exercises for index, name in players]


async def drill(config: Config, store: Store, due: Sequence[Meeting], told: Progress) -> Report:
    """Put every position to its player that the store does not hold; raises as ``run`` does."""
    met = store.drilled()
    pending = Pending(meeting for meeting in due if meeting.id not in met)
    async with seated(config, store, told) as seating:

        async def one(meeting: Meeting, order: QueueOrder) -> None:
            exercise = meeting.exercise
            players = seating.sit(meeting, MatchJournal(store, meeting.id), order)
            player, number = players[exercise.seat], len(exercise.moves)
            move, _ = await decide(exercise.state, exercise.seat, player, number)
            await store.ready()
            store.drill(meeting.id, move)
            told.count()

        workers = config.limits.concurrency
        return await work_off(pending, one, seating.stopped, workers, told.problem)


def drilled(config: Config, reader: Reader) -> list[Drilling]:
    """Measure everybody who met a position of the newest bank, in the order of the file."""
    kept, bank = reader.drilled(), load()
    met: defaultdict[str, dict[Kind, list[Met]]] = defaultdict(lambda: {"claim": [], "answer": []})
    moves: defaultdict[str, list[Move]] = defaultdict(list)
    for meeting in meetings(config, len(bank.exercises)):
        if move := kept.get(meeting.id):
            exercise = meeting.exercise
            met[meeting.player][exercise.kind].append(_met(exercise, move))
            moves[meeting.player].append(move)
    return [
        drilling(
            name,
            bank.number,
            _in_order(met[name]["claim"]),
            _in_order(met[name]["answer"]),
            sum_up(moves[name]),
        )
        for name in config.players
        if name in met
    ]


def _met(exercise: Exercise, move: Move) -> Met:
    said = move.made.reading if move.made else Reading()
    return Met(
        exercise.id,
        exercise.number,
        exercise.habits,
        exercise.state.view(exercise.seat),
        exercise.state.taken,
        GAME.parse(str(move.act)),
        move.source,
        said.p_bluff,
        said.reason,
    )


def _in_order(met: list[Met]) -> list[Met]:
    return sorted(met, key=lambda one: one.number)
