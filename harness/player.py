"""The one interface every player is behind: a bot, a language model or a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol

from engine.game import A, Turn
from harness.usage import Usage, read_usage
from prompts.reply import Fault, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

Source = Literal["player", "fallback"]
"""Who decided an act that was a choice: the player, or the engine where the player failed."""


class Served(NamedTuple):
    """Who really answered, as the provider states it; None where it does not."""

    model_served: str | None = None
    fingerprint: str | None = None
    service_tier: str | None = None


class Made(NamedTuple):
    """What a decision took, and what came with it: all that is kept of it beside the act.

    ``faults``: every faulty reply in order. ``mode``: the rung of the reply ladder in use.
    ``reading``: what stood beside the act; of a bot that failed, what it said. ``served``: by
    which model.
    """

    faults: tuple[Fault, ...] = ()
    usage: Usage = Usage(1)
    mode: str | None = None
    reading: Reading = Reading()
    served: Served = Served()

    def json(self) -> dict[str, Any]:
        """Give it by name; ``read_made`` reads it back."""
        faults = list(self.faults)
        about = self.reading._asdict() | self.served._asdict()
        return {"faults": faults, **self.usage.json(), "reply_mode": self.mode, **about}


def read_made(json: Mapping[str, Any]) -> Made:
    """Read what ``Made.json`` gave."""
    reading = Reading(**{name: json[name] for name in Reading._fields})
    served = Served(**{name: json[name] for name in Served._fields})
    faults = tuple(map(Fault, json["faults"]))
    return Made(faults, read_usage(json), json["reply_mode"], reading, served)


class Decision(NamedTuple, Generic[A]):
    """A player's answer to one turn; ``act`` None: it failed for good, its fallback is played."""

    act: A | None
    made: Made = Made()


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
