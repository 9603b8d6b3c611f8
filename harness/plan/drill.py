"""What the drill takes beside the matches: everybody meets every position of the bank once.

The positions are known, so their prompts are the real ones, all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.game import Turn
from engine.klirr import GAME
from harness.config import BotEntrant, HumanEntrant, ModelEntrant, Table
from harness.drill.bank import load
from harness.plan.earlier import answerer
from harness.plan.length import prompt_size
from harness.plan.span import Span
from harness.plan.use import PerDecision, Use, in_tokens, of_model
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from harness.config import Config, Entrant
    from harness.plan.earlier import Earlier
    from harness.plan.length import Size

ONE: Final = Span(1.0, 1.0)


@dataclass(frozen=True, slots=True)
class DrillPlan:
    """The drill of a tournament. ``positions``: of the bank; ``use``: of what is not met yet."""

    positions: int
    use: Use


def plan_drill(config: Config, earlier: Earlier) -> DrillPlan | None:
    """Say what is left of the drill; None where there is nobody to pay, or no Klirr in the file."""
    models = any(isinstance(entrant, ModelEntrant) for entrant in config.players.values())
    if not models or GAME.id not in {table.game for table in config.games}:
        return None
    bank = load()
    use = Use()
    for index, entrant in enumerate(config.players.values()):
        met = sum(f"{one.id}/{index}" in earlier.own_run.drilled for one in bank.exercises)
        if not isinstance(entrant, HumanEntrant):
            use += _per_decision(entrant, earlier).times(len(bank.exercises) - met)
    return DrillPlan(len(bank.exercises), use)


def _per_decision(entrant: Entrant, earlier: Earlier) -> PerDecision:
    """Say what one position takes of a player: calls and output as earlier runs of it tell."""
    if isinstance(entrant, BotEntrant) or not isinstance(entrant, ModelEntrant):
        return PerDecision(ONE)
    bank = load()
    rules = dict(bank.rules)
    table = Table(game=GAME.id, seats=len(bank.exercises[0].habits), deals=1, rules=rules)
    used = earlier.used_by(answerer(entrant, table), table.seats)
    size = _size(entrant)
    return replace(of_model(entrant, size, used, ONE), inp=in_tokens(size))


def _size(entrant: ModelEntrant) -> Size:
    prompt: Any = load_prompt(GAME, entrant.prompt)
    turns = [
        Turn(one.seat, one.state.view(one.seat), one.state.legal(one.seat))
        for one in load().exercises
    ]
    return prompt_size(prompt, [turns], entrant.asks)
