"""What the prompts know of one game: its rules as sentences, its table and its acts in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from engine.game import A, Seat, V
from prompts import telling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

History = Literal["all", "latest", "counts"]
"""How much of a match's past is shown event by event: the latest of all, very few, none."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule told to the players.

    ``rulings``: the numbers of the rulings it states. ``text``: with ``{fact}`` fields. ``when``:
    the facts (switches among them) under which it holds; empty for always.
    """

    rulings: tuple[int, ...]
    text: str
    when: Mapping[str, object] = field(default_factory=dict)

    def holds(self, facts: Mapping[str, object]) -> bool:
        """Tell whether the sentence is true under these facts."""
        return all(facts[name] == value for name, value in self.when.items())


class Section(NamedTuple):
    """Sentences under a heading."""

    title: str
    sentences: tuple[Sentence, ...]


class Line(NamedTuple, Generic[A]):
    """One line of the choices, and the acts it stands for, in its order.

    ``as_given``: they stand in the order in which they were given, not in one of their own.
    """

    text: str
    acts: tuple[A, ...]
    as_given: bool = True


def _each(legal: Sequence[A]) -> list[Line[A]]:
    """Give a line for each choice."""
    return [Line(str(act), (act,)) for act in legal]


class Shown(NamedTuple):
    """How much of what is open to all a player is shown, and need not remember or work out.

    ``history``: how much of the past event by event; it is counted by player in any case.
    ``counts``: what has not been seen yet is counted.
    """

    history: History = "all"
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[V, A]):
    """One game in words.

    ``folder``: holds a folder a variant. ``facts``: what stays as it is for a seat during a whole
    match. ``scene``: the view, as much of it as is shown, ready for a template. ``choices``: acts
    as few lines, in the order given as far as can be.
    ``say`` and ``hear``: an act as a player writes it, and back into the record's text.
    ``tell(before, act, after, seat)``: a move in a sentence, what was done and what everybody, or
    the seat, saw of it; seat None is the referee, who sees everything.
    ``words``: the small words all this is written with, so that a change of them can be told.
    ``beliefs``: the phases in which a belief that a request is a bluff can be asked for;
    ``intents``: those in which it can be asked whether the own request is one.
    """

    folder: Path
    rules: tuple[Section, ...]
    facts: Callable[[V], dict[str, Any]]
    scene: Callable[[V, Shown], dict[str, Any]]
    choices: Callable[[Sequence[A]], list[Line[A]]] = _each
    say: Callable[[A], str] = str
    hear: Callable[[str], str] = str
    tell: Callable[[Any, Any, Any, Seat | None], str] = telling.tell
    words: object = None
    beliefs: frozenset[str] = frozenset()
    intents: frozenset[str] = frozenset()


def told(rules: Iterable[Section], facts: Mapping[str, object]) -> list[tuple[str, list[str]]]:
    """Give the sentences in force, filled in, under their headings."""
    return [
        (title, [one.text.format_map(facts) for one in sentences if one.holds(facts)])
        for title, sentences in rules
    ]
