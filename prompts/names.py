"""How a language names those at a table, never by an entrant's own name, and joins words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Names:
    """The words of one language for it.

    ``player``: goes before a number from 1. ``you``: whoever is told. ``marked``: its name with a
    mark. ``both``, ``either``: stand before the last word of several.
    """

    player: str
    you: str
    marked: str
    both: str
    either: str

    def seat(self, seat: Seat) -> str:
        """Name a seat: "Player 1" is seat 0."""
        return f"{self.player} {seat + 1}"

    def told(self, seat: Seat, me: Seat) -> str:
        """Name a seat to another: "you" if it is the same."""
        return self.you if seat == me else self.seat(seat)

    def listed(self, seat: Seat, me: Seat) -> str:
        """Name a seat in a table: "Player 1 (you)" if it is whoever is told."""
        return self.marked.format(self.seat(seat)) if seat == me else self.seat(seat)

    def all(self, words: Iterable[str]) -> str:
        """Join words as in speech: "a, b and c"."""
        return _joined(words, self.both)

    def any(self, words: Iterable[str]) -> str:
        """Join words as in speech: "a, b or c"."""
        return _joined(words, self.either)


def _joined(words: Iterable[str], last: str) -> str:
    *rest, final = list(words)
    return f"{', '.join(rest)} {last} {final}" if rest else final


ENGLISH: Final = Names(player="Player", you="you", marked="{} (you)", both="and", either="or")
