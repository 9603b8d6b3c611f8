"""A position of Klirr: what lies on the table, who acts, what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import CHANCE, IllegalAction
from engine.klirr import moment, rounds
from engine.klirr.acts import (
    CALL,
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
from engine.klirr.asking import requests
from engine.klirr.cards import JACKPOT, is_worthless
from engine.klirr.table import Round, Table
from engine.klirr.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from engine.game import Draw, Seat
    from engine.klirr.cards import Card
    from engine.klirr.rules import Rules

_NO_ACTS: Final[tuple[Act, ...]] = ()
_ANSWERS: Final = (PAY, CALL)


class Drawn(NamedTuple):
    """A card that is turned or taken, and where it lies."""

    card: Card
    owner: Seat
    slot: int


class State(Table):
    """One position; see ``engine.game.State``."""

    __slots__ = ()

    @property
    def turns_left(self) -> tuple[int, ...]:
        """By seat, how many turns of the round it can still get: none once it is out."""
        downs = zip(self.shown, self.active, strict=True)
        return tuple(row.count(None) if active else 0 for row, active in downs)

    def drawn(self, act: TurnUp | Take) -> Drawn:
        """Give the card a turn or a take draws. Raises IllegalAction where no down card lies."""
        owner = act.seat if isinstance(act, Take) else self.turner
        slot, card = moment.down(self, owner, act.slot)
        return Drawn(card, owner, slot)

    def legal(self, seat: Seat) -> Sequence[Act]:
        """Give the seat's distinct choices, one canonical act each (ruling 6)."""
        if seat not in self.actors:
            return _NO_ACTS
        match self.phase:
            case "turn":
                return (TURN_UP,)
            case "take":
                return moment.takes(self.shown, seat)
            case "ask":
                may, cap = moment.limits(self)
                return requests(self.taken, may, cap)
            case "answer":
                return _ANSWERS
        return _NO_ACTS

    def apply(self, seat: Seat, action: Act | Draw) -> State:
        """Give the position after the act. Raises IllegalAction."""
        if seat not in self.actors:
            raise IllegalAction("that seat does not act now")
        phase, play = _PLAYS.get(type(action), _NOT_AN_ACT)
        if phase != self.phase:
            raise IllegalAction(f"that is not an act of phase {self.phase}")
        return play(self, action)

    def draw(self, rng: Random) -> Deal:
        """Shuffle all 45 cards and deal them; the first dealer is drawn too (rulings 3, 4)."""
        return rounds.draw(self, rng)

    def fallback(self, seat: Seat) -> Act:
        """Give the least committing act: the next row, the truth or a pass, and pay."""
        match self.phase:
            case "take":
                return moment.plain_take(self, seat)
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
            self.rules.deck,
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
            held.passed if held else 0,
            self.past,
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
        """Pick a card that can still be held, going by what the taker was able to do with it."""
        held = self.moment
        assert held is not None  # noqa: S101 - only called in a moment
        may, cap = moment.limits(self)
        if held.sum > cap:
            return held.sum
        idle = self.phase == "ask" and not may
        fits = (c for c in unseen if c != JACKPOT and (is_worthless(c) or not idle))
        return next(fits)


_PLAYS: Final[Mapping[type, tuple[str, Callable[[State, Any], State]]]] = {
    TurnUp: ("turn", moment.turn),
    Take: ("take", moment.take),
    Ask: ("ask", moment.ask),
    Pass: ("ask", moment.pass_on),
    Pay: ("answer", moment.answer),
    Call: ("answer", moment.answer),
    Deal: ("deal", rounds.deal),
}
"""For each kind of act the phase it belongs to and what it does."""
_NOT_AN_ACT: Final = ("", rounds.deal)


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
