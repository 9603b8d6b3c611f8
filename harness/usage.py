"""What decisions took: replies, time, tokens, dollars; one value, from a reply to a whole board."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from prompts.reply import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Usage:
    """What one reply took, or many.

    ``attempts``: replies received. ``ms``: wall milliseconds. ``cost``: dollars, None where a
    price is unknown; unknown stays unknown in every sum.
    """

    attempts: int = 0
    ms: float = 0.0
    tokens: Tokens = Tokens()
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        # Step by step, so a last digit hangs on the order: heads are stored like this since the
        # first build, and ``verify`` adds their moves up again. What has no order takes ``total``.
        return total((self, other))

    def rounded(self) -> Usage:
        """Give it with its time in whole microseconds, as it is kept."""
        return replace(self, ms=round(self.ms, 3))

    def json(self) -> dict[str, Any]:
        """Give it by name; ``read_usage`` reads it back."""
        tokens = self.tokens.json()
        return {"attempts": self.attempts, "ms": self.ms, "tokens": tokens, "cost": self.cost}


class Money(NamedTuple):
    """Dollars of all invocations, as far as prices are known.

    ``paid``: for replies that came; ``aside``: for requests whose reply never did; ``open``: of
    what is paid, for what is in no finished match: matches under way, the drill.
    """

    paid: float
    aside: float
    open: float


def read_usage(json: Mapping[str, Any]) -> Usage:
    """Read what ``Usage.json`` gave."""
    tokens = json["tokens"]
    counts = Tokens(tokens["in"], tokens["cached"], tokens["out"], tokens["reasoning"])
    return Usage(json["attempts"], json["ms"], counts, json["cost"])


def total(several: Iterable[Usage]) -> Usage:
    """Add up, without rounding in between: the order is nothing."""
    every = tuple(several)
    if not every:
        return Usage()
    known = [one.cost for one in every if one.cost is not None]
    return Usage(
        sum(one.attempts for one in every),
        fsum(one.ms for one in every),
        Tokens(*map(sum, zip(*(one.tokens for one in every), strict=True))),
        fsum(known) if len(known) == len(every) else None,
    )


def since(began: float) -> Usage:
    """Give what one reply took that cost nothing: the time since ``time.perf_counter``."""
    return Usage(1, round((time.perf_counter() - began) * 1000, 3))
