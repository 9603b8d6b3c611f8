"""A view of Zero to Hero in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.zero_to_hero import GAME
from engine.zero_to_hero.dealing import TRICKS
from engine.zero_to_hero.points import HERO_AT, STARTING_POINTS
from engine.zero_to_hero.rules import INVENTED_SCORE_TILES
from engine.zero_to_hero.tiles import SUITS, TILE, TILES
from engine.zero_to_hero.trick import decide
from prompts.page import Line, listed, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.zero_to_hero.rules import Rules
    from engine.zero_to_hero.tiles import Play
    from engine.zero_to_hero.trick import Table, Trick
    from engine.zero_to_hero.view import View
    from prompts.page import Shown

_EXAMPLES: Final = ("O7 B9 O4 G10", "R5 R8 G12 B2", "O9 B3 B6 R1", "G12 O11 B10")
"""Tricks to explain the rules by: a suit of two, a lone 2, equal totals, only single tiles."""


def facts(view: View) -> dict[str, Any]:
    """Give what stays as it is for a seat all match: the switches, and what follows from them."""
    rules = view.rules
    return {
        **rules._asdict(),
        "seats": view.seats,
        "me": player(view.seat),
        "official": view.seats not in GAME.unofficial,
        "score_tiles": " ".join(_pair(tile) for tile in rules.score_tiles),
        "invented": sorted(rules.score_tiles) == sorted(INVENTED_SCORE_TILES),
        "starting_points": STARTING_POINTS,
        "hero_at": HERO_AT,
        "lead_draws": "; then ".join(_plays(drawn) for drawn in view.lead_draws),
        "examples": [_example(tiles, view.rules) for tiles in _EXAMPLES],
    }


def scene(view: View, shown: Shown) -> dict[str, Any]:
    """Give the view for a template: plain words and numbers, seats as players."""
    return {
        "hand": view.hand,
        "trick": view.trick + 1,
        "tricks_a_hand": TRICKS,
        "worth": view.score_tiles[view.trick],
        "score_tiles": " ".join(map(_pair, view.score_tiles)),
        "later": " ".join(map(_pair, view.score_tiles[view.trick + 1 :])),
        "table": [_place(seat, view) for seat in range(view.seats)],
        "before": [_before(seat, view) for seat in range(view.seats)] if view.hand_points else [],
        "hands": range(1, len(view.hand_points) + 1),
        "unseen": _unseen(view) if shown.counts else None,
        "players": [player(seat) for seat in range(view.seats)],
        "tricks": [
            _trick(trick, _pair(worth), view.seats)
            for trick, worth in zip(view.tricks, view.score_tiles, strict=False)
        ],
        "leader": "You" if view.leader == view.seat else player(view.leader),
        "played": _plays(view.table) if view.table else None,
        "to_follow": view.seats - len(view.table) - 1,
    }


def choices(legal: Sequence[Play]) -> list[Line[Play]]:
    """Give the choices as one line."""
    tiles = listed((str(act.tile) for act in legal), last="or")
    return [Line(f"play TILE (for TILE fill in one of your tiles: {tiles})", tuple(legal))]


def _place(seat: Seat, view: View) -> dict[str, Any]:
    suits = zip(SUITS, view.suits[seat], strict=True) if view.suits else ()
    hopeful = seat in view.hopefuls
    return {
        "name": _called(seat, view),
        "points": view.points[seat],
        "held": view.held[seat],
        "suits": " ".join(f"{count}{suit}" for suit, count in suits if count),
        "hopeful": hopeful,
        "gained": view.gained[seat] if hopeful and view.rules.hero_count == "gross" else None,
    }


def _before(seat: Seat, view: View) -> dict[str, Any]:
    """Tell how a seat stood when this hand began."""
    return {
        "name": _called(seat, view),
        "points": [points[seat] for points in view.hand_points],
        "extra": view.extras[seat],
        "hopeful": seat in view.hopefuls,
    }


def _called(seat: Seat, view: View) -> str:
    return player(seat) + (" (you)" if seat == view.seat else "")


def _unseen(view: View) -> str:
    """List by suit the numbers that the seat neither holds nor has in sight as played."""
    tables = (*(trick.table for trick in view.tricks), view.table)
    seen = {*view.tiles, *(tile for table in tables for _, tile in table)}
    left = {
        suit: [one.number for one in TILES if one.suit == suit and one not in seen]
        for suit in SUITS
    }
    return ", ".join(f"{suit} {' '.join(map(str, some))}" for suit, some in left.items() if some)


def _trick(trick: Trick, worth: str, seats: int) -> dict[str, Any]:
    """Tell a complete trick: its tiles by seat, as the order follows from the leader."""
    return {
        "worth": worth,
        "leader": player(trick.table[0][0]) if trick.table else "-",
        "tiles": [str(tile) for _, tile in sorted(trick.table)] or ["-"] * seats,
        "winners": listed(map(player, trick.winners)),
        "seconds": listed(map(player, trick.seconds)) if trick.seconds else "nobody",
    }


def _example(tiles: str, rules: Rules) -> str:
    """Tell what comes of some tiles by the switches in force, decided by the engine itself."""
    played = tiles.split()
    trick = decide(tuple(enumerate(TILE[tile] for tile in played)), rules)
    winners = listed(played[turn] for turn in trick.winners)
    seconds = listed(played[turn] for turn in trick.seconds) if trick.seconds else "nobody"
    verbs = [
        "win" if len(trick.winners) > 1 else "wins",
        "are" if len(trick.seconds) > 1 else "is",
    ]
    return f"{listed(played)}: {winners} {verbs[0]}, {seconds} {verbs[1]} second"


def _plays(table: Table) -> str:
    """Write tiles in order of play, each with who played it."""
    return ", ".join(f"{player(seat)} {tile}" for seat, tile in table)


def _pair(tile: tuple[int, int]) -> str:
    upper, lower = tile
    return f"({upper}, {lower})"
