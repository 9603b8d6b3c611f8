"""Two players compared.

Is one better, or could it be chance? Board by board, no pooled test. Each deal gives one paired
difference; under the hypothesis that they are equal its sign is a coin's (Fisher 1935), and all
pairs of the board are tested at once (Holm 1979).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import combinations
from math import ceil, log2
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy import stats  # type: ignore[import-untyped]
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

from harness.analysis.paired import mean, paired
from harness.analysis.pairs import pairs, tables
from harness.analysis.plan import LEVEL, deals_needed
from harness.analysis.tally import tallies

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.analysis.board import Tally
    from harness.analysis.paired import Mean, Paired
    from harness.analysis.pairs import Floats, Ints, Table
    from harness.record import Head

RESAMPLES: Final = 9_999
"""Sign flips drawn where there are too many to try them all."""


EVEN: Final = 1e-9
"""A mean difference below this is none."""

FAR: Final = 20
"""When it would take so many times the deals there are, the answer is that they differ little."""


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """Won less lost a match while the first player sat in one seat."""

    seat: int
    difference: float
    matches: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players on one board.

    ``difference``: won less lost a match, -1 to 1, positive when the first is ahead; ``score``:
    the difference in dollars or points; both over the deals they share. ``p``: two-sided sign-flip
    test; ``p_holm``: adjusted over all ``pairs`` of the board, never below ``smallest``.
    ``by_seat``: where they differ most comes first. ``more_deals``: how many more would tell if the
    difference stays what it looks like; 0 when it is told, None when nothing can be said.
    """

    game: str
    seats: int
    matches: int
    difference: Mean
    score: Mean
    wins: int
    ties: int
    losses: int
    p: float
    p_holm: float
    pairs: int
    smallest: float
    by_seat: tuple[SeatDifference, ...]
    more_deals: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players on all boards they share, the clearest difference first.

    ``sums``: by player, what all its matches add up to.
    """

    one: str
    other: str
    duels: tuple[Duel, ...]
    sums: dict[str, Tally]

    def json(self) -> dict[str, Any]:
        """Give the comparison as JSON; figures are not rounded."""
        return {
            "players": [self.one, self.other],
            "boards": [asdict(duel) | {"verdict": verdict(self, duel)} for duel in self.duels],
            "cost": [self.sums[name].play.usage.cost for name in (self.one, self.other)],
            "matches": [self.sums[name].matches for name in (self.one, self.other)],
        }


def compare(heads: Iterable[Head], one: str, other: str) -> Comparison:
    """Compare two players. Raises ValueError, one sentence, for a name that never played."""
    found = tables(heads)
    played = [head for table in found for head in table.heads]
    sums = tallies((head, (True,) * len(head.seats)) for head in played)
    for name in (one, other):
        if name not in sums:
            raise ValueError(f"{name!r} played no match; allowed: {', '.join(sorted(sums))}")
    if one == other:
        raise ValueError(f"{one!r} cannot be compared with itself")
    duels = [duel for table in found for duel in _duel(table, one, other)]
    duels.sort(key=lambda duel: (-abs(duel.difference.value), duel.game, duel.seats))
    return Comparison(one, other, tuple(duels), {name: sums[name] for name in (one, other)})


def _duel(table: Table, one: str, other: str) -> list[Duel]:
    if one not in table.names or other not in table.names:
        return []
    i, j = table.names.index(one), table.names.index(other)
    both = paired(table)
    difference = mean(both.differences(i, j))
    if difference is None:
        return []
    p, p_holm, tested = _tests(both, i, j)
    shared = _shared(table, i, j)
    return [
        Duel(
            game=table.game,
            seats=table.seats,
            matches=len(shared.net),
            difference=difference,
            score=shared.score,
            wins=int((shared.net > 0).sum()),
            ties=int((shared.net == 0).sum()),
            losses=int((shared.net < 0).sum()),
            p=p,
            p_holm=p_holm,
            pairs=tested,
            smallest=smallest_p(difference.deals, tested),
            by_seat=_by_seat(shared),
            more_deals=0 if p_holm <= LEVEL else _more_deals(difference, tested),
        )
    ]


def _tests(both: Paired, i: int, j: int) -> tuple[float, float, int]:
    """Give the pair's p, its Holm-adjusted p, and how many pairs the board has."""
    met = {
        pair: u
        for pair in combinations(range(len(both.names)), 2)
        if len(u := both.differences(*pair))
    }
    raw = [sign_flip(u) for u in met.values()]
    adjusted = multipletests(raw, method="holm")[1]
    this = list(met).index((min(i, j), max(i, j)))
    return raw[this], float(adjusted[this]), len(raw)


