"""A table for Klirr: a test states the cards that matter and writes the acts as text.

Everything goes through what the game offers to anybody: ``GAME.start``, a ``Deal``, ``GAME.parse``.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import CHANCE, IllegalAction
from engine.klirr import GAME
from engine.klirr.acts import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable

CARDS_EACH = {2: 11, 3: 11, 4: 11, 5: 9, 6: 7}


def card(word: str) -> int | str:
    return int(word[:-1]) * 1000 if word.endswith("k") else word


class Table:
    """A match. ``rows``: the first cards of each row ("klirr 50k klart"); the rest is filled."""

    def __init__(self, *rows: str, first: int = 0, **switches: Any) -> None:
        rules = GAME.rules(switches)
        self.deck = ["klirr"] * 10 + ["jackpot"] * 4 + ["klart"] * 5 + rules["dollar_values"]
        self.state = GAME.start(len(rows), rules)
        self._lay(rows, 1, (first - 1) % len(rows))

    @classmethod
    def seat_0_broke(cls, *rows: str, **switches: Any) -> Table:
        """Round 2 with these rows: seat 0 has nothing, seat 1 has 200 000, the others 100 000."""
        at = cls("20k", "klirr klart", *["klart"] * (len(rows) - 2), first=1, **switches)
        at.play("1: turn", "1: take 0", "1: ask 0 100000", "0: pay")
        while at.now() != "deal":
            at.play(f"{at.state.actors[0]}: turn")
        return at.deal(*rows)

    def deal(self, *rows: str | None) -> Table:
        """Deal the next round; None for a seat that sits out."""
        drawn = self.state.draw(Random(0))
        return self._lay(rows, drawn.round, drawn.dealer)

    def _lay(self, rows: tuple[str | None, ...], number: int, dealer: int) -> Table:
        stated = [None if row is None else [card(word) for word in row.split()] for row in rows]
        left = self.deck.copy()
        for row in stated:
            for known in row or ():
                left.remove(known)
        # Dollars first and slot by slot, so that what comes after the stated cards is harmless.
        left.sort(key=lambda one: (isinstance(one, str), str(one)))
        players = [row for row in stated if row is not None]
        for slot in range(CARDS_EACH[len(players)] if len(players) > 1 else 0):
            for row in players:
                if slot == len(row):
                    row.append(left.pop(0))
        laid = tuple(None if row is None else tuple(row) for row in stated)
        self.state = self.state.apply(CHANCE, Deal(number, dealer, laid, tuple(left)))
        return self

    def play(self, *script: str) -> Table:
        """Play acts written as "SEAT: ACT"."""
        for line in script:
            seat, act = line.split(": ")
            self.state = self.state.apply(int(seat), GAME.parse(act))
        return self

    def refuses(self, line: str) -> bool:
        """Tell whether the act is refused, as a breach of the rules."""
        seat, act = line.split(": ")
        try:
            self.state.apply(int(seat), GAME.parse(act))
        except IllegalAction:
            return True
        return False

    def acts(self, seat: int) -> list[str]:
        return [str(act) for act in self.state.legal(seat)]

    @staticmethod
    def asks(seat: int, sums: Iterable[int] = range(10_000, 110_000, 10_000)) -> list[str]:
        """Write the requests a seat can be asked: every sum of ruling 11 unless given."""
        return [f"ask {seat} {dollars}" for dollars in sums]

    def now(self) -> str:
        """Who does what now, as in "1 answer"; "deal" for chance, "over" at the end."""
        if not self.state.actors:
            return "over"
        (actor,) = self.state.actors
        return "deal" if actor == CHANCE else f"{actor} {self.state.phase}"

    @property
    def cash(self) -> tuple[int, ...]:
        return self.state.view(0).cash

    @property
    def active(self) -> tuple[bool, ...]:
        return self.state.view(0).active

    @property
    def rows(self) -> tuple[tuple[int | str | None, ...], ...]:
        return self.state.view(0).rows


@pytest.fixture(scope="session")
def table() -> type[Table]:
    return Table
