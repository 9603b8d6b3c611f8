"""How long a tournament takes on the clock, at the limits given."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from harness.config import BotEntrant, ModelEntrant
from harness.plan.span import NOTHING, Span, total

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.config import Config
    from harness.plan.use import Use

_MINUTE: Final = 60.0


def wall_time(config: Config, uses: Mapping[tuple[str, str], Use], left: Mapping[str, int]) -> Span:
    """Give the seconds from start to end.

    ``uses``: by player and table, of what is left; ``left``: matches by table. Decisions of one
    match wait for each other, so it is at least the time of one match; at least all waiting over
    the decisions made at once; at least what each model may be asked in a minute. Bots think one
    after the other, and everybody else waits meanwhile.
    """
    matches = sum(left.values())
    if not matches:
        return NOTHING
    at_once = min(config.limits.concurrency, matches)
    thinking = total([use.seconds for (name, _), use in uses.items() if _bot(config, name)])
    waiting = total([use.seconds for (name, _), use in uses.items() if not _bot(config, name)])
    longest = _longest_match(uses, left)
    shared = waiting * (1 / at_once)
    slowest = longest
    for lane in _lanes(config, uses):
        slowest = slowest.at_least(lane)
    return Span(
        max(thinking.low, shared.low, slowest.low),
        thinking.high + max(shared.high, slowest.high) + longest.high,
    )


def _bot(config: Config, name: str) -> bool:
    return isinstance(config.players[name], BotEntrant)


def _longest_match(uses: Mapping[tuple[str, str], Use], left: Mapping[str, int]) -> Span:
    longest = NOTHING
    for table, matches in left.items():
        if matches:
            spent = total([use.seconds for (_, one), use in uses.items() if one == table])
            longest = longest.at_least(spent * (1 / matches))
    return longest


def _lanes(config: Config, uses: Mapping[tuple[str, str], Use]) -> list[Span]:
    """Give the time each model needs by itself; entrants of one model share its limits."""
    limits = config.limits
    lanes: defaultdict[tuple[object, ...], list[Span]] = defaultdict(list)
    for (name, _), use in uses.items():
        entrant = config.players[name]
        if not isinstance(entrant, ModelEntrant):
            continue
        lane = lanes[entrant.model, entrant.api_base, entrant.api_key_env]
        at_once = 1 if entrant.local else limits.concurrency_per_model
        needed = use.seconds * (1 / at_once) if at_once else NOTHING
        if limits.calls_per_minute:
            needed = needed.at_least(use.calls * (_MINUTE / limits.calls_per_minute))
        if limits.tokens_per_minute:
            tokens = use.inp + use.calls * entrant.max_tokens
            needed = needed.at_least(tokens * (_MINUTE / limits.tokens_per_minute))
        lane.append(needed)
    return [total(several) for several in lanes.values()]
