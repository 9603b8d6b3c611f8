"""The equilibrium of a claim as a linear program: any cash, any cost of passing.

Variables: how many of the cards of each value are asked for at each sum, x[card, c] ≥ 0, and the
taker's gain u[c] from all requests of c. The asked picks the worse for the taker at each sum, so

    max Σ u[c] + passing · x[0, 0]   with   u[c] ≤ gain if paid,  u[c] ≤ gain if called,
                                            Σ_c x[card, c] = number of such cards.

The duals of the two bounds on u[c] are how often the asked pays and calls c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]

from harness.equilibrium.strategy import Equilibrium, weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from harness.equilibrium.position import Position

THOUSAND = 1000
"""The program counts in thousands of dollars: its numbers stay near 1."""


def solve(position: Position) -> Equilibrium:
    """Solve the linear program by HiGHS. Raises ValueError when there is no card to draw."""
    cards = weights(position.unseen)
    if not cards:
        raise ValueError("no card is unseen, so there is no claim")
    sums = position.sums()
    plays = [(card, c) for card, _ in cards for c in position.choices(card)]
    gain = np.zeros(len(plays) + len(sums))
    gain[len(plays) :] = 1
    if (0, 0) in plays:
        gain[plays.index((0, 0))] = (position.passing or 0.0) / THOUSAND
    bounds = [(0, None)] * len(plays) + [(None, None)] * len(sums)
    held = np.array(
        [[float(card == held) for held, _ in plays] + [0.0] * len(sums) for card, _ in cards]
    )
    result = linprog(
        -gain,
        A_ub=_answers(position, plays, sums),
        b_ub=np.zeros(2 * len(sums)),
        A_eq=held,
        b_eq=[count for _, count in cards],
        bounds=bounds,
        method="highs",
    )
    if result.x is None:
        raise ValueError(f"the linear program has no solution: {result.message}")
    return Equilibrium(
        -result.fun * THOUSAND / position.unseen.total,
        _claims(dict(cards), plays, result.x),
        _calls(position, sums, -result.ineqlin.marginals),
    )


def _answers(
    position: Position, plays: list[tuple[int, int]], sums: tuple[int, ...]
) -> NDArray[np.float64]:
    """Give the bounds on u: one row a sum for paying, then one a sum for calling."""
    matrix = np.zeros((2 * len(sums), len(plays) + len(sums)))
    row = {c: index for index, c in enumerate(sums)}
    for called in (False, True):
        shift = len(sums) if called else 0
        for column, (card, c) in enumerate(plays):
            if c:
                matrix[shift + row[c], column] = -position.payoff(card, c, called=called) / THOUSAND
        for index in row.values():
            matrix[shift + index, len(plays) + index] = 1
    return matrix


def _claims(
    counts: dict[int, int], plays: list[tuple[int, int]], solution: NDArray[np.float64]
) -> dict[int, dict[int, float]]:
    """Turn numbers of cards into probabilities, dropping the solver's dust."""
    claims: dict[int, dict[int, float]] = {card: {} for card in counts}
    for (card, c), number in zip(plays, solution, strict=False):
        if number > 1e-9:  # noqa: PLR2004 - below the solver's own tolerance
            claims[card][c] = float(number) / counts[card]
    return claims


def _calls(
    position: Position, sums: tuple[int, ...], duals: NDArray[np.float64]
) -> dict[int, float]:
    """Give how often each sum is called, from the duals of paying and calling.

    A sum that cannot be true, or costs nothing to call, is called for certain: the duals may leave
    it open, but no other answer is ever better.
    """
    return {
        c: 1.0 if _sure(position, c) else min(1.0, max(0.0, float(called)))
        for c, called in zip(sums, duals[len(sums) :], strict=True)
    }


def _sure(position: Position, asked: int) -> bool:
    return not position.unseen.count(asked) or position.stakes(asked).free
