"""The moves of Klirr in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.klirr.acts import Act, Ask, Call, Deal, Pass, Pay, Take
from engine.klirr.view import claims
from prompts.names import ENGLISH

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.cards import Card, Row
    from engine.klirr.position import State


def tell(before: State, act: Act | Deal, after: State, seat: Seat | None) -> str:
    """Tell one move; the taken card stays the taker's until it is shown."""
    if isinstance(act, Deal):
        return _deal(act, seat)
    told = _told(before, act, after, knows=seat in {None, before.actors[0]})
    if before.cash == after.cash:
        return told
    return f"{told}; cash is now {', '.join(f'{dollars:,}' for dollars in after.cash)}"


def _told(before: State, act: Act, after: State, *, knows: bool) -> str:
    match act:
        case Take(owner):
            shown = knows or after.phase != "ask"
            taken = f": {_card(before.drawn(act).card)}" if shown else ""
            return f"takes a card of {ENGLISH.seat(owner)}{taken}"
        case Ask(asked, dollars):
            truth = "honest" if before.taken == dollars else f"a bluff with {_card(before.taken)}"
            return f"asks {ENGLISH.seat(asked)} for {dollars:,}" + (f" ({truth})" if knows else "")
        case Pass():
            return f"passes and shows the card: {_card(before.taken)}"
        case Pay() | Call():
            claim = claims(after.past)[-1]
            truth = "a bluff" if claim.bluff else "honest"
            answer = "pays" if isinstance(act, Pay) else "calls"
            return f"{answer}; the card was {_card(claim.card)}, the request {truth}"
    return f"turns {_card(before.drawn(act).card)}"


def _deal(deal: Deal, seat: Seat | None) -> str:
    """Tell a deal; only the referee sees the fronts."""
    told = f"deals round {deal.round}, the dealer is {ENGLISH.seat(deal.dealer)}"
    if seat is not None:
        return told
    rows = (f"{ENGLISH.seat(place)}: {_row(row)}" for place, row in enumerate(deal.rows) if row)
    return "; ".join((told, *rows, f"aside: {_row(deal.aside)}"))


def _row(row: Row) -> str:
    return " ".join(map(_card, row)) or "nothing"


def _card(card: Card) -> str:
    return f"{card:,}" if isinstance(card, int) else card
