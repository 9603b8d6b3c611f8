"""What tricks do to points, and points to the game (rulings 4, 9, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.zero_to_hero.rules import Rules, ScoreTile
    from engine.zero_to_hero.trick import Trick

Points = tuple[int, ...]
"""Points by seat; nobody ever has fewer than none."""

STARTING_POINTS: Final = 5
HERO_AT: Final = 5


def changed(points: int, change: int) -> int:
    """Give the points after a change; what a loss cannot take bounces back (ruling 9)."""
    return abs(points + change)


def gain(points: int, change: int) -> int:
    """Give how many points a change adds, a bounced loss by its bounced part (ruling 11, gross)."""
    return change if change > 0 else max(0, -(points + change))


def settle(points: Points, gained: Points, trick: Trick, worth: ScoreTile) -> tuple[Points, Points]:
    """Pay a trick: every winner the upper value, every second the lower (ruling 9).

    Gives the new points, and the new points gained in the hand.
    """
    held, sums = list(points), list(gained)
    for seats, change in ((trick.winners, worth.upper), (trick.seconds, worth.lower)):
        for seat in seats:
            sums[seat] += gain(held[seat], change)
            held[seat] = changed(held[seat], change)
    return tuple(held), tuple(sums)


def extra_tiles(points: Points, rules: Rules) -> tuple[int, ...]:
    """Give by seat how many tiles beyond seven it draws; in hand 1 all are equal (ruling 4)."""
    ahead = set(points) if rules.extra_draw_ranking == "dense" else points
    return tuple([sum([other > own for other in ahead]) for own in points])


def hopefuls(points: Points) -> tuple[Seat, ...]:
    """Give who begins a hand with nothing; nobody begins hand 1 so (ruling 11)."""
    return tuple([seat for seat, own in enumerate(points) if own == 0])


def heroes(hopeful: tuple[Seat, ...], points: Points, gained: Points, rules: Rules) -> list[Seat]:
    """Give the hopefuls who have made it, by points held or gained (ruling 11)."""
    counted = gained if rules.hero_count == "gross" else points
    return [seat for seat in hopeful if counted[seat] >= HERO_AT]
