"""Keys in the environment: the one place that says which variables may hold one."""

from __future__ import annotations

import os
import re
from typing import Final

_NAME: Final = re.compile("KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)


def environment() -> dict[str, str]:
    """Give the environment without its keys, for a process that needs none."""
    return {name: value for name, value in os.environ.items() if not _NAME.search(name)}


def keys() -> set[str]:
    """Give what the environment holds under names like those of keys."""
    return {value for name, value in os.environ.items() if _NAME.search(name)}
