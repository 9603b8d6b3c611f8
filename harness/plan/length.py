"""How long the prompts of a tournament are: the real ones, written for the turns of a pilot."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Turn
    from prompts.form import Asks
    from prompts.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Size:
    """How long a prompt is, on average over decisions.

    ``characters``: of the messages; ``form``: of the reply's schema; ``repeated``: the share of
    the messages that begins like the prompt before, which a provider may have kept.
    """

    characters: float
    form: float
    repeated: float


def prompt_size(
    prompt: Prompt[Any, Any], matches: Sequence[Sequence[Turn[Any, Any]]], asks: Asks
) -> Size:
    """Write the prompts of these turns, match by match, and measure them."""
    texts = [[_text(prompt, turn, asks) for turn in turns] for turns in matches]
    length = sum(len(text) for several in texts for text in several)
    number = sum(map(len, texts))
    if not number:
        return Size(0.0, 0.0, 0.0)
    same = sum(_alike(one, after) for several in texts for one, after in pairwise(several))
    forms = [len(str(prompt.form(turn, asks).schema)) for m in matches for turn in m]
    return Size(length / number, fmean(forms), same / length)


def _alike(one: str, other: str) -> int:
    """Count the characters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _text(prompt: Prompt[Any, Any], turn: Turn[Any, Any], asks: Asks) -> str:
    return "".join(message["content"] for message in prompt.messages(turn, asks))
