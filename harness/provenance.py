"""By which texts and rules a run is played, from invocation to invocation.

Each invocation that plays writes down its versions, and where its models are reached. Matches
asked for with other words, or played by other rules, are not the same experiment: going on under
them takes a word of the user's, and is said wherever the run is shown.
"""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from engine.games import games
from harness.config import ModelEntrant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.config import Config

KEY: Final = "invocations"
"""What a run remembers them under."""

Invocation = dict[str, Any]
"""``at``: when, ISO 8601 in UTC, None in the first build. ``arena``, ``python``, ``litellm``:
releases, None if missing. ``prompts``: by "game/variant" the hash of its words. ``rules``: by
game the number of its rules. ``api_base``: by player where a model is reached, None for its
provider's own address."""


def invocation(config: Config) -> Invocation:
    """Give what an invocation that begins now is played by."""
    models = {n: e for n, e in config.players.items() if isinstance(e, ModelEntrant)}
    played = sorted({table.game for table in config.games})
    variants = sorted({entrant.prompt for entrant in models.values()})
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "arena": _release("arena"),
        "python": platform.python_version(),
        "litellm": _release("litellm"),
        "prompts": {
            f"{game}/{variant}": _words(game, variant) for game in played for variant in variants
        },
        "rules": {game: games()[game].version for game in played},
        "api_base": {name: entrant.api_base for name, entrant in models.items()},
    }


def differences(before: Invocation, now: Invocation) -> list[str]:
    """Say which texts and rules are no longer those of an earlier invocation."""
    return [
        f"the {what} of {name}"
        for what in ("prompts", "rules")
        for name, known in before[what].items()
        if now[what].get(name, known) != known
    ]


def day(one: Invocation) -> str:
    """Say when an invocation began."""
    return one["at"][:10] if one["at"] else "the first build"


def mixtures(invocations: Sequence[Invocation]) -> list[str]:
    """Say what changed between the invocations of a run, a sentence each time it did."""
    return [
        f"{' and '.join(changed)} changed on {day(now)}: matches from before and after "
        "stand together (--mix)"
        for before, now in pairwise(invocations)
        if (changed := differences(before, now))
    ]


def _words(game: str, variant: str) -> str:
    from prompts.prompt import load_prompt  # noqa: PLC0415 - templates load only where a model plays

    return load_prompt(games()[game], variant).version


def _release(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
