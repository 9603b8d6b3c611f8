"""Keys in the environment: the one place that says which variables may hold one."""

from __future__ import annotations

import os
import re
from typing import Final

_NAME: Final = re.compile("KEY|TOKEN|SECRET|PASS|CRED", re.IGNORECASE)
_ADDRESS: Final = re.compile("://[^/@]*:[^/@]*@")
"""An address with a password in it."""


def environment(*named: str) -> dict[str, str]:
    """Give the environment without its keys, for a process that needs none.

    ``named``: variables that are known to hold one, whatever they are called.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name not in named and not _NAME.search(name) and not _ADDRESS.search(value)
    }


def keys() -> set[str]:
    """Give what the environment holds under names like those of keys."""
    return {value for name, value in os.environ.items() if _NAME.search(name)}
