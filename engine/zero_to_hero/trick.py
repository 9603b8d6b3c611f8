"""Who wins a trick and who is second (rulings 7, 8 and 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Seat
    from engine.zero_to_hero.rules import Rules
    from engine.zero_to_hero.tiles import Tile

    Plays = Sequence[tuple[Seat, Tile]]
    """Who played what, in order of play: some of a trick."""

    Table = tuple[tuple[Seat, Tile], ...]
    """Who played what, in order of play; the first one led."""

    Seats = tuple[Seat, ...]
    """Seats in order of play."""


class Trick(NamedTuple):
    """A trick that was played: who played what, in order of play, and what came of it.

    Winners and seconds are in order of play, the leader first.
    """

    table: Table
    winners: Seats
    seconds: Seats

    @property
    def first_from_left(self) -> Seat:
        """The first winner counted from the leader's left, the leader last (ruling 10, left)."""
        return self.winners[len(self.winners) > 1 and self.winners[0] == self.table[0][0]]


def covered(trick: Trick) -> Trick:
    """Give what stays in sight of a trick whose tiles do not: who won it, and who was second."""
    return trick._replace(table=())


def decide(table: Table, rules: Rules) -> Trick:
    """Decide a trick for which everybody has played."""
    lone = lone_twos(table)
    if lone:
        return Trick(table, lone, behind_lone_twos(table, lone, rules))
    return Trick(table, *by_suits(table, rules))


def lone_twos(table: Table) -> Seats:
    """Give who played a 2 in a suit that nobody else played (ruling 7)."""
    twos = [(seat, suit) for seat, (suit, number) in table if number == 2]  # noqa: PLR2004
    if not twos:
        return ()
    suits = [suit for _, (suit, _) in table]
    return tuple([seat for seat, suit in twos if suits.count(suit) == 1])


def behind_lone_twos(table: Table, lone: Seats, rules: Rules) -> Seats:
    """Give who is second behind the lone 2s, by the switch; none of them can be (ruling 7)."""
    if rules.lone2_second == "offsuit":
        return highest([play for play in table if play[0] not in lone])
    winners, seconds = by_suits(table, rules)
    ordinary = winners if rules.lone2_second == "suit_winner" else seconds
    return tuple([seat for seat in ordinary if seat not in lone])


def by_suits(table: Table, rules: Rules) -> tuple[Seats, Seats]:
    """Give first and second in the suit, or the tied suits, of the highest total (ruling 8)."""
    counting = counting_suits(table)
    inside = [play for play in table if play[1].suit in counting]
    winners = top_of_each_suit(inside)
    seconds = top_of_each_suit([play for play in inside if play[0] not in winners])
    if seconds or len(inside) == len(table):
        return winners, seconds
    return winners, off_suit([play for play in table if play[1].suit not in counting], rules)


def off_suit(outside: Plays, rules: Rules) -> Seats:
    """Give who is second from outside the counting suits, by the switch (ruling 8)."""
    if rules.offsuit_second == "tile":
        return highest(outside)
    counting = counting_suits(outside)
    return top_of_each_suit([play for play in outside if play[1].suit in counting])


def counting_suits(plays: Plays) -> list[str]:
    """Give the suits with the highest total, all that tie (ruling 8)."""
    totals: dict[str, int] = {}
    for _, (suit, number) in plays:
        totals[suit] = totals.get(suit, 0) + number
    top = max(totals.values())
    return [suit for suit, total in totals.items() if total == top]


def top_of_each_suit(plays: Plays) -> Seats:
    """Give who played the highest number of a suit, for each suit there is."""
    top: dict[str, int] = {}
    for _, (suit, number) in plays:
        if number > top.get(suit, 0):
            top[suit] = number
    return tuple([seat for seat, (suit, number) in plays if number == top[suit]])


def highest(plays: Plays) -> Seats:
    """Give who played the highest number of all suits, all that tie; nobody of none."""
    top = max([number for _, (_, number) in plays], default=0)
    return tuple([seat for seat, (_, number) in plays if number == top])
