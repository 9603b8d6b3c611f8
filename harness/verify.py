"""Plays every stored match again from its record alone and recomputes every result.

The run is opened ``doubtful``: of a broken record it is said what is wrong with it. What was
done in the positions of the drill is held to the frozen bank in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from engine.game import CHANCE, IllegalAction
from engine.games import games
from harness.record import make_record
from harness.replay import follow, read_act, resume
from harness.schedule import Match, chance_seed, rules_of, schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game, State
    from harness.config import Config
    from harness.drill.bank import Exercise
    from harness.reading import Run
    from harness.record import Move, Record

KLIRR: Final = "klirr"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A stored match, or a position of the drill, that does not follow from what it comes from.

    For a match: rules, seed and schedule; for a position: the bank and who meets it.
    """

    match: str
    sentence: str


def verify(run: Run) -> Iterator[Mismatch | None]:
    """Yield, for each finished match and each one under way, what is wrong with it, or None."""
    config, reader = run.config, run.reader
    known = {match.id: match for match in schedule(config)}
    for name in sorted(reader.finished() | reader.under_way()):
        match = known.get(name)
        if match is None:
            yield Mismatch(name, "it is not in the schedule")
            continue
        record = reader.record(name)
        sentence = (
            _check_moves(config, match, tuple(reader.steps(name)))
            if record is None
            else _check_record(config, match, record)
        )
        yield _mismatch(run, name, sentence)


def _mismatch(run: Run, name: str, sentence: str | None) -> Mismatch | None:
    """Say what is wrong; a broken seal is, where all else is right."""
    if sentence is None and name in run.reader.doubts:
        sentence = "it is not what was written"
    return Mismatch(name, sentence) if sentence else None


def _check_record(config: Config, match: Match, record: Record) -> str | None:
    wrong = _check_moves(config, match, record.moves)
    if wrong:
        return wrong
    rules = rules_of(config, match)
    last = resume(games()[match.game], rules, match.seats, record.moves)
    if last.outcome is None:
        return "its moves do not end the match"
    again = make_record(match, rules, record.moves, last.outcome)
    if again.head.outcome != record.head.outcome:
        return f"the outcome is {again.head.outcome}, stored is {record.head.outcome}"
    return None if again == record else "the stored head does not follow from the moves"


def _check_moves(config: Config, match: Match, moves: tuple[Move, ...]) -> str | None:
    """Replay; every draw must be the one the seed gives, every act by whom it is said to be."""
    draws, game = 0, games()[match.game]
    try:
        for number, move, before, _ in follow(game, rules_of(config, match), match.seats, moves):
            if move.by == CHANCE:
                stream = Random(chance_seed(config.seed, match, draws))
                draws += 1
                if before.draw(stream).json() != move.act:
                    return f"move {number}: the seed draws something else"
            elif wrong := _check_source(game, before, move):
                return f"move {number}: {wrong}"
    except IllegalAction as breach:
        return str(breach)
    return None


def _check_source(game: Game[Any, Any], state: State[Any, Any], move: Move) -> str | None:
    """Check that forced acts are those without a choice and fallbacks the engine's."""
    forced = len(state.legal(move.by)) == 1
    if forced != (move.source is None):
        return "it is marked forced, but there was a choice" if not forced else "it was forced"
    act = read_act(game, move)
    if move.source == "fallback" and act != state.fallback(move.by):
        return "it is marked as the fallback, but is another act"
    return None


def verify_drill(run: Run) -> Iterator[Mismatch | None]:
    """Yield, for each position of the drill that was met, what is wrong with it, or None."""
    met = run.reader.drilled()
    if not met:
        return
    from harness.drill.bank import load  # noqa: PLC0415 - replays the whole bank
    from harness.drill.run import meetings  # noqa: PLC0415

    due = meetings(run.config, len(load().exercises))
    known = {meeting.id: meeting.exercise for meeting in due}
    for name, move in sorted(met.items()):
        exercise = known.get(name)
        sentence = _check_met(exercise, move) if exercise else "no player has it to meet"
        yield _mismatch(run, name, sentence)


def _check_met(exercise: Exercise, move: Move) -> str | None:
    """Check that what was done is an act of whoever decides there, legal in the position."""
    game = games()[KLIRR]
    state: State[Any, Any] = exercise.state
    if move.by != exercise.seat:
        return f"seat {move.by} acted, where seat {exercise.seat} decides"
    try:
        state.apply(move.by, read_act(game, move))
    except IllegalAction as breach:
        return str(breach)
    return _check_source(game, state, move)
