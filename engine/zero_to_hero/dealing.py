"""How chance draws, what it may draw, and what it may have drawn unseen (rulings 3, 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from engine.game import IllegalAction, Seat
from engine.zero_to_hero.draws import Deal, Lead, Round
from engine.zero_to_hero.points import Points, extra_tiles
from engine.zero_to_hero.tiles import ALL_TILES, TILES, Play, Tile, plays

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from engine.zero_to_hero.rules import Rules, ScoreTile
    from engine.zero_to_hero.trick import Table

T = TypeVar("T")

TRICKS: Final = 7
"""Tricks a hand, and so score tiles a hand and tiles at least a seat."""

Held = tuple[tuple[Play, ...], ...]
"""By seat the tiles it holds, as the acts they are, sorted."""


def draw_lead(seats: int, rng: Random) -> Lead:
    """Draw a tile each until one seat alone has the highest (ruling 3)."""
    drawing: tuple[Seat, ...] = tuple(range(seats))
    bag = list(TILES)
    draws: list[Round] = []
    while len(drawing) > 1:
        if len(bag) < len(drawing):
            return draw_lead(seats, rng)
        draws.append(tuple([(seat, bag.pop(rng.randrange(len(bag)))) for seat in drawing]))
        drawing = still_drawing(draws[-1])
    return Lead(tuple(draws), drawing[0])


def check_lead(lead: Lead, seats: int) -> None:
    """Raise IllegalAction unless the lead was drawn by the rules (ruling 3)."""
    drawing: tuple[Seat, ...] = tuple(range(seats))
    bag = ALL_TILES
    for drawn in lead.draws:
        tiles = {tile for _, tile in drawn}
        if len(drawing) == 1 or tuple(seat for seat, _ in drawn) != drawing:
            raise IllegalAction("each round of the drawing is for all who are tied, and only them")
        if len(tiles) < len(drawn) or not tiles <= bag:
            raise IllegalAction("the drawing for the lead uses a tile twice")
        bag -= tiles
        drawing = still_drawing(drawn)
    if drawing != (lead.leader,):
        raise IllegalAction("the seat that drew the highest number leads, and nobody else")


def still_drawing(drawn: Round) -> tuple[Seat, ...]:
    """Give the seats with the highest number of a round (ruling 3)."""
    top = max(tile.number for _, tile in drawn)
    return tuple(seat for seat, tile in drawn if tile.number == top)


def deal_hand(number: int, points: Points, rules: Rules, rng: Random) -> Deal:
    """Draw a hand: off the shuffled bag seven tiles each in seat order, then extras (ruling 4).

    So neither the score tiles nor anybody's first seven depend on the points: whoever meets this
    deal meets the same ones.
    """
    score_tiles = shuffled(rules.score_tiles, rng)[:TRICKS]
    bag = shuffled(TILES, rng)
    tiles = []
    taken = TRICKS * len(points)
    for seat, extra in enumerate(extra_tiles(points, rules)):
        first = TRICKS * seat
        tiles.append((*bag[first : first + TRICKS], *bag[taken : taken + extra]))
        taken += extra
    return Deal(number, tuple(score_tiles), tuple(tiles))


def shuffled(things: Iterable[T], rng: Random) -> list[T]:
    """Shuffle by sorting on random keys, in half the time of ``Random.shuffle``."""
    return sorted(things, key=lambda _: rng.random())


def check_deal(deal: Deal, number: int, points: Points, rules: Rules) -> None:
    """Raise IllegalAction unless the hand was dealt by the rules (ruling 4)."""
    if deal.hand != number:
        raise IllegalAction(f"hand {number} is to be dealt now")
    if len(deal.score_tiles) != TRICKS or not _are_among(deal.score_tiles, rules.score_tiles):
        raise IllegalAction(f"a hand has {TRICKS} of the 12 score tiles")
    counts = tuple([TRICKS + extra for extra in extra_tiles(points, rules)])
    if tuple(map(len, deal.tiles)) != counts:
        raise IllegalAction(f"the seats draw {', '.join(map(str, counts))} tiles in this hand")
    tiles = {tile for drawn in deal.tiles for tile in drawn}
    if len(tiles) < sum(counts) or not tiles <= ALL_TILES:
        raise IllegalAction("the deal uses a tile twice")


def _are_among(few: Iterable[ScoreTile], many: Iterable[ScoreTile]) -> bool:
    """Tell whether each of the few can be drawn from the many without putting any back."""
    left = list(many)
    for one in few:
        if one not in left:
            return False
        left.remove(one)
    return True


def redeal(held: Held, seat: Seat, played: Iterable[Table], rules: Rules, rng: Random) -> Held:
    """Draw the others' tiles and the bag anew, as far as the seat cannot tell (ruling 5).

    Kept: the seat's own tiles, the tiles played, how many tiles each holds, and their suits where
    these are public.
    """
    seen = {tile for table in played for _, tile in table} | {play.tile for play in held[seat]}
    bag = shuffled([tile for tile in TILES if tile not in seen], rng)
    return tuple(
        own if holder == seat else plays(tuple(_like(tile, bag, rules) for (tile,) in own))
        for holder, own in enumerate(held)
    )


def _like(tile: Tile, bag: list[Tile], rules: Rules) -> Tile:
    """Take from the bag a tile that looks like this one from behind."""
    place = next(
        place
        for place, other in enumerate(bag)
        if not rules.suits_public or other.suit == tile.suit
    )
    return bag.pop(place)
