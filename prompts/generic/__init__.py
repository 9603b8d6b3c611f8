"""A game in the words of its own file: its rule page, its view field by field, its acts' texts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompts.generic.words import fields, words
from prompts.names import ENGLISH
from prompts.page import Page, Section, Sentence, Shown

if TYPE_CHECKING:
    from engine.game import A, Game, V

_TOLD_OTHERWISE = {"seat", "seats", "rules", "phase"}


def page(game: Game[A, V]) -> Page[V, A]:
    """Make the page of a game that brings no words of its own."""
    return Page(Path(__file__).parent, _rules(game), partial(_facts, game), _scene)


def _rules(game: Game[A, V]) -> tuple[Section, ...]:
    rules = Section("Rules", (Sentence((), _literal(game.page.strip())),))
    switches = tuple(
        Sentence((), f"{name}: {{switches[{name}]}} ({_literal(switch.about)})")
        for name, switch in game.switches.items()
    )
    return (rules, Section("Switches of the rules", switches)) if switches else (rules,)


def _literal(text: str) -> str:
    """Keep the braces of a text that is to be filled in."""
    return text.replace("{", "{{").replace("}", "}}")


def _facts(game: Game[A, V], view: V) -> dict[str, Any]:
    return {
        "title": game.title,
        "seats": view.seats,
        "me": ENGLISH.seat(view.seat),
        "switches": {name: words(getattr(view.rules, name)) for name in game.switches},
    }


def _scene(view: V, _shown: Shown) -> dict[str, Any]:
    return {
        "players": [ENGLISH.listed(seat, view.seat) for seat in range(view.seats)],
        "phase": view.phase,
        "fields": [
            (name.replace("_", " "), words(value))
            for name, value in fields(view).items()
            if name not in _TOLD_OTHERWISE
        ],
    }
