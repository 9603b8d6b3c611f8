"""Failures become one sentence on stderr and an exit status."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from harness.errors import DONE, FAILED, STOPPED, ArenaError
from prompts.text import safe

if TYPE_CHECKING:
    from harness.config import Config
    from harness.runner import Report

_OURS: Final = "Invalid value: "
"""What typer puts before a sentence of ours; before its own it names what is wrong."""


def exit_status(app: typer.Typer) -> int:
    """Run the command line; give its exit status.

    An ArenaError is one sentence; any other exception is a bug of ours and keeps its traceback.
    """
    _write_what_can_be_written()
    try:
        return _status(app)
    except BrokenPipeError:  # whoever read has read enough
        _write_no_more()
        return DONE
    except OSError as error:
        if error.filename is not None:  # not of the output: a bug of ours
            raise
        _write_no_more()
        say(f"the output cannot be written: {error.strerror or error}")
        return FAILED


def _status(app: typer.Typer) -> int:
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as wrong:  # what was typed
        say(wrong.format_message().removeprefix(_OURS))
        return wrong.exit_code
    except ArenaError as error:
        say(str(error))
        return error.status
    return status or DONE


def _write_what_can_be_written() -> None:
    """Print ``?`` for what a terminal or a pipe that is not UTF-8 has no letter for."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the very end
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, so that nothing fails at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(sentence: str) -> None:
    """Print one line to stderr, without what a terminal would obey."""
    print(" ".join(safe(sentence).split("\t")), file=sys.stderr)


def say_whose_code_runs(config: Config) -> None:
    """Name the bots that are somebody else's code."""
    from harness.config import strangers

    for player, names in strangers(config).items():
        say(f"players.{player}: {', '.join(names)} is code that will run with your rights")


def unfinished(report: Report, left: str) -> int:
    """Say what an invocation left undone and why; give the exit status."""
    if not report.unfinished:
        return DONE
    say(f"{report.unfinished} {left}; run the same command again to go on:")
    for problem in report.problems:
        say(f"- {problem}")
    return STOPPED
