"""What every game is made of: seats, positions, chance, outcomes, and the one way to break a rule.

The words are OpenSpiel's where it has one: chance is a player whose draws are actions. A position
is a value; nothing here or in a game reads a clock, a file, the network or a global random.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

Seat = int
"""A place at the table, counted from 0, clockwise."""

CHANCE: Final = -1
"""The seat of chance: it deals and draws, and its draws stand in the record."""


class IllegalAction(ValueError):  # noqa: N818 - a breach of the rules, not an error of the program
    """An action the rules do not allow now. The message is one sentence a player can act on."""


class Action(Hashable, Protocol):
    """One act of a seat. ``str`` gives its text in the record; ``Game.parse`` reads it back."""

    def __str__(self) -> str: ...


class Draw(Hashable, Protocol):
    """One act of chance. ``json`` gives its keys in the record; ``read_draw`` reads them back."""

    def json(self) -> dict[str, Any]:
        """Give the draw as the keys it has in a record."""


class View(Protocol):
    """All that a seat may know, and nothing else: a NamedTuple or a dataclass.

    Without words of the game's own in ``prompts``, players are shown its fields by their names.
    """

    @property
    def seat(self) -> Seat:
        """Whose view it is."""

    @property
    def seats(self) -> int:
        """The table size."""

    @property
    def rules(self) -> Hashable:
        """The rules in force, every switch an attribute; None where a game has no switch."""

    @property
    def phase(self) -> str:
        """The phase of the position, as ``State.phase``."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    ``scores``: by seat, dollars or points. ``ranks``: by seat, 1 is best, equal ranks are ties.
    ``ended``: the game's word for why.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    ended: str


A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)
A_co = TypeVar("A_co", bound=Action, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)
S = TypeVar("S", bound="State[Any, Any]")


@dataclass(frozen=True, slots=True)
class Turn(Generic[V_co, A_co]):
    """What a player gets when it must act: its seat, what it may know, its distinct choices."""

    seat: Seat
    view: V_co
    legal: Sequence[A_co]


class State(Protocol[A, V]):
    """One position; a value: hashable, compared by content, never changed in place."""

    @property
    def actors(self) -> tuple[Seat, ...]:
        """Who acts now; ``(CHANCE,)`` for chance, ``()`` when the match is over."""

    @property
    def phase(self) -> str:
        """The game's word for the kind of act awaited ("turn", "ask", "play"; "" when over)."""

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the match goes on."""

    def legal(self, seat: Seat) -> Sequence[A]:
        """Give the seat's distinct choices, one canonical act each; empty when it does not act.

        Chance's acts are too many to list: ``legal(CHANCE)`` is empty, ``draw`` makes one.
        """

    def view(self, seat: Seat) -> V:
        """Give all the seat may know and nothing else."""

    def apply(self, seat: Seat, action: A | Draw) -> State[A, V]:
        """Give the position after the act. Raises IllegalAction, whatever the act, if not legal."""

    def draw(self, rng: Random) -> Draw:
        """Make chance's act from a stream of its own; only when chance acts."""

    def fallback(self, seat: Seat) -> A:
        """Give the least committing legal act: it is played for a player who failed."""

    def resample(self, seat: Seat, rng: Random) -> State[A, V]:
        """Re-deal all that the seat cannot see: another position with the same view for it.

        Where the game hides nothing, the position itself.
        """


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule option of a tournament file.

    ``read`` turns a value from the file into the value the rules hold, or raises ValueError.
    ``allowed`` finishes the sentence "allowed: …".
    """

    default: Any
    about: str
    allowed: str
    read: Callable[[Any], Any]


def choice(*values: str | bool, about: str) -> Switch:
    """Make a switch between a few words (or true and false); the first is the default."""

    def read(value: object) -> object:
        for allowed in values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        raise ValueError(f"{value!r} is not one of them")

    words = (str(v).lower() if isinstance(v, bool) else v for v in values)
    return Switch(values[0], about, " | ".join(words), read)


@dataclass(frozen=True, slots=True)
class Game(Generic[A, V]):
    """A game: its rules with their switches, and how its acts are written.

    ``seats``: every table size allowed; ``unofficial``: those the publisher does not foresee.
    ``page``: its rules in words. ``phases``: the kinds of act a seat can be asked for, in the
    order of play. ``hidden``: whether there is anything that a seat may not see; ``chance``: that
    nobody decides, without which all deals of a tournament are one. ``version``: of its rules;
    raised whenever the same acts can lead elsewhere, so that runs are not mixed.
    ``start(seats, rules)``: the first position; ``rules`` as ``Game.rules`` gives them.
    ``parse``: an act from its text; ``read_draw``: chance's act from its JSON. Both raise
    IllegalAction for anything that is not one.
    """

    id: str
    title: str
    about: str
    seats: range
    phases: tuple[str, ...]
    switches: Mapping[str, Switch]
    start: Callable[[int, Mapping[str, Any]], State[A, V]]
    parse: Callable[[str], A]
    read_draw: Callable[[Mapping[str, Any]], Draw]
    page: str
    unofficial: frozenset[int] = frozenset()
    hidden: bool = True
    chance: bool = True
    version: int = 1

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give every switch with its value, JSON-ready, from those that were set.

        Raises ValueError, one sentence that names the switch, the value and what is allowed.
        """
        for name in given:
            if name not in self.switches:
                raise ValueError(
                    f"{self.id} has no switch {name!r}; allowed: {', '.join(self.switches)}"
                )
        return {
            name: self._value(name, switch, given.get(name, switch.default))
            for name, switch in self.switches.items()
        }

    def complete(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Add what rules of an older version lack: a newer switch had its default."""
        return {name: switch.default for name, switch in self.switches.items()} | dict(rules)

    def _value(self, name: str, switch: Switch, value: Any) -> Any:  # noqa: ANN401 - any JSON
        try:
            return switch.read(value)
        except (ValueError, TypeError) as error:
            raise ValueError(
                f"switch {name} cannot be {value!r}: {error}; allowed: {switch.allowed}"
            ) from None


def ranking(scores: Sequence[int], winners: Sequence[Seat]) -> tuple[int, ...]:
    """Rank the winners 1, then all others by score; equal scores share a rank (1, 2, 2, 4)."""
    first = len(winners) + 1
    rest = [score for seat, score in enumerate(scores) if seat not in winners]
    return tuple(
        1 if seat in winners else first + sum(other > score for other in rest)
        for seat, score in enumerate(scores)
    )
