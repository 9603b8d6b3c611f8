"""The JSON objects in a model's text: strictly first, then with a little help that is reported.

The help: code fences and prose around an object, thinking tags before it, trailing commas, raw
line breaks in strings. A 50 000-token ramble costs linear time: failing starts are counted, and
beyond a limit nothing is read at all.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Final, NamedTuple

_MOST_FAILING_STARTS: Final = 64
_MOST_MENDED: Final = 8_000
_DEEPEST: Final = 50
_LONGEST_NUMBER: Final = 30

_SPACE: Final = r"[ \t\r\n]*"
_START: Final = re.compile(rf'\{{(?={_SPACE}")')
_THINKING: Final = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
# Escapes and whole strings are stepped over, so that only commas outside of them are touched.
_TRAILING_COMMA: Final = re.compile(rf'\\.|"(?:[^"\\]|\\.)*+"|(,)(?={_SPACE}[}}\]])', re.DOTALL)


class RepeatedKeyError(ValueError):
    """A key stands twice in one object: more than one meaning."""


class Found(NamedTuple):
    """The JSON values of a text, in order; ``helped`` if strict reading would not have done."""

    values: tuple[object, ...]
    helped: bool


def find(text: str) -> Found:
    """Give the one JSON value the text is, or else the complete objects in it.

    Nothing is found in what is nested deeper than any answer. Raises RepeatedKeyError.
    """
    try:
        return Found((_shallow(_STRICT.decode(text)),), helped=False)
    except JSONDecodeError:
        pass
    except RecursionError:
        return Found((), helped=True)
    try:
        return Found(tuple(_objects(without_thinking(text))), helped=True)
    except RecursionError:
        return Found((), helped=True)


def without_thinking(text: str) -> str:
    """Drop all up to the last closing thinking tag, and all from an opening one after it.

    The opening tag is often part of a model's own template and missing in its text.
    """
    start = 0
    for tag in _THINKING.finditer(text):
        if tag[1]:
            start = tag.end()
    left = text[start:]
    unclosed = _THINKING.search(left)
    return left[: unclosed.start()] if unclosed else left


def _objects(text: str) -> list[object]:
    found: list[object] = []
    end = failures = 0
    for start in _START.finditer(text):
        if start.start() < end:
            continue
        try:
            value, end = _object_at(text, start.start())
        except JSONDecodeError:
            failures += 1
            if failures == _MOST_FAILING_STARTS:
                return []
        else:
            found.append(_shallow(value))
    return found


def _object_at(text: str, start: int) -> tuple[object, int]:
    try:
        return _LENIENT.raw_decode(text, start)
    except JSONDecodeError:
        tail = text[start : start + _MOST_MENDED]
        mended = _TRAILING_COMMA.sub(lambda found: " " if found[1] else found[0], tail)
        value, length = _LENIENT.raw_decode(mended)
        return value, start + length


def _shallow(value: object) -> object:
    """Refuse deep nesting at a depth of our own: the interpreter's depends on who called us."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
        ]
        if not level:
            return value
    raise RecursionError("nested too deep")


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        raise RepeatedKeyError
    return whole


def _integer(digits: str) -> float:
    """Read a whole number; one beyond all use is infinite (Python refuses to read very long)."""
    if len(digits) <= _LONGEST_NUMBER:
        return int(digits)
    return float("-inf" if digits.startswith("-") else "inf")


_STRICT: Final = JSONDecoder(object_pairs_hook=_pairs, parse_int=_integer)
_LENIENT: Final = JSONDecoder(object_pairs_hook=_pairs, parse_int=_integer, strict=False)
