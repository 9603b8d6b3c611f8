"""A YAML 1.2 file as plain values, with the line of every value; nothing in it can surprise.

The parser is ruamel.yaml's; its events are put together here, without recursion, so that depth,
size and aliases are bounded before anything is built. Keys are always text; plain scalars follow
the core schema of YAML 1.2 (only ``true`` and ``false`` are booleans, a date is a text). Tags,
directives, merge keys, duplicate keys and further documents are refused.
"""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
)

from harness.config.error import Key, MistakeError, Path, short, shown
from harness.secret import looks_secret

if TYPE_CHECKING:
    from ruamel.yaml.events import Event

BYTES: Final = 1 << 20
DEPTH: Final = 24
VALUES: Final = 50_000
"""Bounds of a file: its size, the depth of its nesting, its values with aliases written out."""

_DIGITS: Final = 60
_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_UTF16_OR_32: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


class Place(NamedTuple):
    """Where a value stands: its line, counted from 1, and the places of the values in it."""

    line: int
    inside: dict[Key, Place]


@dataclass(frozen=True, slots=True)
class Document:
    """A file's content: text, numbers, booleans, None, lists and dictionaries with text keys."""

    data: Any
    place: Place

    def line(self, path: Path) -> int:
        """Give the line of the value at a path, or of the closest one around it."""
        place = self.place
        for key in path:
            if key not in place.inside:
                break
            place = place.inside[key]
        return place.line


class _Value(NamedTuple):
    data: Any
    place: Place
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A collection whose end is still to come."""

    line: int
    anchor: str | None
    data: dict[str, Any] | list[Any]
    inside: dict[Key, Place] = field(default_factory=dict)
    size: int = 1
    height: int = 1
    key: tuple[str, int] | None = None

    @property
    def wants_key(self) -> bool:
        return isinstance(self.data, dict) and self.key is None

    def add(self, value: _Value) -> None:
        self.size += value.size
        self.height = max(self.height, value.height + 1)
        if isinstance(self.data, list):
            self.inside[len(self.data)] = value.place
            self.data.append(value.data)
        elif self.key is not None:
            name, line = self.key
            self.inside[name] = value.place._replace(line=line)
            self.data[name] = value.data
            self.key = None


def parse(raw: bytes) -> Document:
    """Read a file's bytes. Raises MistakeError."""
    tree = _Tree()
    try:
        for event in YAML(typ="safe", pure=True).parse(_text(raw)):
            tree.take(event)
    except MistakeError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise MistakeError(_problem(error), line=mark.line + 1 if mark else None) from None
    except Exception as error:  # noqa: BLE001 - on broken input the parser leaks all kinds of them
        raise MistakeError(f"not readable as YAML: {short(ascii(str(error)))}") from None
    if tree.top is None:
        raise MistakeError("the file is empty; a tournament needs name, seed, games and players")
    return Document(tree.top.data, tree.top.place)


