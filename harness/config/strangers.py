"""Somebody else's bots: whose code a dotted name may run, told without importing any of it.

A bot is code with the rights of whoever plays. A tournament file may name a package in the current
folder or an installed one, nothing else; the child process holds the object itself to that.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_OURS: Final = {"engine", "harness", "prompts"}

ALLOWED: Final = "a package in the current folder, or an installed one"


def is_form(name: str) -> bool:
    """Whether a name has the form ``package.module:Object``."""
    return _DOTTED.fullmatch(name) is not None


def refused(name: str) -> str | None:
    """Say why a dotted name may not be run; None: it may, if it is there."""
    top = name.partition(":")[0].partition(".")[0]
    if any(part.startswith("__") for part in re.split("[.:]", name)):
        return "reaches behind a package"
    if top in _OURS:
        return "is a part of the arena itself, no bot"
    if top in sys.stdlib_module_names or _in_standard_library(top):
        return "is of Python's standard library, no bot"
    return None


def _in_standard_library(top: str) -> bool:
    """Look where a name would come from; looking for a top-level name runs none of it."""
    if PathFinder.find_spec(top, [str(Path.cwd())]):
        return False
    spec = PathFinder.find_spec(top)
    if spec is None or spec.origin is None:
        return False
    home = Path(sysconfig.get_path("stdlib"))
    where = Path(spec.origin)
    return home in where.parents and not {"site-packages", "dist-packages"} & {*where.parts}
