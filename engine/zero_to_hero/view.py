"""What a seat of Zero to Hero may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.zero_to_hero.points import STARTING_POINTS, extra_tiles

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.zero_to_hero.draws import Round
    from engine.zero_to_hero.points import Points
    from engine.zero_to_hero.rules import Rules, ScoreTile
    from engine.zero_to_hero.tiles import Tile
    from engine.zero_to_hero.trick import Table, Trick


class View(NamedTuple):
    """All a seat may know, and nothing else.

    ``tiles``: its own, sorted by suit (O B G R) and number. By seat: ``points``; ``gained``, the
    points gained in this hand as the switch ``hero_count: gross`` counts them; ``held``, how many
    tiles it holds; ``suits``, how many of these are O, B, G and R, None when the switch
    ``suits_public`` is off. ``leader``: of the current trick. ``hand``: its number from 1.
    ``score_tiles``: of this hand, in order; ``score_tiles[trick]`` is being played for.
    ``hopefuls``: who can win this hand from zero to hero. ``lead_draws``: round by round, who drew
    which tile for the first lead. ``tricks``: those of this hand that are complete; with
    ``played_tiles: trick`` only the last of them has its tiles. ``table``: who has played what in
    the current trick, in order of play. ``hand_points``: the points after each
    hand before this one.
    """

    seat: Seat
    phase: str
    rules: Rules
    tiles: tuple[Tile, ...]
    points: Points
    gained: Points
    held: tuple[int, ...]
    suits: tuple[tuple[int, ...], ...] | None
    leader: Seat
    hand: int
    score_tiles: tuple[ScoreTile, ...]
    trick: int
    hopefuls: tuple[Seat, ...]
    lead_draws: tuple[Round, ...]
    tricks: tuple[Trick, ...]
    table: Table
    hand_points: tuple[Points, ...]

    @property
    def extras(self) -> Points:
        """By seat, how many tiles more than seven it drew for this hand (ruling 4)."""
        begun = self.hand_points[-1] if self.hand_points else (STARTING_POINTS,) * self.seats
        return extra_tiles(begun, self.rules)

    @property
    def seats(self) -> int:
        """The table size."""
        return len(self.points)
