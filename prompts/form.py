"""The form of a reply: which keys, and which acts are among the choices of this turn.

Every choice is one word of an enum, whole acts with seat and sum, so that no illegal combination
can be written; constrained decoding ignores ``multipleOf``, so sums are spelt out too. A model that
thinks while it writes should think before it acts, so what it thinks comes first.

Nothing in a form suggests an answer: small models play whatever act they are shown, and give what
is said of a reason as the reason. So it shows names and ``BLANK`` in the place of every value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, create_model

from engine.game import A
from prompts.page import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BLANK: Final = "…"
"""What stands in the form in the place of a value."""

REASONS: Final = {"off": 0, "short": 300, "long": 2_000}
"""Characters of a reason: asked for, allowed by decoders that honour a length, and kept."""

NOTES_KEPT: Final = 500
"""Characters of the notes that a player leaves itself."""

_EMPTY: Final[Mapping[str, Any]] = {}


class Key(NamedTuple):
    """A key of a reply. Its name is that of the field of ``Reading`` that keeps it.

    ``about``: what it is, for the system part; ``{most}`` in it is the most characters of a text.
    ``schema``: of its value, ``bounds``: what is added for decoders that honour it; ``read``: the
    type of its value when it is read, strictly.
    """

    name: str
    about: str
    read: Any
    schema: Mapping[str, Any]
    bounds: Mapping[str, Any] = _EMPTY


REASON: Final = Key(
    "reason",
    "why, in at most {most} characters; nobody at the table will see it",
    str,
    {"type": "string"},
)
P_BLUFF: Final = Key(
    "p_bluff",
    "only where it is asked for: how probable it is, from 0 to 1, that the request is a bluff",
    Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)],
    {"type": "number"},
    {"minimum": 0, "maximum": 1},
)
ACT: Final = Key("act", "one of your choices, copied letter by letter", str, {"type": "string"})

INTENT: Final = Key(
    "intent",
    'only where it is asked for: "true" if you ask for the true value of the card, else "bluff"',
    Literal["true", "bluff"],
    {"type": "string", "enum": ["true", "bluff"]},
)
NOTES: Final = Key(
    "notes",
    "what you want to know at your next decision, in at most {most} characters; only you see it, "
    "and it takes the place of your earlier notes",
    str,
    {"type": "string"},
)

KEYS: Final = (REASON, P_BLUFF, INTENT, ACT, NOTES)
"""Every key there is, in the order of a reply."""


class Asks(NamedTuple):
    """What a player is asked to tell beside its acts, and how its choices are put.

    ``reason``: its most characters, 0 for none. ``told``: the names of the other keys that may be
    asked for in a match. ``skipped``: those of them that are not asked for at this decision.
    ``shuffled``: choices are listed in an order drawn for each decision, else in that of the rules.
    ``shown``: how much it is shown of what is open to all.
    """

    reason: int = REASONS["short"]
    told: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    shuffled: bool = True
    shown: Shown = Shown()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that may be asked for in a match."""
        always = {ACT.name, *([REASON.name] if self.reason else [])}
        return tuple(key for key in KEYS if key.name in always | self.told)

    def most(self, key: Key) -> int | None:
        """Give the most characters of a text; None: it is none, or one of a few words."""
        return {REASON.name: self.reason, NOTES.name: NOTES_KEPT}.get(key.name)

    def about(self) -> list[tuple[str, str]]:
        """Say of each key that may be asked for what it is."""
        return [(key.name, key.about.format(most=self.most(key))) for key in self.keys]


USUAL: Final = Asks()
"""What a player is asked where its file says nothing of it."""


@dataclass(frozen=True, slots=True)
class Form(Generic[A]):
    """What a reply to one turn must look like.

    ``acts``: the choices by their text in the prompt, in the order listed. ``is_act``: whether a
    text is an act of the game at all, legal now or not. ``keys``: those asked for, in order.
    ``asks``: how long texts may be. ``drawn``: the whole order of the acts is as good as drawn.
    """

    acts: Mapping[str, A]
    is_act: Callable[[str], bool]
    keys: tuple[Key, ...] = (REASON, ACT)
    asks: Asks = USUAL
    drawn: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the keys, in order."""
        return tuple(key.name for key in self.keys)

    @property
    def model(self) -> type[BaseModel]:
        """The strict model that reads a reply; the choices are checked after it."""
        return _model(self.names)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema, within what every provider's strict mode takes.

        A closed object, every key required, no union, and neither lengths nor bounds: hosted strict
        modes refuse those. No description either: it came back as a value.
        """
        properties = {key.name: dict(key.schema) for key in self.keys}
        properties[ACT.name]["enum"] = list(self.acts)
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    @property
    def bounds(self) -> dict[str, Mapping[str, Any]]:
        """What the schema leaves out: by key, the longest length of a text, a number's range.

        For local decoders (llama.cpp, vLLM), where an unbounded string can run to the last token.
        """
        most = {key.name: self.asks.most(key) for key in self.keys}
        lengths = {name: {"maxLength": length} for name, length in most.items() if length}
        return {key.name: {**key.bounds, **lengths.get(key.name, {})} for key in self.keys}


def bounded(schema: Mapping[str, Any], bounds: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Add the bounds of a form to its schema."""
    properties = {
        key: {**value, **bounds.get(key, {})} for key, value in schema["properties"].items()
    }
    return {**schema, "properties": properties}


@cache
def _model(names: tuple[str, ...]) -> type[BaseModel]:
    fields: dict[str, Any] = {key.name: (key.read, ...) for key in KEYS if key.name in names}
    config = ConfigDict(extra="forbid", strict=True, frozen=True)
    return create_model("Answer", __config__=config, **fields)
