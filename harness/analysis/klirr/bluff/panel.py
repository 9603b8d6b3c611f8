"""The bluff panel: everything about every player, as a pure function of labelled opportunities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from harness.analysis.figure import Figure, undefined
from harness.analysis.klirr.bluff.bayes import judge, regret
from harness.analysis.klirr.bluff.beliefs import Beliefs, beliefs
from harness.analysis.klirr.bluff.caller import Caller, caller
from harness.analysis.klirr.bluff.claimer import Claimer, claimer
from harness.analysis.klirr.bluff.exploit import exploitability
from harness.analysis.klirr.bluff.fits import deck_tracking, size_tell
from harness.analysis.klirr.bluff.readability import Readability, readability

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from harness.analysis.klirr.bluff.bayes import Judged
    from harness.analysis.klirr.claims import Opportunity


@dataclass(frozen=True, slots=True)
class Counts:
    """Plain counts of own acts, so that anybody can recount them from the exported records.

    ``claims``: requests made. Opportunities are with a worthless card (forced) or a dollar card
    (optional). ``bluffs_called``, ``honest_called``: own requests that were called;
    ``bluffs_answered``, ``honest_answered``: those whose answer the asked decided itself. Then
    requests of others it answered itself. ``fallback_claims``, ``fallback_answers``: acts the
    engine played for it, in no other figure. ``duels``: its opportunities where passing would have
    handed the moment to the only rival; there the equilibrium is taken not to pass.
    """

    claims: int
    forced_opportunities: int
    forced_bluffs: int
    optional_opportunities: int
    optional_bluffs: int
    bluffs_called: int
    honest_called: int
    bluffs_answered: int
    honest_answered: int
    to_bluffs: int
    called_bluffs: int
    to_honest: int
    called_honest: int
    fallback_claims: int
    fallback_answers: int
    duels: int


@dataclass(frozen=True, slots=True)
class Bluffing:
    """One player's panel. Money is in thousands of dollars; ``beliefs``: None if never stated."""

    player: str
    counts: Counts
    exploitability: Figure
    claimer: Claimer
    deck_tracking: Figure
    size_tell: Figure
    readable: Figure
    regret: Figure
    caller: Caller
    sharp: Figure
    beliefs: Beliefs | None

    def json(self) -> dict[str, Any]:
        """Give the panel as the contract has it, with every figure beside the counts."""
        count = self.counts
        found = {
            "player": self.player,
            "claims": count.claims,
            "forced": {"chances": count.forced_opportunities, "bluffs": count.forced_bluffs},
            "optional": {"chances": count.optional_opportunities, "bluffs": count.optional_bluffs},
            "bluffs_called": count.bluffs_called,
            "honest_called": count.honest_called,
            "bluffs_answered": count.bluffs_answered,
            "honest_answered": count.honest_answered,
            "answers": {
                "to_bluffs": count.to_bluffs,
                "called_bluffs": count.called_bluffs,
                "to_honest": count.to_honest,
                "called_honest": count.called_honest,
            },
            "fallbacks": {"claims": count.fallback_claims, "answers": count.fallback_answers},
            "duels": count.duels,
            "d_prime": self.caller.d_prime.value,
            "criterion": self.caller.criterion.value,
            "figures": {name: figure.json() for name, figure in self.figures().items()},
        }
        return found | ({"beliefs": self.beliefs.json()} if self.beliefs else {})

    def figures(self) -> dict[str, Figure]:
        """Give every figure by its name in the JSON."""
        return {name: read(self) for name, read in FIGURES.items()}


FIGURES: Final[Mapping[str, Callable[[Bluffing], Figure]]] = {
    "exploitability": lambda one: one.exploitability,
    "forced_bluff_rate": lambda one: one.claimer.forced,
    "optional_bluff_rate": lambda one: one.claimer.optional,
    "frequency_error": lambda one: one.claimer.frequency_error,
    "deck_tracking": lambda one: one.deck_tracking,
    "success": lambda one: one.claimer.success,
    "honest_call_rate": lambda one: one.claimer.honest_called,
    "size_tell": lambda one: one.size_tell,
    "impossible": lambda one: one.claimer.impossible,
    "chips_per_forced_chance": lambda one: one.claimer.chips,
    "optional_bluff_gain_low": lambda one: one.claimer.optional_low,
    "optional_bluff_gain_high": lambda one: one.claimer.optional_high,
    "readable": lambda one: one.readable,
    "regret": lambda one: one.regret,
    "hits": lambda one: one.caller.hits,
    "false_alarms": lambda one: one.caller.false_alarms,
    "d_prime": lambda one: one.caller.d_prime,
    "criterion": lambda one: one.caller.criterion,
    "d_prime_within": lambda one: one.caller.within,
    "sure_calls": lambda one: one.caller.sure,
    "sharp": lambda one: one.sharp,
}
"""Every figure by its name in the JSON: first the claimer's, from ``regret`` on the caller's."""


def panel(opportunities: Iterable[Opportunity]) -> list[Bluffing]:
    """Measure every player of these opportunities, in alphabetical order.

    The opportunities must be in export order: what a Bayes caller could know depends on it.
    """
    every = list(opportunities)
    judged = list(judge(every))
    decided = [c for c in every if c.own and c.sum and c.answered]
    read = readability(decided)
    names = {c.taker for c in every} | {c.asked for c in every if c.asked}
    return [_player(name, every, judged, read) for name in sorted(names)]


def _player(
    name: str, every: Sequence[Opportunity], judged: Sequence[Judged], read: Readability
) -> Bluffing:
    own = [c for c in every if c.taker == name and c.own]
    answers = [j for j in judged if j.opportunity.asked == name]
    nothing = undefined("no request")
    return Bluffing(
        name,
        _counts(name, every),
        exploitability(own),
        claimer(own),
        deck_tracking(own),
        size_tell(own),
        read.readable.get(name, nothing),
        regret(answers),
        caller([j.opportunity for j in answers]),
        read.sharp.get(name, nothing),
        beliefs(answers),
    )


def _counts(name: str, every: Sequence[Opportunity]) -> Counts:
    mine = [c for c in every if c.taker == name]
    own = [c for c in mine if c.own]
    forced, optional = [c for c in own if c.forced], [c for c in own if not c.forced]
    made = [c for c in own if c.sum]
    lies, truths = [c for c in made if c.bluff], [c for c in made if not c.bluff]
    asked = [c for c in every if c.asked == name]
    answered = [c for c in asked if c.answered]
    return Counts(
        claims=len(made),
        forced_opportunities=len(forced),
        forced_bluffs=sum(c.bluff for c in forced),
        optional_opportunities=len(optional),
        optional_bluffs=sum(c.bluff for c in optional),
        bluffs_called=sum(c.called for c in lies),
        honest_called=sum(c.called for c in truths),
        bluffs_answered=sum(c.answered for c in lies),
        honest_answered=sum(c.answered for c in truths),
        to_bluffs=sum(c.bluff for c in answered),
        called_bluffs=sum(c.bluff and c.called for c in answered),
        to_honest=sum(not c.bluff for c in answered),
        called_honest=sum(c.called and not c.bluff for c in answered),
        fallback_claims=sum(c.source == "fallback" for c in mine),
        fallback_answers=sum(c.answer is not None and c.answer.source == "fallback" for c in asked),
        duels=sum(c.duel for c in own),
    )
