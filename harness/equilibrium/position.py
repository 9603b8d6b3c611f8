"""A claim as everybody sees it: the unseen cards, the cash of both, the sums and the stakes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.klirr.asking import bluffs
from engine.klirr.cards import HIGHEST_BLUFF, is_worthless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.klirr.cards import Card

CAP: Final = HIGHEST_BLUFF
"""The largest bluff, in dollars (ruling 11), unless a switch lowers it."""


class Unseen(NamedTuple):
    """The cards that may have been taken, from public information: all that do not lie face up.

    ``worthless``: how many klirr and klart. ``dollars``: (value, how many), ascending, none empty.
    Jackpots are left out: a taken jackpot is shown, so it never leads to a claim (ruling 8).
    """

    worthless: int
    dollars: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """How many cards can lead to a claim."""
        return self.worthless + sum(count for _, count in self.dollars)

    def count(self, value: int) -> int:
        """How many dollar cards of this value are unseen."""
        return dict(self.dollars).get(value, 0)


def unseen(cards: Iterable[Card]) -> Unseen:
    """Count the cards nobody has seen."""
    return counted(Counter(cards))


def counted(counts: Mapping[Card, int]) -> Unseen:
    """Sort the unseen cards, given how many there are of each."""
    worthless = sum(number for card, number in counts.items() if is_worthless(card))
    dollars = (
        (card, number) for card, number in counts.items() if number and isinstance(card, int)
    )
    return Unseen(worthless, tuple(sorted(dollars)))


@dataclass(frozen=True, slots=True)
class Position:
    """One claim to be made.

    ``taker_cash``, ``asked_cash``: dollars; infinite when nobody can run short.
    ``cap``: the largest sum that may be bluffed (less than ``CAP`` under ``bluff_cap: own_cash``);
    an honest request may be larger. ``passing``: what passing a worthless card is worth to the
    taker (negative where it hands a rival the moment), None where it is not possible.
    """

    unseen: Unseen
    taker_cash: float = inf
    asked_cash: float = inf
    cap: int = CAP
    passing: float | None = 0.0

    def sums(self) -> tuple[int, ...]:
        """Give every sum somebody may ask for, ascending."""
        return tuple(sorted({*bluffs(self.cap), *(value for value, _ in self.unseen.dollars)}))

    def stakes(self, asked: int) -> Stakes:
        """Give what the taker wins or loses by asking for a sum."""
        return stakes(asked, self.taker_cash, self.asked_cash)

    def choices(self, value: int) -> tuple[int, ...]:
        """Give the sums a card allows; 0 is passing, and the value of a worthless card."""
        free = tuple(bluffs(self.cap))
        if value == 0:
            return free if self.passing is None else (0, *free)
        return free if value in free else (*free, value)

    def payoff(self, value: int, asked: int, *, called: bool) -> float:
        """Give the taker's gain with this card (0: worthless) and sum (0: passing)."""
        if asked == 0:
            return self.passing or 0.0
        return self.stakes(asked).gain(called, honest=asked == value)


class Stakes(NamedTuple):
    """The taker's stakes in a claim, dollars, cut to what each can pay (rulings 13 and 14).

    ``paid``: won when the asked pays (P). ``honest``: won when an honest request is called (A).
    ``bluff``: lost when a bluff is called (B).
    """

    paid: float
    honest: float
    bluff: float

    @property
    def threshold(self) -> float:
        """The probability of a bluff above which calling pays, p₀ = (A - P) / (A + B).

        ⅓ while nobody's cash is short; 0 when the asked holds no more than the sum (calling
        is free); ½ when the taker is broke.
        """
        at_risk = self.honest + self.bluff
        return (self.honest - self.paid) / at_risk if at_risk else 0.0

    @property
    def free(self) -> bool:
        """Whether calling costs nothing: the asked holds no more than the sum."""
        return self.honest == self.paid

    def gain(self, called: float, *, honest: bool) -> float:
        """Give what the taker wins when it is called with this probability (true: for certain)."""
        return called * (self.honest if honest else -self.bluff) + (1 - called) * self.paid

    def edge(self, bluff: float) -> float:
        """Give what calling gains the asked over paying, when a bluff has this probability."""
        return bluff * (self.bluff + self.honest) - (self.honest - self.paid)


def stakes(asked: int, taker_cash: float = inf, asked_cash: float = inf) -> Stakes:
    """Give the stakes of a request for this sum."""
    return Stakes(min(asked, asked_cash), min(2 * asked, asked_cash), min(asked, taker_cash))
