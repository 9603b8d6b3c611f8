"""What several commands take, as typer reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG", help="A tournament file (YAML).")]
RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's folder, or its name in results/.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
Mix = Annotated[
    bool, typer.Option("--mix", help="Go on though prompts or rules changed since; tables say so.")
]
Results = Annotated[Path, typer.Option("--results", help="Where runs are kept.")]
