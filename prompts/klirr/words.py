"""What a language has words for, beside its rules, templates and sentences of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prompts.names import Names


class Words(NamedTuple):
    """The small words of Klirr in one language.

    ``verbs``: of the acts, by those of a record. ``ask_one``, ``ask_some``: the choice of a request
    to one player, or to any of some; words in capitals are to be filled in. ``steps``: sums from
    ``first`` to ``last``. ``none``: no card. ``so_many``: some cards of a value. ``left``: one card
    that is left over, or several.
    """

    names: Names
    verbs: Mapping[str, str]
    ask_one: str
    ask_some: str
    steps: str
    none: str
    so_many: str
    left: tuple[str, str]
