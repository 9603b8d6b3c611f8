"""One language model behind an endpoint: one request through litellm, one answer.

litellm is loaded at the first request only: it takes seconds and 200 MB. Its own retries are off,
so that one call is one HTTP request, counted and paid once; trying again is the lane's matter.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import time
import warnings
import zlib
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from harness import secret
from harness.models import key, stated
from harness.models.failures import Kind, ProviderError
from harness.models.inside import cut, failed_inside
from harness.models.judging import judge
from harness.models.manner import USUAL, Manner
from harness.models.price import Price, cost, most_of, worst_case
from harness.models.stated import Stated
from harness.models.thoughts import packed, thoughts_in, unpacked
from harness.player import Served
from harness.usage import Usage, read_usage, since
from prompts.form import bounded
from prompts.reply import Reply, Rung

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from types import ModuleType

    from prompts.reply import Request

_CALLS: Final = 16
"""Tool calls of one reply that are kept; one is asked for."""

_LONGEST: Final = 200_000
"""Characters of a text that are kept, and read: no reply is that long."""

_TOOL: Final = "reply"
"""The name of the tool, and of the schema, that carries a reply."""

_CONNECT: Final = 10.0
"""Seconds to connect in; longer is a provider's failure, never the player's timeout.

It is at most half of the time limit: on a busy machine timers are looked at late, and the
connection's has to be looked at before that of the whole.
"""

_GRACE: Final = 0.05
"""The share of the time limit by which the whole may outlast the wait for a single byte."""

_OWN_SERVERS: Final = {"ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm"}
"""Providers of litellm that are somebody's own server, with an address said or without."""

_MARKED: Final = {"anthropic", "bedrock", "vertex_ai"}
"""Providers of Claude as litellm names them."""

_THOUGHTS: Final = ("reasoning_effort", "thinking")
"""What asks for thoughts among the params."""

_CONNECTIONS: Final = "2048"
"""Connections that litellm may hold: more than requests can be in flight (its own limit is 500)."""

_LOOPBACK: Final = "localhost,127.0.0.1,::1"
_STATED: Final = ("model", "system_fingerprint", "service_tier")
"""Where a completion states who answered."""

_LONGEST_NAME: Final = 100
"""Characters of it that are kept."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply and what it took.

    ``usage``: its cost is the worst case of the request in each part (input, output) that the
    provider does not state, and where the reply never came whole. ``rung``: the form it was asked
    for in. ``served``: who answered. ``thoughts``: what is returned of its thinking, no part of
    the reply.
    """

    reply: Reply
    usage: Usage
    rung: Rung
    served: Served = Served()
    thoughts: str | None = None

    def json(self) -> dict[str, Any]:
        """Give the completion as it is stored; ``read_completion`` reads it back."""
        about: dict[str, Any] = {"rung": self.rung, "served": self.served._asdict()}
        if self.thoughts:
            about["thoughts"] = packed(self.thoughts)
        return {"reply": asdict(self.reply), "usage": self.usage.json(), **about}


