"""Text that a model wrote, made safe to keep, to show in a terminal and to send back."""

from __future__ import annotations

import re
from typing import Final

# What breaks a line: here, in a terminal or in another program.
_BREAKS: Final = re.compile("[\t-\r\x1c-\x1e\x85\u2028\u2029]+")

# Controls but tab and newline, lone surrogates, and what is invisible or turns the text round:
# soft hyphen, joiners, fillers and blanks that pass for letters, variation selectors, tags.
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def safe(text: str) -> str:
    """Drop what is invisible, or must not reach a terminal or a file for people."""
    return _UNSAFE.sub("", text)


def clean(text: str, most: int) -> str:
    """Drop what must not be shown, trim, and cut to at most so many characters ("…" at a cut)."""
    return _cut(safe(text[: 4 * most]).strip(), most)


def clean_line(text: str, most: int) -> str:
    """Clean a text for a place on one line: each break and run of blanks in it is one space."""
    return _cut(" ".join(safe(_BREAKS.sub(" ", text[: 4 * most])).split()), most)


def _cut(kept: str, most: int) -> str:
    return kept if len(kept) <= most else kept[: most - 1].rstrip() + "…"
