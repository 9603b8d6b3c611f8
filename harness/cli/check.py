"""``arena check``: whether every model is there, and in which form it replies."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.console import Console

from harness.cli.status import say
from harness.config import load
from harness.errors import DONE, STOPPED
from harness.models.check import check
from harness.show.check import table

if TYPE_CHECKING:
    from pathlib import Path


def check_tournament(path: Path) -> int:
    """Read the file and try each of its models once; give the exit status."""
    config = load(path)
    tried = asyncio.run(check(config))
    if not tried:
        say(f"{path} is sound; no model plays in it")
        return DONE
    Console().print(table(tried))
    return STOPPED if any(one.trouble for one in tried) else DONE
