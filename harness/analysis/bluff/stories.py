"""The claims that moved most money, to be read one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.analysis.bluff.bayes import Judged, judge
from harness.analysis.bluff.claimer import won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.analysis.claims import Chance


def stories(chances: Iterable[Chance], count: int, player: str | None = None) -> list[Judged]:
    """Give the requests that moved most money, either way; of equal ones the earliest first.

    ``player``: only those it made or answered. Each holds what was held, asked, believed and
    answered, the reasons given, and the Bayes caller's chance of a bluff.
    """
    judged = [j for j in judge(chances) if player in (None, j.chance.taker, j.chance.asked)]
    return sorted(judged, key=lambda j: (-abs(won(j.chance)), j.chance.order, j.chance.move))[
        :count
    ]
