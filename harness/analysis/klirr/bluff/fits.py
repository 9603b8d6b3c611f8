"""Figures that need a fitted curve: deck tracking, and whether the sum gives a bluff away.

Generalised linear models by statsmodels, loaded only here. Where the data can be parted perfectly
a fit runs to infinity: such a figure is withheld.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.special import logit  # type: ignore[import-untyped]
from scipy.stats import rankdata  # type: ignore[import-untyped]

from harness.analysis.figure import Figure, refit, undefined
from harness.analysis.klirr.bluff.caller import prior_odds

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from harness.analysis.figure import Floats
    from harness.analysis.klirr.claims import Opportunity

FOLDS: Final = 5
TRACKING: Final = 60
TELL: Final = 40
CLIP: Final = 0.02
FAR: Final = 15.0
UNIT: Final = 100_000
STEPS: Final = 25
"""A fit that has not arrived after so many Newton steps runs off."""


def deck_tracking(opportunities: Sequence[Opportunity]) -> Figure:
    """Give the slope of bluffing with a worthless card on the logit of the equilibrium's rate.

    1: follows the unseen cards as the equilibrium does; 0: takes no notice of them.
    """
    forced = [c for c in opportunities if c.forced]
    bluffs = np.array([c.bluff for c in forced], dtype=np.float64)
    reason = _one_sided(bluffs, "it never bluffs", "it always bluffs")
    if reason:
        return undefined(reason, len(forced))
    rates = np.clip([c.balanced_rate() for c in forced], CLIP, 1 - CLIP)
    columns = np.column_stack([np.ones(len(forced)), logit(rates)])
    if np.ptp(columns[:, 1]) == 0:
        return undefined("the equilibrium's rate never changed", len(forced))

    fits = _Fits()

    def slope(rows: NDArray[np.bool_]) -> float:
        found = fits.logistic("slope", columns[rows], bluffs[rows])
        return float(np.nan) if found is None else float(found[1])

    figure = refit([c.deal for c in forced], slope, len(forced))
    return figure.on_at_least(TRACKING)


def size_tell(opportunities: Sequence[Opportunity]) -> Figure:
    """Give what sum and target tell of a bluff beyond the unseen cards.

    The difference of two areas under the ROC curve, cross-validated by deal: from sum, prior log
    odds and target (the card's owner or not, the cash of the asked), and from the prior alone.
    0: no tell; ½: the sum gives everything away.
    """
    asked = [c for c in opportunities if c.sum]
    bluffs = np.array([c.bluff for c in asked], dtype=np.float64)
    reason = _one_sided(bluffs, "it never bluffs", "it always bluffs")
    if reason:
        return undefined(reason, len(asked))
    folds = np.array([c.deal.number % FOLDS for c in asked])
    columns = np.array(
        [[1.0, prior_odds(c), c.sum / UNIT, c.owner, c.asked_cash / UNIT] for c in asked]
    )
    columns = columns[:, [True, True, *(np.ptp(columns[:, 2:], axis=0) > 0)]]

    by_all, by_prior = _Fits(ridge=1.0), _Fits(ridge=1.0)

    def tell(rows: NDArray[np.bool_]) -> float:
        here, truth, fold = columns[rows], bluffs[rows], folds[rows]
        return _area(here, truth, fold, by_all) - _area(here[:, :2], truth, fold, by_prior)

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


def _area(columns: Floats, truth: Floats, folds: NDArray[np.int_], fits: _Fits) -> float:
    """Give the area under the ROC curve of scores made on the other folds; nan without both.

    Pairs are compared within a fold only: its scores share one fit, whose constant leans against
    the fold's own share of bluffs.
    """
    above = pairs = 0.0
    for fold in np.unique(folds):
        here = folds == fold
        found = fits.logistic(int(fold), columns[~here], truth[~here])
        if found is None:
            return float(np.nan)
        lies = truth[here] == 1
        bluffs, honest = int(lies.sum()), int((~lies).sum())
        ranks = rankdata(columns[here] @ found)
        above += float(ranks[lies].sum()) - bluffs * (bluffs + 1) / 2  # Mann and Whitney's U
        pairs += bluffs * honest
    return above / pairs if pairs else float(np.nan)


class _Fits:
    """Logistic regressions of one kind, by name; each starts from where the first one ended.

    The first is made on all data, the others leave a little of it out, so two steps do. None
    where a fit runs off to infinity; with ``ridge`` all coefficients but the constant are weighed
    down by that much instead.
    """

    def __init__(self, ridge: float = 0.0) -> None:
        self._ridge = ridge
        self._starts: dict[Hashable, Floats] = {}
        self._weighed: dict[Hashable, Floats] = {}

    def logistic(self, name: Hashable, columns: Floats, truth: Floats) -> Floats | None:
        """Give the coefficients of these rows."""
        if not len(truth) or truth.all() or not truth.any():
            return None
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # a fit that runs off shows in its coefficients
            found = self._free(name, columns, truth)
            if found is None and self._ridge:
                found = self._held(name, columns, truth)
        return found if found is not None and _finite(found) else None

    def _free(self, name: Hashable, columns: Floats, truth: Floats) -> Floats | None:
        from statsmodels.discrete.discrete_model import (  # type: ignore[import-untyped]  # noqa: PLC0415 - loads slowly
            Logit,
        )

        start = self._starts.get(name)
        try:
            made = Logit(truth, columns, check_rank=False).fit(start, maxiter=STEPS, disp=0)
        except np.linalg.LinAlgError:  # two columns that say the same
            return None
        found = np.asarray(made.params)
        if not made.mle_retvals["converged"] or not _finite(found):
            return None
        self._starts.setdefault(name, found)
        return found

    def _held(self, name: Hashable, columns: Floats, truth: Floats) -> Floats:
        from statsmodels.genmod import families  # type: ignore[import-untyped]  # noqa: PLC0415
        from statsmodels.genmod.generalized_linear_model import (  # type: ignore[import-untyped]  # noqa: PLC0415 - loads slowly
            GLM,
        )

        weights = np.full(columns.shape[1], self._ridge / len(truth))
        weights[0] = 0
        model: Any = GLM(truth, columns, family=families.Binomial())
        start = self._weighed.get(name)
        made = model.fit_regularized(alpha=weights, start_params=start, L1_wt=0.0)
        found: Floats = np.asarray(made.params)
        self._weighed.setdefault(name, found)
        return found


def _finite(coefficients: Floats) -> bool:
    return bool(np.isfinite(coefficients).all() and np.abs(coefficients).max() < FAR)
