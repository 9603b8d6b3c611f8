"""Keys: what one looks like, which variables and options may hold one, how a text loses them."""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise
from typing import Final
from urllib.parse import quote

_VARIABLE: Final = re.compile(
    r"KEY|TOKEN|SECRET|PASS|CRED|JWT|COOKIE|HEADERS|AUTH(?!OR)|_PAT$", re.IGNORECASE
)
_OPTION: Final = re.compile(
    r"apikey|accesskey|subscriptionkey|authkey|secret|passw|credential|authorization|bearer|cookie"
    r"|token$|^key$"
)
_HEADER: Final = re.compile(
    r"auth(?!or(?!i))|key|token|secret|passw|credential|cookie|session|signature|bearer|jwt"
)
_ADDRESS: Final = re.compile("://[^/@]*:[^/@]*@")
"""An address with a password in it."""

_PREFIX: Final = r"\b(?:sk-|[spr]k_|gsk_|xai-|hf_|r8_|nvapi-|pplx-|ghp_|github_pat_|AIza|AKIA)"
"""What the providers' keys begin with."""
_WHOLE: Final = re.compile(_PREFIX + r"(?=[\w-]*\d)[\w-]{12,}|\b[Bb]earer\s+\S{8}|-----BEGIN ")
_HINT: Final = re.compile(_PREFIX + r"[\w\-*.]{3,}|\b[Bb]earer\s+\S+|(?<=://)[^/\s@]+@")
"""A key, or as much of one as a provider quotes: ``sk-12***ef``."""

_SHORTEST: Final = 6
"""Characters; a shorter value may be any word."""

_WORD: Final = re.compile(r"[A-Za-z0-9+/_=.~-]{20,}")
_MIXED: Final = 0.25
"""Of the characters of a drawn text, how many are of another kind than the one before."""

_named: Final[set[str]] = set()


def remember(variable: str) -> None:
    """Count a variable as one that holds a key from now on, whatever it is called."""
    _named.add(variable)


def _holds_key(variable: str) -> bool:
    return variable in _named or _VARIABLE.search(variable) is not None


def environment(*named: str) -> dict[str, str]:
    """Give the environment without its keys, for a process that needs none.

    ``named``: variables that are known to hold one, whatever they are called.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name not in named and not _holds_key(name) and not _ADDRESS.search(value)
    }


def trim_environment() -> None:
    """Strip blanks and line ends around the keys of the environment.

    One of blanks alone is no key and goes: what others look up there, they find as we do.
    """
    for name, value in list(os.environ.items()):
        if not _holds_key(name) or value == value.strip():
            continue
        if value.strip():
            os.environ[name] = value.strip()
        else:
            del os.environ[name]


def holds_secret(option: str) -> bool:
    """Whether an option of this name would hold a key; ``max_tokens`` would not."""
    return _OPTION.search(_letters(option)) is not None


def header_holds_secret(header: str, value: str) -> bool:
    """Whether a header would hold a key, by its name or by its value."""
    return (
        _HEADER.search(_letters(header)) is not None
        or looks_secret(value)
        or any(map(_drawn, _WORD.findall(value)))
        or any(held in value for held in _held())
    )


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _drawn(word: str) -> bool:
    """Whether a word was drawn by a machine: capitals, small letters and digits take turns."""
    kinds = ["A" if c.isupper() else "a" if c.islower() else "0" for c in word if c.isalnum()]
    turns = sum(pair not in {("A", "a"), (pair[0], pair[0])} for pair in pairwise(kinds))
    return turns >= _MIXED * len(word)


def looks_secret(text: str) -> bool:
    """Whether a whole API key stands in a text, by the prefixes the providers use."""
    return _WHOLE.search(text) is not None


def without_keys(text: str, secret: str | None = None) -> str:
    """Strike out ``secret`` and what the environment holds as keys, however they are written."""
    for value in _held(secret):
        text = text.replace(value, "[key]")
    return text


def scrubbed(text: str, secret: str | None = None) -> str:
    """Strike out the keys that are known, and what looks like one."""
    return _HINT.sub("[key]", without_keys(text, secret))


def _held(secret: str | None = None) -> list[str]:
    """Give the keys that are known in every way they may be repeated, the longest first."""
    values = [secret or "", *(value for name, value in os.environ.items() if _holds_key(name))]
    bare = {value.strip() for value in values}
    ways = bare | {json.dumps(value)[1:-1] for value in bare} | {_quoted(value) for value in bare}
    return sorted((way for way in ways if len(way) >= _SHORTEST), key=len, reverse=True)


def _quoted(value: str) -> str:
    return quote(value, safe="", errors="replace")
