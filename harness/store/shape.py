"""What a run may hold, so that a file from somebody else is told from one of ours when it is read.

A seal only says that a disk kept what was written. Here names must be names and numbers numbers;
a reason, an act and chance's draws are free, and are made safe where they are shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from prompts.reply import Fault, Reading, Rung

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAYER: Final = re.compile(r"[A-Za-z0-9._-]{1,32}")
_GAME: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")
_SOURCES: Final = ("player", "forced", "fallback")
_LONGEST: Final = 200
_SAID: Final = {
    name: kind | int | None if float in get_args(kind) or kind is bool else kind | None
    for name, kind in get_type_hints(Reading).items()
}
"""What a decision keeps of a reply, by name: of which type it is."""


def checked_head(json: Any, match: str) -> Any:  # noqa: ANN401 - any JSON
    """Give the head of a match, as it is stored. Raises ValueError where it can be none."""
    _that(json["match"] == match and match.isprintable(), match, "its id")
    _that(_fits(_GAME, json["game"]), match, "its game")
    _that(bool(json["seats"]) and all(_fits(_PLAYER, one) for one in json["seats"]), match, "seats")
    outcome, seats = json["outcome"], len(json["seats"])
    ended = outcome["ended"]
    _that(isinstance(ended, str) and ended.isprintable() and len(ended) <= _LONGEST, match, "ended")
    _that(len(outcome["scores"]) == len(outcome["ranks"]) == seats, match, "its outcome")
    _numbers([*outcome["scores"], *outcome["ranks"]], match)
    _numbers([json[key] for key in ("deal", "line_up", "rotation")], match)
    for fault in json["faults"]:
        _numbers([fault["move"], fault["seat"]], match)
        Fault(fault["kind"])
    _that(len(json["play"]) == seats, match, "its play")
    for play in json["play"]:
        _numbers([play[key] for key in ("asked", "fallbacks", "repaired")], match)
        _usage(play["usage"], match)
    return json


def checked_move(json: Any, place: str) -> Any:  # noqa: ANN401 - any JSON
    """Give a move, as it is stored. Raises ValueError where it can be none."""
    _numbers([json["by"]], place)
    _that("made" not in json or isinstance(json["act"], str), place, "an act")
    made = json.get("made", {})
    _that(made.get("source", "player") in _SOURCES, place, "who decided")
    if made.get("reply_mode") is not None:
        Rung(made["reply_mode"])
    for key, kind in _SAID.items():
        _that(isinstance(made.get(key), kind), place, key)
    if "tokens" in made or "ms" in made:
        _usage({"tokens": {}, "ms": 0} | made, place)
    return json


def checked_rungs(json: Any) -> dict[str, str]:  # noqa: ANN401 - any JSON
    """Give the forms of reply by player. Raises ValueError where they can be none."""
    return {str(name): str(Rung(rung)) for name, rung in (json or {}).items()}


def _usage(json: Any, place: str) -> None:  # noqa: ANN401 - any JSON
    numbers = [json.get("attempts", 0), json["ms"], json.get("cost") or 0, *json["tokens"].values()]
    _numbers(numbers, place)


def _numbers(values: Iterable[object], place: str) -> None:
    for value in values:
        _that(isinstance(value, int | float), place, "a number")


def _fits(pattern: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


def _that(holds: bool, place: str, what: str) -> None:  # noqa: FBT001 - what must hold
    if not holds:
        raise ValueError(f"{place[:_LONGEST]!r} does not hold what it should: {what}")
