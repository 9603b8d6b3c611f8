"""What a player said it believed before it answered, against the truth and against its answer."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from harness.analysis.figure import THOUSAND, Figure, by_deal, jackknife, ratio, undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.analysis.klirr.bluff.bayes import Judged

FEWEST: Final = 300
FEW: Final = 50
BINS: Final = 5


class Bin(NamedTuple):
    """Beliefs of about one size: their mean, how many were bluffs, how many there are."""

    stated: float
    bluffs: float
    n: int


@dataclass(frozen=True, slots=True)
class Beliefs:
    """A player's stated probabilities of a bluff.

    ``brier``: mean squared error, 0 is best, ¼ a constant ½. ``skill``: 1 - Brier score / that of
    the card prior; above 0 it knows more than the cards tell. ``against``: answers that contradict
    the belief, at the odds of the request; ``cost``: what these gave away by the player's own
    belief, thousands an answer. ``asking``: call rate where the belief was asked for minus where
    not (``belief: half``). ``reliability``: one bin a fifth of the scale, empty ones left out.
    """

    brier: Figure
    skill: Figure
    against: Figure
    cost: Figure
    asking: Figure
    reliability: tuple[Bin, ...]

    def json(self) -> dict[str, Any]:
        """Give every figure by its name, and the bins of reliability."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        bins = named.pop("reliability")
        shown = {name: figure.json() for name, figure in named.items()}
        return shown | {"reliability": [one._asdict() for one in bins]}


def beliefs(judged: Sequence[Judged]) -> Beliefs | None:
    """Measure one player's answers; None where no belief was ever stated."""
    told = [(j, b) for j in judged if (b := _belief(j)) is not None]
    if not told:
        return None
    deals = [j.opportunity.deal for j, _ in told]
    errors = [
        [(b - j.opportunity.bluff) ** 2, (j.prior - j.opportunity.bluff) ** 2] for j, b in told
    ]
    losses = [_loss(j, b) for j, b in told]
    skill = jackknife(
        by_deal(deals, errors), lambda s: 1 - s[0] / s[1] if s[1] else np.nan, len(told)
    )
    return Beliefs(
        ratio(deals, [own for own, _ in errors]).on_at_least(FEWEST),
        skill.on_at_least(FEWEST),
        ratio(deals, [loss > 0 for loss in losses]).within(0, 1).on_at_least(FEW),
        ratio(deals, [loss / THOUSAND for loss in losses]).on_at_least(FEW),
        _asking(judged),
        _reliability([(b, j.opportunity.bluff) for j, b in told]),
    )


def _belief(judged: Judged) -> float | None:
    return judged.opportunity.answer.p_bluff if judged.opportunity.answer else None


def _loss(judged: Judged, belief: float) -> float:
    """Give what the answer loses against the better one by the stated belief, dollars."""
    edge = judged.opportunity.stakes.edge(belief)
    return max(0.0, -edge if judged.opportunity.called else edge)


def _asking(judged: Sequence[Judged]) -> Figure:
    """Compare calls where the belief was asked for with calls where it was not."""
    rows = []
    for j in judged:
        asked = _belief(j) is not None
        rows.append(
            [j.opportunity.called and asked, asked, j.opportunity.called and not asked, not asked]
        )
    sums = by_deal([j.opportunity.deal for j in judged], rows)
    if not sums[:, 1].any() or not sums[:, 3].any():
        return undefined("it was asked always or never", len(judged))
    figure = jackknife(
        sums, lambda s: s[0] / s[1] - s[2] / s[3] if s[1] and s[3] else np.nan, len(judged)
    )
    return figure.needs(min(sums[:, 1].sum(), sums[:, 3].sum()) >= FEW, f"fewer than {FEW} a side")


def _reliability(told: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Group beliefs by fifths of the scale."""
    groups: dict[int, list[tuple[float, bool]]] = {}
    for belief, bluff in told:
        groups.setdefault(min(int(belief * BINS), BINS - 1), []).append((belief, bluff))
    return tuple(
        Bin(float(np.mean([b for b, _ in g])), float(np.mean([t for _, t in g])), len(g))
        for _, g in sorted(groups.items())
    )
