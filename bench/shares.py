"""What a match asks of its models: which acts, how many tokens, how much of it can be cached.

Bots and chance play, so nothing is sent; the prompts are those that a model in each seat would
have got. Tokens are those of cl100k, the encoding that comes with litellm.

    python bench/shares.py [--matches 40]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import cycle, islice
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import CHANCE, Turn
from engine.games import games
from harness.bots import find_bot
from harness.models.endpoint import _litellm
from prompts.prompt import load_prompt, variants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from prompts.prompt import Prompt

BOTS = {
    "klirr": ("honest", "bluffer", "caller", "counter", "random"),
    "zero-to-hero": ("high", "low", "greedy", "random"),
}
HEADINGS = (
    *("prompt", "acts a match", "not asked", "tokens in a decision", "last tenth ÷ first"),
    *("same all match", "tokens in a match"),
)


class Played(NamedTuple):
    """One match: the turns with a choice, in order, and how many acts of seats there were."""

    asked: list[Turn[Any, Any]]
    acts: int


class Size(NamedTuple):
    """Input tokens of one request: the part that is the same all match, and all of it."""

    same: int
    all: int


def played(game: Game[Any, Any], seats: int, seed: int) -> Played:
    """Play a match between bots, seated differently for each seed."""
    rng = Random(f"{game.id}/{seats}/{seed}")
    names = islice(cycle(BOTS[game.id]), seed, seed + seats)
    bots = [find_bot(game.id, name) for name in names]
    state, asked, acts = game.start(seats, game.rules({})), [], 0
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            state = state.apply(seat, state.draw(rng))
            continue
        turn = Turn(seat, state.view(seat), state.legal(seat))
        acts += 1
        act = turn.legal[0]
        if len(turn.legal) > 1:
            asked.append(turn)
            act = bots[seat](turn, rng)
        state = state.apply(seat, act)
    return Played(asked, acts)


def sizes(prompt: Prompt[Any, Any], turns: Sequence[Turn[Any, Any]]) -> list[Size]:
    """Measure the requests of one match."""
    known: defaultdict[str, int] = defaultdict(int)
    found = []
    for turn in turns:
        system, user = (message["content"] for message in prompt.messages(turn))
        known[system] = known[system] or tokens(system)
        found.append(Size(known[system], known[system] + tokens(user)))
    return found


def tokens(text: str) -> int:
    """Count the tokens of a text."""
    return len(_litellm().encoding.encode(text))


def cells(prompt: Prompt[Any, Any], matches: Sequence[Played]) -> list[str]:
    """Measure one variant at one table size; give the figures of a row."""
    each = [sizes(prompt, match.asked) for match in matches]
    every = [one for match in each for one in match]
    first = [one.all for match in each for one in match[: max(1, len(match) // 10)]]
    last = [one.all for match in each for one in match[-max(1, len(match) // 10) :]]
    acts = sum(match.acts for match in matches)
    inp = sum(one.all for one in every)
    return [
        f"{acts / len(matches):.0f}",
        f"{1 - len(every) / acts:.1%}",
        f"{inp / len(every):,.0f}",
        f"{fmean(last) / fmean(first):.2f}",
        f"{sum(one.same for one in every) / inp:.1%}",
        f"{inp / len(matches):,.0f}",
    ]


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description="What a match asks of its models.")
    parser.add_argument("--matches", type=int, default=40)
    given = parser.parse_args()
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|---{'|---:' * (len(HEADINGS) - 1)}|")
    for game in games().values():
        for seats in game.seats:
            matches = [played(game, seats, seed) for seed in range(given.matches)]
            for variant in variants(game.id):
                figures = cells(load_prompt(game, variant), matches)
                print(f"| {game.id} {variant}, {seats} seats | {' | '.join(figures)} |")


if __name__ == "__main__":
    main()
