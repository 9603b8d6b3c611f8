"""What may change between two runs of one tournament, and what may not."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from harness.config import Config, changes

if TYPE_CHECKING:
    from collections.abc import Callable

FILE: dict[str, Any] = {
    "name": "t",
    "seed": 1,
    "games": [
        {"game": "klirr", "seats": 2, "deals": 4, "rules": {"max_rounds": 100}},
        {"game": "zero-to-hero", "seats": 2, "deals": 4},
    ],
    "players": {
        "a": {"bot": "random"},
        "m": {"model": "openai/m", "params": {"temperature": 0.7}},
        "o": {"bot": "x.y:Z", "options": {"depth": 1}},
    },
    "rating": {"anchor": "a", "at": 1000},
    "limits": {"concurrency": 4},
}


def changed(change: Callable[[dict[str, Any]], Any]) -> list[str]:
    file = deepcopy(FILE)
    change(file)
    return changes(Config.model_validate(FILE), Config.model_validate(file))


def at(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    """Set the value at a path."""

    def change(file: Any) -> None:
        for key in path[:-1]:
            file = file[key]
        file[path[-1]] = to

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda _: None,
        at("seed", to="1"),
        at("limits", to={"concurrency": 1, "max_cost": 9, "timeout": 5}),
        at("rating", to={"anchor": "m", "at": 1500}),
        lambda file: file.pop("rating"),
        at("games", 0, "deals", to=5),
        at("players", "n", to={"bot": "random"}),
        at("players", "m", "price", to={"in": 1, "out": 2}),
        at("players", "m", "api_base", to="http://127.0.0.1:8080/v1"),
        at("players", "m", "api_key_env", to="OTHER_KEY"),
        at("players", "m", "params", "max_tokens", to=1024),
        at("rotate", to="full"),
    ],
)
def test_what_leaves_every_finished_match_valid_may_change(
    change: Callable[[dict[str, Any]], Any],
) -> None:
    assert changed(change) == []


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "the name": (at("name", to="u"), 'name was "t" and is now "u"'),
    "the seed": (at("seed", to=2), 'seed was "1" and is now "2"'),
    "the rotation": (at("rotate", to="none"), 'rotate was "full" and is now "none"'),
    "the line-ups": (at("lineups", to=2), 'lineups was "all" and is now 2'),
    "fewer deals": (
        at("games", 0, "deals", to=3),
        "deals of klirr-2 were 4 and are now 3 (only more will do)",
    ),
    "a switch": (
        at("games", 0, "rules", "max_rounds", to=9),
        "rule max_rounds of klirr-2 was 100 and is now 9",
    ),
    "a switch that was 1 and is true": (
        at("games", 0, "rules", "max_rounds", to=True),
        "rule max_rounds of klirr-2 was 100 and is now true",
    ),
    "a game more": (
        lambda file: file["games"].append({"game": "klirr", "seats": 3, "deals": 1}),
        "games were klirr-2, zero-to-hero-2 and are now klirr-2, zero-to-hero-2, klirr-3",
    ),
    "a game less": (
        lambda file: file["games"].pop(),
        "games were klirr-2, zero-to-hero-2 and are now klirr-2",
    ),
    "the order of games": (
        lambda file: file["games"].reverse(),
        "games were klirr-2, zero-to-hero-2 and are now zero-to-hero-2, klirr-2",
    ),
    "another table size": (
        at("games", 1, "seats", to=3),
        "games were klirr-2, zero-to-hero-2 and are now klirr-2, zero-to-hero-3",
    ),
    "a player gone": (lambda file: file["players"].pop("m"), "player m is gone"),
    "the order of players": (
        lambda file: file["players"].update(a=file["players"].pop("a")),
        "the order of the players changed (new ones are appended at the end)",
    ),
    "a player put first": (
        lambda file: file.update(players={"n": {"bot": "random"}} | file["players"]),
        "the order of the players changed (new ones are appended at the end)",
    ),
    "a bot": (
        at("players", "a", "bot", to="high"),
        'bot of player a was "random" and is now "high"',
    ),
    "a bot that became a model": (
        at("players", "a", to={"model": "x/y"}),
        'bot of player a was "random" and is now unset',
    ),
    "an option": (
        at("players", "o", "options", "depth", to=2),
        "options.depth of player o was 1 and is now 2",
    ),
    "a param": (
        at("players", "m", "params", "temperature", to=1.0),
        "params.temperature of player m was 0.7 and is now 1.0",
    ),
    "a param more": (
        at("players", "m", "params", "top_p", to=0.5),
        "params.top_p of player m was unset and is now 0.5",
    ),
    "max_tokens": (
        at("players", "m", "params", "max_tokens", to=9),
        "params.max_tokens of player m was 1024 and is now 9",
    ),
    "the model": (
        at("players", "m", "model", to="openai/n"),
        'model of player m was "openai/m" and is now "openai/n"',
    ),
    "the prompt": (
        at("players", "m", "prompt", to="terse"),
        'prompt of player m was "default" and is now "terse"',
    ),
    "the reply mode": (
        at("players", "m", "reply", to="json"),
        'reply of player m was "auto" and is now "json"',
    ),
    "the belief": (
        at("players", "m", "belief", to="on"),
        'belief of player m was "off" and is now "on"',
    ),
    "the retries": (
        at("players", "m", "retries", to=0),
        "retries of player m was 2 and is now 0",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_anything_else_is_refused_with_what_changed(what: str) -> None:
    change, sentence = REFUSED[what]
    assert changed(change)[0] == sentence


def test_players_are_appended_only_with_all_line_ups() -> None:
    old = Config.model_validate(FILE | {"lineups": 2})
    new = Config.model_validate(
        FILE | {"lineups": 2, "players": FILE["players"] | {"n": {"bot": "random"}}}
    )
    assert changes(old, new) == ["player n is new (possible only with lineups: all)"]


def test_every_change_is_told() -> None:
    def change(file: dict[str, Any]) -> None:
        file["seed"] = 2
        file["games"][0]["deals"] = 1
        file["players"]["m"]["retries"] = 0

    assert len(changed(change)) == 3
