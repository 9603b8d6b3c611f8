"""``arena matches``: one line a match."""

from __future__ import annotations

from harness.cli.options import AsJson, RunName


def command(name: RunName, as_json: AsJson = False) -> None:
    """List the finished matches, one a line."""
    from harness.cli.opening import open_run
    from harness.cli.screen import show, show_json
    from harness.schedule import place
    from harness.show.matches import match_json, table

    config, reader = open_run(name)
    with reader:
        order = place(config)
        heads = sorted(reader.heads(), key=lambda head: order(head.match))
    if as_json:
        show_json([match_json(head) for head in heads])
    else:
        show(table(heads))
