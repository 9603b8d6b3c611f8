"""Tries every model of a tournament once: real rules, the smallest question, little patience."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from engine.game import CHANCE
from engine.games import games
from harness.config import ModelEntrant
from harness.models.failures import ProviderError
from harness.models.hiring import NOTHING, Models
from harness.models.pace import Patience, Wait
from prompts.probe import fewest_tokens, probe, understood
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from harness.config import Config
    from harness.models.endpoint import Completion
    from harness.models.hiring import Hired
    from harness.models.pace import Tell
    from prompts.reply import Request

LONGEST: Final = 15.0
"""Seconds that somebody else's server is waited for in all."""

_SAID_AFTER: Final = 3.0
"""Seconds after which it is said what is waited for."""

_TRIES: Final = 3
_LONGEST_PAUSE: Final = 2.0
_LONGEST_ASKED: Final = 5.0


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of asking one model once; ``answer`` None: it cannot be reached.

    ``trouble``: one sentence about what is wrong, None if all is well. ``notes``: what is done
    otherwise for it than for most, and what looks odd, a sentence each.
    """

    player: str
    model: str
    priced: bool
    answer: Completion | None
    trouble: str | None
    notes: tuple[str, ...] = ()


async def check(config: Config, tell: Tell) -> list[Tried]:
    """Ask all models at once. Raises ConfigError where a key or the built-in model is missing.

    ``tell``: who is told what is waited for.
    """
    models = Models(_all_at_once(config), NOTHING, tell, _patience())
    try:
        return list(await asyncio.gather(*(_try(config, one, tell) for one in models)))
    finally:
        await models.close()


def _all_at_once(config: Config) -> Config:
    places = max(config.limits.concurrency, len(config.players))
    limits = config.limits.model_copy(update={"concurrency": places})
    return config.model_copy(update={"limits": limits})


def _patience() -> Patience:
    """Give few tries and short pauses: somebody sits and waits."""
    first = Patience.of_environment().first
    return Patience(first, _LONGEST_PAUSE, _TRIES, _LONGEST_ASKED)


async def _try(config: Config, hired: Hired, tell: Tell) -> Tried:
    endpoint = hired.endpoint
    priced = endpoint.price is not None
    request = probe(_system(config, hired.name), hired.max_tokens)
    try:
        answer = await _ask(hired, request, tell)
    except ProviderError as failure:
        return Tried(hired.name, endpoint.model, priced, None, str(failure))
    except TimeoutError:
        late = f"no answer within {LONGEST:.0f} s: it hangs, or it takes long to load or think"
        return Tried(hired.name, endpoint.model, priced, None, late)
    wrong = understood(answer.reply)
    trouble = f"{wrong.fault}: {wrong.detail}" if wrong else None
    notes = tuple(_notes(hired, request, answer))
    return Tried(hired.name, endpoint.model, priced, answer, trouble, notes)


def _system(config: Config, player: str) -> str:
    """Give the system part of the first game at its first seat to act."""
    table = config.games[0]
    game = games()[table.game]
    state, random = game.start(table.seats, table.rules), Random(config.seed)
    while (seat := state.actors[0]) == CHANCE:
        state = state.apply(CHANCE, state.draw(random))
    entrant = config.players[player]
    assert isinstance(entrant, ModelEntrant), "only models are tried"  # noqa: S101
    return str(load_prompt(game, entrant.prompt).system(state.view(seat), entrant.asks))


async def _ask(hired: Hired, request: Request, tell: Tell) -> Completion:
    """Ask once. Raises ProviderError, and TimeoutError where nothing comes.

    The built-in model is waited for as long as in play: it is at work, not far away.
    """
    endpoint, name = hired.endpoint, hired.name
    await endpoint.ready()
    what = f"waiting for {endpoint.host} to answer {name}"
    wait = Wait(name, what, LONGEST - _SAID_AFTER, endpoint.model)
    saying = asyncio.get_running_loop().call_later(_SAID_AFTER, tell, wait)
    try:
        async with asyncio.timeout(None if endpoint.address else LONGEST):
            return await hired.lane.ask(endpoint, request, rung=hired.rung)
    finally:
        saying.cancel()


def _notes(hired: Hired, request: Request, answer: Completion) -> list[str]:
    notes = hired.lane.manner.words()
    stated, fewest = answer.usage.tokens.inp, fewest_tokens(request)
    if 0 < stated < fewest:
        notes.append(
            f"it counts {stated} tokens in a prompt of {fewest} words: the server seems to cut "
            "prompts; give it a longer context (Ollama: OLLAMA_CONTEXT_LENGTH)"
        )
    return notes
