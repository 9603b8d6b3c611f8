"""What a language has words for, beside its rules, templates and sentences of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prompts.names import Names


class Words(NamedTuple):
    """The small words of Zero to Hero in one language.

    ``play``: the choice of a tile; the word in capitals is to be filled in. ``then``: between the
    rounds of draws. ``wins``, ``second``: of one or of several. ``example``: what comes of some
    tiles.
    """

    names: Names
    play: str
    then: str
    nobody: str
    wins: tuple[str, str]
    second: tuple[str, str]
    example: str
