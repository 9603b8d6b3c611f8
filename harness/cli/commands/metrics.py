"""``arena metrics``: every metric there is, player by player."""

from __future__ import annotations

from harness.cli.options import AsJson, RunName


def command(name: RunName, as_json: AsJson = False) -> None:
    """Measure every player by every metric there is."""
    from harness import reading
    from harness.cli.screen import show, show_json
    from harness.show import metrics

    with reading.open(name) as run:
        measured, players = run.metrics(), list(run.config.players)
        money = run.money()
    if as_json:
        show_json(metrics.as_json(measured, players), run.mixed)
    else:
        show(metrics.terminal(measured, players, money), run.mixed)
