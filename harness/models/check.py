"""Tries every model of a tournament once, with the smallest reply."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.models.failures import ProviderError
from harness.models.hiring import Models
from prompts.probe import probe, understood

if TYPE_CHECKING:
    from harness.config import Config
    from harness.models.endpoint import Completion
    from harness.models.hiring import Hired


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of asking one model once; ``answer`` None: it cannot be reached.

    ``trouble``: one sentence about what is wrong, None if all is well.
    """

    player: str
    model: str
    priced: bool
    answer: Completion | None
    trouble: str | None


async def check(config: Config) -> list[Tried]:
    """Ask all models at once. Raises ConfigError where a key or the built-in model is missing."""
    models = Models(config)
    try:
        return list(await asyncio.gather(*map(_try, models)))
    finally:
        await models.close()


async def _try(hired: Hired) -> Tried:
    endpoint = hired.endpoint
    priced = endpoint.price is not None
    try:
        answer = await hired.lane.ask(endpoint, probe(hired.max_tokens), rung=hired.rung)
    except ProviderError as failure:
        return Tried(hired.name, endpoint.model, priced, None, str(failure))
    wrong = understood(answer.reply)
    trouble = f"{wrong.fault}: {wrong.detail}" if wrong else None
    return Tried(hired.name, endpoint.model, priced, answer, trouble)
