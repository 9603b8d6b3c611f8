"""Bots for Klirr; what each does is its ``ABOUT``."""

from typing import Final

from harness.bots import Cast

CAST: Final = Cast(
    opponents=("counter", "bluffer"),
    stand_ins=("counter", "honest", "bluffer", "caller", "random"),
    quicker={"equilibrium": "counter"},
)
