"""A turn and its klirr moment: turn a card, take, ask, pass, answer (rulings 5 to 18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import CHANCE, IllegalAction
from engine.klirr.acts import PASS, Ask, Call, Take
from engine.klirr.asking import askable, bluff_cap, bluffs
from engine.klirr.cards import (
    JACKPOT,
    KLART,
    KLIRR,
    STEP,
    face_value,
    from_bank,
    is_worthless,
)
from engine.klirr.rounds import next_turn
from engine.klirr.seats import heir, nearest
from engine.klirr.table import Moment, new
from engine.klirr.view import Claim, Passed

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.acts import Act, Pass, Pay, TurnUp
    from engine.klirr.cards import Card, Shown
    from engine.klirr.seats import Active, Cash
    from engine.klirr.table import T, Table
    from engine.klirr.view import Past

_TAKES: Final = tuple(Take(seat) for seat in range(6))


def turn(state: T, act: TurnUp) -> T:
    """Turn one of the turner's own cards (ruling 5)."""
    turner = state.turner
    slot, card = down(state, turner, act.slot)
    shown = _reveal(state.shown, turner, slot, card)
    if card == KLIRR:
        return _begin(state, turner, shown, state.active, state.past, 0)
    cash = _paid(state.cash, turner, from_bank(card))
    stays = card != KLART and None in shown[turner]
    active = state.active if stays else _out(state.active, turner)
    return next_turn(state, turner, shown, cash, active, state.past)


def take(state: T, act: Take) -> T:
    """Take another player's down card (rulings 7 to 10)."""
    taker, owner = state.actors[0], act.seat
    if owner == taker or not 0 <= owner < len(state.shown):
        owners = [take.seat for take in takes(state.shown, taker)]
        raise IllegalAction(f"you take from another player's row; seats with down cards: {owners}")
    slot, card = down(state, owner, act.slot)
    cash, players = state.cash, state.round.players
    idle = isinstance(card, int) and not askable(
        state.rules, players, cash, state.active, taker, owner
    )
    if card == JACKPOT or idle:
        cash = _paid(cash, taker, from_bank(card)) if card == JACKPOT else cash
        shown, active = _show_taken(state, owner, slot, state.active)
        return _end(state, taker, shown, cash, active, state.past)
    passed = state.moment.passed if state.moment else 0
    held = new(Moment, (taker, owner, slot, CHANCE, 0, passed))
    return state.to("ask", taker, state.shown, cash, state.active, state.turner, held, state.past)


def ask(state: T, act: Ask) -> T:
    """Ask a player for a sum, honestly or not (rulings 9 to 12)."""
    asked, dollars = act.seat, act.sum
    held, card = _held(state), state.taken
    may, cap = limits(state)
    if asked not in may:
        raise IllegalAction(f"the seats you may ask now: {list(may)}")
    if dollars != card and dollars not in bluffs(cap):
        raise IllegalAction(f"a bluff is a multiple of {STEP} and at most {cap}")
    held = new(Moment, (held.taker, held.owner, held.slot, asked, dollars, held.passed))
    return state.to(
        "answer", asked, state.shown, state.cash, state.active, state.turner, held, state.past
    )


def pass_on(state: T, _: Pass) -> T:
    """Show a worthless card and hand the moment on, if anybody may have it next (ruling 10)."""
    held = _held(state)
    if not is_worthless(state.taken):
        raise IllegalAction("only a klirr or klart card can be passed")
    shown, active = _show_taken(state, held.owner, held.slot, state.active)
    passed = new(Passed, (state.round.number, held.taker, held.owner, state.taken))
    past = (*state.past, passed)
    taker = heir(state.rules, state.turner, held.taker, active)
    if taker is None:
        return _end(state, held.taker, shown, state.cash, active, past)
    return _begin(state, taker, shown, active, past, held.passed + 1)


def answer(state: T, act: Pay | Call) -> T:
    """Pay, or call the bluff; whoever owes pays what they have (rulings 13 to 15)."""
    held, card = _held(state), state.taken
    call = type(act) is Call
    payer, payee, owed = held.asked, held.taker, held.sum
    if call and card == held.sum:
        owed = 2 * owed
    elif call:
        payer, payee = payee, payer
    paid = min(owed, state.cash[payer])
    cash = _paid(state.cash, payee, paid, payer)
    active = state.active if cash[payer] else _out(state.active, payer)
    shown, active = _show_taken(state, held.owner, held.slot, active)
    said, number = "call" if call else "pay", state.round.number
    told = (number, held.taker, held.owner, card, held.asked, held.sum, said, paid)
    claim = new(Claim, told)
    return _end(state, held.taker, shown, cash, active, (*state.past, claim))


