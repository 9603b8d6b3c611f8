"""A position of the drill that a player met, and what its act is worth there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.klirr.acts import Ask
from engine.klirr.asking import requests
from engine.klirr.cards import face_value, is_worthless
from harness.analysis.klirr.bluff.bayes import Judged, Tendency, bluff_probability
from harness.analysis.klirr.claims import Answer, Cluster, Opportunity, Place, claimed
from harness.analysis.klirr.drill import habits
from harness.equilibrium.position import unseen
from harness.equilibrium.table import duel_at, position_at, unseen_at

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.klirr.acts import Act
    from engine.klirr.cards import Card
    from engine.klirr.view import View
    from harness.player import Source


@dataclass(frozen=True, slots=True)
class Met:
    """What a player did in one position.

    ``number``: among the claims, or the answers, of the bank. ``habits``: the bots' names by seat.
    ``view``: what the player saw; ``card``: the one taken, seen by its taker alone.
    """

    id: str
    number: int
    habits: tuple[str, ...]
    view: View
    card: Card
    act: Act
    source: Source | None
    p_bluff: float | None = None
    reason: str | None = None

    @property
    def own(self) -> bool:
        """Whether the player decided, not the engine for it."""
        return self.source == "player"

    @property
    def worth(self) -> int:
        """The card's dollars, 0 for a worthless one."""
        return face_value(self.card)


def claim(player: str, met: Met) -> Opportunity:
    """Give a claim as a labelled opportunity that nobody answered; its deal is the position."""
    names = list(met.habits)
    names[met.view.seat] = player
    return claimed(_place(met), names, met.view, met.act, met.source, met.reason)


def answer(player: str, met: Met) -> Opportunity:
    """Give an answer as an opportunity of the habit that asked; its deal is the position."""
    view = met.view
    taker, asked = _request(view)
    return Opportunity(
        *_place(met),
        met.habits[taker],
        met.worth,
        unseen_at(view),
        view.cash[taker],
        view.cash[view.seat],
        view.bluff_cap,
        duel=duel_at(view),
        source="player",
        sum=asked,
        asked=player,
        asked_cash=view.cash[view.seat],
        owner=view.seat == view.owner,
        answer=Answer(str(met.act) == "call", met.source, met.p_bluff, met.reason),
    )


def judged(player: str, met: Met) -> Judged:
    """Judge an answer by the claims of the asker that stand in the view."""
    opportunity = answer(player, met)
    taker, _ = _request(met.view)
    by_past, by_cards = (
        bluff_probability(opportunity, shown(met.view, taker)),
        bluff_probability(opportunity, Tendency()),
    )
    return Judged(opportunity, by_past, by_cards)


def judged_by_habit(player: str, met: Met) -> Judged:
    """Judge an answer as somebody would who knows the asker's habit."""
    opportunity = answer(player, met)
    by_habit = habits.bluff_probability(opportunity.taker, opportunity.unseen, opportunity.sum)
    return Judged(opportunity, by_habit, bluff_probability(opportunity, Tendency()))


def shown(view: View, taker: Seat) -> Tendency:
    """Give a seat's tendencies from exactly the claims in view.

    Passes stand in no claim. How often a worthless card was taken follows from the dollar cards:
    at least as many as bluffed, else in the proportion of the deck.
    """
    found = Tendency()
    for one in view.claims:
        if one.taker != taker:
            continue
        if is_worthless(one.card):
            found.forced_bluffs += 1
        else:
            found.optional += 1
            found.optional_bluffs += one.bluff
        if one.bluff:
            found.sums[one.sum] += 1
    deck = unseen(view.deck)
    dollars = deck.total - deck.worthless
    guess = round(found.optional * deck.worthless / max(dollars, 1))
    found.forced = max(found.forced_bluffs, guess)
    return found


def gain(met: Met, habit: str | None, act: Act | None = None) -> float:
    """Give what a claim earns in expectation, dollars.

    ``habit``: how whoever is asked answers; None: as the one who sits there does. ``act``: in
    place of what the player did.
    """
    view, made = met.view, act or met.act
    if not isinstance(made, Ask):
        return 0.0
    where = position_at(view, made.seat)
    called = habits.call_probability(habit or met.habits[made.seat], where, made.sum)
    return where.stakes(made.sum).gain(called, honest=made.sum == met.worth)


def best_gain(met: Met) -> float:
    """Give the most a claim can earn in expectation from those who sit there, dollars."""
    view = met.view
    return max(gain(met, None, act) for act in requests(met.card, view.askable, view.bluff_cap))


def _place(met: Met) -> Place:
    return Place(met.id, 0, met.number, Cluster(met.view.seats, met.number))


def _request(view: View) -> tuple[Seat, int]:
    assert view.taker is not None and view.sum is not None, "nobody asks"  # noqa: S101, PT018
    return view.taker, view.sum
