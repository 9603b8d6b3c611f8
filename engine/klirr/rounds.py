"""Rounds: deal, pass the turn on, end, and who wins (rulings 1 to 4, 19 to 22)."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final

from engine.game import CHANCE, IllegalAction, Outcome, Seat, ranking
from engine.klirr.acts import Deal
from engine.klirr.cards import cards_each
from engine.klirr.seats import nearest, next_active

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.klirr.cards import Card, Shown
    from engine.klirr.seats import Active, Cash
    from engine.klirr.table import T, Table
    from engine.klirr.view import Past

STARTING_CASH: Final = 100_000
GOAL: Final = 1_000_000


def draw(state: Table, rng: Random) -> Deal:
    """Deal the shuffled deck: first the rows, seat by seat, then the cards aside (rulings 3, 4)."""
    a_round, seats = state.round, len(state.cash)
    dealer = rng.randrange(seats) if a_round.dealer == CHANCE else a_round.dealer
    cards = list(state.rules.deck)
    rng.shuffle(cards)
    each = cards_each(len(a_round.players))
    places = {seat: place * each for place, seat in enumerate(a_round.players)}
    rows = tuple(
        tuple(cards[places[seat] : places[seat] + each]) if seat in places else None
        for seat in range(seats)
    )
    return Deal(a_round.number, dealer, rows, tuple(cards[each * len(a_round.players) :]))


def deal(state: T, dealt: Deal) -> T:
    """Lay out the cards; the seat left of the dealer starts. Raises IllegalAction."""
    _check(state, dealt)
    rows = tuple([row or () for row in dealt.rows])
    a_round = state.round._replace(dealer=dealt.dealer, rows=rows, aside=dealt.aside)
    shown: Shown = tuple([(None,) * len(row) for row in rows])
    first = next_active(state.active, dealt.dealer)
    assert first is not None, "a round has players"  # noqa: S101 - a programming error
    return state._replace(round=a_round).to(
        "turn", first, shown, state.cash, state.active, first, None, state.past
    )


def _check(state: Table, dealt: Deal) -> None:
    a_round, seats = state.round, len(state.cash)
    if dealt.round != a_round.number:
        raise IllegalAction(f"this is round {a_round.number}")
    if not 0 <= dealt.dealer < seats or a_round.dealer not in (CHANCE, dealt.dealer):
        raise IllegalAction("that seat is not the dealer of this round")
    each = cards_each(len(a_round.players))
    lengths = [None if row is None else len(row) for row in dealt.rows]
    if lengths != [each if seat in a_round.players else None for seat in range(seats)]:
        raise IllegalAction(f"a deal gives {each} cards to each of {list(a_round.players)}")
    cards = list(chain(*filter(None, dealt.rows), dealt.aside))
    if _count(cards) != _count(state.rules.deck):
        raise IllegalAction("the cards dealt and those aside are not the 45 of the deck")


def _count(cards: Sequence[Card]) -> dict[Card, int]:
    return dict(Counter(cards))  # a plain one compares much faster


def next_turn(
    state: T,
    last: Seat,
    shown: Shown,
    cash: Cash,
    active: Active,
    past: Past,
) -> T:
    """Pass the turn to the next active seat left of ``last``, or end the round (rulings 17, 19)."""
    turner = next_active(active, last)
    if turner is not None:
        return state.to("turn", turner, shown, cash, active, turner, None, past)
    ended = state._replace(shown=shown, cash=cash, active=active, moment=None, past=past)
    return _end_round(ended)


def _end_round(state: T) -> T:
    """Settle the match, or prepare the next round, for all or for the tied (rulings 20, 21)."""
    cash, a_round = state.cash, state.round
    best = max(cash[seat] for seat in a_round.players)
    leaders = tuple(seat for seat in a_round.players if cash[seat] == best)
    decided = a_round.extra or best >= GOAL
    if decided and len(leaders) == 1:
        return _over(state, leaders, "goal")
    if a_round.number == state.rules.max_rounds:
        return _over(state, leaders, "cap")
    players = leaders if decided else a_round.players
    seats = len(cash)
    following = a_round._replace(
        number=a_round.number + 1,
        dealer=nearest((a_round.dealer + 1) % seats, players, seats),
        players=players,
        extra=decided,
        rows=(),
        aside=(),
    )
    return state._replace(
        round=following,
        phase="deal",
        actors=(CHANCE,),
        shown=((),) * seats,
        active=tuple(seat in players for seat in range(seats)),
    )


def _over(state: T, winners: tuple[Seat, ...], ended: str) -> T:
    outcome = Outcome(state.cash, ranking(state.cash, winners), ended)
    return state._replace(phase="", actors=(), outcome=outcome)
