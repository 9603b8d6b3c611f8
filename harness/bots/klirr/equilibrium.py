"""The bot ``equilibrium``.

It asks whoever makes the claim worth most, and takes from anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.klirr.acts import CALL, PAY, Act
from engine.klirr.cards import face_value
from harness.bots.klirr._habits import request
from harness.equilibrium import equilibrium
from harness.equilibrium.table import position_at

if TYPE_CHECKING:
    from random import Random

    from engine.klirr.view import View
    from harness.bots.klirr._habits import KlirrTurn

ABOUT: Final = "Plays the equilibrium of every single claim, with everybody's cash counted in."
EXPLOITS: Final = (
    "Exploits only what cannot be right (calling too little or too much earns the same against "
    "it); no habit exploits it in a one-shot claim. Over a match it can be beaten: it sees "
    "neither the goal nor the seats to come."
)


def choose(turn: KlirrTurn, random: Random) -> Act:
    """Solve the claim, by linear programming where cash is short."""
    match turn.view.phase:
        case "ask":
            return _ask(turn, random)
        case "answer":
            return CALL if random.random() < _call_probability(turn.view) else PAY
    return random.choice(turn.legal)


def _ask(turn: KlirrTurn, random: Random) -> Act:
    view = turn.view
    if len(turn.legal) == 1:
        return turn.legal[0]
    solved = [(equilibrium(position_at(view, seat)), seat) for seat in view.askable]
    most = max(best.value for best, _ in solved)
    best, asked = random.choice([pair for pair in solved if pair[0].value > most - 1])
    sums = best.claims[face_value(view.card)]
    return request(turn, random, random.choices(tuple(sums), tuple(sums.values()))[0], asked)


def _call_probability(view: View) -> float:
    assert view.sum is not None, "nobody is asked"  # noqa: S101
    best = equilibrium(position_at(view, view.seat))
    return best.calls.get(view.sum, 1.0)
