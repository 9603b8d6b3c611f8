"""What pydantic found wrong, as one sentence a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic_core import PydanticCustomError

from harness.config.error import MistakeError, Path, dotted, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError

_SHAPES: Final = {
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "dict_type": "a mapping (key: value)",
    "tuple_type": "a list",
    "string_type": "a text",
    "union_tag_not_found": "either {bot: name} or {model: provider/name}, one of them",
}


def wrong(sentence: str, at: Path = (), about: str = "self") -> PydanticCustomError:
    """Give the error of a validator of ours; ``at``: where in the value it is."""
    return PydanticCustomError("sentence", "{text}", {"text": sentence, "at": at, "about": about})


def mistakes(error: ValidationError) -> list[MistakeError]:
    """Give every mistake with its path, as pydantic found them."""
    return [_mistake(found) for found in error.errors(include_url=False)]


def _mistake(found: Mapping[str, Any]) -> MistakeError:
    context = found.get("ctx", {})
    path = _path(found["loc"]) + tuple(context.get("at", ()))
    return MistakeError(f"{_subject(found, path)} {_said(found, context)}", path)


def _path(loc: tuple[int | str, ...]) -> Path:
    """Give the keys alone: without the name of the kind of player pydantic chose."""
    if loc[-1:] == ("[key]",):
        return loc[:-1]
    return loc[:2] + loc[3:] if loc[:1] == ("players",) else loc


def _subject(found: Mapping[str, Any], path: Path) -> str:
    """Name what the sentence is about; an unknown key is the matter of the mapping it is in."""
    if found["loc"][-1:] == ("[key]",):
        return f"a name in {dotted(path[:-1])}"
    return dotted(path[:-1] if found.get("ctx", {}).get("about") == "parent" else path)


def _said(found: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    kind, value = found["type"], found["input"]
    match kind:
        case "missing":
            return "is missing and has no default"
        case "not_allowed":
            return f"cannot be {shown(value)}; allowed: {found['msg']}"
        case "sentence":
            return str(found["msg"])
        case "too_short" | "too_long":
            least, most = context.get("min_length"), context.get("max_length")
            bound = f"at least {least}" if kind == "too_short" else f"at most {most}"
            return f"has {context['actual_length']} entries; allowed: {bound}"
        case _:
            return f"cannot be {shown(value)}; allowed: {_SHAPES.get(kind, found['msg'])}"
