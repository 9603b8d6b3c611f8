"""The only loop that moves a match on; its inverse is the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from engine.game import CHANCE, Action, Game, IllegalAction, Outcome, Seat, State, Turn
from harness.record import Move
from harness.replay import resume
from prompts.reply import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from harness.player import Decision, Made, Player, Source


class Journal(Protocol):
    """Where the moves of one match are kept as they happen."""

    @property
    def past(self) -> Sequence[Move]:
        """The moves already made when this invocation took the match up, in order."""

    def add(self, number: int, move: Move) -> None:
        """Keep a move; it is on disk before or with the next reply of a model or a person."""


async def play(
    game: Game[Any, Any],
    rules: Mapping[str, Any],
    players: Sequence[Player[Any]],
    chance: Callable[[int], Random],
    journal: Journal,
) -> tuple[list[Move], Outcome]:
    """Play a match from where its journal ends, to the end.

    ``chance(k)`` gives the stream of chance's draw number k. A player's failure is data in the
    moves; only ``SuspendedError`` leaves the match unfinished.
    """
    moves = list(journal.past)
    state = resume(game, rules, len(players), moves)
    draws = sum(move.by == CHANCE for move in moves)
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            draw = state.draw(chance(draws))
            draws += 1
            move, state = Move(CHANCE, draw.json()), state.apply(CHANCE, draw)
        else:
            move, state = await decide(state, seat, players[seat], len(moves))
        journal.add(len(moves), move)
        moves.append(move)
    assert state.outcome is not None, "a match that is over has an outcome"  # noqa: S101
    return moves, state.outcome


async def decide(
    state: State[Any, Any], seat: Seat, player: Player[Any], number: int
) -> tuple[Move, State[Any, Any]]:
    """Ask the player, unless there is only one choice; give the move and the position after it.

    ``number``: the index the move will have in the record. Raises SuspendedError.
    """
    legal = state.legal(seat)
    if len(legal) == 1:
        return Move(seat, str(legal[0])), state.apply(seat, legal[0])
    decision = await player.choose(Turn(seat, state.view(seat), legal), number)
    source, act, made, after = _settle(state, seat, decision)
    return Move(seat, str(act), source, made), after


def _settle(
    state: State[Any, Any], seat: Seat, decision: Decision[Any]
) -> tuple[Source, Action, Made, State[Any, Any]]:
    """Apply what was decided, or the fallback where the player failed."""
    act, made = decision
    if act is not None:
        try:
            return "player", act, made, state.apply(seat, act)
        except IllegalAction:
            made = made._replace(faults=(*made.faults, Fault.ILLEGAL))
    act = state.fallback(seat)
    return "fallback", act, made, state.apply(seat, act)
