"""The 52 tiles, and the one act of the game: ``play O7``."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.game import IllegalAction

SUITS: Final = "OBGR"
"""Orange, blue, green, red: the order of every sorting and counting by suit."""

NUMBERS: Final = range(1, 14)


class Tile(NamedTuple):
    """A tile: the letter of its suit, and its number from 1 to 13 (ruling 1)."""

    suit: str
    number: int

    def __str__(self) -> str:
        return f"{self.suit}{self.number}"


class Play(NamedTuple):
    """The act of playing a tile; any tile one holds may be played (ruling 6)."""

    tile: Tile

    def __str__(self) -> str:
        return f"play {self.tile}"


TILES: Final = tuple(Tile(suit, number) for suit in SUITS for number in NUMBERS)
"""Every tile, sorted by suit (O B G R) and number."""

ALL_TILES: Final = frozenset(TILES)
ORDER: Final = {tile: place for place, tile in enumerate(TILES)}
TILE: Final = {str(tile): tile for tile in TILES}
PLAY: Final = {tile: Play(tile) for tile in TILES}
_BY_TEXT: Final = {str(play): play for play in PLAY.values()}


def plays(tiles: tuple[Tile, ...]) -> tuple[Play, ...]:
    """Give what the holder of these tiles may do, sorted by tile."""
    return tuple([PLAY[tile] for tile in sorted(tiles, key=ORDER.__getitem__)])


def suit_counts(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """Count the tiles of each suit, in the order of ``SUITS``: what the backs show (ruling 5)."""
    suits = [tile.suit for tile in tiles]
    return tuple(map(suits.count, SUITS))


def parse(text: str) -> Play:
    """Read an act from its text, the inverse of ``str``. Raises IllegalAction."""
    play = _BY_TEXT.get(text) if isinstance(text, str) else None
    if play is None:
        given = repr(text[:40]) if isinstance(text, str) else type(text).__name__
        raise IllegalAction(
            f"{given} is not an act of Zero to Hero; write play and a tile, a letter of O, B, G, R "
            "and a number from 1 to 13, such as play O7"
        )
    return play
