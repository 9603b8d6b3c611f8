"""The bot ``greedy``.

Those who play later are taken to play any tile they may hold, by the suits of their backs and the
numbers not seen yet: exact for the last to play, else a few dozen tricks drawn from the stream,
the same for each of its tiles. Equal gains: the lowest number, then the first of O B G R. It
gives no thought to later tricks, to the lead or to the points of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.zero_to_hero.points import changed
from engine.zero_to_hero.tiles import ORDER, SUITS, TILES, Play, Tile
from engine.zero_to_hero.trick import decide

if TYPE_CHECKING:
    from random import Random

    from engine.game import Seat, Turn
    from engine.zero_to_hero.trick import Table
    from engine.zero_to_hero.view import View

ABOUT: Final = "Plays for the most points in this trick, over what the others may still play."

TRICKS: Final = 64
"""How many imagined tricks a decision may look at, over all of its tiles."""

_SUITS: Final = {suit: [tile for tile in TILES if tile.suit == suit] for suit in SUITS}


def choose(turn: Turn[View, Play], random: Random) -> Play:
    """Play the tile of the largest mean gain."""
    later = _imagined(turn.view, TRICKS // len(turn.legal) or 1, random)
    gains = [(_gain(turn.view, play.tile, later), play) for play in turn.legal]
    most = max(gain for gain, _ in gains)
    best = [play for gain, play in gains if gain == most]
    return min(best, key=lambda play: (play.tile.number, ORDER[play.tile]))


def _gain(view: View, tile: Tile, later: list[Table]) -> int:
    """Give the points won with a tile, summed over the ways the trick may go on."""
    seat, worth = view.seat, view.score_tiles[view.trick]
    own = view.points[seat]
    first, second = changed(own, worth.upper) - own, changed(own, worth.lower) - own
    total = 0
    for plays in later:
        trick = decide((*view.table, (seat, tile), *plays), view.rules)
        total += first if seat in trick.winners else second if seat in trick.seconds else 0
    return total


def _imagined(view: View, count: int, random: Random) -> list[Table]:
    """Draw what the seats after this one may play, so many times; once if it plays last."""
    to_come = view.seats - len(view.table) - 1
    if not to_come:
        return [()]
    unseen = _unseen(view)
    seats = [(view.seat + step) % view.seats for step in range(1, to_come + 1)]
    backs = [_backs(view, seat, unseen) for seat in seats]
    return [tuple(zip(seats, _one_way(backs, unseen, random), strict=True)) for _ in range(count)]


def _unseen(view: View) -> dict[str, list[Tile]]:
    """Give by suit the tiles that others or the bag may hold, lowest first."""
    tables = (*(trick.table for trick in view.tricks), view.table)
    shown = {tile for table in tables for _, tile in table}.union(view.tiles)
    return {suit: [tile for tile in tiles if tile not in shown] for suit, tiles in _SUITS.items()}


def _backs(view: View, seat: Seat, unseen: dict[str, list[Tile]]) -> str:
    """Give the suits of a seat's tiles, one letter each; if backs are hidden, of all unseen."""
    if view.suits is None:
        return "".join(suit * len(tiles) for suit, tiles in unseen.items())
    return "".join(suit * held for suit, held in zip(SUITS, view.suits[seat], strict=True))


def _one_way(backs: list[str], unseen: dict[str, list[Tile]], random: Random) -> list[Tile]:
    """Draw one tile for each seat to come, none of them twice."""
    drawn: list[Tile] = []
    while len(drawn) < len(backs):
        tile = random.choice(unseen[random.choice(backs[len(drawn)])])
        if tile not in drawn:
            drawn.append(tile)
    return drawn
