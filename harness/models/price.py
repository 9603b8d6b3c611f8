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
import re
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

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

_USUAL: Final = {"auto", "global", "default", "standard", "standard_only", "on_demand"}
_CHEAPER: Final = {"flex", "batch", "batches"}
_TIERS: Final = ("flex", "batches", "priority", "balanced", "ultrafast", "decisions")
"""Service tiers by the ends of the map's keys."""

_ASKED: Final = {"servicetier", "speed", "inferencegeo"}
"""Params that ask for a tier, a speed or a place with a price of its own."""

_STEP: Final = re.compile(r"input_cost_per_token(_above_(\d+)k_tokens)$")
_SEARCHES: Final = re.compile(r"^perplexity/|search")
"""Models that search the web once for each request, unasked, and bill it."""

_SEARCHES_ON: Final = re.compile(r"deep-research")
"""Those that search as often as they like: what a request costs is not known."""


class Price(NamedTuple):
    """Dollars per million tokens: input, input read from the provider's cache, output.

    ``written``: input written into the cache, None where nothing says what it costs. ``tiers``:
    what the same model costs on service tiers that an answer may name. ``steps``: what all tokens
    of a request cost whose input is longer than so many. ``call``: dollars of a request beside its
    tokens.
    """

    inp: float
    cached: float
    out: float
    written: float | None = None
    tiers: tuple[tuple[str, Price], ...] = ()
    steps: tuple[tuple[int, Price], ...] = ()
    call: float = 0.0

    @property
    def dearest(self) -> float:
        """The most that a token of input can cost."""
        return max(self.inp, self.cached, self.written or 0.0)

    @property
    def writing(self) -> float:
        """What a token of input costs that is written into the cache."""
        return _WRITING * self.inp if self.written is None else self.written

    def served(self, tiers: Iterable[object]) -> Price:
        """Give the price of an answer that says on which tiers it was made: never below this."""
        known = dict(self.tiers)
        dearer = (known[tier] for tier in tiers if isinstance(tier, str) and tier in known)
        return reduce(Price._or, dearer, self)

    def at(self, inp: int) -> Price:
        """Give the price of a request with so much input: never below that of a shorter one."""
        return reduce(Price._or, (step for above, step in self.steps if inp > above), self)

    def times(self, factor: float) -> Price:
        """Give what tokens cost with a surcharge."""
        return self._replace(
            inp=self.inp * factor,
            cached=self.cached * factor,
            out=self.out * factor,
            written=self.written and self.written * factor,
            steps=tuple((above, step.times(factor)) for above, step in self.steps),
        )

    def _or(self, other: Price) -> Price:
        """Give the dearer of two in each part."""
        steps = self.steps + other.steps
        return Price(
            max(self.inp, other.inp),
            max(self.cached, other.cached),
            max(self.out, other.out),
            None if self.written is other.written is None else max(self.writing, other.writing),
            steps=steps,
            call=max(self.call, other.call),
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
    if _SEARCHES_ON.search(model):
        return None
    long = any(name == "ttl" and value != "5m" for name, value in said)
    usual = _on_tier(entry, "", long=long)
    asked = [str(value).lower() for name, value in said if name in _ASKED]
    for tier in set(asked) - _USUAL:
        usual = _asked(entry, tier, usual, long=long)
    ends = {"default": "", "standard": "", **{tier: f"_{tier}" for tier in _TIERS}}
    tiers = ((tier, _on_tier(entry, end, long=long)) for tier, end in ends.items())
    places = ((place, _placed(entry, place, usual)) for place in _places(entry))
    region = _region(entry, said)
    known = tuple((tier, price.times(region)) for tier, price in (*tiers, *places) if price)
    return usual and usual.times(region)._replace(tiers=known, call=_a_request(model, entry))


def _asked(entry: Mapping[str, Any], tier: str, usual: Price | None, *, long: bool) -> Price | None:
    """Give the price on a tier, or in a place, that the params ask for."""
    there = _on_tier(entry, "_batches" if tier == "batch" else f"_{tier}", long=long)
    return there or (usual if tier in _CHEAPER else _placed(entry, tier, usual))


def _placed(entry: Mapping[str, Any], place: str, usual: Price | None) -> Price | None:
    """Give the price with the surcharge that the map holds for a place or a speed."""
    factor = (entry.get("provider_specific_entry") or {}).get(place)
    return usual.times(factor) if usual and isinstance(factor, int | float) else None


def _places(entry: Mapping[str, Any]) -> list[str]:
    """Give the places and speeds with a surcharge that an answer may name."""
    return list(entry.get("provider_specific_entry") or {})


def _region(entry: Mapping[str, Any], said: Collection[tuple[str, object]]) -> float:
    """Give the surcharge of an endpoint in one region: there unless the params say it is not."""
    if ("vertexlocation", "global") in said:
        return 1.0
    factor = entry.get("regional_endpoint_uplift_multiplier")
    return max(1.0, factor) if isinstance(factor, int | float) else 1.0


def _a_request(model: str, entry: Mapping[str, Any]) -> float:
    """Give the dollars of a request beside its tokens, the dearest that the map holds."""
    fees = [entry.get(key) for key in ("input_cost_per_request", "input_cost_per_query")]
    if _SEARCHES.search(model):
        fees += (entry.get("search_context_cost_per_query") or {}).values()
    return max([fee for fee in fees if isinstance(fee, int | float)], default=0.0)


def _on_tier(entry: Mapping[str, Any], end: str, *, long: bool) -> Price | None:
    """Read a price of the map, by the end of its keys, with its steps."""
    ladder = [] if end else _ladder(entry)
    usual = _tokens(entry, end, long=long) or (
        _tokens(ladder[0][1], "", long=long) if ladder else None
    )
    if usual is None:
        return None
    ends = {found[1]: int(found[2]) * 1000 for key in entry if (found := _STEP.match(key))}
    above = [
        (at, _tokens(entry, f"{step}{end}", long=long) or _tokens(entry, step, long=long))
        for step, at in ends.items()
    ]
    above += [(at, _tokens(each, "", long=long)) for at, each in ladder]
    return usual._replace(steps=tuple((at, price) for at, price in above if price))


def _ladder(entry: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    """Give the prices by length of the input that the map lists for some models."""
    tiers = entry.get("tiered_pricing") or []
    return [(int(each["range"][0]), each) for each in tiers if each.get("range")]


def _tokens(entry: Mapping[str, Any], end: str, *, long: bool) -> Price | None:
    """Read the price of tokens; thoughts may cost more than other output."""
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
    price = price.at(used.fresh + used.cached + used.written + used.unstated)
    inp = used.fresh * price.inp + used.cached * price.cached + used.written * price.writing
    return (inp + used.unstated * price.dearest + used.out * price.out) / _MILLION + price.call


def worst_case(request: Request, price: Price | None) -> float | None:
    """Give the most dollars a request can cost: reserved before it is sent."""
    if price is None:
        return None
    most = most_of(request)
    price = price.at(most.inp)
    return (most.inp * price.dearest + most.out * price.out) / _MILLION + price.call


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
