"""Every mistake in a tournament file's games, rules, rating and limits is one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games import games

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOP = """name: t
seed: 1
games:
  - game: klirr
    seats: 2
    deals: 1
  - game: zero-to-hero
    seats: 2
    deals: 1
players:
  a: {bot: random}
  b: {bot: random}
"""


def rules(text: str) -> str:
    """Set rules of klirr, in line 7."""
    return TOP.replace("deals: 1\n", f"deals: 1\n    rules: {text}\n", 1)


MISTAKES: dict[str, tuple[str, str, str]] = {
    # what is wrong: the file, how the sentence goes on after its name, what it also says
    # the keys
    "an unknown key": (
        TOP + "rotaet: full\n",
        ", line 13: the file has no key 'rotaet' (did you mean rotate?)",
        "allowed: name, seed, games, rotate, lineups, players, rating, limits",
    ),
    "an unknown key of a game": (
        TOP.replace("seats: 2", "seat: 2", 1),
        ", line 5: games[0] has no key 'seat' (did you mean seats?)",
        "allowed: game, seats, deals, rules",
    ),
    "a hostile key": (TOP + '"\\n\\" x": 1\n', ", line 13: the file has no key '\\n\" x'", ""),
    "a very long key": (TOP + "x" * 900 + ": 1\n", ", line 13: the file has no key 'xxx", "…"),
    "an unknown key of limits": (
        TOP + "limits:\n  concurency: 4\n",
        ", line 14: limits has no key 'concurency' (did you mean concurrency?)",
        "",
    ),
    "a number as a key": (TOP + "1: 2\n", ", line 13: the file has no key '1'", ""),
    "no name": (TOP.replace("name: t\n", ""), ", line 1: name is missing", ""),
    "no seed": (TOP.replace("seed: 1\n", ""), ", line 1: seed is missing", ""),
    "no deals": (TOP.replace("    deals: 1\n", "", 1), ", line 4: games[0].deals is missing", ""),
    "no players": (TOP[: TOP.index("players")], ", line 1: players is missing", ""),
    # values at the top
    "capitals in the name": (
        TOP.replace("name: t", "name: T"),
        ", line 1: name cannot be 'T'",
        "allowed: 1 to 64 characters of a-z",
    ),
    "a path as the name": (TOP.replace("name: t", "name: ../t"), ", line 1: name cannot be", ""),
    "a line break in the name": (TOP.replace("name: t", 'name: "t\\n"'), ", line 1: name", "\\n"),
    "an empty name": (TOP.replace("name: t", "name:"), ", line 1: name cannot be empty", ""),
    "a long name": (TOP.replace("name: t", f"name: {'t' * 65}"), ", line 1: name cannot be", "…"),
    "a number as the name": (TOP.replace("name: t", "name: 7"), ", line 1: name cannot be 7", ""),
    "a fraction as the seed": (TOP.replace("seed: 1", "seed: 1.5"), ", line 2: seed cannot", "1.5"),
    "a boolean as the seed": (TOP.replace("seed: 1", "seed: true"), ", line 2: seed cannot", ""),
    "an empty seed": (TOP.replace("seed: 1", "seed: ''"), ", line 2: seed cannot be ''", ""),
    "a boolean where a word is meant": (
        TOP + "rotate: false\n",
        ", line 13: rotate cannot be false; allowed: full | none",
        "",
    ),
    "a word of YAML 1.1": (TOP + "rotate: no\n", ", line 13: rotate cannot be 'no'", "full | none"),
    "no line-ups": (TOP + "lineups: 0\n", ", line 13: lineups cannot be 0; allowed: all, or", ""),
    "line-ups in words": (TOP + "lineups: many\n", ", line 13: lineups cannot be 'many'", "all"),
    "line-ups as true": (TOP + "lineups: true\n", ", line 13: lineups cannot be true", ""),
    "line-ups as 2.0": (TOP + "lineups: 2.0\n", ", line 13: lineups cannot be 2.0", ""),
    # games
    "games as a mapping": (
        "name: t\nseed: 1\ngames: {a: 1}\nplayers: {a: {bot: random}}\n",
        ", line 3: games cannot be a mapping; allowed: a list",
        "",
    ),
    "games as a word": (
        "name: t\nseed: 1\ngames: klirr\nplayers: {a: {bot: random}}\n",
        ", line 3: games cannot be 'klirr'; allowed: a list",
        "",
    ),
    "no games": (
        "name: t\nseed: 1\ngames: []\nplayers: {a: {bot: random}}\n",
        ", line 3: games has 0 entries; allowed: at least 1",
        "",
    ),
    "a game as a word": (
        "name: t\nseed: 1\ngames: [klirr]\nplayers: {a: {bot: random}}\n",
        ", line 3: games[0] cannot be 'klirr'; allowed: a mapping",
        "",
    ),
    "an unknown game": (
        TOP.replace("klirr", "klir"),
        ", line 4: games[0].game names no game: 'klir' (did you mean klirr?)",
        f"allowed: {', '.join(games())}",
    ),
    "seats as a text": (
        TOP.replace("seats: 2", "seats: '2'", 1),
        ", line 5: games[0].seats cannot be '2'",
        "whole",
    ),
    "seats as 2.0": (
        TOP.replace("seats: 2", "seats: 2.0", 1),
        ", line 5: games[0].seats cannot be 2.0",
        "whole",
    ),
    "seats as true": (
        TOP.replace("seats: 2", "seats: true", 1),
        ", line 5: games[0].seats cannot be true",
        "",
    ),
    "a table too small": (
        TOP.replace("seats: 2", "seats: 1", 1),
        ", line 5: games[0].seats cannot be 1; allowed for klirr: 2, 3, 4, 5, 6",
        "",
    ),
    "six at zero to hero": (
        TOP.replace("hero\n    seats: 2", "hero\n    seats: 6"),
        ", line 8: games[1].seats cannot be 6; allowed for zero-to-hero: 2, 3, 4, 5",
        "",
    ),
    "a table too large for the players": (
        TOP.replace("seats: 2", "seats: 3", 1),
        ", line 5: games[0].seats is 3, but there are only 2 players",
        "allowed",
    ),
    "no deal": (
        TOP.replace("deals: 1", "deals: 0", 1),
        ", line 6: games[0].deals cannot",
        "from 1",
    ),
    "minus one deal": (TOP.replace("deals: 1", "deals: -1", 1), ", line 6: games[0].deals", "-1"),
    "a table twice": (
        TOP.replace("zero-to-hero", "klirr"),
        ", line 7: games[1] is klirr with 2 seats again, as games[0]",
        "once",
    ),
    "too many matches": (
        "name: t\nseed: 1\ngames: [{game: klirr, seats: 6, deals: 900000}]\nplayers:\n"
        + "".join(f"  p{n}: {{bot: random}}\n" for n in range(30)),
        ", line 3: games come to 3206385000000 matches",
        "10000000",
    ),
    # switches
    "rules as a word": (rules("fixed"), ", line 7: games[0].rules cannot be 'fixed'", "a mapping"),
    "an unknown switch": (
        rules("{bluf_cap: fixed}"),
        ", line 7: games[0].rules: klirr has no switch 'bluf_cap' (did you mean bluff_cap?)",
        "dollar_values",
    ),
    "a switch of the other game": (
        rules("{hero_count: net}"),
        ", line 7: games[0].rules: klirr has no switch 'hero_count'",
        "",
    ),
    "a bad switch value": (
        rules("{bluff_cap: none}"),
        ', line 7: games[0].rules.bluff_cap cannot be "none"',
        "fixed",
    ),
    "a switch value of a wrong kind": (
        rules("{bluff_cap: [fixed]}"),
        ", line 7: games[0].rules.bluff_cap cannot be [",
        "fixed",
    ),
    "too few dollar cards": (
        rules("{dollar_values: [10000]}"),
        ", line 7: games[0].rules.dollar_values",
        "26",
    ),
    "dollar values as texts": (
        rules("{dollar_values: [" + "'10000', " * 26 + "]}"),
        ", line 7: games[0].rules.dollar_values",
        "26",
    ),
    "no rounds": (rules("{max_rounds: 0}"), ", line 7: games[0].rules.max_rounds", "allowed"),
    "a null switch": (
        rules("{max_rounds: null}"),
        ", line 7: games[0].rules.max_rounds",
        "allowed",
    ),
    "a huge switch value": (
        rules("{bluff_cap: " + "x" * 100_000 + "}"),
        ", line 7: games[0].rules.bluff_cap",
        "allowed",
    ),
    # rating and limits
    "an anchor that does not play": (
        TOP + "rating: {anchor: c, at: 1000}\n",
        ", line 13: rating.anchor: no player 'c'",
        "a, b",
    ),
    "no anchor": (TOP + "rating: {at: 1000}\n", ", line 13: rating.anchor is missing", ""),
    "an anchor at a word": (TOP + "rating: {anchor: a, at: x}\n", ", line 13: rating.at", "'x'"),
    "no concurrency": (
        TOP + "limits: {concurrency: 0}\n",
        ", line 13: limits.concurrency",
        "from 1",
    ),
    "a budget below zero": (TOP + "limits: {max_cost: -1}\n", ", line 13: limits.max_cost", "-1"),
    "a budget in words": (
        TOP + "limits: {max_cost: 5 USD}\n",
        ", line 13: limits.max_cost",
        "5 USD",
    ),
    "no time": (
        TOP + "limits: {timeout: 0}\n",
        ", line 13: limits.timeout cannot be 0",
        "more than",
    ),
    "half a call": (TOP + "limits: {calls_per_minute: 0.5}\n", ", line 13: limits.calls_per", ""),
    "limits as a list": (TOP + "limits: []\n", ", line 13: limits cannot be an empty list", ""),
    "empty limits": (TOP + "limits:\n", ", line 13: limits cannot be empty", "a mapping"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_one_sentence_with_its_place_and_what_is_allowed(
    what: str, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    content, begins, also = MISTAKES[what]
    said = sentence_about(content)
    assert said.startswith(begins)
    assert also in said


def test_the_first_mistake_in_the_file_is_the_one_told(
    sentence_about: Callable[[bytes | str | Path], str],
) -> None:
    both = TOP.replace("seats: 2", "seats: x").replace("seed: 1", "seed: 1.5")
    assert sentence_about(both).startswith(", line 2: seed")