def takes(shown: Shown, taker: Seat) -> list[Take]:
    """Give the takes there are: from any other player who has a down card (ruling 7)."""
    return [_TAKES[seat] for seat, row in enumerate(shown) if None in row and seat != taker]


def limits(state: Table) -> tuple[tuple[Seat, ...], int]:
    """Give the seats the taker may ask with the card it took, and its highest bluff."""
    held, cash, rules = _held(state), state.cash, state.rules
    may = askable(rules, state.round.players, cash, state.active, held.taker, held.owner)
    return may, bluff_cap(rules, cash[held.taker])


def down(state: Table, owner: Seat, slot: int | None) -> tuple[int, Card]:
    """Give a down card and its slot, the first one if none is named (ruling 6).

    Raises IllegalAction where no down card lies.
    """
    row = state.shown[owner]
    if slot is None and None in row:
        slot = row.index(None)
    elif slot is None or not 0 <= slot < len(row) or row[slot] is not None:
        slots = [place for place, face in enumerate(row) if face is None]
        raise IllegalAction(f"the down cards of seat {owner} are in slots {slots}")
    return slot, state.round.rows[owner][slot]


def plain_take(state: Table, taker: Seat) -> Take:
    """Give the least committing take: the next row clockwise."""
    owners = [take.seat for take in takes(state.shown, taker)]
    return _TAKES[nearest(taker, owners, len(state.cash))]


def plain_request(state: Table, taker: Seat) -> Act:
    """Give the least committing request: the truth, of the owner if possible; or a pass."""
    value = face_value(state.taken)
    if not value:
        return PASS
    may, owner = limits(state)[0], _held(state).owner
    return Ask(owner if owner in may else nearest(taker, may, len(state.cash)), value)


def _begin(state: T, taker: Seat, shown: Shown, active: Active, past: Past, passed: int) -> T:
    """Hand a klirr moment to a taker; without a card to take it ends at once (rulings 7, 10)."""
    if not takes(shown, taker):
        return _end(state, taker, shown, state.cash, active, past)
    held = new(Moment, (taker, CHANCE, 0, CHANCE, 0, passed))
    return state.to("take", taker, shown, state.cash, active, state.turner, held, past)


def _end(
    state: T,
    taker: Seat,
    shown: Shown,
    cash: Cash,
    active: Active,
    past: Past,
) -> T:
    """End the moment: the turner's own empty row counts from now on (rulings 16, 17)."""
    turner = state.turner
    if active[turner] and None not in shown[turner]:
        active = _out(active, turner)
    last = taker if state.rules.turn_after_klirr == "taker" else turner
    return next_turn(state, last, shown, cash, active, past)


def _show_taken(state: Table, owner: Seat, slot: int, active: Active) -> tuple[Shown, Active]:
    """Turn the taken card face up in its row; its owner may be out by that (rulings 15, 16)."""
    shown = _reveal(state.shown, owner, slot, state.round.rows[owner][slot])
    if active[owner] and None not in shown[owner] and owner != state.turner:
        active = _out(active, owner)
    return shown, active


def _held(state: Table) -> Moment:
    held = state.moment
    assert held is not None, "there is no klirr moment"  # noqa: S101 - a programming error
    return held


def _reveal(shown: Shown, owner: Seat, slot: int, card: Card) -> Shown:
    rows, row = list(shown), list(shown[owner])
    row[slot] = card
    rows[owner] = tuple(row)
    return tuple(rows)


def _paid(cash: Cash, payee: Seat, dollars: int, payer: Seat | None = None) -> Cash:
    """Give the purses after a payment; without a payer the bank pays."""
    purses = list(cash)
    purses[payee] += dollars
    if payer is not None:
        purses[payer] -= dollars
    return tuple(purses)


def _out(active: Active, seat: Seat) -> Active:
    return (*active[:seat], False, *active[seat + 1 :])
