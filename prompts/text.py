"""Text that a model wrote, made safe to keep, to show in a terminal and to send back."""

from __future__ import annotations

import re
from typing import Final

# Controls but tab and newline, lone surrogates, and what is invisible or turns the text round.
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u00ad\u061c\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def safe(text: str) -> str:
    """Drop what must not reach a terminal or a file for people."""
    return _UNSAFE.sub("", text)


def clean(text: str, most: int) -> str:
    """Drop what must not be shown, trim, and cut to at most so many characters ("…" at a cut)."""
    kept = _UNSAFE.sub("", text[: 4 * most]).strip()
    return kept if len(kept) <= most else kept[: most - 1].rstrip() + "…"
