"""``arena matches``: one line a match."""

from __future__ import annotations

from harness.cli.options import AsJson, RunName


def command(name: RunName, as_json: AsJson = False) -> None:
    """List the finished matches, one a line."""
    from harness import reading
    from harness.cli.screen import show, show_json
    from harness.show.matches import match_json, terminal

    with reading.open(name) as run:
        heads, money = run.heads(), run.money()
    if as_json:
        show_json([match_json(head) for head in heads], run.mixed)
    else:
        show(terminal(heads, money), run.mixed)
