"""Bots for Zero to Hero; the first line of each file says what it does."""

from typing import Final

from harness.bots import Cast

CAST: Final = Cast(opponents=("greedy", "high"), stand_ins=("high", "low", "random"))
