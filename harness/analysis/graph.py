"""Who can be compared at all: the graphs of meetings and of wins.

A rating says something about two players only if a chain of meetings joins them, and has a finite
value only if a chain of wins leads each way (Ford 1957).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.sparse import csgraph  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from harness.analysis.pairs import Floats, Ints

Bound = Literal["low", "high", "both"]
"""What a rating is when wins lead one way only: at least it, at most it, or open on both sides."""


def components(total: Floats) -> list[list[int]]:
    """Group those joined by meetings, the largest group first, then by first index.

    ``total`` (entrants x entrants): wins over all deals. Whoever met nobody is in no group.
    """
    met = total + total.T
    _, label = csgraph.connected_components(met > 0, directed=False)
    groups = [list(map(int, np.flatnonzero(label == one))) for one in np.unique(label)]
    return sorted((g for g in groups if len(g) > 1), key=lambda group: (-len(group), group[0]))


def bounds(total: Floats, base: int | None = None) -> dict[int, Bound]:
    """Give those whose rating is a bound, by index; nobody when wins lead every way.

    Blocks of players joined by wins both ways have no finite distance between them. Ratings are
    read from ``base``, or else from the largest block: that block is left out, unless several are
    the largest.
    """
    count, label = csgraph.connected_components(total > 0, directed=True, connection="strong")
    if count < 2:  # noqa: PLR2004 - one block or nobody
        return {}
    sizes = np.bincount(label)
    largest = np.flatnonzero(sizes == sizes.max())
    fixed = label[base] if base is not None else largest[0] if len(largest) == 1 else None
    standing = {block: _bound(total, label == block) for block in range(count) if block != fixed}
    return {i: standing[int(one)] for i, one in enumerate(label) if int(one) in standing}


def _bound(total: Floats, block: Ints) -> Bound:
    """Say on which side a block's ratings are open."""
    took = bool((total[block][:, ~block] > 0).any())
    gave = bool((total[~block][:, block] > 0).any())
    return "both" if took and gave else "low" if took else "high"
