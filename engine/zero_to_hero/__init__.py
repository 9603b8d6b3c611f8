"""Zero to Hero: a trick game for 3 to 5 by Martin Wallace. This page is its rules, in our words.

There are 52 tiles, numbered 1 to 13 in orange, blue, green and red. Everybody starts with 5 points.
Whoever draws the highest tile leads the first trick; the tied draw again from what is left. (Should
the bag run out over ties, which it can at two seats, everything is drawn afresh.)

The game has four hands of seven tricks. For a hand, seven of the twelve score tiles are laid out in
the order in which they will be played for, and everybody draws seven tiles. From the second hand on
you draw one more for each player who has more points than you; what is left at the end of the hand
is not played. Everybody sees the suits of your tiles, but nobody their numbers.

In a trick everybody plays one tile, any tile, clockwise from the leader.

- The suit with the highest total counts. Its highest tile wins, its next highest is second. If it
  has no second tile, the highest tile of the other suits is second. When suits tie for the highest
  total, each of them counts, and equal tiles share a place.
- A lone 2, one whose suit nobody else played, beats all that. Every lone 2 wins, and the highest
  other tile is second.

The winner gets the upper number of the score tile, the second the lower one; either may be a loss.
A loss larger than your points takes you down to zero and back up by the rest. The winner leads the
next trick, into the next hand too; of several, the first one clockwise from the old leader, who
counts first of all.

Begin the second, third or fourth hand with 0 points and you are a hopeful: hold 5 after any trick
of that hand and you win at once, from zero to hero. Otherwise the most points win after the fourth
hand; ties stay ties.

Invented, because the rulebook does not print it: the values of the score tiles (switch
``score_tiles``), but for (2, -1) and an upper value of -2. Ours are (3, 1) (3, -1) (2, 1) (2, -1)
(2, -2) (1, 2) (1, -1) (1, 1) (-1, 2) (-1, 1) (-2, 2) (-2, 1). Two seats are not foreseen by the
publisher; six would run out of tiles. Gaps of the rulebook are settled by numbered rulings, which
docstrings and tests cite, and the other switches are other readings of them.
"""

from typing import Final

from engine.game import Game
from engine.zero_to_hero.draws import read_draw
from engine.zero_to_hero.position import SEATS, start
from engine.zero_to_hero.rules import SWITCHES, make_rules
from engine.zero_to_hero.tiles import Play, parse
from engine.zero_to_hero.view import View

GAME: Final[Game[Play, View]] = Game(
    id="zero-to-hero",
    title="Zero to Hero",
    about="a trick game by Martin Wallace; score tile values invented",
    seats=SEATS,
    phases=("play",),
    switches=SWITCHES,
    start=lambda seats, rules: start(seats, make_rules(rules)),
    parse=parse,
    read_draw=read_draw,
    unofficial=frozenset({2}),
    page=__doc__,
)
