"""``arena init``: a tournament file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.status import say


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
) -> None:
    """Write a commented tournament file to start from."""
    from harness.config import starter

    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(starter())
    except FileExistsError:
        sentence = f"{file} is already there; name a file that is not"
        raise typer.BadParameter(sentence) from None
    except OSError as error:
        sentence = f"{file} cannot be written: {error.strerror or error}"
        raise typer.BadParameter(sentence) from None
    say(f"wrote {file}; play it with: arena run {file}")
