"""How long a provider asks to be left in peace: in its headers, or in the words of its error."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

from harness.models.wire import details

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from harness.models.wire import Facts

_KEYS: Final = {
    "retrydelay": 1.0,
    "retryafter": 1.0,
    "retryafterseconds": 1.0,
    "retryafterms": 0.001,
}
"""Keys of an error's object that hold a wait, without their underscores, and their unit."""

_UNITS: Final = {"ms": 0.001, "milli": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_NUMBER: Final = r"\d{1,9}(?:\.\d{1,9})?"
_UNIT: Final = r"(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)"
_PART: Final = rf"{_NUMBER}\s?{_UNIT}(?![a-z])"
_PARTS: Final = re.compile(rf"({_NUMBER})\s?(ms|milli|[smhd])", re.IGNORECASE)
_SAID: Final = re.compile(
    r"\b(?:again|retry|retrying|wait)\W{1,3}(?:[a-z]{1,12}\W{1,2}){0,3}?"
    rf"({_PART}(?:,?\s?(?:and\s)?{_PART}){{0,3}})",
    re.IGNORECASE,
)
_MILLISECONDS: Final = 1e11
"""A moment above it is counted in milliseconds since 1970, one above ``_MOMENT`` in seconds."""
_MOMENT: Final = 1e9


def asked_wait(facts: Facts) -> float | None:
    """Give the seconds a provider asks to wait, the longest if it says several; None: nothing."""
    found = [*_in_headers(facts.headers), *_in_objects(facts), *_in_words(facts.message)]
    return max(found) if found else None


def _in_headers(headers: Mapping[str, str]) -> Iterator[float]:
    milliseconds, text = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds:
            yield max(0.0, float(milliseconds) / 1000)
        elif text:
            yield max(0.0, float(text))
    except ValueError:
        yield from _until(text)
    if headers.get("x-ratelimit-remaining") == "0":
        yield from _moment(headers.get("x-ratelimit-reset", ""))


def _until(text: str | None) -> Iterator[float]:
    """Read a date."""
    try:
        moment = parsedate_to_datetime(text or "").timestamp()
    except (ValueError, OverflowError):
        return
    yield max(0.0, moment - time.time())


def _moment(text: str) -> Iterator[float]:
    """Read seconds or milliseconds since 1970."""
    try:
        moment = float(text)
    except ValueError:
        return
    if moment > _MOMENT:
        yield max(0.0, (moment / 1000 if moment > _MILLISECONDS else moment) - time.time())


def _in_objects(facts: Facts) -> Iterator[float]:
    for error in facts.objects:
        metadata = error.get("metadata")
        more = [metadata] if isinstance(metadata, dict) else []
        for one in (error, *details(error), *more):
            for key, said in one.items():
                if unit := _KEYS.get(key.lower().replace("_", "")):
                    yield from _stated(said, unit)


def _stated(said: Any, unit: float) -> Iterator[float]:  # noqa: ANN401 - JSON
    """Read a number, a text such as 36s, or Google's object of seconds."""
    match said:
        case bool():
            return
        case int() | float():
            yield max(0.0, said * unit)
        case {"seconds": int() | float() as seconds}:
            yield max(0.0, float(seconds))
        case str():
            try:
                yield max(0.0, float(said) * unit)
            except ValueError:
                if _PARTS.match(said):
                    yield _length(said)


def _in_words(message: str) -> Iterator[float]:
    """Read ``try again in 6m0s`` and the like."""
    return (_length(found[1]) for found in _SAID.finditer(message))


def _length(text: str) -> float:
    parts = _PARTS.findall(text)
    return float(sum(float(number) * _UNITS[unit.lower()] for number, unit in parts))