def sign_flip(by_deal: Floats) -> float:
    """Test that the differences are as likely one way as the other; two-sided p.

    All flips are tried where there are few, else a fixed sample of them. One deal shows nothing.
    """
    if len(by_deal) == 1:
        return 1.0
    tested = stats.permutation_test(
        (by_deal,),
        lambda u, axis: np.abs(u.mean(axis=axis)),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        alternative="greater",
        rng=np.random.default_rng(1),
    )
    return float(tested.pvalue)


def smallest_p(deals: int, tested: int) -> float:
    """Give the smallest adjusted p that so many deals and pairs can show at all."""
    raw = 2.0 ** (1 - deals) if 2**deals <= RESAMPLES else 1 / (RESAMPLES + 1)
    return min(1.0, tested * raw)


def _more_deals(difference: Mean, tested: int) -> int | None:
    """Give how many more deals would tell, None if the difference is none so far."""
    if abs(difference.value) < EVEN:
        return None
    needed = deals_needed(difference.spread or 0.0, difference.value, tested)
    possible = ceil(1 + log2(tested / LEVEL))
    return max(needed, possible, difference.deals + 1) - difference.deals


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """The meetings of two players: where the first sat, and who came before the other."""

    seat: Ints
    net: Ints
    score: Mean


def _shared(table: Table, i: int, j: int) -> _Shared:
    seats, nets, rows, scores = [], [], [], []
    points = np.array([head.outcome.scores for head in table.heads], dtype=np.float64)
    for pair in pairs(table, "as_played"):
        for one, other, seat, sign in (
            (pair.one, pair.other, pair.seats, 1),
            (pair.other, pair.one, pair.seats[::-1], -1),
        ):
            here = (one == i) & (other == j)
            row = pair.row[here]
            rows.append(row)
            seats.append(np.full(len(row), seat[0]))
            nets.append(sign * (pair.half[here] - 1))
            scores.append(points[row, seat[0]] - points[row, seat[1]])
    score = _by_deal(table.deal[np.concatenate(rows)], np.concatenate(scores))
    return _Shared(np.concatenate(seats), np.concatenate(nets), score)


def _by_deal(deal: Ints, values: Floats) -> Mean:
    """Average within deals, then over them."""
    _, index, size = np.unique(deal, return_inverse=True, return_counts=True)
    averaged = mean(np.bincount(index, values) / size)
    if averaged is None:
        raise ValueError("no deal was shared")
    return averaged


def _by_seat(shared: _Shared) -> tuple[SeatDifference, ...]:
    found = []
    for seat in np.unique(shared.seat):
        here = shared.net[shared.seat == seat]
        found.append(SeatDifference(int(seat), float(here.mean()), len(here)))
    return tuple(sorted(found, key=lambda one: (-abs(one.difference), one.seat)))


def verdict(comparison: Comparison, duel: Duel) -> str:
    """Say in one sentence what a duel tells."""
    ahead, behind = comparison.one, comparison.other
    if duel.difference.value < 0:
        ahead, behind = behind, ahead
    if duel.p_holm <= LEVEL:
        return f"{ahead} is better than {behind} in these data."
    if duel.more_deals is None:
        return f"Cannot tell: {ahead} and {behind} are level so far."
    if duel.more_deals > FAR * duel.difference.deals:
        return (
            f"Cannot tell: if they differ, it is by little; about {duel.more_deals:,} more deals"
            " would show a difference as small as this."
        )
    return f"Cannot tell yet: about {duel.more_deals:,} more deals would."
