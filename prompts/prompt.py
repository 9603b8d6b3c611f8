"""A turn as messages: a system part that stays byte for byte the same all match, and the turn.

A game that has a module here of the name of its module in ``engine``, with a ``PAGE``, is put in
its words; any other in those of its own file (``generic``). A variant of a prompt is a folder of
templates in the page's folder; what a variant lacks is taken from ``default``, what that lacks from
``shared``. So a variant can be a single file:

- ``system.jinja``: the rules and what the keys of an answer are, from the page's ``facts``
- ``turn.jinja``: the view, from the page's ``scene``
- ``notes.jinja``: the notes that the seat left itself, quoted
- ``choices.jinja``: the legal choices
- ``answer.jinja``: the request for an answer, with its form
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.game import A, Game, Turn, V
from prompts.form import BLANK, INTENT, P_BLUFF, USUAL, Asks, Form
from prompts.page import Line, Page, told
from prompts.pages import page_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from prompts.reply import Message

DEFAULT: Final = "default"
_PARTS: Final = ("system", "turn", "notes", "choices", "answer")
_HASH_LENGTH: Final = 12


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """One turn as it is put to a model.

    ``form``: of the reply. ``choices``, ``answer``: the last parts of the messages, the list of
    choices and the request for an answer, which a correction says again.
    """

    messages: tuple[Message, ...]
    form: Form[A]
    choices: str
    answer: str

    def shows(self, act: str) -> bool:
        """Tell whether an act is shown as a reply would have it, beside what happened so far."""
        return any(json.dumps(act) in text for text in (self.messages[0]["content"], self.answer))


@dataclass(frozen=True, slots=True)
class Prompt(Generic[V, A]):
    """How one game is put to a model.

    ``version``: changes with every word of the variant. ``systems``: the system parts made so far,
    each for the rules, table size and seat that it depends on.
    """

    game: Game[A, V]
    variant: str
    page: Page[V, A]
    templates: Environment
    version: str
    systems: dict[Hashable, str] = field(default_factory=dict, compare=False, repr=False)

    def question(self, turn: Turn[V, A], asks: Asks = USUAL, notes: str = "") -> Question[A]:
        """Put this turn to a model; ``notes``: its own of its last decision in the match."""
        scene = self.scene(turn, asks)
        lines = self.page.choices(_drawn(turn.legal, by=scene) if asks.shuffled else turn.legal)
        form = self._form(turn, asks, lines)
        choices = self._render("choices", choices=[line.text for line in lines])
        answer = self._render("answer", names=form.names, blank=BLANK)
        own = [self._render("notes", lines=notes.splitlines())] if notes else []
        parts = [scene, *own, choices, answer]
        messages: tuple[Message, ...] = (
            {"role": "system", "content": self.system(turn.view, asks)},
            {"role": "user", "content": "\n\n".join(parts)},
        )
        return Question(messages, form, choices, answer)

    def form(self, turn: Turn[V, A], asks: Asks = USUAL) -> Form[A]:
        """Give the form of a reply to this turn."""
        return self.question(turn, asks).form

    def messages(self, turn: Turn[V, A], asks: Asks = USUAL) -> tuple[Message, ...]:
        """Give the messages that put this turn to a model."""
        return self.question(turn, asks).messages

    def scene(self, turn: Turn[V, A], asks: Asks = USUAL) -> str:
        """Give the view in words."""
        return self._render("turn", **self.page.scene(turn.view, asks.shown))

    def system(self, view: V, asks: Asks = USUAL) -> str:
        """Give the part that is the same for a seat during the whole match."""
        keys = tuple(asks.about())
        key = (view.rules, view.seats, view.seat, keys, asks.shown)
        if key not in self.systems:
            facts = {**self.page.facts(view), **asks.shown._asdict()}
            rules = told(self.page.rules, facts)
            self.systems[key] = self._render("system", rules=rules, keys=keys, **facts)
        return self.systems[key]

    def _form(self, turn: Turn[V, A], asks: Asks, lines: Sequence[Line[A]]) -> Form[A]:
        acts = {self.page.say(act): act for line in lines for act in line.acts}
        out_of_place = self._untimely(turn) | asks.skipped
        keys = tuple(key for key in asks.keys if key.name not in out_of_place)
        drawn = asks.shuffled and all(line.as_given for line in lines)
        return Form(acts, self._is_act, keys, asks, drawn)

    def _untimely(self, turn: Turn[V, A]) -> frozenset[str]:
        """Give the names of the keys that this turn has nothing to say for."""
        phases = {P_BLUFF.name: self.page.beliefs, INTENT.name: self.page.intents}
        return frozenset(name for name, some in phases.items() if turn.view.phase not in some)

    def _render(self, part: str, **values: Any) -> str:  # noqa: ANN401 - a template's own names
        return self.templates.get_template(f"{part}.jinja").render(values).strip()

    def _is_act(self, text: str) -> bool:
        """Tell whether a text is an act of the game, in a prompt's wording or in the record's."""
        for wording in (text, self.page.hear(text)):
            try:
                self.game.parse(wording)
            except ValueError:
                continue
            return True
        return False


def _drawn(legal: Sequence[A], by: str) -> list[A]:
    """Give the choices in an order drawn by a text: the same for every model and after a stop."""
    acts = list(legal)
    Random(by).shuffle(acts)
    return acts


def prompt_hash(messages: Sequence[Message]) -> str:
    """Give the short hash of messages that goes into a decision."""
    return _short_hash(json.dumps(messages, sort_keys=True))


@cache
def variants(game_id: str) -> tuple[str, ...]:
    """Give the names of a game's prompt variants, ``default`` first."""
    names = sorted(path.parent.name for path in page_of(game_id).folder.glob("*/*.jinja"))
    return (DEFAULT, *(name for name in dict.fromkeys(names) if name != DEFAULT))


def load_prompt(game: Game[A, V], variant: str = DEFAULT) -> Prompt[V, A]:
    """Load a game's prompt. Raises ValueError for an unknown variant."""
    if variant not in variants(game.id):
        allowed = ", ".join(variants(game.id))
        raise ValueError(f"{game.id} has no prompt {variant!r}; allowed: {allowed}")
    templates, version = _written(game.id, variant)
    return Prompt(game, variant, page_of(game.id), templates, version)


@cache
def _written(game_id: str, variant: str) -> tuple[Environment, str]:
    """Give the templates of a variant, and the hash of all their words."""
    page = page_of(game_id)
    templates = _templates(page.folder, variant)
    loader = templates.loader
    assert loader is not None  # noqa: S101 - set in _templates
    sources = [loader.get_source(templates, f"{part}.jinja")[0] for part in _PARTS]
    return templates, _short_hash("\n".join([*sources, repr(page.rules), repr(page.words)]))


def _templates(folder: Path, variant: str) -> Environment:
    search = [folder / variant, folder / DEFAULT, Path(__file__).parent / "shared"]
    return Environment(
        loader=FileSystemLoader(search),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - chat messages, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH_LENGTH]
