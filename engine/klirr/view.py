"""What a seat of Klirr may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.klirr import asking, seats

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.cards import Card, Row, Shown
    from engine.klirr.rules import Rules
    from engine.klirr.seats import Active, Cash


class Claim(NamedTuple):
    """One request that was answered: public in full, the card included, once it is over.

    ``card``: what had been taken from ``owner``'s row. ``paid``: dollars that changed hands, from
    the asked to the taker, or the other way after a bluff that was called.
    """

    round: int
    taker: Seat
    owner: Seat
    card: Card
    asked: Seat
    sum: int
    answer: Literal["pay", "call"]
    paid: int

    @property
    def bluff(self) -> bool:
        """Whether the sum was not the card's value; lower is a bluff too (ruling 9)."""
        return self.card != self.sum


class Passed(NamedTuple):
    """One pass: the card taken from ``owner``'s row was shown, and nobody was asked (ruling 10)."""

    round: int
    taker: Seat
    owner: Seat
    card: Card


Past = tuple[Claim | Passed, ...]
"""What came of every card of the match that could be asked for or passed, in order."""


def claims(past: Past) -> tuple[Claim, ...]:
    """Give the requests among it."""
    return tuple([one for one in past if type(one) is Claim])


class View(NamedTuple):
    """All a seat may know, and nothing else.

    By seat: ``cash`` in dollars, ``active`` (not out of the round), ``rows`` with the fronts that
    are up and None for a down card; a seat that sits out has an empty row. ``players``: the seats
    of this round. ``aside``: how many cards lie aside. ``deck``: all 45 cards. In a klirr moment:
    ``taker``; ``owner`` and ``slot`` of the taken card, ``card`` its front, for the taker only;
    ``asked`` and ``sum``; ``passed``: how many have passed it on, the last of ``past``.
    """

    seat: Seat
    phase: str
    rules: Rules
    deck: Row
    round: int
    dealer: Seat
    players: tuple[Seat, ...]
    cash: Cash
    active: Active
    rows: Shown
    aside: int
    turner: Seat
    taker: Seat | None
    owner: Seat | None
    slot: int | None
    card: Card | None
    asked: Seat | None
    sum: int | None
    passed: int
    past: Past

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The requests of the match so far, in order."""
        return claims(self.past)

    @property
    def seats(self) -> int:
        """The table size."""
        return len(self.cash)

    @property
    def askable(self) -> tuple[Seat, ...]:
        """The seats the taker may ask, ascending (ruling 12); only when a card is taken."""
        assert self.taker is not None and self.owner is not None, "no card is taken"  # noqa: S101, PT018 - a programming error
        return asking.askable(
            self.rules, self.players, self.cash, self.active, self.taker, self.owner
        )

    @property
    def heir(self) -> Seat | None:
        """Who holds the moment next if the taker passes and its card puts nobody out (ruling 10).

        None: a pass ends it. Only in a klirr moment.
        """
        assert self.taker is not None, "there is no klirr moment"  # noqa: S101 - a programming error
        return seats.heir(self.rules, self.turner, self.taker, self.active)

    @property
    def bluff_cap(self) -> int:
        """The highest sum the taker may bluff with (ruling 11); only in a klirr moment."""
        assert self.taker is not None, "there is no klirr moment"  # noqa: S101 - a programming error
        return asking.bluff_cap(self.rules, self.cash[self.taker])
