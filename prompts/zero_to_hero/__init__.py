"""Zero to Hero in words; all those of a language stand in a folder of its own."""

from functools import partial
from pathlib import Path
from typing import Final

from engine.zero_to_hero.tiles import Play
from engine.zero_to_hero.view import View
from prompts.page import Page
from prompts.zero_to_hero.en.rules import RULES
from prompts.zero_to_hero.en.telling import tell
from prompts.zero_to_hero.en.words import WORDS
from prompts.zero_to_hero.table import choices, facts, scene

PAGE: Final[Page[View, Play]] = Page(
    folder=Path(__file__).parent / "en",
    rules=RULES,
    facts=partial(facts, WORDS),
    scene=partial(scene, WORDS),
    choices=partial(choices, WORDS),
    tell=tell,
    words=WORDS,
)
