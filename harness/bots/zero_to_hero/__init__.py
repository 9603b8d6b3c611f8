"""Bots for Zero to Hero; what each does is its ``ABOUT``."""

from typing import Final

from harness.bots import Cast

CAST: Final = Cast(opponents=("greedy", "high"), stand_ins=("high", "low", "random"))
