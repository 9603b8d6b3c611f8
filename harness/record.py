"""What is kept of a match: the head that every table is computed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Outcome
    from prompts.reply import Tokens


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat's decisions of one match add up to; forced acts are not among them.

    ``asked``: decisions asked for; ``own``: those the player made itself; ``fallbacks``: those
    the engine made for it, so ``own + fallbacks == asked``. ``ms``: wall milliseconds; ``cost``:
    dollars, None when a price is unknown.
    """

    asked: int
    own: int
    fallbacks: int
    ms: float
    tokens: Tokens
    cost: float | None


@dataclass(frozen=True, slots=True)
class Head:
    """A match record without its moves.

    ``seats``: entrants' names by seat; ``faults``: (move, seat, kind) of every faulty reply;
    ``play``: by seat.
    """

    match: str
    game: str
    rules: Mapping[str, Any]
    seats: tuple[str, ...]
    deal: int
    line_up: int
    rotation: int
    outcome: Outcome
    faults: tuple[tuple[int, int, str], ...]
    play: tuple[Play, ...]
