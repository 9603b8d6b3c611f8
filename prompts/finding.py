"""The JSON objects in a model's text: strictly first, then with a little help that is reported.

The help: code fences, thoughts and prose before an object, trailing commas, raw line breaks in
strings. Prose is never understood, so what stands in the midst of it is no answer: it may be
quoted or denied. As an answer stands an object after all thoughts that

- is the whole text,
- or ends it, on lines of its own,
- or ends the last code fence, on lines of its own: prose may follow that fence.

A 50 000-token ramble costs linear time: failing starts are counted, and beyond a limit nothing is
read at all.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, Final, NamedTuple

from prompts.marks import after_thoughts, is_blank, is_enclosed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_FAILING_STARTS: Final = 64
_MOST_MENDED: Final = 8_000
_DEEPEST: Final = 50
_LONGEST_NUMBER: Final = 30

_SPACE: Final = r"[ \t\r\n]*"
_START: Final = re.compile(rf'\{{(?={_SPACE}")')
_LINE_END: Final = re.compile(r"\r\n?")
# The blanks before it that begin a line, and those after it that end one, if they do.
_FENCE: Final = re.compile(r"(^[ \t]*)?(?:`{3,}|~{3,})(?=([ \t]*$)?)", re.MULTILINE)
_FENCED_AS: Final = re.compile(r"(?:[ \t]*json\w*)?", re.IGNORECASE)
# What comes next is a part of something, or quoted.
_GOES_ON: Final = re.compile(
    r""".*(?:[\[{(\u201c\u201e\u00ab\u2018\u2039]|"\s*:|[}\]]\s*,|<!--|/\*)|(?:.*\n[ \t]*)?["'`]""",
    re.DOTALL,
)
_LONGEST_BEFORE: Final = 40
# Escapes and whole strings are stepped over, so that only commas outside of them are touched.
_TRAILING_COMMA: Final = re.compile(rf'\\.|"(?:[^"\\]|\\.)*+"|(,)(?={_SPACE}[}}\]])', re.DOTALL)


class RepeatedKeyError(ValueError):
    """A key stands twice in one object: more than one meaning."""


class Found(NamedTuple):
    """The JSON values of a text, in order.

    ``standing``: those that stand as an answer does. ``helped``: strict reading would not have
    done. ``blank``: there was nothing, or nothing but thoughts.
    """

    values: tuple[object, ...] = ()
    standing: tuple[object, ...] = ()
    helped: bool = True
    blank: bool = False


class _Object(NamedTuple):
    """A JSON object in a text, from ``start`` to ``end``."""

    start: int
    end: int
    value: object


def find(text: str) -> Found:
    """Give the one JSON value the text is, or else the complete objects in it.

    Nothing is found in what is nested deeper than any answer. Raises RepeatedKeyError.
    """
    try:
        value = _shallow(_STRICT.decode(text))
    except JSONDecodeError:
        return _find_after_thoughts(_LINE_END.sub("\n", after_thoughts(text)))
    except RecursionError:
        return Found()
    return Found((value,), (value,), helped=False)


def _find_after_thoughts(text: str) -> Found:
    if is_blank(text):
        return Found(blank=True)
    try:
        objects = _objects(text)
    except RecursionError:
        return Found()
    standing = _last(text, objects, 0, len(text)) or _last(text, objects, *_last_fence(text))
    if standing and _is_part(text[: standing[0].start]):
        standing = []
    return Found(tuple(one.value for one in objects), tuple(one.value for one in standing))


def _last(text: str, objects: Sequence[_Object], start: int, end: int) -> list[_Object]:
    """Give the objects that end a part of the text, on lines of their own."""
    run: list[_Object] = []
    for one in reversed(objects):
        if one.end <= end:
            if one.start < start or not is_blank(text[one.end : end]):
                break
            run.append(one)
            end = one.start
    return list(_on_their_own(text, run[::-1], start))


def _on_their_own(text: str, run: Sequence[_Object], start: int) -> Iterator[_Object]:
    """Leave out what shares its line with prose before it; between the objects is nothing."""
    own, before = True, start
    for one in run:
        line = text.rfind("\n", before, one.start) + 1
        if line or before == start:
            own = is_blank(text[line or start : one.start])
        if own:
            yield one
        before = one.end


def _last_fence(text: str) -> tuple[int, int]:
    """Give where the inside of the last code fence starts and ends; all 0 if there is none."""
    inside = (0, 0)
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence if fence[1] is not None else None
        elif fence[2] is not None and fence[0].strip()[0] == opened[0].strip()[0]:
            named = _FENCED_AS.match(text, opened.end())
            inside = (named.end() if named else opened.end(), fence.start())
            opened = None
    return inside


def _is_part(before: str) -> bool:
    """Tell whether what follows this text is a part of something, or quoted, and not an answer."""
    last = before.rstrip()[-_LONGEST_BEFORE:]
    return _GOES_ON.fullmatch(last) is not None or is_enclosed(before)


def _objects(text: str) -> list[_Object]:
    found: list[_Object] = []
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
            found.append(_Object(start.start(), end, _shallow(value)))
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
