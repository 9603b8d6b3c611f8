"""What a model's tokens cost. Unknown stays unknown (None), never 0.

A price is taken from the tournament file, else from the map bundled with litellm, which is read
as a file: no request is made for it and litellm is not loaded. The built-in model costs nothing.
The map knows the makers' own addresses only: behind an ``api_base`` a model's price is unknown
unless the file states it.

A service tier has a price of its own there. One that is cheaper at best (flex, batch) costs as
usual where the map does not know it; what another costs is unknown then.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from harness.models.stated import Used
    from prompts.reply import Request

_MILLION: Final = 1_000_000
_MAP: Final = "model_prices_and_context_window_backup.json"
_AROUND_A_MESSAGE: Final = 16
"""Tokens of a chat template around one message, amply."""


_WRITING: Final = 1.25
"""What input costs that a provider writes into its cache, where nothing says: times the input."""

_WRITING_LONG: Final = 2.0
"""The same for a cache that is kept an hour or more."""

_USUAL: Final = {"auto", "default", "standard", "standard_only", "on_demand"}
_CHEAPER: Final = {"flex", "batch", "batches"}
_TIERS: Final = ("flex", "batches", "priority", "balanced", "ultrafast", "decisions")
"""Service tiers by the ends of the map's keys."""


class Price(NamedTuple):
    """Dollars per million tokens: input, input read from the provider's cache, output.

    ``written``: input written into the cache, None where nothing says what it costs. ``tiers``:
    what the same model costs on service tiers that an answer may name.
    """

    inp: float
    cached: float
    out: float
    written: float | None = None
    tiers: tuple[tuple[str, Price], ...] = ()

    @property
    def dearest(self) -> float:
        """The most that a token of input can cost."""
        return max(self.inp, self.cached, self.written or 0.0)

    def served(self, tier: object) -> Price:
        """Give the price of an answer that says on which tier it was made: never below this one."""
        other = dict(self.tiers).get(tier) if isinstance(tier, str) else None
        if other is None:
            return self
        written = max(self.written or 0.0, other.written or 0.0) or None
        return Price(
            max(self.inp, other.inp),
            max(self.cached, other.cached),
            max(self.out, other.out),
            written,
        )


class Most(NamedTuple):
    """The most tokens that a request can take: input, output."""

    inp: int
    out: int


FREE: Final = Price(0.0, 0.0, 0.0)


def price_of(
    model: str, api_base: str | None = None, params: Mapping[str, Any] | None = None
) -> Price | None:
    """Give the price of a model as litellm names it, asked with params; None: unknown."""
    if model.startswith("local/"):
        return FREE
    if api_base is not None:
        return None
    entry, said = _entry(model), list(_said(params or {}))
    long = any(name == "ttl" and value != "5m" for name, value in said)
    usual = _on_tier(entry, "", long=long)
    asked = [str(value).lower() for name, value in said if name in {"servicetier", "speed"}]
    for tier in set(asked) - _USUAL:
        usual = _asked(entry, tier, usual, long=long)
    ends = {"default": "", "standard": "", **{tier: f"_{tier}" for tier in _TIERS}}
    tiers = ((tier, _on_tier(entry, end, long=long)) for tier, end in ends.items())
    known = tuple((tier, price) for tier, price in tiers if price)
    return usual and usual._replace(tiers=known)


def _asked(entry: Mapping[str, Any], tier: str, usual: Price | None, *, long: bool) -> Price | None:
    """Give the price on a tier that the params ask for."""
    there = _on_tier(entry, "_batches" if tier == "batch" else f"_{tier}", long=long)
    if there or tier in _CHEAPER:
        return there or usual
    factor = entry.get("provider_specific_entry", {}).get(tier)
    if usual is None or not isinstance(factor, int | float):
        return None
    inp, cached, out, written, _ = usual
    return Price(inp * factor, cached * factor, out * factor, written and written * factor)


def _on_tier(entry: Mapping[str, Any], end: str, *, long: bool) -> Price | None:
    """Read a price of the map, by the end of its keys; thoughts may cost more than other output."""
    inp, out = entry.get(f"input_cost_per_token{end}"), entry.get(f"output_cost_per_token{end}")
    if inp is None or out is None:
        return None
    thought = entry.get("output_cost_per_reasoning_token") or 0.0
    cached = entry.get(f"cache_read_input_token_cost{end}", inp)
    written = entry.get(f"cache_creation_input_token_cost{end}")
    if written is not None:
        written = _MILLION * (max(written, _WRITING_LONG * inp) if long else written)
    return Price(_MILLION * inp, _MILLION * cached, _MILLION * max(out, thought), written)


def _said(params: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield what params say at any depth; names without case and lines: ``servicetier``."""
    todo: list[object] = [params]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield from ((str(name).lower().replace("_", ""), inner) for name, inner in part.items())
            todo += part.values()
        elif isinstance(part, list):
            todo += part


def cost(used: Used, price: Price | None) -> float | None:
    """Give the dollars of tokens; each kind of input has its own price."""
    if price is None:
        return None
    writing = _WRITING * price.inp if price.written is None else price.written
    inp = used.fresh * price.inp + used.cached * price.cached + used.written * writing
    return (inp + used.unstated * price.dearest + used.out * price.out) / _MILLION


def worst_case(request: Request, price: Price | None) -> float | None:
    """Give the most dollars a request can cost: reserved before it is sent."""
    if price is None:
        return None
    most = most_of(request)
    return (most.inp * price.dearest + most.out * price.out) / _MILLION


def most_of(request: Request) -> Most:
    """Give the most tokens that a request can take."""
    return Most(most_tokens_in(request), request.max_tokens)


def most_tokens_in(request: Request) -> int:
    """Bound the input tokens: a token is at least one byte of the messages or of the schema."""
    said = sum(len(message["content"].encode()) + _AROUND_A_MESSAGE for message in request.messages)
    return said + len(json.dumps(request.schema).encode())


def _entry(model: str) -> dict[str, Any]:
    """Find a model in the map: by its whole name, or by the rest where the provider is the same."""
    known = _bundled()
    if model in known:
        return known[model]
    provider, _, rest = model.partition("/")
    entry = known.get(rest, {})
    return entry if entry.get("litellm_provider") == provider else {}


@cache
def _bundled() -> dict[str, dict[str, Any]]:
    spec = importlib.util.find_spec("litellm")
    if spec is None or spec.origin is None:
        return {}
    try:
        known = json.loads((Path(spec.origin).parent / _MAP).read_bytes())
    except (OSError, ValueError):
        return {}
    return {name: entry for name, entry in known.items() if isinstance(entry, dict)}
