"""The moves of Zero to Hero in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.zero_to_hero.draws import Deal, Lead
from prompts.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.zero_to_hero.position import State
    from engine.zero_to_hero.tiles import Play


def tell(before: State, act: Play | Lead | Deal, after: State, seat: Seat | None) -> str:
    """Tell one move; of a deal a seat sees its own tiles."""
    match act:
        case Lead(draws, leader):
            rounds = " then ".join(
                ", ".join(f"{ENGLISH.seat(place)} {tile}" for place, tile in drawn)
                for drawn in draws
            )
            return f"draws for the lead: {rounds}; {ENGLISH.seat(leader)} leads"
        case Deal(hand, score_tiles, tiles):
            worth = " ".join(f"({upper}, {lower})" for upper, lower in score_tiles)
            seen = [place for place in range(len(tiles)) if seat in {None, place}]
            hands = "; ".join(
                f"{ENGLISH.seat(place)}: {' '.join(map(str, tiles[place]))}" for place in seen
            )
            return f"deals hand {hand}, score tiles {worth}; {hands}"
    return str(act) + _trick(before, after)


def _trick(before: State, after: State) -> str:
    """Tell how the trick ended, if the tile was its last."""
    tricks = after.standing.tricks
    if len(tricks) == len(before.standing.tricks):
        return ""
    trick = tricks[-1]
    upper, lower = after.standing.hand.score_tiles[len(tricks) - 1]
    second = f", second {_seats(trick.seconds)} ({lower:+})" if trick.seconds else ", nobody second"
    points = ", ".join(map(str, after.standing.points))
    return f"; trick {len(tricks)} to {_seats(trick.winners)} ({upper:+}){second}; points {points}"


def _seats(seats: Sequence[Seat]) -> str:
    return ENGLISH.all(map(ENGLISH.seat, seats))
