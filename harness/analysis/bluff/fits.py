"""Figures that need a fitted curve: deck tracking, and whether the sum gives a bluff away.

Generalised linear models by statsmodels, loaded only here. Where the data can be parted perfectly
a fit runs to infinity: such a figure is withheld.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy import stats  # type: ignore[import-untyped]
from scipy.special import logit  # type: ignore[import-untyped]

from harness.analysis.bluff.caller import prior_odds
from harness.analysis.bluff.figure import Figure, refit, undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from harness.analysis.bluff.figure import Floats
    from harness.analysis.claims import Chance

FOLDS: Final = 5
TRACKING: Final = 60
TELL: Final = 40
CLIP: Final = 0.02
FAR: Final = 15.0
UNIT: Final = 100_000


def deck_tracking(chances: Sequence[Chance]) -> Figure:
    """Give the slope of bluffing with a worthless card on the logit of the equilibrium's rate.

    1: follows the unseen cards as the equilibrium does; 0: takes no notice of them.
    """
    forced = [c for c in chances if c.forced]
    bluffs = np.array([c.bluff for c in forced], dtype=np.float64)
    reason = _one_sided(bluffs, "it never bluffs", "it always bluffs")
    if reason:
        return undefined(reason, len(forced))
    rates = np.clip([c.balanced_rate() for c in forced], CLIP, 1 - CLIP)
    columns = np.column_stack([np.ones(len(forced)), logit(rates)])
    if np.ptp(columns[:, 1]) == 0:
        return undefined("the equilibrium's rate never changed", len(forced))

    def slope(rows: NDArray[np.bool_]) -> float:
        found = _logistic(columns[rows], bluffs[rows])
        return float(np.nan) if found is None else float(found[1])

    figure = refit([c.deal for c in forced], slope, len(forced))
    return figure.needs(len(forced) >= TRACKING, f"fewer than {TRACKING}")


def size_tell(chances: Sequence[Chance]) -> Figure:
    """Give what sum and target tell of a bluff beyond the unseen cards.

    The difference of two areas under the ROC curve, cross-validated by deal: from sum, prior log
    odds and target (the card's owner or not, the cash of the asked), and from the prior alone.
    0: no tell; ½: the sum gives everything away.
    """
    asked = [c for c in chances if c.sum]
    bluffs = np.array([c.bluff for c in asked], dtype=np.float64)
    reason = _one_sided(bluffs, "it never bluffs", "it always bluffs")
    if reason:
        return undefined(reason, len(asked))
    folds = np.array([c.deal.number % FOLDS for c in asked])
    columns = np.array(
        [[1.0, prior_odds(c), c.sum / UNIT, c.owner, c.asked_cash / UNIT] for c in asked]
    )

    def tell(rows: NDArray[np.bool_]) -> float:
        here, truth, fold = columns[rows], bluffs[rows], folds[rows]
        return _area(here, truth, fold) - _area(here[:, :2], truth, fold)

    figure = refit([c.deal for c in asked], tell, len(asked))
    fewer = min(bluffs.sum(), len(bluffs) - bluffs.sum())
    return figure.needs(fewer >= TELL, f"fewer than {TELL} bluffs or honest requests")


def _one_sided(flags: Floats, never: str, always: str) -> str | None:
    """Say why there is nothing to fit, if there is not."""
    if not len(flags):
        return "no chance"
    if flags.all():
        return always
    return None if flags.any() else never


def _area(columns: Floats, truth: Floats, folds: NDArray[np.int_]) -> float:
    """Give the area under the ROC curve of scores made on the other folds; nan without both.

    Pairs are compared within a fold only: its scores share one fit, whose constant leans against
    the fold's own share of bluffs.
    """
    above = pairs = 0.0
    for fold in np.unique(folds):
        here = folds == fold
        found = _logistic(columns[~here], truth[~here], ridge=1.0)
        if found is None:
            return float(np.nan)
        scores = columns[here] @ found
        lies, truths = scores[truth[here] == 1], scores[truth[here] == 0]
        if len(lies) and len(truths):
            above += float(stats.mannwhitneyu(lies, truths, method="asymptotic").statistic)
            pairs += len(lies) * len(truths)
    return above / pairs if pairs else float(np.nan)


def _logistic(columns: Floats, truth: Floats, ridge: float = 0.0) -> Floats | None:
    """Fit a logistic regression; None where it runs off to infinity.

    ``ridge``: instead of giving up, weigh down all coefficients but the constant by this much.
    """
    if not len(truth) or truth.all() or not truth.any():
        return None
    import statsmodels.api as sm  # type: ignore[import-untyped]  # noqa: PLC0415 - loads slowly

    model: Any = sm.GLM(truth, columns, family=sm.families.Binomial())
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # a fit that runs off shows in its coefficients
        found = np.asarray(model.fit().params)
        if ridge and not _finite(found):
            weights = np.full(columns.shape[1], ridge / len(truth))
            weights[0] = 0
            found = np.asarray(model.fit_regularized(alpha=weights, L1_wt=0.0).params)
    return found if _finite(found) else None


def _finite(coefficients: Floats) -> bool:
    return bool(np.isfinite(coefficients).all() and np.abs(coefficients).max() < FAR)
