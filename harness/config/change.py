"""What may change between two runs of one tournament, and what may not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine.games import games
from harness.config.error import short

if TYPE_CHECKING:
    from collections.abc import Collection

    from harness.config.model import Config, Entrant, Table

_FREE: Final = {"price", "api_base", "api_key_env"}
"""Keys of a player that may change: what it costs and where it is reached."""


def changes(old: Config, new: Config, silent: Collection[str] = ()) -> list[str]:
    """Say what differs and may not, one sentence each.

    ``silent``: players of whom no reply is stored; a model among them may become another model.

    Free are limits, rating, a model's price, api_base and api_key_env, more deals, and players
    appended with ``lineups: all``.
    """
    return [*_top(old, new), *_tables(old, new), *_players(old, new, silent)]


def _top(old: Config, new: Config) -> list[str]:
    return [
        _differs(key, getattr(old, key), getattr(new, key))
        for key in ("name", "seed", "rotate", "lineups")
        if getattr(old, key) != getattr(new, key)
    ]


def _differs(what: str, before: object, after: object) -> str:
    return f"{what} was {_written(before)} and is now {_written(after)}"


def _written(value: object) -> str:
    return short(json.dumps(value), 80)


def _tables(old: Config, new: Config) -> list[str]:
    before, after = [table.id for table in old.games], [table.id for table in new.games]
    if before != after:
        return [f"games were {', '.join(before)} and are now {', '.join(after)}"]
    pairs = zip(old.games, new.games, strict=True)
    return [sentence for a, b in pairs for sentence in _table(a, b)]


def _table(old: Table, new: Table) -> list[str]:
    fewer = [f"deals of {old.id} were {old.deals} and are now {new.deals} (only more will do)"]
    before, after = (games()[old.game].complete(table.rules) for table in (old, new))
    rules = [
        _differs(f"rule {name} of {old.id}", before.get(name), after.get(name))
        for name in dict.fromkeys([*before, *after])
        if json.dumps(before.get(name)) != json.dumps(after.get(name))
    ]
    return [*(fewer if new.deals < old.deals else []), *rules]


def _players(old: Config, new: Config, silent: Collection[str]) -> list[str]:
    before, after = list(old.players), list(new.players)
    gone = [name for name in before if name not in new.players]
    added = [name for name in after if name not in old.players]
    if gone:
        return [f"player {name} is gone" for name in gone]
    if after[: len(before)] != before:
        return ["the order of the players changed (new ones are appended at the end)"]
    if added and new.lineups != "all":
        return [f"player {name} is new (possible only with lineups: all)" for name in added]
    pairs = ((name, old.players[name], new.players[name]) for name in before)
    return [
        sentence
        for name, was, becomes in pairs
        if not (name in silent and was.kind == becomes.kind == "model")
        for sentence in _player(name, was, becomes)
    ]


def _player(name: str, old: Entrant, new: Entrant) -> list[str]:
    before, after = _fixed(old), _fixed(new)
    return [
        f"{key} of player {name} was {before.get(key, 'unset')} and is now "
        f"{after.get(key, 'unset')}"
        for key in dict.fromkeys([*before, *after])
        if before.get(key) != after.get(key)
    ]


def _fixed(entrant: Entrant) -> dict[str, str]:
    """Give what makes the entrant who it is, as JSON; params and options entry by entry."""
    values: dict[str, Any] = entrant.model_dump(mode="json", exclude=_FREE)
    if entrant.kind == "model":
        values["params"] = {"max_tokens": entrant.max_tokens} | values["params"]
    for group in {"params", "options"} & values.keys():
        values |= {f"{group}.{key}": value for key, value in values.pop(group).items()}
    return {key: json.dumps(value) for key, value in values.items()}
