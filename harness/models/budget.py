"""The money of a run: nothing is sent that could break ``max_cost``."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

from harness.player import SuspendedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.gate import Order
    from harness.journal import MatchJournal
    from harness.models.endpoint import Completion


class Budget:
    """Dollars spent and put aside by all invocations of a run; ``most`` None: unbounded.

    ``seen``: by player, the most that a reply has cost where that was more than its worst case: a
    model that passes its limits once is expected to again.
    """

    def __init__(
        self, most: float | None, spent: float, seen: Mapping[str, float] | None = None
    ) -> None:
        self.most = most
        self.spent = spent
        self._seen = dict(seen or {})
        self._reached: str | None = None

    def most_for(self, player: str, worst: float) -> float:
        """Give what to put aside for a request: its worst case, or what was seen to come of one."""
        return max(worst, self._seen.get(player, 0.0))

    def take(self, dollars: float) -> None:
        """Put dollars aside. Raises SuspendedError where they do not fit, with one reason a run."""
        if self.most is not None and self.spent + dollars > self.most:
            self._reached = self._reached or _reached(self.most, self.spent, dollars)
            raise SuspendedError(self._reached)
        self.spent += dollars

    def settle(self, player: str, aside: float, cost: float) -> None:
        """Pay for a reply out of what was put aside for it."""
        self.spent += cost - aside
        if cost > aside:
            self._seen[player] = max(cost, self._seen.get(player, 0.0))

    def give_back(self, dollars: float) -> None:
        """Return dollars that were put aside and not spent."""
        self.spent -= dollars


def _reached(most: float, spent: float, dollars: float) -> str:
    """Say why nothing more is asked, and from where on the next request fits."""
    return (
        f"limits.max_cost {most:g} is reached: {spent:.4f} dollars are paid or put aside, and the "
        f"next request may take {dollars:.4f}; raise limits.max_cost to {_above(spent + dollars)} "
        "or more to go on (arena plan says what all of it takes)"
    )


def _above(dollars: float) -> str:
    """Round up to two digits that count."""
    step = 10.0 ** (floor(log10(dollars)) - 1)
    return f"{ceil(dollars / step * (1 - 1e-12)) * step:.6g}"


class DecisionPurse:
    """Pays for the requests of one decision; each stands on disk before it is sent.

    A request that fails may have been worked on and stays paid, unless it is refunded.
    """

    def __init__(
        self, budget: Budget, journal: MatchJournal, number: int, player: str, order: Order
    ) -> None:
        self.order = order
        self._budget = budget
        self._journal = journal
        self._number = number
        self._player = player
        self._request = 0
        self._aside = 0.0

    async def reserve(self, worst: float | None) -> None:
        """Put aside the most it may cost. Raises SuspendedError where that does not fit."""
        most = None if worst is None else self._budget.most_for(self._player, worst)
        self._aside = most or 0.0
        self._budget.take(self._aside)
        self._request = await self._journal.reserve(self._number, self._player, most)

    async def refund(self) -> None:
        """Take back what was put aside last."""
        self._budget.give_back(self._aside)
        self._journal.release(self._request)

    async def settle(self, answer: Completion) -> None:
        """Write the answer down and pay what it cost."""
        self._budget.settle(self._player, self._aside, answer.usage.cost or 0.0)
        await self._journal.settle(self._request, answer.usage.cost, answer.json())
