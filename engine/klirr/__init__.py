"""Klirr: a bluffing card game for 2 to 6. This page is its rules, in our words.

Everybody starts with $100,000 and a row of face-down cards that nobody has seen. On your turn you
turn one of your own cards up. Dollars and jackpots ($200,000) are paid by the bank; a klart card
puts you out of the round; a klirr card starts a *klirr moment*: you take a face-down card from
somebody else's row and look at it alone.

- A jackpot pays you at once.
- With a dollar card you must ask one player for a sum: its value, or any other, which is a bluff.
- With a klirr or klart card you may ask for a sum, which is a bluff, or pass: the card is shown
  and the moment goes to the next active player.

Whoever is asked sees the sum but not the card, and pays, or calls the bluff. A call against an
honest request costs double the sum; a bluff that is called costs the bluffer the sum. Nobody pays
more than they have; whoever is emptied by a debt of their own is out of the round. Then the card
goes face up in its row. You are also out when your row has no down card left, but keep your money,
may be asked and may have cards taken.

A round ends when nobody is active. Whoever then has $1,000,000 wins, the highest if several; ties
play extra rounds between the tied. Otherwise everybody plays another round with the whole deck.

Invented, because the rulebook does not print it: the values of the 26 dollar cards (switch
``dollar_values``). Ours are 10k x4, 20k x4, 30k x4, 40k x3, 50k x3, 60k x2, 70k x2, 80k x2, 90k x1,
100k x1. Gaps of the rulebook are settled by numbered rulings, which docstrings and tests cite.
What those leave open is read like this:

- A taken card counts as a down card of its row until the step that resolves it shows it.
- Agreeing to pay is owing: who pays their last dollar of their own accord is out as well.
- A step that resolves a moment first moves the money, then shows the card, then puts out those whom
  either of them emptied; a turner with an empty row is put out last, whoever emptied it.
- With ``bluff_cap: own_cash`` the cash of the moment of asking counts, and a taker with none may
  still ask for the true value. A double is not capped, whatever the card's value.
- A dollar card taken when nobody may be asked is shown, and no claim stands in the history.
- With ``turn_after_klirr: taker`` the last to hold the moment counts, even if it put them out.
- An extra round that leaves one player ahead ends the match by the goal, in the last round allowed
  too; money never leaves the tied, so its winner cannot in fact have less than they tied at.
"""

from typing import Final

from engine.game import Game
from engine.klirr.acts import Act, parse, read_deal
from engine.klirr.position import start
from engine.klirr.rules import SWITCHES, make_rules
from engine.klirr.view import View

GAME: Final[Game[Act, View]] = Game(
    id="klirr",
    title="Klirr",
    about="a bluffing card game; dollar values invented",
    seats=range(2, 7),
    phases=("turn", "take", "ask", "answer"),
    switches=SWITCHES,
    start=lambda seats, rules: start(seats, make_rules(rules)),
    parse=parse,
    read_draw=read_deal,
    page=__doc__,
)
