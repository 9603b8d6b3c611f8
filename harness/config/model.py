"""The tournament file as frozen values: every key, its type, its default.

A value of the wrong kind is refused with what is allowed there. Whether the names in it exist
(games, switches, bots, prompts) is the matter of ``check``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    Tag,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import core_schema

from harness.config import keys
from harness.config.error import ConfigError, shown, unknown
from harness.config.explain import mistakes
from harness.config.explain import wrong as _wrong
from harness.config.owned import owned
from prompts.form import INTENT, NOTES, P_BLUFF, REASONS, Asks
from prompts.page import History, Shown

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler

MAX_TOKENS: Final = 1024
"""Output tokens of a reply where ``params`` names none."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Says what a value may be, in place of pydantic's own words."""

    text: str

    def __get_pydantic_core_schema__(
        self,
        source: Any,  # noqa: ANN401 - whatever type is annotated
        handler: GetCoreSchemaHandler,
    ) -> core_schema.CoreSchema:
        """Wrap the schema of the annotated type."""
        return core_schema.custom_error_schema(
            handler(source), custom_error_type="not_allowed", custom_error_message=self.text
        )


class _Frozen(BaseModel):
    """A mapping with fixed keys; an unknown one is answered with the nearest name."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    hints: ClassVar[dict[str, str]] = {}

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: object) -> object:
        if isinstance(data, dict):
            allowed = [field.alias or name for name, field in cls.model_fields.items()]
            for key in data:
                if key not in allowed:
                    hint = f"; {cls.hints[key]}" if key in cls.hints else ""
                    raise _wrong(unknown("has no key", key, allowed) + hint, (key,), "parent")
        return data


def _seed(value: object) -> object:
    return str(value) if type(value) is int else value


Name = Annotated[
    str,
    Field(pattern=r"^[a-z0-9-]{1,64}$"),
    Allowed("1 to 64 characters of a-z, 0-9 and - (it names the run's folder)"),
]
Seed = Annotated[
    str,
    Field(min_length=1, max_length=200),
    BeforeValidator(_seed),
    Allowed("a whole number or a text of 1 to 200 characters"),
]
PlayerName = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9._-]{1,32}$"),
    Allowed("1 to 32 characters of A-Z, a-z, 0-9, dot, _ and -"),
]
Count = Annotated[int, Field(ge=1, le=1_000_000), Allowed("a whole number from 1 to 1000000")]
Rate = Annotated[int, Field(ge=1, le=10**12), Allowed("a whole number from 1")]
Dollars = Annotated[float, Field(ge=0, le=1e9), Allowed("a number of dollars, 0 or more")]


class Table(_Frozen):
    """One game at one table size: an entry of ``games``. ``rules``: every switch, once checked."""

    game: Annotated[str, Allowed("the id of a game, as `arena games` lists them")]
    seats: Annotated[int, Field(ge=1, le=1000), Allowed("a whole number")]
    deals: Count
    rules: dict[str, Any] = {}

    @property
    def id(self) -> str:
        """The game and the table size in one word, as match ids begin: ``klirr-4``."""
        return f"{self.game}-{self.seats}"


def _bot(value: object) -> str | dict[str, str]:
    allowed = "a bot's name, or one for each game: {klirr: honest, zero-to-hero: high}"
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or not value:
        raise _wrong(f"cannot be {shown(value)}; allowed: {allowed}")
    for game, name in value.items():
        if not isinstance(name, str):
            raise _wrong(f"cannot be {shown(name)}; allowed: a bot's name", (game,))
    return value


def _params(value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
    """Check what goes to the provider; of what was once played with, nothing is refused."""
    if info.context != keys.STORED:
        for path, sentence in owned(value):
            raise _wrong(f"cannot be set here; {sentence}", path)
    tokens = value.get("max_tokens", MAX_TOKENS)
    if type(tokens) is not int or not 1 <= tokens <= 1_000_000:  # noqa: PLR2004 - said below
        raise _wrong(
            f"cannot be {shown(tokens)}; allowed: a whole number from 1 to 1000000", ("max_tokens",)
        )
    return value


def _address(value: object) -> str:
    allowed = "an address such as http://127.0.0.1:8080/v1, without user, password or query"
    try:
        parts = urlsplit(value) if isinstance(value, str) and value.isprintable() else None
        whole = parts is not None and parts.scheme in {"http", "https"} and bool(parts.hostname)
        port_fits = parts is not None and (parts.port or 1) > 0
    except ValueError:
        parts, whole, port_fits = None, False, False
    if parts is not None and ("@" in parts.netloc or parts.query or parts.fragment):
        raise _wrong(f"cannot be this (not shown: it may hold a key); allowed: {allowed}")
    if not isinstance(value, str) or " " in value or not (whole and port_fits):
        raise _wrong(f"cannot be {shown(value)}; allowed: {allowed}")
    return value


class BotEntrant(_Frozen):
    """A player without a model.

    ``bot``: its name, or game → name; a dotted name (``package.module:Object``) is somebody
    else's, and gets ``options``.
    """

    kind: ClassVar[Literal["bot"]] = "bot"
    hints: ClassVar[dict[str, str]] = {"params": "options are for bots, params for models"}

    bot: Annotated[str | dict[str, str], PlainValidator(_bot)]
    options: Annotated[dict[str, Any], AfterValidator(keys.options)] = {}

    def named(self, game: str) -> str:
        """Give the bot's name in a game; its parameter, if any, follows a colon."""
        return self.bot if isinstance(self.bot, str) else self.bot[game]


