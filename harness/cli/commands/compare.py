"""``arena compare``: two players deal by deal."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import AsJson, RunName


def command(
    name: RunName,
    one: Annotated[str, typer.Argument(metavar="A", help="A player.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another player.")],
    as_json: AsJson = False,
) -> None:
    """Compare two players deal by deal: skill, or chance.

    The paired difference, its p-value, and the seats in which they differ.
    """
    from harness import reading
    from harness.analysis.significance import compare
    from harness.cli.screen import show, show_json
    from harness.show.comparison import terminal

    with reading.open(name) as run:
        heads = run.heads()
    try:
        found = compare(heads, one, other)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if as_json:
        show_json(found.json(), run.mixed)
    else:
        show(terminal(found), run.mixed)
