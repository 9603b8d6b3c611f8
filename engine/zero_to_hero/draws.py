"""Chance's two acts and how a record holds them: who leads the first trick, and the deal of a hand.

These are forms only: whether an act of chance is one the rules allow, ``dealing`` tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.game import IllegalAction, Seat
from engine.zero_to_hero.rules import ScoreTile
from engine.zero_to_hero.tiles import TILE, TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")

Round = tuple[tuple[Seat, Tile], ...]
"""One round of the drawing for the lead: who drew what, by ascending seat."""

_SEATS: Final = {str(seat): seat for seat in range(5)}


@dataclass(frozen=True, slots=True)
class Lead:
    """Tiles drawn for the lead, those who tie for the highest again, and who leads (ruling 3)."""

    draws: tuple[Round, ...]
    leader: Seat

    def json(self) -> dict[str, Any]:
        """Give the drawing as it stands in a record."""
        draws = [{str(seat): str(tile) for seat, tile in a_round} for a_round in self.draws]
        return {"lead": {"draws": draws, "leader": self.leader}}


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand: its number from 1, the score tiles in order, the seats' tiles as drawn (ruling 4)."""

    hand: int
    score_tiles: tuple[ScoreTile, ...]
    tiles: tuple[tuple[Tile, ...], ...]

    def json(self) -> dict[str, Any]:
        """Give the deal as it stands in a record."""
        deal = {
            "hand": self.hand,
            "score_tiles": [list(score_tile) for score_tile in self.score_tiles],
            "tiles": [[str(tile) for tile in drawn] for drawn in self.tiles],
        }
        return {"deal": deal}


def read_draw(json: Mapping[str, Any]) -> Lead | Deal:
    """Read an act of chance from a record, the inverse of ``json``. Raises IllegalAction."""
    match json:
        case {"lead": {"draws": draws, "leader": leader, **rest}, **more} if not (rest or more):
            return Lead(_each(draws, _round), _whole(leader))
        case {
            "deal": {"hand": hand, "score_tiles": score_tiles, "tiles": tiles, **rest},
            **more,
        } if not (rest or more):
            drawn = _each(tiles, lambda some: _each(some, _tile))
            return Deal(_whole(hand), _each(score_tiles, _score_tile), drawn)
    raise IllegalAction(
        'an act of chance is {"lead": {"draws": […], "leader": …}} or '
        '{"deal": {"hand": …, "score_tiles": […], "tiles": […]}}'
    )


def _each(values: object, read: Callable[[object], T]) -> tuple[T, ...]:
    if not isinstance(values, list) or len(values) > len(TILES):
        raise IllegalAction(f"that act of chance needs a list of at most {len(TILES)} entries")
    return tuple(map(read, values))


def _round(drawn: object) -> Round:
    if not isinstance(drawn, dict) or not drawn.keys() <= _SEATS.keys():
        raise IllegalAction('a round of the drawing is an object such as {"0": "O7", "1": "B3"}')
    return tuple(sorted((_SEATS[seat], _tile(tile)) for seat, tile in drawn.items()))


def _tile(text: object) -> Tile:
    if not isinstance(text, str) or text not in TILE:
        raise IllegalAction("a tile is a letter of O, B, G, R and a number from 1 to 13")
    return TILE[text]


def _score_tile(pair: object) -> ScoreTile:
    if not isinstance(pair, list) or len(pair) != len(ScoreTile._fields):
        raise IllegalAction("a score tile is a pair [upper, lower]")
    return ScoreTile(*map(_whole, pair))


def _whole(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise IllegalAction("the leader, the hand and the values of score tiles are whole numbers")
    return number
