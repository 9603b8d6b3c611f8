"""The money of a run: nothing is sent that could break ``max_cost``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.player import SuspendedError

if TYPE_CHECKING:
    from harness.gate import Order
    from harness.journal import MatchJournal
    from harness.models.endpoint import Completion


class Budget:
    """Dollars spent and put aside by all invocations of a run; ``most`` None: unbounded."""

    def __init__(self, most: float | None, spent: float) -> None:
        self.most = most
        self.spent = spent

    def take(self, dollars: float) -> None:
        """Put dollars aside. Raises SuspendedError where they do not fit."""
        if self.most is not None and self.spent + dollars > self.most:
            raise SuspendedError(
                f"max_cost {self.most:g} is reached: {self.spent:.4f} dollars are spent or put "
                "aside, and the next request may not fit; raise limits.max_cost to go on"
            )
        self.spent += dollars

    def give_back(self, dollars: float) -> None:
        """Return dollars that were put aside and not spent."""
        self.spent -= dollars


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
        self._worst = 0.0

    async def reserve(self, worst: float | None) -> None:
        """Put the worst case aside. Raises SuspendedError where it does not fit."""
        self._worst = worst or 0.0
        self._budget.take(self._worst)
        self._request = await self._journal.reserve(self._number, self._player, worst)

    async def refund(self) -> None:
        """Take back what was put aside last."""
        self._budget.give_back(self._worst)
        self._journal.release(self._request)

    async def settle(self, answer: Completion) -> None:
        """Write the answer down and pay what it cost."""
        self._budget.give_back(self._worst - (answer.usage.cost or 0.0))
        await self._journal.settle(self._request, answer.usage.cost, answer.json())
