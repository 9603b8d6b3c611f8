"""The figures of the drill: one player's claims and answers in the positions of a bank.

The unit of the intervals is the position. Money is in thousands of dollars. Acts that the engine
played for a player are in no figure and counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from harness.analysis.figure import THOUSAND, Figure, rate, ratio
from harness.analysis.klirr.bluff.bayes import regret
from harness.analysis.klirr.bluff.beliefs import Beliefs, beliefs
from harness.analysis.klirr.bluff.caller import Caller, caller
from harness.analysis.klirr.bluff.claimer import Claimer, claimer, deals
from harness.analysis.klirr.drill.habits import YARDSTICKS
from harness.analysis.klirr.drill.met import best_gain, claim, gain, judged, judged_by_habit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from harness.analysis.klirr.claims import Opportunity
    from harness.analysis.klirr.drill.met import Met
    from harness.record import Play

FEW: Final = 20
TABLE: Final = "table"
"""Against those who sit there, each with its habit."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims of one player.

    ``chips``: expected thousands for a worthless card, by the habit of whoever is asked.
    ``lost``: expected thousands a card, whichever, below the best claim against those who sit
    there.
    """

    opportunities: tuple[Opportunity, ...]
    fallbacks: int
    figures: Claimer
    chips: Mapping[str, Figure]
    lost: Figure


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of one player.

    ``regret``: thousands an answer below the best one by the asker's past that is shown, shrunk to
    the equilibrium; ``regret_known``: below the best one by the asker's true habit. ``called``: by
    the asker's habit, how often it was called.
    """

    opportunities: tuple[Opportunity, ...]
    fallbacks: int
    figures: Caller
    regret: Figure
    regret_known: Figure
    called: Mapping[str, Figure]
    beliefs: Beliefs | None


@dataclass(frozen=True, slots=True)
class Drilling:
    """One player's drill; ``bank``: the number of the bank; ``used``: what its decisions took."""

    player: str
    bank: int
    claims: Claims
    answers: Answers
    used: Play

    @property
    def met(self) -> int:
        """How many positions it met, those included in which the engine played for it."""
        own = len(self.claims.opportunities) + len(self.answers.opportunities)
        return own + self.claims.fallbacks + self.answers.fallbacks

    def json(self) -> dict[str, Any]:
        """Give the drill as JSON, in the words of the panel of table play where they fit."""
        made, given, usage = self.claims, self.answers, self.used.usage
        forced = [c for c in made.opportunities if c.forced]
        optional = [c for c in made.opportunities if not c.forced]
        lies = [c for c in given.opportunities if c.bluff]
        truths = [c for c in given.opportunities if not c.bluff]
        found: dict[str, Any] = {
            "player": self.player,
            "bank": self.bank,
            "forced": {"chances": len(forced), "bluffs": sum(c.bluff for c in forced)},
            "optional": {"chances": len(optional), "bluffs": sum(c.bluff for c in optional)},
            "answers": {
                "to_bluffs": len(lies),
                "called_bluffs": sum(c.called for c in lies),
                "to_honest": len(truths),
                "called_honest": sum(c.called for c in truths),
            },
            "fallbacks": {"claims": made.fallbacks, "answers": given.fallbacks},
            "d_prime": given.figures.d_prime.value,
            "criterion": given.figures.criterion.value,
            "figures": _named(self._single()),
            "chips_per_forced_chance": _named(made.chips),
            "call_rate_by_habit": _named(given.called),
            "asked": self.used.asked,
            "cost": usage.cost,
            "tokens": usage.tokens.json(),
            "ms": usage.ms,
        }
        return found | ({"beliefs": given.beliefs.json()} if given.beliefs else {})

    @property
    def beliefs(self) -> Beliefs | None:
        """Its stated beliefs, None if it never stated one."""
        return self.answers.beliefs

    def figures(self) -> dict[str, Figure]:
        """Give the figures by their names, those of chips by habit: "chips: always-pay"."""
        chips = {f"chips: {habit}": figure for habit, figure in self.claims.chips.items()}
        return self._single() | chips

    def _single(self) -> dict[str, Figure]:
        """Give those by their names that the JSON has under ``figures``."""
        made, given = self.claims.figures, self.answers.figures
        return {
            "forced_bluff_rate": made.forced,
            "optional_bluff_rate": made.optional,
            "frequency_error": made.frequency_error,
            "impossible": made.impossible,
            "lost": self.claims.lost,
            "regret": self.answers.regret,
            "regret_known": self.answers.regret_known,
            "hits": given.hits,
            "false_alarms": given.false_alarms,
            "d_prime": given.d_prime,
            "criterion": given.criterion,
            "d_prime_within": given.within,
            "sure_calls": given.sure,
        }


def drilling(
    player: str, bank: int, claims: Sequence[Met], answers: Sequence[Met], used: Play
) -> Drilling:
    """Measure what one player did in a bank's positions."""
    return Drilling(player, bank, _claims(player, claims), _answers(player, answers), used)


def _claims(player: str, met: Sequence[Met]) -> Claims:
    own = [m for m in met if m.own]
    opportunities = [claim(player, m) for m in own]
    forced = [m for m in own if not m.worth]
    chips = {
        habit: _mean(forced, [gain(m, None if habit == TABLE else habit) for m in forced])
        for habit in (TABLE, *YARDSTICKS)
    }
    lost = _mean(own, [best_gain(m) - gain(m, None) for m in own])
    return Claims(tuple(opportunities), len(met) - len(own), claimer(opportunities), chips, lost)


def _answers(player: str, met: Sequence[Met]) -> Answers:
    own = [m for m in met if m.own]
    by_past = [judged(player, m) for m in own]
    opportunities = [j.opportunity for j in by_past]
    return Answers(
        tuple(opportunities),
        len(met) - len(own),
        caller(opportunities),
        regret(by_past),
        regret([judged_by_habit(player, m) for m in own]),
        {
            habit: _called(opportunities, habit)
            for habit in sorted({c.taker for c in opportunities})
        },
        beliefs(by_past),
    )


def _called(opportunities: Sequence[Opportunity], habit: str) -> Figure:
    asked = [c for c in opportunities if c.taker == habit]
    return rate(deals(asked), [c.called for c in asked])


def _mean(met: Sequence[Met], dollars: Sequence[float]) -> Figure:
    """Give the mean of dollars by position, in thousands."""
    figure = ratio([m.number for m in met], [d / THOUSAND for d in dollars])
    return figure.on_at_least(FEW)


def _named(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {name: figure.json() for name, figure in figures.items()}
