"""Failures become one sentence on stderr and an exit status (see ``docs``)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import typer

DONE, FAILED, USAGE, STOPPED = 0, 1, 2, 3


def exit_status(app: typer.Typer) -> int:
    """Run the command line; give its exit status."""
    try:
        status = app(standalone_mode=False)
    except click.exceptions.Abort:
        return STOPPED
    except click.ClickException as error:
        error.show()
        return USAGE
    except KeyboardInterrupt:
        say("stopped; run the same command again to go on")
        return STOPPED
    except BrokenPipeError:
        sys.stdout = None  # nobody reads: nothing more to flush
        return DONE
    except Exception as error:
        status = getattr(error, "status", None)
        if not isinstance(status, int):
            raise
        say(str(error))
    return status if isinstance(status, int) else DONE


def say(sentence: str) -> None:
    """Print one line to stderr."""
    print(sentence, file=sys.stderr)
