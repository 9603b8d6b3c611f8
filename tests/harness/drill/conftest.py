"""A tournament of planted habits that was drilled."""

from __future__ import annotations

import json
from typing import Any

import pytest

PLANTED = """
name: planted
seed: 5
games: [{game: klirr, seats: 3, deals: 2}]
lineups: 2
players:
  honest: {bot: honest}
  payer: {bot: always-pay}
  caller: {bot: always-call}
  balanced: {bot: equilibrium}
  bold: {bot: bluff-max}
  blind: {bot: impossible}
  reader: {bot: reader}
"""


@pytest.fixture(scope="session")
def planted() -> str:
    return PLANTED


@pytest.fixture(scope="session")
def drilled(arena_in: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder in which the planted habits met the whole bank, before any match."""
    arena = arena_in(tmp_path_factory.mktemp("drilled"))
    arena.write(PLANTED)
    done = arena("drill", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    return arena


@pytest.fixture(scope="session")
def found(drilled: Any) -> dict[str, dict[str, Any]]:
    """The JSON of the drill by player."""
    told = json.loads(drilled("bluff", "planted", "--json").stdout)["drill"]
    return {one["player"]: one for one in told}
