"""What a match asks of its models: which acts, how many tokens, how much of it can be cached.

Cacheable is what a request begins with as the one before it at the same seat did; of the first one
the system part, which is the same in every match. Klirr is measured with each ``history``.

Bots and chance play, so nothing is sent; the prompts are those that a model in each seat would
have got. Tokens are those of cl100k, the encoding that comes with litellm.

    python bench/shares.py [--matches 40]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import cycle, islice, product
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import CHANCE, Turn
from engine.games import games
from harness.bots import find_bot
from harness.models.endpoint import _litellm
from prompts.form import Asks
from prompts.page import Shown
from prompts.prompt import load_prompt, variants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from prompts.page import History
    from prompts.prompt import Prompt

BOTS = {
    "klirr": ("honest", "bluffer", "caller", "counter", "random"),
    "zero-to-hero": ("high", "low", "greedy", "random"),
}
HISTORIES: dict[str, tuple[History, ...]] = {
    "klirr": ("all", "latest", "counts"),
    "zero-to-hero": ("all",),
}
HEADINGS = (
    *("prompt", "acts a match", "not asked", "tokens in a decision", "last tenth ÷ first"),
    *("same all match", "cacheable", "tokens in a match"),
)


class Played(NamedTuple):
    """One match: the turns with a choice, in order, and how many acts of seats there were."""

    asked: list[Turn[Any, Any]]
    acts: int


class Size(NamedTuple):
    """Input tokens of one request: the same all match, the same as the one before, all of it."""

    same: int
    cacheable: int
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


def sizes(prompt: Prompt[Any, Any], turns: Sequence[Turn[Any, Any]], asks: Asks) -> list[Size]:
    """Measure the requests of one match; a system part is known by its seat."""
    known: dict[str, int] = {}
    before: defaultdict[str, Sequence[int]] = defaultdict(tuple)
    found = []
    for turn in turns:
        system, user = (message["content"] for message in prompt.messages(turn, asks))
        same = known.setdefault(system, 0) or len(tokens(system))
        known[system] = same
        asked = tokens(user)
        found.append(Size(same, same + alike(before[system], asked), same + len(asked)))
        before[system] = asked
    return found


def tokens(text: str) -> Sequence[int]:
    """Give the tokens of a text."""
    encoded: Sequence[int] = _litellm().encoding.encode(text)
    return encoded


def alike(one: Sequence[int], other: Sequence[int]) -> int:
    """Count the tokens with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def cells(prompt: Prompt[Any, Any], matches: Sequence[Played], asks: Asks) -> list[str]:
    """Measure one variant at one table size; give the figures of a row."""
    each = [sizes(prompt, match.asked, asks) for match in matches]
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
        f"{sum(one.cacheable for one in every) / inp:.1%}",
        f"{inp / len(matches):,.0f}",
    ]


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description="What a match asks of its models.")
    parser.add_argument("--matches", type=int, default=40)
    given = parser.parse_args()
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|---{'|---:' * (len(HEADINGS) - 1)}|")
    for game in map(games().__getitem__, BOTS):
        for seats in game.seats:
            matches = [played(game, seats, seed) for seed in range(given.matches)]
            for variant, history in product(variants(game.id), HISTORIES[game.id]):
                asks = Asks(shown=Shown(history))
                figures = cells(load_prompt(game, variant), matches, asks)
                named = f"{variant}, {history}" if len(HISTORIES[game.id]) > 1 else variant
                print(f"| {game.id} {named}, {seats} seats | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
