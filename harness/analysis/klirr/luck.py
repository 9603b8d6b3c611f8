"""Klirr's dollars a round with the luck of the draw taken out.

Nobody has seen a card before it is drawn, so each unseen card is as likely as any other. Give every
card and every position a worth beforehand, whatever it is: what a draw is worth to a player above
the mean over all unseen cards is luck, 0 on average whatever anybody does. So winnings less that
luck have the same mean, and the better the worth foretells winnings, the smaller their variance.

Ours, in dollars. A card that is taken: a jackpot 200 000, a dollar card 1.5 v (what it earns in
equilibrium where worthless cards abound), any other 0. A card that its owner turns: a jackpot
200 000, a dollar card v, a klirr card the mean of all cards if taken, any other 0. A position, to
each player in the round with d down cards left: m (1 + (1-p) + ... + (1-p)^(d-1)), the turns to
come, with m the mean of the unseen cards if turned and p the share of klart cards among them, which
end them; to a player out of the round 0. So a draw is luck for everybody, not its owner alone.

Simulated at four seats: of the variance of one round a sixth is left between bots that claim and
answer at the equilibrium, a tenth between honest ones; of whole matches, which end at a million,
four tenths. The plainer formula counts the worth of the drawn card alone (a klirr card turned is
then 0), and nothing for the turns to come: its mean is the same, but it leaves two thirds of the
variance of a round, since most of the luck is how many turns one gets before a klart card.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.klirr.acts import parse
from engine.klirr.cards import KLART, KLIRR, from_bank
from engine.klirr.rounds import STARTING_CASH
from harness.analysis.figure import THOUSAND, Figure, ratio
from harness.analysis.klirr.claims import Cluster

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.game import Seat, State
    from engine.klirr.cards import Card
    from harness.record import Record

TAKEN: Final = 1.5
FEWEST: Final = 20


class Won(NamedTuple):
    """What one seat won in one match. ``rounds``: those it took part in.

    ``dollars``: its cash at the end above the cash it began with; ``luck``: what its draws were
    worth above what could be expected, dollars.
    """

    player: str
    deal: Cluster
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
            found = _drawn(unseen, state, move.act)
            luck = [before + more for before, more in zip(luck, found, strict=True)]
    return [
        Won(name, Cluster(seats, head.deal), played, score - STARTING_CASH, lucky)
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
    return figure.on_at_least(FEWEST)


def _drawn(unseen: Unseen, state: Any, act: str) -> list[float]:  # noqa: ANN401 - of Klirr
    """Give by seat what a turn or a take drew above its mean, dollars."""
    drawn = state.drawn(parse(act))
    left = list(state.turns_left)
    left[drawn.owner] = max(0, left[drawn.owner] - 1)
    return unseen.draw(drawn.card, state.actors[0], left, taken=state.phase == "take")


class Unseen:
    """The cards of a round nobody has seen, and what they are worth.

    Every card drawn lies face up before the next one is drawn (ruling 15), and no other does.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        deck = list(cards)
        self._number, self._klart = len(deck), deck.count(KLART)
        self._taken = sum(map(worth_taken, deck))
        self._klirr = self._taken / self._number
        self._turned = sum(map(self.worth_turned, deck))

    def worth_turned(self, card: Card) -> float:
        """Give the worth of a card its owner turns, dollars."""
        return self._klirr if card == KLIRR else from_bank(card)

    def draw(self, card: Card, drawer: Seat, left: Sequence[int], *, taken: bool) -> list[float]:
        """Take a card out; give by seat what the draw was worth above its mean, dollars.

        ``left``: the turns each seat has left after it, as far as nobody is out by it.
        """
        number, klart = self._number, self._klart
        mean = self._taken / number if taken else self._turned / number
        rest, share = number - 1, klart / number
        worth = worth_taken(card) if taken else self.worth_turned(card)
        after = self._turned - self.worth_turned(card)
        other = self._turned * (1 - 1 / (number - klart)) if number > klart else 0.0
        luck = []
        for seat, turns in enumerate(left):
            ends = seat == drawer and not taken
            if_klart = 0.0 if ends else self._turned * _turns(klart - 1, rest, turns)
            if_other = other * _turns(klart, rest, turns)
            to_come = if_klart if card == KLART else after * _turns(klart, rest, turns)
            luck.append(to_come - share * if_klart - (1 - share) * if_other)
        luck[drawer] += worth - mean
        self._number, self._klart = rest, klart - (card == KLART)
        self._taken -= worth_taken(card)
        self._turned = after
        return luck


def worth_taken(card: Card) -> float:
    """Give the worth of a card that is taken, dollars."""
    return TAKEN * card if isinstance(card, int) else from_bank(card)


@lru_cache(maxsize=8192)
def _turns(klart: int, number: int, left: int) -> float:
    """Give how many turns are to come, over the number of cards they draw from."""
    if number <= 0 or left == 0 or klart < 0:
        return 0.0
    stays = 1 - klart / number
    return sum(stays**turn for turn in range(left)) / number
