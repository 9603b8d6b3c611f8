"""Klirr's dollars a round with the luck of the draw taken out.

Nobody has seen a card before it is drawn, so each unseen card is as likely as any other. Whatever
worth is given to the cards beforehand, what a draw is worth above the mean of the unseen cards is
luck, 0 on average whatever anybody does; so winnings less that luck have the same mean. The better
the worth foretells winnings, the smaller their variance. Ours, in dollars:

- a card that is taken: a jackpot 200 000, a dollar card 1.5 v (what it earns in equilibrium where
  worthless cards abound), any other 0;
- a card that its owner turns: a jackpot 200 000, a dollar card v, a klirr card what taking a card
  is worth on average, a klart card what it costs, the turns that are lost by it: for d cards left
  in the row m (1 + (1-p) + ... + (1-p)^(d-1)), with m the mean worth of an unseen card turned and
  p the share of klart among them.

Of the variance of one round it leaves a sixth between honest bots, a quarter between bots that
bluff; of whole matches, which end at a million, about half.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.klirr.acts import parse
from engine.klirr.cards import KLART, KLIRR, from_bank
from engine.klirr.rounds import STARTING_CASH
from harness.analysis.bluff.figure import Figure, ratio
from harness.analysis.claims import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import State
    from engine.klirr.cards import Card
    from harness.record import Record

TAKEN: Final = 1.5
THOUSAND: Final = 1000
FEWEST: Final = 20


class Won(NamedTuple):
    """What one seat won in one match. ``rounds``: those it took part in.

    ``dollars``: its cash at the end above the cash it began with; ``luck``: what its draws were
    worth above what could be expected, dollars.
    """

    player: str
    deal: Deal
    rounds: int
    dollars: int
    luck: float


@dataclass(frozen=True, slots=True)
class Winnings:
    """A player's winnings, thousands a round, as won and with the luck of its draws taken out."""

    won: Figure
    adjusted: Figure


def won(record: Record, states: Iterable[State[Any, Any]]) -> list[Won]:
    """Give what each seat of a Klirr match won; ``states``: the position before each move."""
    head = record.head
    seats = len(head.seats)
    rounds, luck = [0] * seats, [0.0] * seats
    unseen: Unseen | None = None
    for move, state in zip(record.moves, states, strict=False):
        if not isinstance(move.act, str):
            rows = move.act["deal"]["rows"]
            unseen = Unseen(chain(*filter(None, rows), move.act["deal"]["aside"]))
            rounds = [number + (row is not None) for number, row in zip(rounds, rows, strict=True)]
        elif unseen and state.phase in ("turn", "take"):
            luck[move.by] += _luck(unseen, state, move.act)
    return [
        Won(name, Deal(seats, head.deal), played, score - STARTING_CASH, lucky)
        for name, played, score, lucky in zip(
            head.seats, rounds, head.outcome.scores, luck, strict=True
        )
    ]


def winnings(matches: Iterable[Won]) -> dict[str, Winnings]:
    """Give by player what it won a round, the intervals by deal; ``n`` counts its rounds."""
    mine: defaultdict[str, list[Won]] = defaultdict(list)
    for one in matches:
        mine[one.player].append(one)
    return {
        name: Winnings(
            _a_round(played, [one.dollars for one in played]),
            _a_round(played, [one.dollars - one.luck for one in played]),
        )
        for name, played in sorted(mine.items())
    }


def _a_round(played: list[Won], dollars: list[float]) -> Figure:
    figure = ratio(
        [one.deal for one in played],
        [amount / THOUSAND for amount in dollars],
        [one.rounds for one in played],
    )
    return figure.needs(figure.n >= FEWEST, f"fewer than {FEWEST}")


def _luck(unseen: Unseen, state: Any, act: str) -> float:  # noqa: ANN401 - a state of Klirr
    """Give what a turn or a take draws above its mean: the named slot, or the first down."""
    read: Any = parse(act)
    taken = state.phase == "take"
    owner = read.seat if taken else state.turner
    shown = state.shown[owner]
    slot = shown.index(None) if read.slot is None else read.slot
    card = state.round.rows[owner][slot]
    luck = unseen.taking(card) if taken else unseen.turning(card, shown.count(None) - 1)
    unseen.remove(card)
    return luck


class Unseen:
    """The cards of a round nobody has seen.

    Every card drawn lies face up before the next one is drawn (ruling 15), and no other does.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        self._left = Counter(cards)
        self._number = self._left.total()
        self._bank = sum(from_bank(card) * count for card, count in self._left.items())
        self._taken = sum(_taken(card) * count for card, count in self._left.items())

    def remove(self, card: Card) -> None:
        """Take out a card that was drawn."""
        self._left[card] -= 1
        self._number -= 1
        self._bank -= from_bank(card)
        self._taken -= _taken(card)

    def taking(self, card: Card) -> float:
        """Give what it was worth above the mean to take this card, dollars."""
        return _taken(card) - self._taken / self._number

    def turning(self, card: Card, left: int) -> float:
        """Give what it was worth above the mean to turn this card, ``left`` more in the row."""
        moment = self._taken / self._number
        klirr, klart = self._left[KLIRR] / self._number, self._left[KLART] / self._number
        mean = self._bank / self._number + klirr * moment
        lost = mean * sum((1 - klart) ** turn for turn in range(left))
        worth = moment if card == KLIRR else -lost if card == KLART else from_bank(card)
        return worth - (mean - klart * lost)


def _taken(card: Card) -> float:
    """Give the worth of a card that is taken, dollars."""
    return TAKEN * card if isinstance(card, int) else from_bank(card)
