"""A position of Zero to Hero and how acts move it on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import CHANCE, Draw, IllegalAction, Outcome, Seat, ranking
from engine.zero_to_hero.dealing import (
    TRICKS,
    Held,
    check_deal,
    check_lead,
    deal_hand,
    draw_lead,
    redeal,
)
from engine.zero_to_hero.draws import Deal, Lead, Round
from engine.zero_to_hero.points import STARTING_POINTS, Points, heroes, hopefuls, settle
from engine.zero_to_hero.tiles import Play, plays, suit_counts
from engine.zero_to_hero.trick import covered, decide
from engine.zero_to_hero.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.zero_to_hero.rules import Rules, ScoreTile
    from engine.zero_to_hero.trick import Table, Trick

SEATS: Final = range(2, 6)
"""Two are not foreseen by the publisher; six could need 57 of the 52 tiles (ruling 1)."""

HANDS: Final = 4

_ONLY: Final = tuple((seat,) for seat in range(5))
_NEXT: Final = tuple(
    tuple(_ONLY[(seat + 1) % seats] for seat in range(seats)) for seats in range(6)
)
_CHANCE: Final = (CHANCE,)
_NOBODY: Final = ()


class Hand(NamedTuple):
    """What stays the same during a hand: its number, its score tiles in order, its hopefuls.

    ``hand_points``: the points after each hand before it.
    """

    number: int
    score_tiles: tuple[ScoreTile, ...]
    hopefuls: tuple[Seat, ...]
    hand_points: tuple[Points, ...]


class Standing(NamedTuple):
    """What stays the same during a trick.

    ``lead_draws``: empty until the lead is drawn, and then the leader is CHANCE. ``hand``: number 0
    before the first deal. ``gained``: points gained in this hand, by seat. ``tricks``: those of the
    hand that are complete, until the next deal; without their tiles where these are covered.
    """

    rules: Rules
    lead_draws: tuple[Round, ...]
    hand: Hand
    points: Points
    gained: Points
    leader: Seat
    tricks: tuple[Trick, ...]


class State(NamedTuple):
    """One position: what a tile that is played changes, beside what it does not.

    ``held``: by seat its tiles as the acts they allow; nobody holds any between hands. ``table``:
    who has played what in the current trick. It is built whole, positionally and with few fields,
    because that makes play fast.
    """

    standing: Standing
    held: Held
    table: Table
    actors: tuple[Seat, ...]

    @property
    def phase(self) -> str:
        """``lead`` or ``deal`` when chance acts, ``play``, or nothing when over."""
        if self.actors != _CHANCE:
            return "play" if self.actors else ""
        return "deal" if self.standing.lead_draws else "lead"

    @property
    def outcome(self) -> Outcome | None:
        """The heroes win; without any, the most points do (rulings 11 to 13)."""
        if self.actors:
            return None
        rules, _, hand, points, gained, *_ = self.standing
        if winners := heroes(hand.hopefuls, points, gained, rules):
            return Outcome(points, ranking(points, winners), "hero")
        most = max(points)
        winners = [seat for seat, own in enumerate(points) if own == most]
        return Outcome(points, ranking(points, winners), "points")

    def legal(self, seat: Seat) -> Sequence[Play]:
        """Give one act for each tile the seat holds, if it is its turn (ruling 6)."""
        return self.held[seat] if seat in self.actors and seat != CHANCE else ()

    def apply(self, seat: Seat, action: Play | Draw) -> State:
        """Give the position after the act. Raises IllegalAction."""
        standing, held, table, actors = self
        if seat not in actors:
            raise IllegalAction(f"seat {seat} does not act now")
        if seat == CHANCE:
            return self._begin(action)
        own = held[seat]
        if type(action) is not Play:
            raise IllegalAction(
                f"{type(action).__name__} is no act of phase play; play a tile you hold"
            )
        try:
            place = own.index(action)
        except ValueError:
            raise IllegalAction(f"you do not hold {str(action.tile)[:40]}") from None
        left = list(held)
        left[seat] = own[:place] + own[place + 1 :]
        table = (*table, (seat, own[place].tile))
        if len(table) == len(left):
            return _end_trick(standing, tuple(left), table)
        return State(standing, tuple(left), table, _NEXT[len(left)][seat])

    def draw(self, rng: Random) -> Lead | Deal:
        """Make chance's act: the drawing for the lead, or the deal of the next hand."""
        standing = self.standing
        if not standing.lead_draws:
            return draw_lead(len(standing.points), rng)
        return deal_hand(standing.hand.number + 1, standing.points, standing.rules, rng)

    def fallback(self, seat: Seat) -> Play:
        """Play the lowest number; of equal ones the first of O B G R, as the tiles are sorted."""
        return min(self.legal(seat), key=lambda play: play.tile.number)

    def view(self, seat: Seat) -> View:
        """Give all the seat may know: of the others' tiles the suits at most (ruling 5)."""
        rules, lead_draws, hand, points, gained, leader, tricks = self.standing
        tiles = [tuple([play.tile for play in own]) for own in self.held]
        return View(
            seat,
            self.phase,
            rules,
            tiles[seat],
            points,
            gained,
            tuple(map(len, tiles)),
            tuple(map(suit_counts, tiles)) if rules.suits_public else None,
            leader,
            hand.number,
            hand.score_tiles,
            len(tricks),
            hand.hopefuls,
            lead_draws,
            tricks,
            self.table,
            hand.hand_points,
        )

    def resample(self, seat: Seat, rng: Random) -> State:
        """Re-deal the numbers of the others' tiles and the bag: the same view for the seat."""
        played = [trick.table for trick in self.standing.tricks]
        return self._replace(
            held=redeal(self.held, seat, (*played, self.table), self.standing.rules, rng)
        )

    def _begin(self, action: Play | Draw) -> State:
        """Begin the match, or a hand, with what chance drew (rulings 3, 4 and 11)."""
        rules, lead_draws, hand, points, gained, leader, _ = self.standing
        if type(action) is Lead and not lead_draws:
            check_lead(action, len(points))
            return self._replace(
                standing=self.standing._replace(lead_draws=action.draws, leader=action.leader)
            )
        if type(action) is Deal and lead_draws:
            check_deal(action, hand.number + 1, points, rules)
            before = (*hand.hand_points, points) if hand.number else ()
            hand = Hand(action.hand, action.score_tiles, hopefuls(points), before)
            gained = (0,) * len(points)
            standing = Standing(rules, lead_draws, hand, points, gained, leader, ())
            return State(standing, tuple(map(plays, action.tiles)), (), _ONLY[leader])
        raise IllegalAction(f"{type(action).__name__} is no act of phase {self.phase}")


