"""Nim: two players in turn take one to three of twelve sticks. Whoever takes the last one wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import Draw, Game, IllegalAction, Outcome, Seat, ranking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random


class Take(NamedTuple):
    """An act: how many sticks to take."""

    sticks: int

    def __str__(self) -> str:
        return f"take {self.sticks}"


class View(NamedTuple):
    """What a seat knows: everything."""

    seat: Seat
    phase: str
    sticks: int
    seats: int = 2
    rules: None = None


class Position(NamedTuple):
    """The sticks left and whose turn it is."""

    sticks: int = 12
    mover: Seat = 0

    @property
    def actors(self) -> tuple[Seat, ...]:
        """Whoever's turn it is; nobody when the sticks are gone."""
        return (self.mover,) if self.sticks else ()

    @property
    def phase(self) -> str:
        """There is but one kind of act."""
        return "take" if self.sticks else ""

    @property
    def outcome(self) -> Outcome | None:
        """The last to take wins."""
        if self.sticks:
            return None
        scores = tuple(int(seat != self.mover) for seat in (0, 1))
        return Outcome(scores, ranking(scores, [1 - self.mover]), "last stick")

    def legal(self, seat: Seat) -> tuple[Take, ...]:
        """Give the numbers of sticks that can be taken."""
        return tuple(map(Take, range(1, min(3, self.sticks) + 1))) if seat in self.actors else ()

    def view(self, seat: Seat) -> View:
        """Give what the seat knows."""
        return View(seat, self.phase, self.sticks)

    def apply(self, seat: Seat, action: Take | Draw) -> Position:
        """Take the sticks. Raises IllegalAction."""
        if action not in self.legal(seat) or not isinstance(action, Take):
            raise IllegalAction(f"{self.sticks} sticks are left; take 1 to {min(3, self.sticks)}")
        return Position(self.sticks - action.sticks, 1 - self.mover)

    def draw(self, _rng: Random) -> Draw:
        """Nothing is left to chance."""
        raise IllegalAction("chance never acts in nim")

    def fallback(self, seat: Seat) -> Take:
        """One stick commits least."""
        return self.legal(seat)[0]

    def resample(self, _seat: Seat, _rng: Random) -> Position:
        """Nothing is hidden."""
        return self


def start(_seats: int, _rules: Mapping[str, Any]) -> Position:
    """Give the first position."""
    return Position()


def parse(text: str) -> Take:
    """Read an act. Raises IllegalAction."""
    for act in map(Take, range(1, 4)):
        if text == str(act):
            return act
    raise IllegalAction(f"{text[:20]!r} is no act of nim; an act is: take 1, take 2 or take 3")


def read_draw(_json: Mapping[str, Any]) -> Draw:
    """Read chance's act: there is none."""
    raise IllegalAction("chance never acts in nim")


GAME: Final[Game[Take, View]] = Game(
    id="nim",
    title="Nim",
    about="take the last stick",
    seats=range(2, 3),
    phases=("take",),
    switches={},
    start=start,
    parse=parse,
    read_draw=read_draw,
    page=__doc__,
    hidden=False,
    chance=False,
)
