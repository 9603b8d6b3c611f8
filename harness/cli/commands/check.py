"""``arena check``: whether every model is there, and in which form it replies."""

from __future__ import annotations

from harness.cli.options import ConfigFile
from harness.cli.status import say, say_whose_code_runs
from harness.cli.stopping import to_end
from harness.errors import DONE, STOPPED


def command(path: ConfigFile) -> int:
    """Try each model of a tournament once, with real rules and the smallest question."""
    from harness.cli.screen import show
    from harness.config import load
    from harness.models.check import check
    from harness.show.check import table

    config = load(path)
    say_whose_code_runs(config)
    tried = to_end(check(config, lambda wait: say(wait.words(wait.seconds))))
    if not tried:
        say(f"{path} is sound; no model plays in it")
        return DONE
    show(table(tried))
    return STOPPED if any(one.trouble for one in tried) else DONE