class Price(_Frozen):
    """Dollars per million tokens.

    ``cached`` None: input read from a cache costs as much as other input. ``written`` None: input
    that a provider says it wrote into its cache costs a quarter more.
    """

    inp: Dollars = Field(alias="in")
    cached: Dollars | None = None
    written: Dollars | None = None
    out: Dollars


class ModelEntrant(_Frozen):
    """A player that is a language model behind an endpoint; ``model`` as litellm names it."""

    kind: ClassVar[Literal["model"]] = "model"
    hints: ClassVar[dict[str, str]] = {
        **dict.fromkeys(
            ("api_key", "api-key", "apikey", "key", "token"),
            "a key is never written here: give the name of an environment variable as api_key_env",
        ),
        **dict.fromkeys(
            ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort", "extra_body"),
            "write it inside params: {…}",
        ),
    }

    model: Annotated[
        str,
        Field(pattern=r"^[!-.0-~]+/[!-~]+$", max_length=200),
        Allowed("provider/name without spaces, such as openai/gpt-5-mini or local/smollm2"),
    ]
    params: Annotated[dict[str, Any], AfterValidator(_params), AfterValidator(keys.params)] = {}
    api_base: Annotated[str, PlainValidator(_address)] | None = None
    api_key_env: Annotated[str, PlainValidator(keys.variable)] | None = None
    reply: Annotated[
        Literal["auto", "schema", "tool", "json", "text"],
        Allowed("auto | schema | tool | json | text"),
    ] = "auto"
    prompt: Annotated[str, Allowed("the name of a prompt variant")] = "default"
    reason: Annotated[Literal["off", "short", "long"], Allowed("off | short | long")] = "short"
    belief: Annotated[Literal["off", "half", "on"], Allowed("off | half | on")] = "off"
    intent: Annotated[Literal["off", "half", "on"], Allowed("off | half | on")] = "off"
    notes: Annotated[Literal["off", "on"], Allowed("off | on")] = "off"
    thoughts: Annotated[Literal["keep", "drop"], Allowed("keep | drop")] = "drop"
    choices: Annotated[Literal["shuffled", "fixed"], Allowed("shuffled | fixed")] = "shuffled"
    history: Annotated[History, Allowed("all | latest | counts")] = "all"
    counts: Annotated[Literal["off", "on"], Allowed("off | on")] = "off"
    retries: Annotated[
        int, Field(ge=0, le=20), Allowed("a whole number from 0 to 20: re-asks after a fault")
    ] = 2
    price: Price | None = None

    @property
    def max_tokens(self) -> int:
        """Output tokens allowed to a reply."""
        tokens: int = self.params.get("max_tokens", MAX_TOKENS)
        return tokens

    @property
    def asks(self) -> Asks:
        """What it is shown, and asked to tell beside its acts, at the most."""
        told = frozenset(name for name, when in self._told() if when != "off")
        shown = Shown(self.history, counts=self.counts == "on")
        return Asks(REASONS[self.reason], told, shuffled=self.choices == "shuffled", shown=shown)

    @property
    def half(self) -> frozenset[str]:
        """The names of the keys that are asked for at random decisions only."""
        return frozenset(name for name, when in self._told() if when == "half")

    def _told(self) -> tuple[tuple[str, str], ...]:
        """Say of each key of a reply that not every player is asked for when this one is."""
        return ((P_BLUFF.name, self.belief), (INTENT.name, self.intent), (NOTES.name, self.notes))

    @property
    def local(self) -> bool:
        """Whether it is the built-in model."""
        return self.model.startswith("local/")


