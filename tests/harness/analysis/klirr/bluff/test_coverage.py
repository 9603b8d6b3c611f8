"""Do 95 % of the panel's intervals hold the truth? Bots of known habit, 200 tournaments."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import pytest

from harness.analysis.klirr.bluff.caller import caller
from harness.analysis.klirr.bluff.claimer import claimer
from harness.analysis.klirr.bluff.exploit import exploitability

TIMES = 200
DEALS = 20
TABLE = ("counter", "bluff-q:0.3", "call-q:0.3")


def measured(opportunities: Any) -> dict[str, tuple[Any, float]]:
    """Figures with the truth they should hold."""
    own = {name: [c for c in opportunities if c.taker == name and c.own] for name in TABLE}
    asked = [c for c in opportunities if c.asked == "call-q:0.3"]
    return {
        "bluff rate": (claimer(own["bluff-q:0.3"]).forced, 0.3),
        "hits": (caller(asked).hits, 0.3),
        "false alarms": (caller(asked).false_alarms, 0.3),
        "d'": (caller(asked).d_prime, 0.0),
        "criterion": (caller(asked).criterion, -NormalDist().inv_cdf(0.3)),
        "exploitability": (exploitability(own["counter"]), 0.0),
    }


@pytest.mark.long
def test_95_percent_of_the_intervals_hold_the_planted_habit(table: Any) -> None:
    held: dict[str, list[bool]] = {}
    for number in range(TIMES):
        opportunities = table(*TABLE, deals=DEALS, rotations=3, first=1000 * number)
        for name, (figure, truth) in measured(opportunities).items():
            held.setdefault(name, []).append(figure.low <= truth <= figure.high)
    shares = {name: sum(flags) / len(flags) for name, flags in held.items()}
    assert shares.pop("exploitability") > 0.92  # by design too wide for a perfect claimer
    assert all(0.9 <= share <= 0.99 for share in shares.values()), shares
