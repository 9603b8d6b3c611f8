"""The seal of a text on disk: a checksum of it and of its place."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

_LENGTH: Final = 8


def sealed(value: Any, *place: object) -> str:  # noqa: ANN401 - any JSON
    """Give a JSON value as a sealed text; ``place``: the key of its row."""
    text = json.dumps(value, separators=(",", ":"))
    return _seal(text, *place) + text


def holds(text: str, *place: object) -> bool:
    """Say whether a text is what was written at its place."""
    return text[:_LENGTH] == _seal(text[_LENGTH:], *place)


def sure(text: str, *place: object) -> Any:  # noqa: ANN401 - any JSON
    """Read a text. Raises ValueError where it is not what was written at its place."""
    if not holds(text, *place):
        raise ValueError(f"{place[0]} is not what was written; see: arena verify")
    return opened(text)


def opened(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Read a sealed text, whether its seal holds or not."""
    return json.loads(text[_LENGTH:])


def _seal(text: str, *place: object) -> str:
    return f"{zlib.crc32(f'{place}{text}'.encode(errors='replace')):0{_LENGTH}x}"
