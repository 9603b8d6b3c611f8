"""Klirr in words; all those of a language stand in a folder of its own."""

from functools import partial
from pathlib import Path
from typing import Final

from engine.klirr.acts import Act
from engine.klirr.view import View
from prompts.klirr.en.rules import RULES
from prompts.klirr.en.telling import tell
from prompts.klirr.en.words import WORDS
from prompts.klirr.table import choices, facts, hear, say, scene
from prompts.page import Page

PAGE: Final[Page[View, Act]] = Page(
    folder=Path(__file__).parent / "en",
    rules=RULES,
    facts=partial(facts, WORDS),
    scene=partial(scene, WORDS),
    choices=partial(choices, WORDS),
    say=partial(say, WORDS),
    hear=partial(hear, WORDS),
    tell=tell,
    words=WORDS,
    beliefs=frozenset({"answer"}),
    intents=frozenset({"ask"}),
)
