"""A view of Zero to Hero in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.zero_to_hero import GAME
from engine.zero_to_hero.dealing import TRICKS
from engine.zero_to_hero.points import HERO_AT, STARTING_POINTS
from engine.zero_to_hero.rules import INVENTED_SCORE_TILES
from engine.zero_to_hero.tiles import SUITS, TILE, TILES
from engine.zero_to_hero.trick import decide
from prompts.page import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.zero_to_hero.rules import Rules
    from engine.zero_to_hero.tiles import Play
    from engine.zero_to_hero.trick import Table, Trick
    from engine.zero_to_hero.view import View
    from prompts.names import Names
    from prompts.page import Shown
    from prompts.zero_to_hero.words import Words

_EXAMPLES: Final = ("O7 B9 O4 G10", "R5 R8 G12 B2", "O9 B3 B6 R1", "G12 O11 B10")
"""Tricks to explain the rules by: a suit of two, a lone 2, equal totals, only single tiles."""


def facts(words: Words, view: View) -> dict[str, Any]:
    """Give what stays as it is for a seat all match: the switches, and what follows from them."""
    rules = view.rules
    return {
        **rules._asdict(),
        "seats": view.seats,
        "me": words.names.seat(view.seat),
        "official": view.seats not in GAME.unofficial,
        "score_tiles": " ".join(_pair(tile) for tile in rules.score_tiles),
        "invented": sorted(rules.score_tiles) == sorted(INVENTED_SCORE_TILES),
        "starting_points": STARTING_POINTS,
        "hero_at": HERO_AT,
        "lead_draws": words.then.join(_plays(words.names, drawn) for drawn in view.lead_draws),
        "examples": [_example(words, tiles, view.rules) for tiles in _EXAMPLES],
    }


def scene(words: Words, view: View, shown: Shown) -> dict[str, Any]:
    """Give the view for a template: plain words and numbers, seats as players.

    ``leader``: None if it is whoever is told.
    """
    names, seats = words.names, range(view.seats)
    return {
        "hand": view.hand,
        "trick": view.trick + 1,
        "tricks_a_hand": TRICKS,
        "worth": view.score_tiles[view.trick],
        "score_tiles": " ".join(map(_pair, view.score_tiles)),
        "later": " ".join(map(_pair, view.score_tiles[view.trick + 1 :])),
        "table": [_place(names, seat, view) for seat in seats],
        "before": [_before(names, seat, view) for seat in seats] if view.hand_points else [],
        "hands": range(1, len(view.hand_points) + 1),
        "unseen": _unseen(view) if shown.counts else None,
        "players": list(map(names.seat, seats)),
        "tricks": [
            _trick(words, trick, _pair(worth), view.seats)
            for trick, worth in zip(view.tricks, view.score_tiles, strict=False)
        ],
        "leader": None if view.leader == view.seat else names.seat(view.leader),
        "played": _plays(names, view.table) if view.table else None,
        "to_follow": view.seats - len(view.table) - 1,
    }


def choices(words: Words, legal: Sequence[Play]) -> list[Line[Play]]:
    """Give the choices as one line."""
    tiles = words.names.any(str(act.tile) for act in legal)
    return [Line(words.play.format(tiles=tiles), tuple(legal))]


def _place(names: Names, seat: Seat, view: View) -> dict[str, Any]:
    suits = zip(SUITS, view.suits[seat], strict=True) if view.suits else ()
    hopeful = seat in view.hopefuls
    return {
        "name": names.listed(seat, view.seat),
        "points": view.points[seat],
        "held": view.held[seat],
        "suits": " ".join(f"{count}{suit}" for suit, count in suits if count),
        "hopeful": hopeful,
        "gained": view.gained[seat] if hopeful and view.rules.hero_count == "gross" else None,
    }


def _before(names: Names, seat: Seat, view: View) -> dict[str, Any]:
    """Tell how a seat stood when this hand began."""
    return {
        "name": names.listed(seat, view.seat),
        "points": [points[seat] for points in view.hand_points],
        "extra": view.extras[seat],
        "hopeful": seat in view.hopefuls,
    }


def _unseen(view: View) -> str:
    """List by suit the numbers that the seat neither holds nor has in sight as played."""
    tables = (*(trick.table for trick in view.tricks), view.table)
    seen = {*view.tiles, *(tile for table in tables for _, tile in table)}
    left = {
        suit: [one.number for one in TILES if one.suit == suit and one not in seen]
        for suit in SUITS
    }
    return ", ".join(f"{suit} {' '.join(map(str, some))}" for suit, some in left.items() if some)


def _trick(words: Words, trick: Trick, worth: str, seats: int) -> dict[str, Any]:
    """Tell a complete trick: its tiles by seat, as the order follows from the leader."""
    names = words.names
    return {
        "worth": worth,
        "leader": names.seat(trick.table[0][0]) if trick.table else "-",
        "tiles": [str(tile) for _, tile in sorted(trick.table)] or ["-"] * seats,
        "winners": names.all(map(names.seat, trick.winners)),
        "seconds": names.all(map(names.seat, trick.seconds)) if trick.seconds else words.nobody,
    }


def _example(words: Words, tiles: str, rules: Rules) -> str:
    """Tell what comes of some tiles by the switches in force, decided by the engine itself."""
    names, played = words.names, tiles.split()
    trick = decide(tuple(enumerate(TILE[tile] for tile in played)), rules)
    winners = names.all(played[turn] for turn in trick.winners)
    seconds = names.all([played[turn] for turn in trick.seconds] or [words.nobody])
    return words.example.format(
        tiles=names.all(played),
        winners=words.wins[len(trick.winners) > 1].format(winners),
        seconds=words.second[len(trick.seconds) > 1].format(seconds),
    )


def _plays(names: Names, table: Table) -> str:
    """Write tiles in order of play, each with who played it."""
    return ", ".join(f"{names.seat(seat)} {tile}" for seat, tile in table)


def _pair(tile: tuple[int, int]) -> str:
    upper, lower = tile
    return f"({upper}, {lower})"
