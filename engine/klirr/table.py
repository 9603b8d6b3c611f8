"""What lies on the table of Klirr: the data of a position, which the rules are functions over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from engine.game import CHANCE

if TYPE_CHECKING:
    from typing import Self

    from engine.game import Outcome, Seat
    from engine.klirr.cards import Card, Row, Shown
    from engine.klirr.rules import Rules
    from engine.klirr.seats import Active, Cash
    from engine.klirr.view import Past

new: Final = tuple.__new__
"""What is made at every act is made past the constructor's own frame."""

_ONLY: Final = tuple((seat,) for seat in range(6))


class Round(NamedTuple):
    """What stays as it is for a whole round; rows and aside are empty before the deal.

    ``dealer`` is CHANCE before the first deal. ``players``: the seats that take part, ascending.
    ``extra``: between those tied at the goal (ruling 20).
    """

    number: int
    dealer: Seat
    players: tuple[Seat, ...]
    extra: bool = False
    rows: tuple[Row, ...] = ()
    aside: Row = ()


class Moment(NamedTuple):
    """A klirr moment: who holds it, and as far as it has come, the card taken and the request.

    ``passed``: how many have passed it on.
    """

    taker: Seat
    owner: Seat = CHANCE
    slot: int = 0
    asked: Seat = CHANCE
    sum: int = 0
    passed: int = 0


class Table(NamedTuple):
    """One position; see ``engine.game.State``. ``shown``: the rows as they lie, by seat."""

    rules: Rules
    round: Round
    phase: str
    actors: tuple[Seat, ...]
    shown: Shown
    cash: Cash
    active: Active
    turner: Seat
    moment: Moment | None
    past: Past
    outcome: Outcome | None = None

    def to(
        self,
        phase: str,
        actor: Seat,
        shown: Shown,
        cash: Cash,
        active: Active,
        turner: Seat,
        moment: Moment | None,
        past: Past,
    ) -> Self:
        """Give a later position of the same round in which one seat acts."""
        rules, a_round = self.rules, self.round
        actors = _ONLY[actor]
        return new(
            type(self),
            (rules, a_round, phase, actors, shown, cash, active, turner, moment, past, None),
        )

    @property
    def taken(self) -> Card:
        """The card the taker holds; only in phases ask and answer."""
        held = self.moment
        assert held is not None, "there is no klirr moment"  # noqa: S101 - a programming error
        return self.round.rows[held.owner][held.slot]


T = TypeVar("T", bound=Table)
"""A position of any kind: the rules give back the kind they were given."""
