"""The formats a run has had on disk: how the texts of each become those of the newest.

Format 2, of the first build, held values by position, and what a decision took in a text of its
own beside the move. A change of the format is a new number here and how the one before is read.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NEWEST: Final = 3
Json = dict[str, Any]


class Format(NamedTuple):
    """How what was played stands in a file.

    ``columns``: those of a row that hold a move; a finished match has them in the plural, with
    lists. ``head``, ``move`` and ``reply`` turn what was written into what is written now; a move
    is made of one value a column. ``lacking``: what such a run did not remember yet, by key.
    """

    columns: tuple[str, ...]
    head: Callable[[Json], Json]
    move: Callable[..., Json]
    reply: Callable[[Json], Json]
    lacking: Mapping[str, Any] = MappingProxyType({})


def _as_it_is(json: Json) -> Json:
    return json


def _head_2(json: Json) -> Json:
    scores, ranks, ended = json["outcome"]
    failed = [seat for _, seat, _ in json["faults"]]
    return {
        **json,
        "outcome": {"scores": scores, "ranks": ranks, "ended": ended},
        "faults": [
            {"move": move, "seat": seat, "kind": kind} for move, seat, kind in json["faults"]
        ],
        "play": [_play_2(failed.count(seat), *play) for seat, play in enumerate(json["play"])],
    }


def _play_2(faults: int, asked: int, own: int, fallbacks: int, *used: Any) -> Json:  # noqa: ANN401 - any JSON
    """Every faulty reply was received, and so was that of every decision of its own."""
    ms, tokens, cost, repaired = (*used, 0)[:4]
    usage = _usage_2(own + faults, ms, tokens, cost)
    return {"asked": asked, "fallbacks": fallbacks, "repaired": repaired, "usage": usage}


def _usage_2(attempts: int, ms: float, tokens: list[int], cost: float | None) -> Json:
    counts = dict(zip(("in", "cached", "out", "reasoning"), tokens, strict=True))
    return {"attempts": attempts, "ms": ms, "tokens": counts, "cost": cost}


def _move_2(json: Json, decision: list[Any] | None) -> Json:
    if decision is None:
        return json
    source, ms, *rest = decision
    made = {"ms": ms} if source == "player" else {"source": source, "ms": ms}
    if rest:
        faults, attempts, tokens, cost, *more = rest
        made |= {"faults": faults, **_usage_2(attempts, ms, tokens, cost)}
        made |= dict(zip(("reply_mode", *_SAID_2), more, strict=False))
    return {**json, "made": made}


_SAID_2: Final = ("p_bluff", "reason", "prompt", "repaired")


def _reply_2(json: Json) -> Json:
    if "content" not in json:  # a person's
        return json
    usage = _usage_2(1, json["ms"], json["tokens"], json["cost"])
    said = {key: json[key] for key in ("content", "arguments", "refusal", "finish", "timeout")}
    reply = {**said, "thought": json.get("thought", False)}
    return {"reply": reply, "usage": usage, "rung": json["rung"]}


_FIRST_BUILD: Final[Json] = {
    "at": None,
    "arena": "0.1.0",
    "python": None,
    "litellm": None,
    "prompts": {
        "klirr/default": "e12b0f6958f7",
        "klirr/terse": "764d7394b03b",
        "zero-to-hero/default": "feeeb31dd930",
        "zero-to-hero/terse": "c933590d2a74",
    },
    "rules": {"klirr": 1, "zero-to-hero": 1},
    "api_base": {},
}
"""What the first build was played by, which it did not write down (see ``harness.provenance``)."""

FORMATS: Final = {
    2: Format(("move", "decision"), _head_2, _move_2, _reply_2, {"invocations": [_FIRST_BUILD]}),
    NEWEST: Format(("move",), _as_it_is, _as_it_is, _as_it_is),
}
