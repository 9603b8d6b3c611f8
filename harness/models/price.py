"""What a model's tokens cost. Unknown stays unknown (None), never 0.

A price is taken from the tournament file, else from the map bundled with litellm, which is read
as a file: no request is made for it and litellm is not loaded. The built-in model costs nothing.
The map knows the makers' own addresses only: behind an ``api_base`` a model's price is unknown
unless the file states it.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from prompts.reply import Request, Tokens

_MILLION: Final = 1_000_000
_MAP: Final = "model_prices_and_context_window_backup.json"
_AROUND_A_MESSAGE: Final = 16
"""Tokens of a chat template around one message, amply."""


class Price(NamedTuple):
    """Dollars per million tokens: input, input read from the provider's cache, output."""

    inp: float
    cached: float
    out: float


FREE: Final = Price(0.0, 0.0, 0.0)


def price_of(model: str, api_base: str | None = None) -> Price | None:
    """Give the price of a model as litellm names it; None where it is unknown."""
    if model.startswith("local/"):
        return FREE
    if api_base is not None:
        return None
    entry = _entry(model)
    inp, out = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    if inp is None or out is None:
        return None
    cached = entry.get("cache_read_input_token_cost")
    return Price(*(_MILLION * each for each in (inp, inp if cached is None else cached, out)))


def cost(tokens: Tokens, price: Price | None) -> float | None:
    """Give the dollars of tokens; ``cached`` is a part of the input and has its own price."""
    if price is None:
        return None
    fresh = max(0, tokens.inp - tokens.cached)
    spent = fresh * price.inp + tokens.cached * price.cached + tokens.out * price.out
    return spent / _MILLION


def worst_case(request: Request, price: Price | None) -> float | None:
    """Give the most dollars a request can cost: reserved before it is sent."""
    if price is None:
        return None
    dearest = max(price.inp, price.cached)
    return (most_tokens_in(request) * dearest + request.max_tokens * price.out) / _MILLION


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
