"""Where a tournament file could write a key down, and how it names a variable in place of one.

    params: {extra_headers: {Ocp-Apim-Subscription-Key: {env: MY_VARIABLE}}}

The name of the variable is kept with the run; what it holds is put there when a request is sent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from harness.config.explain import wrong
from harness.secret import header_holds_secret, holds_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import ValidationInfo

    from harness.config.error import Path

STORED: Final = "stored"
"""The context of a config that is read from a run: what was played is read as it was written."""

_VARIABLE: Final = re.compile(r"[A-Z_][A-Z0-9_]{0,99}")
_HEADERS: Final = {"extra_headers", "headers", "default_headers"}
_LOOKED_UP: Final = "os.environ/"
"""What litellm would take for the name of a variable."""


def variable(value: object) -> str:
    """Check the name of an environment variable, as ``api_key_env`` has it."""
    if isinstance(value, str) and _VARIABLE.fullmatch(value):
        return value
    raise wrong(
        "is not the name of an environment variable (not shown: it may be a key); "
        "allowed: a name in capitals such as OPENAI_API_KEY"
    )


def options(value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
    """Check what a bot gets, at any depth, for a place where a key would be written down."""
    if info.context != STORED:
        for path, _ in _places(value):
            _no_key(path, "keep it out of the file; no key reaches a bot")
    return value


def params(value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
    """Check what is passed on to a provider; a variable may be named in place of a key."""
    if info.context != STORED:
        for path, inner in _places(value):
            if not _refers(path, inner):
                _param(path, inner)
    return value


def variables(params: dict[str, Any]) -> list[str]:
    """Give the variables that are named in place of keys."""
    return [inner["env"] for path, inner in _places(params) if _refers(path, inner)]


def filled(value: Any, held: Callable[[str], str], path: Path = ()) -> Any:  # noqa: ANN401 - any JSON
    """Give params with what the variables hold in the places of their names."""
    if _refers(path, value):
        return held(value["env"])
    if isinstance(value, dict):
        return {key: filled(inner, held, (*path, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, held, (*path, at)) for at, inner in enumerate(value)]
    return value


def _places(value: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield every value in a mapping with its path, at any depth; not what names a variable."""
    todo: list[tuple[Path, Any]] = [((), value)]
    while todo:
        path, part = todo.pop()
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            where = (*path, key)
            yield where, inner
            if isinstance(inner, dict | list) and not _refers(where, inner):
                todo.append((where, inner))


def _refers(path: Path, value: object) -> bool:
    """Whether a variable is named here in place of a key."""
    named = isinstance(value, dict) and value.keys() == {"env"} and value["env"]
    if not isinstance(named, str) or not _VARIABLE.fullmatch(named):
        return False
    return _in_headers(path) or (isinstance(path[-1], str) and holds_secret(path[-1]))


def _in_headers(path: Path) -> bool:
    return len(path) > 1 and str(path[-2]).lower() in _HEADERS


def _param(path: Path, value: object) -> None:
    name = f"{{{path[-1]}: {{env: MY_VARIABLE}}}}" if _plain(path[-1]) else "{env: MY_VARIABLE}"
    _no_key(
        path, "set it as an environment variable and name that as api_key_env, or write " + name
    )
    if isinstance(value, str) and value.startswith(_LOOKED_UP):
        raise wrong("cannot name a variable so; allowed: {env: MY_VARIABLE} for a header", path)
    if not _in_headers(path):
        return
    if isinstance(value, dict | list | None):
        raise wrong("is no header; allowed: a text, or {env: MY_VARIABLE}", path)
    if header_holds_secret(str(path[-1]), str(value)):
        raise wrong(
            "would hold a key (not shown), and a key is never written here; allowed: set it as "
            f"an environment variable and write {name}",
            path,
        )


def _no_key(path: Path, allowed: str) -> None:
    if isinstance(path[-1], str) and holds_secret(path[-1]):
        raise wrong(f"would hold a key, and a key is never written here; allowed: {allowed}", path)


def _plain(key: object) -> bool:
    return isinstance(key, str) and re.fullmatch(r"[A-Za-z0-9_-]{1,60}", key) is not None
