"""The metrics, one file each, found by their names: ``seconds.py`` is the metric ``seconds``.

A file's ``METRIC`` says what is measured, and measures it from the records of a run alone.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from harness.record import Record


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure a player.

    ``about``: what it is, a sentence without its full stop; ``unit``: of the figures.
    ``measure``: gives the figure by player from the records of a run, each read once; None, or no
    entry, where there is none. Pure; it may raise IllegalAction for a record that breaks the rules.
    """

    about: str
    unit: str
    measure: Callable[[Iterable[Record]], Mapping[str, float | None]]

    def json(self) -> dict[str, Any]:
        """Give what it is, JSON-ready."""
        return {"about": self.about, "unit": self.unit}


@cache
def metrics() -> Mapping[str, Metric]:
    """Give every metric by its name, in alphabetical order."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}").METRIC for name in names}