def _end_trick(standing: Standing, held: Held, table: Table) -> State:
    """Pay the trick; go on with its winner, the next hand, or not at all (rulings 9 to 12)."""
    rules, lead_draws, hand, points, gained, _, tricks = standing
    trick = decide(table, rules)
    points, gained = settle(points, gained, trick, hand.score_tiles[len(tricks)])
    tricks = (*(tricks if rules.played_tiles == "hand" else map(covered, tricks)), trick)
    leader = trick.winners[0] if rules.tied_lead == "leader" else trick.first_from_left
    actors: tuple[Seat, ...] = _ONLY[leader]
    if hand.hopefuls and heroes(hand.hopefuls, points, gained, rules):
        actors = _NOBODY
    elif len(tricks) == TRICKS:
        actors = _NOBODY if hand.number == HANDS else _CHANCE
        held = ((),) * len(points)
    standing = Standing(rules, lead_draws, hand, points, gained, leader, tricks)
    return State(standing, held, (), actors)


def start(seats: int, rules: Rules) -> State:
    """Give the position before the drawing for the lead (ruling 3). Raises ValueError."""
    if seats not in SEATS:
        raise ValueError(f"Zero to Hero is for 2 to 5 seats, not {seats}: six could need 57 tiles")
    nothing = (0,) * seats
    five = (STARTING_POINTS,) * seats
    standing = Standing(rules, (), Hand(0, (), (), ()), five, nothing, CHANCE, ())
    return State(standing, ((),) * seats, (), _CHANCE)
