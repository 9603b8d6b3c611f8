"""Who takes the choice listed first more often than chance would.

The order of choices is drawn for each decision, so whoever decides by content takes the first with
probability 1 / (number of choices), whatever it likes: the number of firsts is Poisson-binomial.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from harness.replay import steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.record import Record

SURE: Final = 0.001
"""The p-value from which on it is said."""


class Led(NamedTuple):
    """How often a player took the first choice.

    ``share``: of its own decisions whose order was drawn; ``chance``: the share to expect; ``p``:
    the probability of so many firsts or more by chance (one-sided, exact). ``decisions``: how many.
    """

    share: float
    chance: float
    p: float
    decisions: int


def first_listed(records: Iterable[Record]) -> dict[str, Led]:
    """Count by player, over own decisions that say whether they took the first choice."""
    met: defaultdict[str, list[tuple[bool, int]]] = defaultdict(list)
    for record in records:
        for step in steps(record):
            made = step.move.decision
            if made and step.move.source == "player" and made.reading.first is not None:
                legal = len(step.before.legal(step.move.by))
                met[record.head.seats[step.move.by]].append((made.reading.first, legal))
    return {player: _led(decisions) for player, decisions in met.items()}


def beyond_chance(led: dict[str, Led]) -> dict[str, Led]:
    """Keep the players who take the first choice too often for chance."""
    return {player: one for player, one in led.items() if one.p < SURE}


def _led(decisions: Sequence[tuple[bool, int]]) -> Led:
    firsts = sum(first for first, _ in decisions)
    chances = [1 / legal for _, legal in decisions]
    number = len(decisions)
    return Led(firsts / number, sum(chances) / number, at_least(firsts, chances), number)


def at_least(times: int, chances: Sequence[float]) -> float:
    """Give the probability that at least so many of independent events with these chances occur."""
    below = np.zeros(times + 1)  # below[k]: exactly k so far; the last cell: as many or more
    below[0] = 1.0
    for chance in chances:
        grown = below * (1 - chance)
        grown[1:] += below[:-1] * chance
        grown[-1] += below[-1] * chance
        below = grown
    return float(below[-1])
