"""Every claim of Klirr that could be made, labelled from the record: lie or truth, believed or not.

Every card is shown in the end, so nothing is guessed. An *opportunity* is one taken card with
which its taker could ask for a sum: *forced* with a worthless card, *optional* with a dollar card,
which must be asked for anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.klirr.acts import Ask, parse
from engine.klirr.cards import face_value
from harness.equilibrium import equilibrium
from harness.equilibrium.position import Stakes, Unseen, stakes
from harness.equilibrium.table import duel_at, position, unseen_at
from prompts.reply import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.game import State
    from engine.klirr.acts import Act
    from engine.klirr.view import View
    from harness.player import Source
    from harness.record import Move, Record


class Cluster(NamedTuple):
    """Where an opportunity belongs in the statistics: to all rotations and line-ups of one deal."""

    seats: int
    number: int


class Place(NamedTuple):
    """Where an opportunity came up, as ``Opportunity`` has it."""

    match: str
    order: int
    move: int
    deal: Cluster


class Answer(NamedTuple):
    """How a request was answered. ``p_bluff``: the belief stated before it, None where none was."""

    called: bool
    source: Source | None
    p_bluff: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Opportunity:
    """One taken card with which a sum could be asked.

    ``order``: number of the match in export order; ``move``: index of the ask or pass in the
    record. ``taker``, ``asked``: entrants' names. ``card``: dollars, 0 for a worthless one.
    ``unseen``: the cards not face up, the taken one among them. Cash in dollars, before the
    claim; ``richest``: of those who may be asked. ``cap``: the largest bluff allowed. ``duel``:
    two seats, the rival active, so that passing hands over the moment. ``source``: who decided
    the claim, None where only one choice was legal. ``sum``: 0 for a pass, then nobody is asked.
    ``owner``: the card lay in the row of the asked.
    """

    match: str
    order: int
    move: int
    deal: Cluster
    taker: str
    card: int
    unseen: Unseen
    taker_cash: int
    richest: int
    cap: int
    duel: bool
    source: Source | None
    reason: str | None = None
    sum: int = 0
    asked: str | None = None
    asked_cash: int = 0
    owner: bool = False
    answer: Answer | None = None

    @property
    def forced(self) -> bool:
        """Whether the card is worthless: only a bluff or a pass was possible."""
        return self.card == 0

    @property
    def bluff(self) -> bool:
        """Whether a sum was asked that is not the card's value; lower is a bluff too."""
        return self.sum not in (0, self.card)

    @property
    def possible(self) -> bool:
        """Whether a card of the sum's value was unseen, so that the request could be true."""
        return self.unseen.count(self.sum) > 0

    @property
    def stakes(self) -> Stakes:
        """The stakes of the request, with the cash of both."""
        return stakes(self.sum, self.taker_cash, self.asked_cash)

    @property
    def own(self) -> bool:
        """Whether the taker itself decided, neither the rules nor the engine for it."""
        return self.source == "player"

    @property
    def answered(self) -> bool:
        """Whether somebody was asked and decided the answer itself."""
        return self.answer is not None and self.answer.source == "player"

    @property
    def called(self) -> bool:
        """Whether the request was called."""
        return self.answer is not None and self.answer.called

    def balanced_rate(self) -> float:
        """Give p*, how often the equilibrium bluffs with a worthless card here.

        Cash is counted as if the richest who may be asked were asked: a pass names nobody, and a
        yardstick must not depend on what was done.
        """
        where = position(self.unseen, self.taker_cash, self.richest, self.cap, duel=self.duel)
        return equilibrium(where).bluff_rate


def of_match(
    order: int, record: Record, states: Iterable[State[Any, Any]]
) -> Iterator[Opportunity]:
    """Yield the opportunities of one Klirr match, number ``order`` in export order."""
    pending: Opportunity | None = None
    for number, (move, state) in enumerate(zip(record.moves, states, strict=False)):
        if state.phase == "ask":
            could = any(isinstance(act, Ask) for act in state.legal(move.by))
            pending = _claim(order, record, number, state.view(move.by)) if could else None
            if pending and not pending.sum:
                yield pending
        elif state.phase == "answer" and pending:
            yield replace(pending, answer=_answer(move))


def _claim(order: int, record: Record, number: int, view: View) -> Opportunity:
    head, move = record.head, record.moves[number]
    place = Place(head.match, order, number, Cluster(view.seats, head.deal))
    reason = move.made.reading.reason if move.made else None
    return claimed(place, head.seats, view, parse(str(move.act)), move.source, reason)


def claimed(
    place: Place,
    names: Sequence[str],
    view: View,
    act: Act,
    source: Source | None,
    reason: str | None,
) -> Opportunity:
    """Label an opportunity from what its taker saw and did; ``names``: by seat."""
    asked = act.seat if isinstance(act, Ask) else None
    return Opportunity(
        *place,
        names[view.seat],
        face_value(view.card),
        unseen_at(view),
        view.cash[view.seat],
        max(view.cash[seat] for seat in view.askable),
        view.bluff_cap,
        duel_at(view),
        source,
        reason,
        act.sum if isinstance(act, Ask) else 0,
        None if asked is None else names[asked],
        0 if asked is None else view.cash[asked],
        asked == view.owner,
    )


def _answer(move: Move) -> Answer:
    said = move.made.reading if move.made else Reading()
    return Answer(move.act == "call", move.source, said.p_bluff, said.reason)
