"""Failures become one sentence on stderr and an exit status."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import typer

DONE: Final = 0
FAILED: Final = 1
USAGE: Final = 2
STOPPED: Final = 3
_INTERRUPTED: Final = 130
"""What typer makes of Ctrl-C."""


def exit_status(app: typer.Typer) -> int:
    """Run the command line; give its exit status.

    A foreseen failure carries its status and is one sentence; any other is a bug of ours and
    keeps its traceback.
    """
    _write_what_can_be_written()
    try:
        app()
    except SystemExit as stop:
        if stop.code == _INTERRUPTED:
            say("stopped; what was stored is kept, run the same command again to go on")
            return STOPPED
        return stop.code if isinstance(stop.code, int) else DONE
    except Exception as error:
        status = getattr(error, "status", None)
        if not isinstance(status, int):
            raise
        say(str(error))
        return status
    return DONE


def _write_what_can_be_written() -> None:
    """Print ``?`` for what a terminal or a pipe that is not UTF-8 has no letter for."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def say(sentence: str) -> None:
    """Print one line to stderr."""
    print(sentence, file=sys.stderr)
