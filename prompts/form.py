"""The form of a reply: which keys, and which acts are among the choices of this turn.

Every choice is one word of an enum, whole acts with seat and sum, so that no illegal combination
can be written; constrained decoding ignores ``multipleOf``, so sums are spelt out too. The reason
comes first and the belief second: a model that thinks while it writes should think before it acts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic

from pydantic import BaseModel, ConfigDict, Field

from engine.game import A

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REASON_KEPT: Final = 500
"""Characters of a reason that are kept; a longer one is cut, never a fault."""


class Plain(BaseModel):
    """A reply: why, and the act."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    reason: str
    act: str


class Believing(BaseModel):
    """A reply that also states how probable it is that the request is a bluff, 0 to 1."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    reason: str
    p_bluff: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    act: str


_REASON: Final = {"type": "string", "description": "why, in one or two short sentences"}
_P_BLUFF: Final = {"type": "number", "description": "probability of a bluff, from 0 to 1"}


@dataclass(frozen=True, slots=True)
class Form(Generic[A]):
    """What a reply to one turn must look like.

    ``acts``: the choices by their text in the prompt, in order. ``belief``: a ``p_bluff`` is asked
    for. ``is_act``: whether a text is an act of the game at all, legal now or not.
    """

    acts: Mapping[str, A]
    belief: bool
    is_act: Callable[[str], bool]

    @property
    def model(self) -> type[Plain | Believing]:
        """The strict model that reads a reply; the choices are checked after it."""
        return Believing if self.belief else Plain

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema, within what every provider's strict mode takes.

        A closed object, every key required, no union, and neither lengths nor bounds: hosted strict
        modes refuse those. ``bounded`` adds them for decoders that honour them.
        """
        act = {"type": "string", "enum": list(self.acts), "description": "one of your choices"}
        properties = {"reason": dict(_REASON), "act": act}
        if self.belief:
            properties = {"reason": dict(_REASON), "p_bluff": dict(_P_BLUFF), "act": act}
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }


def bounded(schema: Mapping[str, Any], reason: int = REASON_KEPT) -> dict[str, Any]:
    """Add the bounds to a reply's schema: a reason's longest length, a probability's range.

    For local decoders (llama.cpp, vLLM), where an unbounded string can run to the last token.
    """
    bounds = {"reason": {"maxLength": reason}, "p_bluff": {"minimum": 0, "maximum": 1}}
    properties = {
        key: {**value, **bounds.get(key, {})} for key, value in schema["properties"].items()
    }
    return {**schema, "properties": properties}
