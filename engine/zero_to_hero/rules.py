"""The switches of Zero to Hero and the values they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from engine.game import Switch, choice

if TYPE_CHECKING:
    from collections.abc import Mapping


class ScoreTile(NamedTuple):
    """What a trick is worth: ``upper`` to its winners, ``lower`` to those who come second."""

    upper: int
    lower: int


INVENTED_SCORE_TILES: Final = (
    (3, 1),
    (3, -1),
    (2, 1),
    (2, -1),
    (2, -2),
    (1, 2),
    (1, -1),
    (1, 1),
    (-1, 2),
    (-1, 1),
    (-2, 2),
    (-2, 1),
)
"""The rulebook attests (2, -1) and an upper value of -2: the rest is our invention."""

LARGEST: Final = 1000
"""A score tile's values lie within this, so that no file can ask for absurd arithmetic."""


class Rules(NamedTuple):
    """Every switch with its value; the names are those of ``SWITCHES``."""

    score_tiles: tuple[ScoreTile, ...]
    extra_draw_ranking: Literal["competition", "dense"]
    suits_public: bool
    lone2_second: Literal["offsuit", "suit_winner", "suit_second"]
    offsuit_second: Literal["tile", "suit_total"]
    hero_count: Literal["net", "gross"]
    tied_lead: Literal["leader", "left"]
    played_tiles: Literal["hand", "trick"]


def make_rules(switches: Mapping[str, Any]) -> Rules:
    """Turn the JSON-ready switches into rules."""
    score_tiles = tuple(ScoreTile(*pair) for pair in switches["score_tiles"])
    return Rules(**{**switches, "score_tiles": score_tiles})


def _score_tiles(value: object) -> list[list[int]]:
    if not isinstance(value, list | tuple) or len(value) != len(INVENTED_SCORE_TILES):
        raise ValueError("that is not a list of 12 pairs")
    return [_pair(pair) for pair in value]


def _pair(pair: object) -> list[int]:
    match pair:
        case [int(upper), int(lower)] if bool not in (type(upper), type(lower)):
            if max(abs(upper), abs(lower)) > LARGEST:
                raise ValueError(f"a value is beyond {LARGEST}")
            return [upper, lower]
    raise ValueError(f"{pair!r} is not a pair of whole numbers")


SWITCHES: Final[Mapping[str, Switch]] = {
    "score_tiles": Switch(
        [list(pair) for pair in INVENTED_SCORE_TILES],
        "the 12 score tiles; the rulebook does not print them, the default is invented",
        f"a list of 12 pairs [upper, lower] of whole numbers from -{LARGEST} to {LARGEST}",
        _score_tiles,
    ),
    "extra_draw_ranking": choice(
        "competition",
        "dense",
        about="one extra tile for each player ahead, or for each distinct higher score",
    ),
    "suits_public": choice(True, False, about="are the suits of held tiles visible to all"),  # noqa: FBT003
    "lone2_second": choice(
        "offsuit",
        "suit_winner",
        "suit_second",
        about="who is second behind a lone 2: the highest other tile, or whom the suits make "
        "winner or second",
    ),
    "offsuit_second": choice(
        "tile",
        "suit_total",
        about="who is second when the counting suit has no second tile: the highest other tile, "
        "or the top of the next suit by total",
    ),
    "hero_count": choice(
        "net", "gross", about="does a hopeful need 5 points held, or 5 gained in the hand"
    ),
    "tied_lead": choice(
        "leader",
        "left",
        about="of several winners the first clockwise leads: is the old leader the first or the "
        "last to be counted",
    ),
    "played_tiles": choice(
        "hand",
        "trick",
        about="which played tiles stay in sight: the hand's, or this trick's and the last one's",
    ),
}
