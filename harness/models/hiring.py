"""The models of one tournament: how each is reached, and first of all what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from harness.config import Config, ConfigError, ModelEntrant
from harness.config.model import MAX_TOKENS
from harness.gate import Gate
from harness.models import endpoint, key, local
from harness.models.endpoint import Endpoint
from harness.models.lane import Lane
from harness.models.manner import USUAL, read_manner
from harness.models.pace import Patience, Tell, Wait, silent
from harness.models.price import Price, price_of
from harness.models.width import Width
from prompts.reply import Rung

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prompts.form import Asks

_SLOTS: Final = 1
"""The built-in model answers one request at a time: others wait outside their time limit."""


class Found(NamedTuple):
    """By player, how its provider is asked, kept with a run: forms of reply, and manners."""

    rungs: Mapping[str, str]
    manners: Mapping[str, Mapping[str, Any]]


NOTHING: Final = Found({}, {})


@dataclass(frozen=True, slots=True)
class Hired:
    """One entrant that is a model: how it is reached and how it is asked.

    ``rung``: the fixed form of its replies; None: the lane finds it. ``asks``: what it tells beside
    its acts; ``half``: the keys of it that are asked for at random decisions only.
    ``thoughts``: what its provider returns of its thinking is kept.
    """

    name: str
    endpoint: Endpoint
    lane: Lane
    rung: Rung | None
    max_tokens: int
    retries: int
    asks: Asks
    half: frozenset[str]
    thoughts: bool


class Models:
    """Every entrant that is a model; owns their connections and the built-in model's process."""

    def __init__(
        self,
        config: Config,
        found: Found = NOTHING,
        tell: Tell = silent,
        patience: Patience | None = None,
    ) -> None:
        """Prepare them all; nothing is sent or started. Raises ConfigError where one cannot play.

        ``found``: by player, what was found to work in an earlier invocation. ``tell``: who is
        told what is waited for. ``patience``: None: as in play.
        """
        self._patience = patience or Patience.of_environment()
        self._tell = tell
        self._config = config
        self._found = found
        self._gate = Gate(config.limits.concurrency)
        self._local = local.LocalModel()
        self._widths: dict[str, Width] = {}
        self._lanes: dict[tuple[str, str | None, str | None], Lane] = {}
        self._hired = {
            name: self._hire(name, entrant)
            for name, entrant in config.players.items()
            if isinstance(entrant, ModelEntrant)
        }

    def __getitem__(self, name: str) -> Hired:
        return self._hired[name]

    def __iter__(self) -> Iterator[Hired]:
        return iter(self._hired.values())

    def found(self) -> Found:
        """Give by player what was found to work: forms of reply that are not fixed, manners."""
        rungs = {name: one.lane.rung for name, one in self._hired.items() if one.rung is None}
        manners = {name: one.lane.manner for name, one in self._hired.items()}
        return Found(
            {name: str(rung) for name, rung in rungs.items() if rung},
            {name: manner.json() for name, manner in manners.items() if manner != USUAL},
        )

    async def close(self) -> None:
        """Stop the built-in model and close all connections."""
        await self._local.close()
        await endpoint.close()

    def _hire(self, name: str, entrant: ModelEntrant) -> Hired:
        reached = self._local_endpoint(entrant) if entrant.local else self._endpoint(entrant)
        self._check(name, entrant, reached)
        return Hired(
            name,
            reached,
            self._lane(name, entrant, reached),
            None if entrant.reply == "auto" else Rung(entrant.reply),
            entrant.max_tokens,
            entrant.retries,
            _asks(entrant),
            entrant.half,
            entrant.thoughts == "keep",
        )

    def _endpoint(self, entrant: ModelEntrant) -> Endpoint:
        return Endpoint(
            entrant.model,
            _passed_on(entrant),
            entrant.api_base,
            entrant.api_key_env,
            price_for(entrant),
            self._config.limits.timeout,
        )

    def _local_endpoint(self, entrant: ModelEntrant) -> Endpoint:
        return Endpoint(
            local.SERVED_AS,
            _passed_on(entrant),
            price=price_for(entrant),
            timeout=self._config.limits.timeout,
            address=self._local.address,
            bounds=True,
            most_tokens=local.MOST_TOKENS,
            seeded=True,
        )

    def _lane(self, name: str, entrant: ModelEntrant, reached: Endpoint) -> Lane:
        """Give the lane of a model: entrants that are the same model share it."""
        key = (entrant.model, entrant.api_base, entrant.api_key_env)
        if key not in self._lanes:
            limits = self._config.limits
            rung = self._found.rungs.get(name)
            self._lanes[key] = Lane(
                rung=Rung(rung) if rung else None,
                patience=self._patience,
                manner=read_manner(self._found.manners.get(name, {})),
                run=self._gate,
                at_once=_SLOTS if entrant.local else limits.concurrency_per_model,
                calls=limits.calls_per_minute,
                tokens=limits.tokens_per_minute,
                tell=self._tell,
                width=self._width(reached) if reached.own_server else None,
            )
        return self._lanes[key]

    def _width(self, reached: Endpoint) -> Width:
        """Give the width of a server of one's own; all its models share it."""
        host, limits = reached.host, self._config.limits

        def narrowed(width: int) -> None:
            what = f"asking {host} no more than {width} at a time"
            self._tell(Wait(host, what, 0.0, "more at once bring no more replies a minute"))

        if host not in self._widths:
            self._widths[host] = Width(limits.concurrency, limits.timeout, narrowed)
        return self._widths[host]

    def _check(self, name: str, entrant: ModelEntrant, reached: Endpoint) -> None:
        if entrant.local and (missing := local.what_is_missing()):
            raise ConfigError(f"players.{name}: the built-in model cannot play here: {missing}")
        if variable := reached.missing_key():
            raise ConfigError(
                f"players.{name}: the environment variable {variable} is not set; "
                f"it must hold the key for {entrant.model}"
            )
        if variable := reached.unsendable_key():
            raise ConfigError(f"players.{name}: {key.strange(variable)}")
        thoughts = reached.thinking_budget(entrant.max_tokens)
        if thoughts and thoughts >= entrant.max_tokens:
            raise ConfigError(
                f"players.{name}: {entrant.model} would think for up to {thoughts} tokens, and "
                f"max_tokens ({entrant.max_tokens}) counts thoughts too; "
                f"write params: {{max_tokens: {thoughts + MAX_TOKENS}}} or ask for fewer thoughts"
            )
        if self._config.limits.max_cost is not None and reached.price is None:
            raise ConfigError(
                f"players.{name}: the price of {entrant.model} is not known, so limits.max_cost "
                "cannot be kept; add price: {in: …, out: …} in dollars per million tokens "
                "({in: 0, out: 0} for a server of your own)"
            )


def _asks(entrant: ModelEntrant) -> Asks:
    """Give what a model tells; the built-in one has no room for long reasons."""
    asks = entrant.asks
    return asks._replace(reason=min(asks.reason, local.REASON)) if entrant.local else asks


def _passed_on(entrant: ModelEntrant) -> dict[str, object]:
    """Give the params that go to the provider as they are."""
    return {key: value for key, value in entrant.params.items() if key != "max_tokens"}


def price_for(entrant: ModelEntrant) -> Price | None:
    """Give what a model costs: as the file says, else as it is known; None where it is not."""
    said = entrant.price
    if said is None:
        return price_of(entrant.model, entrant.api_base, entrant.params)
    return Price(said.inp, said.inp if said.cached is None else said.cached, said.out, said.written)
