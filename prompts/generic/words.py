"""A value of a view in plain words, whatever it is made of."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any


def fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 - a view of any game
    """Give the fields of a NamedTuple or a dataclass by name; of anything else none."""
    if hasattr(value, "_asdict"):
        return dict(value._asdict())
    if dataclasses.is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
    return {}


def words(value: object) -> str:
    """Write a value; what is made of parts and has no text of its own is written part by part."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    parts = _parts(value)
    if parts is None:
        return "none" if value is None else str(value)
    return ", ".join(parts) or "none"


def _parts(value: object) -> list[str] | None:
    """Write the parts of a value; None if it is not to be taken apart."""
    if isinstance(value, Mapping):
        return [f"{_part(name)}: {_part(one)}" for name, one in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(map(_part, value))
    if type(value).__str__ is not object.__str__:
        return None
    if named := fields(value):
        return [f"{name.replace('_', ' ')}: {_part(one)}" for name, one in named.items()]
    return list(map(_part, value)) if isinstance(value, tuple | list) else None


def _part(value: object) -> str:
    """Write a part; brackets hold together what has parts itself."""
    return words(value) if _parts(value) is None else f"({words(value)})"
