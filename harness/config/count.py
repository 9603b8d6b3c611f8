"""How many matches a tournament file asks for, without making them."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.config.model import Config, Table


def total(config: Config) -> int:
    """Count the matches."""
    return sum(matches_of(config, table) for table in config.games)


def matches_of(config: Config, table: Table) -> int:
    """Count the matches of a table."""
    return table.deals * line_ups_of(config, table) * rotations_of(config, table)


def line_ups_of(config: Config, table: Table) -> int:
    """Count the line-ups that meet each deal of a table."""
    sets = comb(len(config.players), table.seats)
    return sets if config.lineups == "all" else min(config.lineups, sets)


def rotations_of(config: Config, table: Table) -> int:
    """Count the rotations in which a line-up meets a deal."""
    return table.seats if config.rotate == "full" else 1
