"""A position of Klirr: what lies on the table, who acts, what is allowed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import CHANCE, IllegalAction, Outcome, Seat
from engine.klirr import moment, rounds
from engine.klirr.acts import (
    CALL,
    PASS,
    PAY,
    TURN_UP,
    Act,
    Ask,
    Call,
    Deal,
    Pass,
    Pay,
    Take,
    TurnUp,
)
from engine.klirr.cards import JACKPOT, Card, Face, Row, is_worthless
from engine.klirr.view import Claim, View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.game import Draw
    from engine.klirr.rules import Rules

_ONLY: Final = tuple((seat,) for seat in range(6))
_TAKES: Final = tuple(Take(seat) for seat in range(6))
_NO_ACTS: Final[tuple[Act, ...]] = ()
_ANSWERS: Final = (PAY, CALL)


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
    """A klirr moment: who holds it, and as far as it has come, the card taken and the request."""

    taker: Seat
    owner: Seat = CHANCE
    slot: int = 0
    asked: Seat = CHANCE
    sum: int = 0


class State(NamedTuple):
    """One position; see ``engine.game.State``. ``shown``: the rows as they lie, by seat."""

    rules: Rules
    round: Round
    phase: str
    actors: tuple[Seat, ...]
    shown: tuple[tuple[Face, ...], ...]
    cash: tuple[int, ...]
    active: tuple[bool, ...]
    turner: Seat
    moment: Moment | None
    claims: tuple[Claim, ...]
    outcome: Outcome | None = None

    def to(
        self,
        phase: str,
        actor: Seat,
        shown: tuple[tuple[Face, ...], ...],
        cash: tuple[int, ...],
        active: tuple[bool, ...],
        turner: Seat,
        moment: Moment | None,
        claims: tuple[Claim, ...],
    ) -> State:
        """Give a later position of the same round in which one seat acts."""
        actors = _ONLY[actor]
        return State(
            self.rules, self.round, phase, actors, shown, cash, active, turner, moment, claims
        )

    def new_moment(self, taker: Seat) -> Moment:
        """Give a klirr moment that has just come to the taker."""
        return Moment(taker)

    @property
    def taken(self) -> Card:
        """The card the taker holds; only in phases ask and answer."""
        held = self.moment
        assert held is not None, "there is no klirr moment"  # noqa: S101 - a programming error
        return self.round.rows[held.owner][held.slot]

    def legal(self, seat: Seat) -> Sequence[Act]:
        """Give the seat's distinct choices, one canonical act each (ruling 6)."""
        if seat not in self.actors:
            return _NO_ACTS
        match self.phase:
            case "turn":
                return (TURN_UP,)
            case "take":
                return [_TAKES[owner] for owner in moment.owners(self.shown, seat)]
            case "ask":
                card = self.taken
                return _asks(moment.askable(self, seat), card, moment.bluff_cap(self, seat))
            case "answer":
                return _ANSWERS
        return _NO_ACTS

    def apply(self, seat: Seat, action: Act | Draw) -> State:  # noqa: PLR0911 - one per act
        """Give the position after the act. Raises IllegalAction."""
        if seat not in self.actors:
            raise IllegalAction(f"seat {seat} does not act now")
        match self.phase, action:
            case "turn", TurnUp(slot):
                return moment.turn(self, slot)
            case "take", Take(owner, slot):
                return moment.take(self, owner, slot)
            case "ask", Ask(asked, dollars):
                return moment.ask(self, asked, dollars)
            case "ask", Pass():
                return moment.pass_on(self)
            case "answer", Pay():
                return moment.answer(self, call=False)
            case "answer", Call():
                return moment.answer(self, call=True)
            case "deal", Deal():
                return rounds.deal(self, action)
        raise IllegalAction(f"{str(action)[:40]} is not an act of phase {self.phase}")

    def draw(self, rng: Random) -> Deal:
        """Shuffle all 45 cards and deal them; the first dealer is drawn too (rulings 3, 4)."""
        return rounds.draw(self, rng)

    def fallback(self, seat: Seat) -> Act:
        """Give the least committing act: the next row, the truth or a pass, and pay."""
        match self.phase:
            case "take":
                return _TAKES[moment.nearest(seat, moment.owners(self.shown, seat), len(self.cash))]
            case "ask":
                return moment.plain_request(self, seat)
            case "answer":
                return PAY
        return TURN_UP

    def view(self, seat: Seat) -> View:
        """Give all the seat may know: the taken card for its taker alone."""
        held, a_round = self.moment, self.round
        taken = held is not None and held.owner != CHANCE
        asked = held is not None and held.asked != CHANCE
        return View(
            seat,
            self.phase,
            self.rules,
            _deck(self.rules),
            a_round.number,
            a_round.dealer,
            a_round.players,
            self.cash,
            self.active,
            self.shown,
            len(a_round.aside),
            self.turner,
            held.taker if held else None,
            held.owner if held and taken else None,
            held.slot if held and taken else None,
            self.taken if held and taken and held.taker == seat else None,
            held.asked if held and asked else None,
            held.sum if held and asked else None,
            self.claims,
        )

    def resample(self, seat: Seat, rng: Random) -> State:
        """Re-deal the down cards and those aside, but for a taken card the seat holds."""
        places = [
            (owner, slot)
            for owner, row in enumerate(self.shown)
            for slot, face in enumerate(row)
            if face is None
        ]
        unseen = [self.round.rows[owner][slot] for owner, slot in places] + list(self.round.aside)
        rng.shuffle(unseen)
        rows = [list(row) for row in self.round.rows]
        held = self.moment
        if held is not None and held.owner != CHANCE:
            place = (held.owner, held.slot)
            places.remove(place)
            card = self.taken if held.taker == seat else self._possible_taken(unseen)
            unseen.remove(card)
            rows[held.owner][held.slot] = card
        for (owner, slot), card in zip(places, unseen, strict=False):
            rows[owner][slot] = card
        dealt = self.round._replace(
            rows=tuple(map(tuple, rows)), aside=tuple(unseen[len(places) :])
        )
        return self._replace(round=dealt)

    def _possible_taken(self, unseen: list[Card]) -> Card:
        """Pick a card that can still be held: no jackpot; no dollar card if nobody can be asked."""
        held = self.moment
        assert held is not None  # noqa: S101 - only called in a moment
        idle = self.phase == "ask" and not moment.askable(self, held.taker)
        fits = (c for c in unseen if c != JACKPOT and (is_worthless(c) or not idle))
        return next(fits)


@cache
def _deck(rules: Rules) -> Row:
    return rules.deck


@lru_cache(maxsize=4096)
def _asks(askable: tuple[Seat, ...], card: Card, cap: int) -> tuple[Act, ...]:
    """Every request, seat by seat and sum by sum, and passing with a worthless card."""
    requests = (Ask(seat, dollars) for seat in askable for dollars in moment.sums(card, cap))
    return (*requests, PASS) if is_worthless(card) else tuple(requests)


def start(seats: int, rules: Rules) -> State:
    """Give the position before the first deal (ruling 2)."""
    everybody = tuple(range(seats))
    return State(
        rules,
        Round(1, CHANCE, everybody),
        "deal",
        (CHANCE,),
        ((),) * seats,
        (rounds.STARTING_CASH,) * seats,
        (True,) * seats,
        0,
        None,
        (),
    )