def read_completion(json: Mapping[str, Any]) -> Completion:
    """Read a completion as ``Completion.json`` writes it."""
    reply = Reply(**json["reply"] | {"arguments": tuple(json["reply"]["arguments"])})
    served = Served(**json.get("served", {}))
    thoughts = unpacked(json["thoughts"]) if json.get("thoughts") else None
    return Completion(reply, read_usage(json["usage"]), Rung(json["rung"]), served, thoughts)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """How one model is reached, and with which options.

    ``model``: as litellm names it. ``params``: passed on as they are. ``key_env``: the environment
    variable that holds the key; None: the one litellm looks up, or none at all behind the
    ``api_base`` of an OpenAI-compatible server. ``timeout``: seconds for a whole reply.
    ``address``: where ``api_base`` is known only once asked for. ``bounds``: its decoder honours
    lengths and ranges. ``most_tokens``: a cap on every request's.
    """

    model: str
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    key_env: str | None = None
    price: Price | None = None
    timeout: float = 120.0
    address: Callable[[], Awaitable[str]] | None = None
    bounds: bool = False
    most_tokens: int | None = None
    seeded: bool = False

    async def complete(self, request: Request, rung: Rung, manner: Manner = USUAL) -> Completion:
        """Send one request. Raises ProviderError; what is the player's fault is in the reply."""
        arguments = self._arguments(request, rung, manner, await self._base())
        module = _litellm()
        started = time.perf_counter()
        usage, served, thoughts = Stated(), Served(), None
        try:
            async with asyncio.timeout(self.timeout * (1 + _GRACE)):
                response = await module.acompletion(**arguments)
            usage, served = stated.read(getattr(response, "usage", None)), _served(response)
            thoughts = _thoughts(response)
            judged = failed_inside(response, usage.tokens, arguments["api_key"]) or cut(
                _reply(response, usage), usage.tokens, manner.allowed(request, self.most_tokens)
            )
        except TimeoutError:
            judged = Reply(timeout=True)
        except Exception as error:  # noqa: BLE001 - litellm raises of every kind
            judged = judge(error, arguments["api_key"])
            if arguments["api_key"] == key.NONE:
                judged = key.told_unsent(judged)
        reply = _player_s(judged)
        paid = self._cost(request, reply, usage, served.service_tier)
        took = replace(since(started), tokens=usage.tokens, cost=paid)
        return Completion(reply, took, rung, served, thoughts)

    @property
    def host(self) -> str:
        """Name who answers: the server's host and port, or the provider."""
        return urlsplit(self.api_base or "").netloc or self.model.partition("/")[0]

    @property
    def own_server(self) -> bool:
        """Whether it may be a server of one's own, with few slots and a queue."""
        provider = self.model.partition("/")[0]
        return provider in _OWN_SERVERS or key.foreign(self.model, self.api_base)

    async def ready(self) -> None:
        """Load and start what takes its time once. Raises ProviderError."""
        _litellm()
        await self._base()

    def worst_case(self, request: Request) -> float | None:
        """Give the most dollars the request can cost; None where the price is unknown."""
        return worst_case(request, self.price)

    def thinking_budget(self, max_tokens: int) -> int | None:
        """Give the tokens of thought that litellm asks Claude for; None: none, or as it likes.

        They are a part of ``max_tokens``, and a request in which they are not fewer is refused.
        """
        asked = {key: self.params[key] for key in _THOUGHTS if key in self.params}
        if not asked or not _marks(self.model):
            return None
        provider, _, name = self.model.partition("/")
        sent = _litellm().get_optional_params(
            model=name, custom_llm_provider=provider, max_tokens=max_tokens, **asked
        )
        budget = (sent.get("thinking") or {}).get("budget_tokens")
        return budget if isinstance(budget, int) else None

    def missing_key(self) -> str | None:
        """Name the environment variable that should hold a key and does not."""
        secret.trim_environment()
        if name := key.unset(key.named(self.key_env, self.params)):
            return name
        return None if self.key_env or self._keyless() else _missing(self.model, _present())

    def unsendable_key(self) -> str | None:
        """Name the environment variable that holds what no header can carry."""
        return key.unsendable(self.model, key.named(self.key_env, self.params))

    def _keyless(self) -> bool:
        """Whether no key of the environment may go there unasked."""
        return self.address is not None or key.foreign(self.model, self.api_base)

    async def _base(self) -> str | None:
        return await self.address() if self.address else self.api_base

    def _key(self) -> str | None:
        if name := self.missing_key():
            raise ProviderError(Kind.KEY, f"the environment variable {name} is not set")
        if self.key_env:
            return key.held(self.key_env)
        return key.NONE if self._keyless() else None

    def _arguments(
        self, request: Request, rung: Rung, manner: Manner, base: str | None
    ) -> dict[str, Any]:
        return {
            **_marks(self.model),
            **key.with_keys(self.params),
            "model": self.model,
            **manner.arguments(request, self.most_tokens),
            "api_base": base,
            "api_key": self._key(),
            "timeout": _timeout(self.timeout),
            "num_retries": 0,
            "max_retries": 0,
            **_form(self._schema(request), rung),
            **(_seed(request) if self.seeded else {}),
        }

    def _schema(self, request: Request) -> dict[str, Any]:
        return bounded(request.schema, request.bounds) if self.bounds else request.schema

    def _cost(self, request: Request, reply: Reply, usage: Stated, tier: object) -> float | None:
        came = reply.content or reply.arguments or reply.refusal or reply.thought
        used = stated.used(usage, most_of(request), silent=not came)
        return cost(used, self.price and self.price.served(tier))


@cache
def _missing(model: str, _present: frozenset[str]) -> str | None:
    """Name the variable that litellm would read the key of a model from and that is not set."""
    missing = _litellm().validate_environment(model)["missing_keys"]
    return next((name for name in missing if name.endswith("_API_KEY")), None)


def _present() -> frozenset[str]:
    return frozenset(os.environ)


def _player_s(judged: ProviderError | Reply) -> Reply:
    if isinstance(judged, ProviderError):
        raise judged from None
    return judged


