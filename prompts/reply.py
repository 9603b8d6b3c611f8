"""What is asked of a model and what comes back, free of any provider, and how a reply can fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping


class Fault(StrEnum):
    """The ways a player's reply can fail. A provider's failure is not among them."""

    TRUNCATED = "truncated"  # ran out of output tokens
    EMPTY = "empty"
    REFUSED = "refused"
    UNPARSABLE = "unparsable"
    INVALID = "invalid"  # does not fit the schema
    ILLEGAL = "illegal"  # fits, but is not legal now
    TIMEOUT = "timeout"  # the total limit passed on a healthy connection
    CRASHED = "crashed"  # a bot raised or returned no act


UNFIT = "unfit"
"""The finish of a reply that the provider itself found unfit for the form and sent as an error."""


class Rung(StrEnum):
    """The reply ladder: how the form of the reply is asked for, the strictest first."""

    SCHEMA = "schema"
    TOOL = "tool"
    JSON = "json"
    TEXT = "text"


class Message(TypedDict):
    """One chat message."""

    role: Literal["system", "user", "assistant"]
    content: str


class Tokens(NamedTuple):
    """Tokens of one reply or of many. ``cached`` is a part of ``inp``, ``reasoning`` of ``out``."""

    inp: int = 0
    cached: int = 0
    out: int = 0
    reasoning: int = 0

    def json(self) -> dict[str, int]:
        """Give the counts by name."""
        inp, cached, out, reasoning = self
        return {"in": inp, "cached": cached, "out": out, "reasoning": reasoning}


class Reading(NamedTuple):
    """What stood in a reply beside its act, and which question it answers.

    ``p_bluff``: the belief stated, 0 to 1, None if not asked. ``reason``: cut and cleaned.
    ``intent``: whether the player says
    that its request is "true" or a "bluff". ``notes``: what it left itself; None if not asked.
    ``prompt``: hash of the first messages. ``repaired``: the act was read with help. ``echo``: the
    prompt showed this very act as a reply would have it. ``first``: it was the first choice listed.
    Both are None where the act is not one's own, or not from a prompt; ``first`` also where the
    order was not drawn choice by choice.
    """

    p_bluff: float | None = None
    reason: str | None = None
    prompt: str | None = None
    repaired: bool = False
    echo: bool | None = None
    first: bool | None = None
    intent: str | None = None
    notes: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model.

    ``schema`` is the JSON schema of the reply (closed objects, all keys required, no root union);
    the rung in use decides how it is sent. ``max_tokens`` bounds the output. ``bounds``: of the
    values by key, for a decoder that honours them.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any]
    max_tokens: int
    bounds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply, as received.

    ``content``: the text, None where there was none; ``arguments``: the JSON text of each tool
    call; ``refusal``: the provider's refusal field; ``finish``: its finish reason; ``timeout``:
    the total limit passed before the answer was whole (then there is no content); ``thought``:
    thoughts came beside the text, whether the provider counts their tokens or not.
    """

    content: str | None = None
    arguments: tuple[str, ...] = ()
    refusal: str | None = None
    finish: str | None = None
    timeout: bool = False
    thought: bool = False
