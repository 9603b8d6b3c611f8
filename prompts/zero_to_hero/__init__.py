"""Zero to Hero in words."""

from pathlib import Path
from typing import Final

from engine.zero_to_hero.tiles import Play
from engine.zero_to_hero.view import View
from prompts.page import Page
from prompts.zero_to_hero.rules import RULES
from prompts.zero_to_hero.table import choices, facts, scene
from prompts.zero_to_hero.telling import tell

PAGE: Final[Page[View, Play]] = Page(
    folder=Path(__file__).parent,
    rules=RULES,
    facts=facts,
    scene=scene,
    choices=choices,
    tell=tell,
)