def _form(schema: dict[str, Any], rung: Rung) -> dict[str, Any]:
    """Say how the form of the reply is asked for on a rung."""
    match rung:
        case Rung.SCHEMA:
            named = {"name": _TOOL, "schema": schema, "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case Rung.TOOL:
            function = {"name": _TOOL, "description": "Give your reply.", "parameters": schema}
            tool = {"type": "function", "function": {**function, "strict": True}}
            choice = {"type": "function", "function": {"name": _TOOL}}
            return {"tools": [tool], "tool_choice": choice}
        case Rung.JSON:
            return {"response_format": {"type": "json_object"}}
        case Rung.TEXT:
            return {}


def _marks(model: str) -> dict[str, Any]:
    """Mark the system part for the cache of a provider that keeps only what is marked: Claude's."""
    provider, _, name = model.partition("/")
    if provider not in _MARKED or "claude" not in name:
        return {}
    return {"cache_control_injection_points": [{"location": "message", "role": "system"}]}


def _seed(request: Request) -> dict[str, Any]:
    """Ask for the same text whenever the same request is made.

    What was asked before leaves the start of the prompt in the cache, which is worth three times
    the speed and can change a text in rare cases.
    """
    said = json.dumps([request.messages, request.schema, request.max_tokens])
    return {"seed": zlib.crc32(said.encode()), "cache_prompt": True}


def _timeout(seconds: float) -> Any:  # noqa: ANN401 - httpx is loaded late
    import httpx  # noqa: PLC0415 - loaded with litellm, and only where a model plays

    return httpx.Timeout(seconds, connect=min(_CONNECT, seconds / 2))


def _reply(response: Any, usage: Stated) -> Reply:  # noqa: ANN401 - litellm is loaded late
    """Read a completion. No choices, no content and no usage are an empty reply's matter."""
    if not response.choices:
        return Reply()
    choice = response.choices[0]
    message = choice.message
    calls = message.tool_calls or []
    return Reply(
        content=_words(message.content),
        arguments=tuple(_words(call.function.arguments) or "" for call in calls[:_CALLS]),
        refusal=_words(getattr(message, "refusal", None)),
        finish=_words(choice.finish_reason),
        thought=bool(getattr(message, "reasoning_content", None) or usage.thoughts),
    )


def _thoughts(response: Any) -> str | None:  # noqa: ANN401 - litellm is loaded late
    return _words(thoughts_in(response.choices[0].message)) if response.choices else None


def _served(response: Any) -> Served:  # noqa: ANN401 - litellm is loaded late
    """Read who answered: bounded, since it is kept with every decision."""
    stated = (_words(getattr(response, name, None)) for name in _STATED)
    return Served(*(one and one[:_LONGEST_NAME] for one in stated))


def _words(said: object) -> str | None:
    """Give a text, whatever was sent, without a key in it: what a reply says is written down."""
    text = said if isinstance(said, str | None) else repr(said)
    if not text:
        return text
    kept = secret.without_keys(text)
    return kept if len(kept) <= _LONGEST else f"{kept[:_LONGEST]}\n[cut: {len(text)} came]"


async def close() -> None:
    """Close the connections of every endpoint; at the end of a run, on its event loop."""
    if _litellm.cache_info().currsize:
        await _litellm().close_litellm_async_clients()


@cache
def _litellm() -> ModuleType:
    """Load litellm: offline, reading no ``.env``, writing nothing, its objects out of the gc's way.

    Every object it makes at import lives to the end: collecting among them costs a third of the
    time of the import, and a little at every later collection.
    """
    os.environ["LITELLM_OFFLINE_MODE"] = "true"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    os.environ["LITELLM_DISABLE_REDACT_SECRETS"] = "true"  # minutes on a large body; we do our own
    for name in ("AIOHTTP_CONNECTOR_LIMIT", "AIOHTTP_CONNECTOR_LIMIT_PER_HOST"):
        os.environ.setdefault(name, _CONNECTIONS)
    _spare_loopback_the_proxy()
    gc.disable()
    try:
        import litellm  # noqa: PLC0415 - 2 seconds and 200 MB, only where a model plays
    finally:
        gc.freeze()
        gc.enable()
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    litellm.suppress_debug_info = True
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")  # an odd reply's
    return litellm


def _spare_loopback_the_proxy() -> None:
    """Keep requests to this machine off a proxy that the environment names."""
    name = "no_proxy" if "no_proxy" in os.environ else "NO_PROXY"
    os.environ[name] = ",".join(filter(None, [os.environ.get(name), _LOOPBACK]))
