"""The small words of Zero to Hero in English."""

from __future__ import annotations

from typing import Final

from prompts.names import ENGLISH
from prompts.zero_to_hero.words import Words

WORDS: Final = Words(
    names=ENGLISH,
    play="play TILE (for TILE fill in one of your tiles: {tiles})",
    then="; then ",
    nobody="nobody",
    wins=("{} wins", "{} win"),
    second=("{} is second", "{} are second"),
    example="{tiles}: {winners}, {seconds}",
)
