"""What leads from a record to the positions it went through."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import Action, Draw, Game, IllegalAction, State
from engine.games import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from harness.record import Move, Record


class Step(NamedTuple):
    """One move with the positions before and after it; ``number``: its index in the record."""

    number: int
    move: Move
    before: State[Any, Any]
    after: State[Any, Any]


def steps(record: Record) -> Iterator[Step]:
    """Yield the steps of a match. Raises IllegalAction, the match named, where it breaks rules."""
    head = record.head
    try:
        yield from follow(games()[head.game], head.rules, len(head.seats), record.moves)
    except IllegalAction as breach:
        raise IllegalAction(f"{head.match} breaks the rules: {breach}") from None


def follow(
    game: Game[Any, Any], rules: Mapping[str, Any], seats: int, moves: Sequence[Move]
) -> Iterator[Step]:
    """Yield the steps that moves take from the first position. Raises as ``replay`` does."""
    states = pairwise(replay(game, rules, seats, moves))
    for number, (move, (before, after)) in enumerate(zip(moves, states, strict=True)):
        yield Step(number, move, before, after)


def resume(
    game: Game[Any, Any], rules: Mapping[str, Any], seats: int, moves: Iterable[Move]
) -> State[Any, Any]:
    """Give the position after these moves. Raises IllegalAction."""
    *_, last = replay(game, rules, seats, moves)
    return last


def replay(
    game: Game[Any, Any], rules: Mapping[str, Any], seats: int, moves: Iterable[Move]
) -> Iterator[State[Any, Any]]:
    """Yield the first position and the one after each move.

    Raises IllegalAction, the number of the move in its sentence, where a move breaks the rules.
    """
    state = game.start(seats, game.complete(rules))
    yield state
    for number, move in enumerate(moves):
        try:
            state = state.apply(move.by, read_act(game, move))
        except IllegalAction as breach:
            raise IllegalAction(f"move {number}: {breach}") from None
        yield state


def read_act(game: Game[Any, Any], move: Move) -> Action | Draw:
    """Read what was done in a move. Raises IllegalAction."""
    act: Action | Draw = (
        game.parse(move.act) if isinstance(move.act, str) else game.read_draw(move.act)
    )
    return act
