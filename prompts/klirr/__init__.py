"""Klirr in words."""

from pathlib import Path
from typing import Final

from engine.klirr.acts import Act
from engine.klirr.view import View
from prompts.klirr.rules import RULES
from prompts.klirr.table import choices, facts, hear, say, scene
from prompts.klirr.telling import tell
from prompts.page import Page

PAGE: Final[Page[View, Act]] = Page(
    folder=Path(__file__).parent,
    rules=RULES,
    facts=facts,
    scene=scene,
    choices=choices,
    say=say,
    hear=hear,
    tell=tell,
    beliefs=frozenset({"answer"}),
    intents=frozenset({"ask"}),
)
