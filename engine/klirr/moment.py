"""A turn and its klirr moment: turn a card, take, ask, pass, answer (rulings 5 to 18)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.game import IllegalAction
from engine.klirr import rounds
from engine.klirr.acts import PASS, Act, Ask, Call, Take
from engine.klirr.cards import (
    HIGHEST_BLUFF,
    JACKPOT,
    JACKPOT_PAYS,
    KLART,
    KLIRR,
    STEP,
    from_bank,
    is_worthless,
)
from engine.klirr.seats import nearest, next_active
from engine.klirr.table import Moment
from engine.klirr.view import Claim

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.acts import Pass, Pay, TurnUp
    from engine.klirr.cards import Card, Shown
    from engine.klirr.seats import Active, Cash
    from engine.klirr.table import T, Table

_TAKES: Final = tuple(Take(seat) for seat in range(6))


def turn(state: T, act: TurnUp) -> T:
    """Turn one of the turner's own cards (ruling 5)."""
    turner = state.turner
    slot = _down_slot(state.shown, turner, act.slot)
    card = state.round.rows[turner][slot]
    shown = _reveal(state.shown, turner, slot, card)
    if card == KLIRR:
        return _begin(state, turner, shown, state.active)
    cash = _paid(state.cash, turner, from_bank(card))
    stays = card != KLART and None in shown[turner]
    active = state.active if stays else _out(state.active, turner)
    return rounds.next_turn(state, turner, shown, cash, active, state.claims)


def take(state: T, act: Take) -> T:
    """Take another player's down card (rulings 7 to 10)."""
    taker, owner = state.actors[0], act.seat
    if owner == taker or not 0 <= owner < len(state.shown):
        owners = [take.seat for take in takes(state.shown, taker)]
        raise IllegalAction(f"you take from another player's row; seats with down cards: {owners}")
    slot = _down_slot(state.shown, owner, act.slot)
    card = state.round.rows[owner][slot]
    if card == JACKPOT or (isinstance(card, int) and not askable(state, taker, owner)):
        cash = _paid(state.cash, taker, JACKPOT_PAYS) if card == JACKPOT else state.cash
        shown, active = _show_taken(state, owner, slot, state.active)
        return _end(state, taker, shown, cash, active, state.claims)
    held = Moment(taker, owner, slot)
    return state.to(
        "ask", taker, state.shown, state.cash, state.active, state.turner, held, state.claims
    )


def ask(state: T, act: Ask) -> T:
    """Ask a player for a sum, honestly or not (rulings 9 to 12)."""
    asked, dollars = act.seat, act.sum
    held, card = _held(state), state.taken
    may, cap = askable(state, held.taker), bluff_cap(state, held.taker)
    if asked not in may:
        raise IllegalAction(f"the seats you may ask now: {list(may)}")
    if dollars != card and not (STEP <= dollars <= cap and dollars % STEP == 0):
        raise IllegalAction(f"a bluff is a multiple of {STEP} and at most {cap}")
    held = Moment(held.taker, held.owner, held.slot, asked, dollars)
    return state.to(
        "answer", asked, state.shown, state.cash, state.active, state.turner, held, state.claims
    )


def pass_on(state: T, _: Pass) -> T:
    """Show a worthless card; the moment goes to the next active player (ruling 10)."""
    held = _held(state)
    if not is_worthless(state.taken):
        raise IllegalAction("only a klirr or klart card can be passed")
    shown, active = _show_taken(state, held.owner, held.slot, state.active)
    heir = next_active(active, held.taker)
    if heir is None or heir == held.taker:
        return _end(state, held.taker, shown, state.cash, active, state.claims)
    return _begin(state, heir, shown, active)


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
    claim = Claim(
        state.round.number,
        held.taker,
        held.owner,
        card,
        held.asked,
        held.sum,
        "call" if call else "pay",
        paid,
    )
    return _end(state, held.taker, shown, cash, active, (*state.claims, claim))


def takes(shown: Shown, taker: Seat) -> list[Take]:
    """Give the takes there are: from any other player who has a down card (ruling 7)."""
    return [_TAKES[seat] for seat, row in enumerate(shown) if None in row and seat != taker]


def askable(state: Table, taker: Seat, owner: Seat | None = None) -> tuple[Seat, ...]:
    """Give the seats that may be asked, ascending (ruling 12)."""
    if state.rules.ask_target == "owner":
        owner = _held(state).owner if owner is None else owner
        return (owner,) if state.cash[owner] else ()
    cash = state.cash
    return tuple([seat for seat in state.round.players if cash[seat] and seat != taker])


def bluff_cap(state: Table, taker: Seat) -> int:
    """Give the highest sum a bluff may name (ruling 11)."""
    own_cash = state.rules.bluff_cap == "own_cash"
    return min(HIGHEST_BLUFF, state.cash[taker]) if own_cash else HIGHEST_BLUFF


def requests(state: Table, taker: Seat) -> tuple[Act, ...]:
    """Give every request, seat by seat and sum by sum, and passing with a worthless card."""
    return _requests(askable(state, taker), state.taken, bluff_cap(state, taker))


@lru_cache(maxsize=4096)
def _requests(may: tuple[Seat, ...], card: Card, cap: int) -> tuple[Act, ...]:
    sums = {*range(STEP, cap + 1, STEP), *([card] if isinstance(card, int) else [])}
    asks = [Ask(seat, dollars) for seat in may for dollars in sorted(sums)]
    return (*asks, PASS) if is_worthless(card) else tuple(asks)


def plain_take(state: T, taker: Seat) -> Take:
    """Give the least committing take: the next row clockwise."""
    owners = [take.seat for take in takes(state.shown, taker)]
    return _TAKES[nearest(taker, owners, len(state.cash))]


def plain_request(state: Table, taker: Seat) -> Act:
    """Give the least committing request: the truth, of the owner if possible; or a pass."""
    card = state.taken
    if not isinstance(card, int):
        return PASS
    may, owner = askable(state, taker), _held(state).owner
    return Ask(owner if owner in may else nearest(taker, may, len(state.cash)), card)


def _begin(state: T, taker: Seat, shown: Shown, active: Active) -> T:
    """Hand a klirr moment to a taker; without a card to take it ends at once (rulings 7, 10)."""
    if not takes(shown, taker):
        return _end(state, taker, shown, state.cash, active, state.claims)
    held = Moment(taker)
    return state.to("take", taker, shown, state.cash, active, state.turner, held, state.claims)


def _end(
    state: T,
    taker: Seat,
    shown: Shown,
    cash: Cash,
    active: Active,
    claims: tuple[Claim, ...],
) -> T:
    """End the moment: the turner's own empty row counts from now on (rulings 16, 17)."""
    turner = state.turner
    if active[turner] and None not in shown[turner]:
        active = _out(active, turner)
    last = taker if state.rules.turn_after_klirr == "taker" else turner
    return rounds.next_turn(state, last, shown, cash, active, claims)


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


def _down_slot(shown: Shown, seat: Seat, slot: int | None) -> int:
    row = shown[seat]
    if slot is None and None in row:
        return row.index(None)
    if slot is not None and 0 <= slot < len(row) and row[slot] is None:
        return slot
    down = [place for place, face in enumerate(row) if face is None]
    raise IllegalAction(f"the down cards of seat {seat} are in slots {down}")


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
