"""Keys: what one looks like, which variables and options may hold one, how a text loses them."""

from __future__ import annotations

import os
import re
from typing import Final

_VARIABLE: Final = re.compile("KEY|TOKEN|SECRET|PASS|CRED", re.IGNORECASE)
_OPTION: Final = re.compile(
    r"apikey|accesskey|secret|passw|credential|authorization|bearer|token$|^key$"
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


def environment(*named: str) -> dict[str, str]:
    """Give the environment without its keys, for a process that needs none.

    ``named``: variables that are known to hold one, whatever they are called.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name not in named and not _VARIABLE.search(name) and not _ADDRESS.search(value)
    }


def holds_secret(option: str) -> bool:
    """Whether an option of this name would hold a key; ``max_tokens`` would not."""
    return _OPTION.search(re.sub(r"[^a-z]", "", option.lower())) is not None


def looks_secret(text: str) -> bool:
    """Whether a whole API key stands in a text, by the prefixes the providers use."""
    return _WHOLE.search(text) is not None


def scrubbed(text: str, secret: str | None = None) -> str:
    """Strike out ``secret``, what the environment holds as keys, and what looks like one."""
    held = {value for name, value in os.environ.items() if _VARIABLE.search(name)}
    for value in {secret or "", *held}:
        if len(value) >= _SHORTEST:
            text = text.replace(value, "[key]")
    return _HINT.sub("[key]", text)
