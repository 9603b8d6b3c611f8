"""``arena verify``: whether what is stored follows from the rules, the seed and the players."""

from __future__ import annotations

from harness.cli.options import RunName
from harness.cli.status import say
from harness.errors import DONE, FAILED


def command(name: RunName) -> int:
    """Replay every match offline and recompute every result."""
    from harness import reading
    from harness.verify import verify, verify_drill

    with reading.open(name, doubtful=True) as run:
        found, met = list(verify(run)), list(verify_drill(run))
    wrong = [mismatch for mismatch in (*found, *met) if mismatch]
    for mismatch in wrong:
        say(f"{mismatch.match}: {mismatch.sentence}")
    drilled = f" and {len(met)} positions of the drill" if met else ""
    print(f"{len(found)} matches{drilled} replayed, {len(wrong)} mismatches")
    return FAILED if wrong else DONE
