"""All that is measured of bluffing at the tables of a run, in one pass over its matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harness.analysis.klirr.bluff.panel import panel
from harness.analysis.klirr.bluff.stories import stories
from harness.analysis.klirr.claims import of_match
from harness.analysis.klirr.luck import Won, winnings, won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import State
    from harness.analysis.figure import Figure
    from harness.analysis.klirr.bluff.bayes import Judged
    from harness.analysis.klirr.bluff.beliefs import Beliefs
    from harness.analysis.klirr.bluff.panel import Bluffing
    from harness.analysis.klirr.claims import Opportunity
    from harness.analysis.klirr.luck import Winnings
    from harness.record import Record

KLIRR = "klirr"


@dataclass(frozen=True, slots=True)
class Watched:
    """What the Klirr matches of a run showed, in export order."""

    opportunities: tuple[Opportunity, ...]
    won: tuple[Won, ...]
    matches: int

    @property
    def deals(self) -> int:
        """How many different deals were played."""
        return len({one.deal for one in self.won})

    def stories(self, count: int, player: str | None = None) -> list[Judged]:
        """Give the claims that moved most money; see ``stories``."""
        return stories(self.opportunities, count, player)


def watch(played: Iterable[tuple[Record, Iterable[State[Any, Any]]]]) -> Watched:
    """Label the claims of all Klirr matches and count their winnings.

    Each record comes with the position before each of its moves; the order is the export's.
    """
    opportunities: list[Opportunity] = []
    wins: list[Won] = []
    matches = 0
    for order, (record, states) in enumerate(played):
        if record.head.game == KLIRR:
            seen = list(states)
            opportunities += of_match(order, record, seen)
            wins += won(record, seen)
            matches += 1
    return Watched(tuple(opportunities), tuple(wins), matches)


@dataclass(frozen=True, slots=True)
class Profile:
    """One player: its panel and its winnings."""

    bluffing: Bluffing
    winnings: Winnings

    @property
    def player(self) -> str:
        """The player's name."""
        return self.bluffing.player

    @property
    def beliefs(self) -> Beliefs | None:
        """Its stated beliefs, None if it never stated one."""
        return self.bluffing.beliefs

    def figures(self) -> dict[str, Figure]:
        """Give the figures of the panel, and winnings in thousands a round, by their names."""
        won = {"won": self.winnings.won, "luck_adjusted": self.winnings.adjusted}
        return self.bluffing.figures() | won

    def json(self) -> dict[str, Any]:
        """Give the panel as the contract has it, and winnings in thousands a round."""
        return self.bluffing.json() | {
            "won": self.winnings.won.json(),
            "luck_adjusted": self.winnings.adjusted.json(),
        }


def profiles(watched: Watched) -> list[Profile]:
    """Measure everybody who took a card to ask with, or was asked, in alphabetical order."""
    earned = winnings(watched.won)
    return [Profile(one, earned[one.player]) for one in panel(watched.opportunities)]
