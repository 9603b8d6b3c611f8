"""The one failure of a tournament file, and how a stranger's text is shown in a message."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Final

from harness.errors import USAGE, ArenaError
from harness.secret import looks_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Key = str | int
Path = tuple[Key, ...]
"""Where in the file: keys of mappings and places in lists, from the top."""

SHOWN: Final = 60
"""How much of a value a message shows, in characters."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_.-]{1,60}")


class ConfigError(ArenaError):
    """A tournament file that cannot be used.

    The message is one sentence: the file, the line, the key, the wrong value, what is allowed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, USAGE)


class MistakeError(Exception):
    """One mistake at one place: the sentence still lacks its file and line.

    ``path`` is where it is; ``line`` is given where there is no path yet (a mistake of YAML).
    """

    def __init__(self, sentence: str, path: Path = (), *, line: int | None = None) -> None:
        super().__init__(sentence)
        self.path = path
        self.line = line


def shown(value: object) -> str:
    """Show a value in a message: escaped, short, and never a key."""
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case dict():
            return "a mapping" if value else "an empty mapping"
        case list() | tuple():
            return "a list" if value else "an empty list"
        case str() if looks_secret(value):
            return "a text that looks like a key (not shown)"
        case _:
            return short(ascii(value) if isinstance(value, str) else repr(value))


def short(text: str, limit: int = SHOWN) -> str:
    """Cut the middle out of a long text."""
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[-half:]}"


def dotted(path: Sequence[Key]) -> str:
    """Write a path as a person would: ``games[0].rules.bluff_cap``."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        elif _PLAIN.fullmatch(key) and not looks_secret(key):
            text += f".{key}" if text else key
        else:
            text += f"[{shown(key)}]"
    return text or "the file"


def unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    """Say that there is no such name, which one was probably meant, and which there are."""
    names = list(allowed)
    near = difflib.get_close_matches(name[:SHOWN], names, n=1, cutoff=0.5)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"{what} {shown(name)}{meant}; allowed: {', '.join(names) or 'none'}"
