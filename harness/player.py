"""The one interface every player is behind: a bot, a language model or a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol

from engine.game import A, Turn
from prompts.reply import Fault, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

Source = Literal["player", "forced", "fallback"]
"""Who decided an act: the player; the rules (only one choice); the engine (the player failed)."""


class Decision(NamedTuple, Generic[A]):
    """What a player answered to one turn, and what it took.

    ``act`` is None when the player failed for good: its fallback is played. ``faults``: every
    faulty reply in order. ``attempts``: replies received. ``ms``: wall milliseconds. ``cost``:
    dollars, None when the price is unknown. ``mode``: the rung of the reply ladder in use.
    ``p_bluff``: the belief stated, 0 to 1. ``prompt``: hash of the first prompt. ``repaired``: the
    reply was read with help (see ``prompts.reading``).
    """

    act: A | None
    faults: tuple[Fault, ...] = ()
    attempts: int = 1
    ms: float = 0.0
    tokens: Tokens = Tokens()
    cost: float | None = 0.0
    mode: str | None = None
    p_bluff: float | None = None
    reason: str | None = None
    prompt: str | None = None
    repaired: bool = False


def total_cost(costs: Iterable[float | None]) -> float | None:
    """Add up dollars; None where a price is unknown."""
    every = list(costs)
    known = [cost for cost in every if cost is not None]
    return sum(known) if len(known) == len(every) else None


class SuspendedError(Exception):
    """Nobody's play went on: a provider failed, or the budget is used up.

    The match is neither won nor lost: the next run goes on from this very decision. The message
    is one sentence for a person.
    """


class Player(Protocol[A]):
    """One entrant at one seat of one match."""

    async def choose(self, turn: Turn[Any, A], number: int) -> Decision[A]:
        """Answer a turn; ``number`` is the index the act will have in the record.

        A failure of the player is a Decision without an act, never an exception.
        Raises SuspendedError.
        """
