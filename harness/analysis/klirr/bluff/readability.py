"""How readable each claimer is and how sharp each caller: one signal-detection model of all claims.

P(i's request is called by j) = Phi(-crit_j + x (d + A_j + L_i)), x = ½ for a bluff and -½ for the
truth. A weak caller alone makes a claimer look unreadable; fitted together the two come apart.
A and L each sum to 0, which the ridge sees to (probit model, DeCarlo 1998).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from harness.analysis.figure import Figure, refit, undefined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from harness.analysis.figure import Floats
    from harness.analysis.klirr.claims import Opportunity

FEWEST: Final = 150
RIDGE: Final = 1.0
SLACK: Final = 0.05
"""A trace of ridge on criteria: who never calls keeps a finite one."""


@dataclass(frozen=True, slots=True)
class Readability:
    """By player, in units of d', 0 the mean player.

    ``readable`` (L): as claimer. ``sharp`` (A): as caller.
    """

    readable: Mapping[str, Figure]
    sharp: Mapping[str, Figure]


def readability(asked: Sequence[Opportunity]) -> Readability:
    """Fit the model to all requests that were made and answered by the players themselves."""
    claimers = sorted({c.taker for c in asked})
    callers = sorted({c.asked for c in asked if c.asked})
    if len({c.bluff for c in asked}) < 2 or len({c.called for c in asked}) < 2:  # noqa: PLR2004
        nothing = undefined("no bluff and truth, or no call and payment, to tell apart")
        return Readability(dict.fromkeys(claimers, nothing), dict.fromkeys(callers, nothing))
    design = _design(asked, claimers, callers)
    called = np.array([c.called for c in asked], dtype=np.float64)
    fits = _Fits(design, called, len(callers))
    deals = [c.deal for c in asked]
    start = len(callers) + 1
    found: dict[str, dict[str, Figure]] = {"sharp": {}, "readable": {}}
    names = [("sharp", name) for name in callers] + [("readable", name) for name in claimers]
    for column, (side, name) in enumerate(names, start):
        n = sum(name == (c.asked if side == "sharp" else c.taker) for c in asked)
        figure = refit(deals, fits.column(column), n)
        found[side][name] = figure.on_at_least(FEWEST)
    return Readability(found["readable"], found["sharp"])


def _design(asked: Sequence[Opportunity], claimers: list[str], callers: list[str]) -> Floats:
    """Lay out the columns: -1 for the caller's criterion, x for d, for A_j, for L_i."""
    matrix = np.zeros((len(asked), 2 * len(callers) + 1 + len(claimers)))
    for row, opportunity in zip(matrix, asked, strict=True):
        sign = 0.5 if opportunity.bluff else -0.5
        caller = callers.index(str(opportunity.asked))
        row[caller] = -1
        row[len(callers)] = sign
        row[len(callers) + 1 + caller] = sign
        row[2 * len(callers) + 1 + claimers.index(opportunity.taker)] = sign
    return matrix


class _Fits:
    """The fits to parts of the data, each made once for all the columns read from it."""

    def __init__(self, design: Floats, called: Floats, callers: int) -> None:
        self._kinds, kind = np.unique(design, axis=0, return_inverse=True)
        self._kind = kind.reshape(-1)
        self._called = called
        self._callers = callers
        self._known: dict[bytes, Floats] = {}
        self._start: Floats | None = None

    def column(self, number: int) -> Any:  # noqa: ANN401 - a function of rows
        """Give the function that ``refit`` wants, for one coefficient."""
        return lambda rows: float(self._fit(rows)[number])

    def _fit(self, rows: NDArray[np.bool_]) -> Floats:
        key = rows.tobytes()
        if key not in self._known:
            self._known[key] = self._solve(rows)
        return self._known[key]

    def _solve(self, rows: NDArray[np.bool_]) -> Floats:
        """Fit the probit model to counts of calls by kind of request."""
        from statsmodels.genmod import families  # type: ignore[import-untyped]  # noqa: PLC0415
        from statsmodels.genmod.generalized_linear_model import (  # type: ignore[import-untyped]  # noqa: PLC0415 - loads slowly
            GLM,
        )

        size = len(self._kinds)
        asked = np.bincount(self._kind[rows], minlength=size).astype(np.float64)
        calls = np.bincount(self._kind[rows], self._called[rows], minlength=size)
        met = asked > 0
        counts = np.column_stack([calls, asked - calls])[met]
        family = families.Binomial(link=families.links.Probit())
        model: Any = GLM(counts, self._kinds[met], family=family)
        ridge = np.full(self._kinds.shape[1], RIDGE)
        ridge[: self._callers] = SLACK
        ridge[self._callers] = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the ridge keeps what could run off finite
            fitted = model.fit_regularized(
                alpha=ridge / met.sum(), start_params=self._start, L1_wt=0.0
            )
        found: Floats = np.asarray(fitted.params)
        self._start = found if self._start is None else self._start
        return found
