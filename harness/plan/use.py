"""What one player will use at one table: decisions, calls, tokens, dollars, seconds.

Measured where an earlier run tells; else from the pilot, the prompts themselves, and assumptions
that are all here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from harness.config import BotEntrant, ModelEntrant, is_dotted
from harness.models.hiring import price_for
from harness.plan.earlier import answerer
from harness.plan.span import NOTHING, Span, around, total
from harness.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.config import Entrant, Table
    from harness.models.price import Price
    from harness.plan.earlier import Earlier, Used
    from harness.plan.length import Size
    from harness.plan.pilot import Pilot

MEASURED: Final = 0.2
"""How far what comes may lie from what was measured, as a share."""

STYLE: Final = Span(0.75, 1.3)
"""A player is asked so many times as often as the bot that stands in for it."""

CHARACTERS: Final = Span(3.0, 4.5)
"""Characters of a prompt to a token; about four."""

ASKED_AGAIN: Final = 0.5
"""The most re-asks a decision that are expected where nothing was measured."""

SHORT_REPLY: Final = 12
"""Output tokens of the shortest reply."""

SECONDS: Final = Span(1.0, 10.0)
"""Seconds a call to a model takes where nothing was measured."""

BUILT_IN_SECONDS: Final = Span(1.0, 4.0)
BOT_SECONDS: Final = Span(0.00005, 0.0005)
"""Seconds a decision of a bot takes, its journal included."""

STRANGE_BOT_SECONDS: Final = Span(0.001, 0.1)
MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Use:
    """What is used. ``cached``: the part of the tokens in that may be read from a cache.

    ``cost``: dollars, None where a price is unknown. ``seconds``: of waiting, one after the other.
    """

    decisions: Span = NOTHING
    calls: Span = NOTHING
    inp: Span = NOTHING
    cached: Span = NOTHING
    out: Span = NOTHING
    cost: Span | None = NOTHING
    seconds: Span = NOTHING

    def __add__(self, other: Use) -> Use:
        unknown = self.cost is None or other.cost is None
        return Use(
            self.decisions + other.decisions,
            self.calls + other.calls,
            self.inp + other.inp,
            self.cached + other.cached,
            self.out + other.out,
            None if unknown else total([self.cost or NOTHING, other.cost or NOTHING]),
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class PerDecision:
    """What one decision of a player takes, and how many a match asks of it.

    ``decisions``: a match; ``calls``: a decision; ``inp``, ``out``: tokens a call; ``cached``: a
    share of the input; ``seconds``: a decision. ``measured``: the figures are from earlier runs.
    """

    decisions: Span
    calls: Span = NOTHING
    inp: Span = NOTHING
    cached: Span = NOTHING
    out: Span = NOTHING
    price: Price | None = None
    seconds: Span = BOT_SECONDS
    measured: bool = False

    def times(self, matches: float) -> Use:
        """Give what so many matches take."""
        decisions = self.decisions * matches
        calls = decisions * self.calls
        inp, out = calls * self.inp, calls * self.out
        return Use(
            decisions,
            calls,
            inp,
            inp * self.cached,
            out,
            self._cost(inp, out) if calls.high else NOTHING,
            decisions * self.seconds,
        )

    def _cost(self, inp: Span, out: Span) -> Span | None:
        """Give the dollars: at least with much cached, at most with little."""
        if self.price is None:
            return None
        new = Span(1 - self.cached.high, 1 - self.cached.low)
        kept = Span(self.cached.high, self.cached.low)
        read = inp * (new * self.price.inp + kept * self.price.cached)
        return (read + out * self.price.out) * (1 / MILLION)


def per_decision(
    name: str, entrant: Entrant, table: Table, pilot: Pilot, earlier: Earlier
) -> PerDecision:
    """Say what one player takes at one table."""
    used = earlier.used_by(answerer(entrant, table), table.seats)
    known = used if used and used.play.asked else None
    built_in = isinstance(entrant, BotEntrant) and not is_dotted(entrant.named(table.game))
    decisions = _asked(pilot.asked.get(name, pilot.asked[""]), table.deals) * (
        1.0 if built_in else STYLE
    )
    if known and (answerer(entrant, table), table.seats) in earlier.used and not built_in:
        decisions = around(known.play.asked / known.matches, MEASURED)
    if isinstance(entrant, ModelEntrant):
        size = pilot.sizes[entrant.prompt, entrant.asks]
        return of_model(entrant, size, known, decisions)
    if built_in:
        return PerDecision(decisions)
    if isinstance(entrant, BotEntrant):
        seconds = _seconds(known) if known else STRANGE_BOT_SECONDS
        return PerDecision(decisions, seconds=seconds)
    return PerDecision(decisions, seconds=NOTHING)


def _asked(by_deal: Sequence[float], deals: int) -> Span:
    """Give the decisions a match will ask on average, two standard errors to both sides."""
    if not by_deal:
        return NOTHING
    mean = fmean(by_deal)
    spread = stdev(by_deal) if len(by_deal) > 1 else mean
    error = 2 * spread * sqrt(1 / len(by_deal) + 1 / deals)
    return Span(max(0.0, mean - error), mean + error)


def of_model(entrant: ModelEntrant, size: Size, known: Used | None, decisions: Span) -> PerDecision:
    """Say what a decision of a model takes; ``size``: of its prompts."""
    price = price_for(entrant)
    usage = known.play.usage if known else Usage()
    if known and known.play.asked and usage.attempts and usage.tokens.inp:
        inp, cached, out, _ = usage.tokens
        calls = around(usage.attempts / known.play.asked, MEASURED)
        return PerDecision(
            decisions,
            calls.at_least(Span(1.0, 1.0)),
            around(inp / usage.attempts, MEASURED),
            _share(around(cached / inp, MEASURED)),
            around(out / usage.attempts, MEASURED),
            price,
            _seconds(known),
            measured=True,
        )
    calls = Span(1.0, 1.0 + min(ASKED_AGAIN, entrant.retries))
    seconds = BUILT_IN_SECONDS if entrant.local else SECONDS
    return PerDecision(
        decisions,
        calls,
        in_tokens(size),
        Span(0.0, size.repeated),
        Span(min(SHORT_REPLY, entrant.max_tokens), entrant.max_tokens),
        price,
        calls * seconds,
    )


def _seconds(known: Used) -> Span:
    """Give the seconds a decision was measured to take."""
    return around(known.play.usage.ms / known.play.asked / 1000, MEASURED)


def in_tokens(size: Size) -> Span:
    """Estimate the tokens of a request: its messages, and perhaps the form of the reply."""
    low = size.characters / CHARACTERS.high
    return Span(low, (size.characters + size.form) / CHARACTERS.low)


def _share(span: Span) -> Span:
    return Span(span.low, min(1.0, span.high))
