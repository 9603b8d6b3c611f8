"""``arena upgrade``: a run of an earlier arena becomes one to play on."""

from __future__ import annotations

from harness.cli.options import RunName
from harness.cli.status import say
from harness.errors import DONE


def command(run: RunName) -> int:
    """Rewrite a run of an older format in today's, once; a copy of the old one is kept."""
    from harness.reading import folder_of
    from harness.store.upgrade import upgrade

    folder = folder_of(run)
    kept = upgrade(folder)
    say(f"{folder} can be played on, the old file is {kept}" if kept else f"{folder} is up to date")
    return DONE
