"""``arena verify``: whether what is stored follows from the rules, the seed and the players."""

from __future__ import annotations

from harness.cli.options import RunName
from harness.cli.status import DONE, FAILED, say


def command(name: RunName) -> int:
    """Replay every match offline and recompute every result."""
    from harness.cli.opening import open_run
    from harness.verify import verify, verify_drill

    config, reader = open_run(name, doubtful=True)
    with reader:
        found = list(verify(config, reader))
        met = list(verify_drill(config, reader))
    wrong = [mismatch for mismatch in (*found, *met) if mismatch]
    for mismatch in wrong:
        say(f"{mismatch.match}: {mismatch.sentence}")
    drilled = f" and {len(met)} positions of the drill" if met else ""
    print(f"{len(found)} matches{drilled} replayed, {len(wrong)} mismatches")
    return FAILED if wrong else DONE
