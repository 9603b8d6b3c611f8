"""``arena replay``: one match move by move."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import AsJson, RunName


def command(
    name: RunName,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="A match's id: `arena matches`.")],
    seat: Annotated[
        int | None, typer.Option("--seat", help="As this seat saw it: 0 is Player 1.")
    ] = None,
    thoughts: Annotated[
        bool, typer.Option("--thoughts", help="Show kept thoughts whole, not their length.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show one match move by move.

    As the referee saw it, with every card, or as one seat did.
    """
    from harness import reading
    from harness.cli.screen import show, show_json
    from harness.show.replay import replay_json, story

    with reading.open(name) as run:
        record = run.record(match)
        kept = run.thoughts(match)
    if record is None:
        sentence = f"the run has no finished match {match[:200]!r}; see: arena matches {name}"
        raise typer.BadParameter(sentence)
    seats = len(record.head.seats)
    if seat is not None and not 0 <= seat < seats:
        raise typer.BadParameter(f"there is no seat {seat} in {match}; allowed: 0 to {seats - 1}")
    with reading.lawful():
        if as_json:
            show_json(replay_json(record, seat, kept), run.mixed)
        else:
            show(story(record, seat, kept, whole=thoughts), run.mixed)
