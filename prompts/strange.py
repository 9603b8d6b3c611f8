"""Names the characters a reader cannot tell from others: what is invisible or only looks alike."""

from __future__ import annotations

import unicodedata
from typing import Final

from prompts.text import clean_line, safe

_MOST_NAMED: Final = 3
_LONGEST_WORD: Final = 20
_NAMELESS: Final = {
    "Cc": "a control character",
    "Cs": "a lone surrogate",
    "Co": "a character of private use",
}


def strangers(text: str, known: str) -> str:
    """Say which characters in a text are strange, a clause: "it holds U+00A0 NO-BREAK SPACE …".

    Strange is what is neither printable ASCII nor in the text of what is known. "" if nothing is.
    """
    places = {
        letter: at
        for at, letter in reversed(list(enumerate(text)))
        if letter not in known and not (letter.isascii() and letter.isprintable())
    }
    first = sorted(places, key=places.__getitem__)[:_MOST_NAMED]
    named = [f"{_name(letter)} {_place(text[: places[letter]])}" for letter in first]
    named += ["others"] if len(places) > _MOST_NAMED else []
    return f"it holds {_joined(named)}" if named else ""


def _name(letter: str) -> str:
    nameless = _NAMELESS.get(unicodedata.category(letter), "a character without a name")
    return f"U+{ord(letter):04X} {unicodedata.name(letter, f'({nameless})')}"


def _place(before: str) -> str:
    words = safe(before).split()
    return (
        f'after "{clean_line(words[-1][-_LONGEST_WORD:], _LONGEST_WORD)}"'
        if words
        else "at its start"
    )


def _joined(named: list[str]) -> str:
    *before, last = named
    return f"{', '.join(before)} and {last}" if before else last
