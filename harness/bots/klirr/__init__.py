"""Bots for Klirr; the first line of each file says what it does."""

from typing import Final

from harness.bots import Cast

CAST: Final = Cast(
    opponents=("counter", "bluffer"),
    stand_ins=("counter", "honest", "bluffer", "caller", "random"),
    quicker={"equilibrium": "counter"},
)
