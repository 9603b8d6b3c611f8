"""The small words of Klirr in English."""

from __future__ import annotations

from typing import Final

from prompts.klirr.words import Words
from prompts.names import ENGLISH

WORDS: Final = Words(
    names=ENGLISH,
    verbs={verb: verb for verb in ("turn", "take", "ask", "pass", "pay", "call")},
    ask_one="{ask} {player} SUM (fill in the word in capitals: SUM is {sums})",
    ask_some="{ask} PLAYER SUM (fill in the words in capitals: PLAYER is {players}, SUM is {sums})",
    steps="a number from {first} to {last} in steps of {step}",
    none="none",
    so_many="{count} of {value}",
    left=("1 card", "{} cards"),
)
