"""``arena matches``: one line a match."""

from __future__ import annotations

from harness.cli.options import AsJson, RunName


def command(name: RunName, as_json: AsJson = False) -> None:
    """List the finished matches, one a line."""
    from harness import reading
    from harness.cli.screen import show, show_json
    from harness.show.matches import match_json, table

    with reading.open(name) as run:
        heads = run.heads()
    if as_json:
        show_json([match_json(head) for head in heads], run.mixed)
    else:
        show(table(heads), run.mixed)
