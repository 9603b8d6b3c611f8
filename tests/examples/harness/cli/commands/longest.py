"""``arena longest``: the match with the most moves."""

from __future__ import annotations

from harness.cli.options import RunName
from harness.errors import DONE


def command(name: RunName) -> int:
    """Name the longest match of a run."""
    from harness import reading

    with reading.open(name) as run:
        longest = max(run.records(), key=lambda record: len(record.moves))
    print(f"{longest.head.match}: {len(longest.moves)} moves")
    return DONE