class HumanEntrant(_Frozen):
    """A person at the terminal."""

    kind: ClassVar[Literal["human"]] = "human"

    human: Annotated[Literal["terminal"], Allowed("terminal")]


Entrant = BotEntrant | ModelEntrant | HumanEntrant


def _kind(value: object) -> str | None:
    """Tell the kinds of players apart by the one key that each of them has."""
    if isinstance(value, BotEntrant | ModelEntrant | HumanEntrant):
        return value.kind
    kinds = [key for key in ("bot", "model", "human") if isinstance(value, dict) and key in value]
    return kinds[0] if len(kinds) == 1 else None


class Rating(_Frozen):
    """The fixed point of the scale: ``anchor``, one of the players, is rated ``at``."""

    anchor: Annotated[str, Allowed("the name of a player")]
    at: Annotated[
        float, Field(ge=-100_000, le=100_000), Allowed("a number from -100000 to 100000")
    ] = 1500.0


class Limits(_Frozen):
    """Bounds of a run.

    ``concurrency``: decisions being made at once. ``max_cost``: dollars over all invocations,
    None unbounded. ``timeout``: seconds for one decision's reply.
    ``concurrency_per_model``: requests to one model at once; the rates are per model too.
    """

    concurrency: Annotated[int, Field(ge=1, le=1024), Allowed("a whole number from 1 to 1024")] = 16
    max_cost: Dollars | None = None
    timeout: Annotated[
        float, Field(gt=0, le=86_400), Allowed("seconds, more than 0, at most 86400")
    ] = 120.0
    concurrency_per_model: (
        Annotated[int, Field(ge=1, le=1024), Allowed("a whole number from 1 to 1024")] | None
    ) = None
    calls_per_minute: Rate | None = None
    tokens_per_minute: Rate | None = None


class Config(_Frozen):
    """One tournament, as its file says it."""

    name: Name
    seed: Seed
    games: Annotated[tuple[Table, ...], Field(strict=False, min_length=1, max_length=100)]
    rotate: Annotated[Literal["full", "none"], Allowed("full | none")] = "full"
    lineups: Annotated[
        Literal["all"] | Annotated[int, Field(ge=1, le=1_000_000)],
        Allowed("all, or a whole number from 1: line-ups a deal"),
    ] = "all"
    players: Annotated[
        dict[
            PlayerName,
            Annotated[
                Annotated[BotEntrant, Tag("bot")]
                | Annotated[ModelEntrant, Tag("model")]
                | Annotated[HumanEntrant, Tag("human")],
                Discriminator(_kind),
            ],
        ],
        Field(min_length=1, max_length=1000),
    ]
    rating: Rating | None = None
    limits: Limits = Limits()

    def to_json(self) -> dict[str, Any]:
        """Give it as it is kept with a run; it holds no secret, because a config cannot."""
        return self.model_dump(mode="json", by_alias=True)

    @classmethod
    def from_json(cls, json: object) -> Config:
        """Read what ``to_json`` gave; names are not checked again. Raises ConfigError."""
        try:
            return cls.model_validate(json, context=keys.STORED)
        except ValidationError as error:
            raise ConfigError(f"the stored config is damaged: {mistakes(error)[0]}") from None