def _text(raw: bytes) -> str:
    if len(raw) > BYTES:
        raise MistakeError(f"the file is too large; allowed: at most {BYTES} bytes")
    if raw.startswith(_UTF16_OR_32):
        raise MistakeError("the file is UTF-16 or UTF-32; save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MistakeError("not UTF-8 text; save the file as UTF-8", line=line) from None
    wrong = _UNPRINTABLE.search(text)
    if wrong:
        line = text.count("\n", 0, wrong.start()) + 1
        raise MistakeError(
            f"the character {wrong[0]!a} does not belong in a text file; "
            "is this a UTF-8 YAML file?",
            line=line,
        )
    return text


def _problem(error: MarkedYAMLError) -> str:
    problem = str(error.problem or error.context or "broken")
    if "'\\t'" in problem or "\\t" in problem:
        return "a tab where YAML wants spaces; indent with spaces"
    begun = error.context_mark
    if error.context and begun and error.problem:
        problem = f"{problem} ({error.context}, from line {begun.line + 1})"
    if looks_secret(problem):
        problem = "broken"
    return f"not valid YAML: {short(problem if problem.isprintable() else ascii(problem), 200)}"


def scalar(text: str) -> str | int | float | bool | None:
    """Give the value of a plain scalar by the core schema of YAML 1.2. Raises ValueError."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        if len(text) > _DIGITS:
            raise ValueError(f"a number of {len(text)} digits; quote it if it is a text")
        return int(text, 0) if text[:2] in {"0o", "0x"} else int(text)
    if _FLOAT.fullmatch(text) or _NOT_FINITE.fullmatch(text):
        number = float(text.replace(".", "", 1) if _NOT_FINITE.fullmatch(text) else text)
        if not math.isfinite(number):
            raise ValueError(f"{shown(text)} is not a finite number")
        return number
    return text


class _Tree:
    """Puts the parser's events together; ``top`` is the document once its end was read."""

    def __init__(self) -> None:
        self.top: _Value | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, _Value] = {}

    def take(self, event: Event) -> None:
        line = event.start_mark.line + 1
        match event:
            case DocumentStartEvent():
                self._begin(event, line)
            case AliasEvent():
                self._add(self._alias(event, line), line)
            case ScalarEvent():
                self._scalar(event, line)
            case CollectionStartEvent():
                self._start(event, line)
            case CollectionEndEvent():
                self._end()

    def _begin(self, event: DocumentStartEvent, line: int) -> None:
        if event.version or event.tags:
            raise MistakeError("directives (%YAML, %TAG) are not used here; remove them", line=line)
        if self.top is not None:
            raise MistakeError("a second document begins; allowed: one a file", line=line)

    def _alias(self, event: AliasEvent, line: int) -> _Value:
        if event.anchor not in self._anchors:
            raise MistakeError(
                f"no value before it has the anchor {shown(event.anchor)}", line=line
            )
        return self._anchors[event.anchor]

    def _scalar(self, event: ScalarEvent, line: int) -> None:
        _no_tag(event, line)
        text: str = event.value
        if _UNPRINTABLE.search(text):
            raise MistakeError(f"{shown(text)} holds a character that is no text", line=line)
        if looks_secret(text):
            raise MistakeError(
                "a text looks like an API key; a key is never written here: set it as an "
                "environment variable and give that variable's name as api_key_env",
                line=line,
            )
        if self._open and self._open[-1].wants_key:
            self._key(text, line)
            return
        try:
            data = scalar(text) if event.implicit[0] else text
        except ValueError as error:
            raise MistakeError(str(error), line=line) from None
        self._add(self._keep(event.anchor, _Value(data, Place(line, {}))), line)

    def _key(self, text: str, line: int) -> None:
        if text in self._open[-1].data:
            first = self._open[-1].inside[text].line
            raise MistakeError(
                f"the key {shown(text)} stands twice, first in line {first}", line=line
            )
        if text == "<<":
            raise MistakeError(
                "merge keys (<<) are not supported; write the entries out", line=line
            )
        self._open[-1].key = (text, line)

    def _start(self, event: CollectionStartEvent, line: int) -> None:
        _no_tag(event, line)
        if self._open and self._open[-1].wants_key:
            raise MistakeError("a key is a list or a mapping; allowed: a word", line=line)
        if len(self._open) >= DEPTH:
            raise MistakeError(f"nested too deeply; allowed: {DEPTH} levels", line=line)
        data: Any = {} if isinstance(event, MappingStartEvent) else []
        self._open.append(_Open(line, event.anchor, data))

    def _end(self) -> None:
        done = self._open.pop()
        place = Place(done.line, done.inside)
        value = _Value(done.data, place, done.size, done.height)
        self._add(self._keep(done.anchor, value), done.line)

    def _keep(self, anchor: str | None, value: _Value) -> _Value:
        if anchor is not None:
            self._anchors[anchor] = value
        return value

    def _add(self, value: _Value, line: int) -> None:
        if not self._open:
            self.top = value
            return
        parent = self._open[-1]
        if parent.wants_key:
            raise MistakeError("a key is an alias; allowed: a word", line=line)
        if len(self._open) + value.height > DEPTH:
            raise MistakeError(f"nested too deeply; allowed: {DEPTH} levels", line=line)
        parent.add(value)
        if parent.size > VALUES:
            raise MistakeError(
                f"more than {VALUES} values with the aliases written out; allowed: fewer",
                line=line,
            )


def _no_tag(event: ScalarEvent | CollectionStartEvent, line: int) -> None:
    if event.tag is not None:
        raise MistakeError(f"tags ({shown(event.tag)}) are not used here; remove it", line=line)
