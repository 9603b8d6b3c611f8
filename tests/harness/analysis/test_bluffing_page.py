from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from engine.klirr.cards import INVENTED_VALUES, SPECIALS
from harness.analysis.klirr.bluff.panel import FIGURES
from harness.equilibrium import equilibrium
from harness.equilibrium.position import Position, unseen

PAGE = (Path(__file__).parents[3] / "docs" / "bluffing.md").read_text(encoding="utf-8")
DECK = unseen([*SPECIALS, *INVENTED_VALUES])
K = 1000
POSITIONS = {
    "all 15 worthless cards unseen": Position(DECK),
    "the same, without the choice to pass": Position(DECK, passing=None),
    "10 worthless cards unseen": Position(DECK._replace(worthless=10)),
    "5 worthless cards unseen": Position(DECK._replace(worthless=5)),
    "the asked holds 100": Position(DECK, inf, 100 * K),
    "the asked holds 50": Position(DECK, inf, 50 * K),
    "the taker holds 50": Position(DECK, 50 * K),
    "the taker holds 10": Position(DECK, 10 * K),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_page_gives_the_equilibrium_of_the_default_deck(name: str) -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {name} |"))
    shown = [float(cell) for cell in line.strip("|").split("|")[1:]]
    best = equilibrium(POSITIONS[name])
    calls = [best.calls[sum_ * K] for sum_ in (10, 50, 100)]
    assert shown == pytest.approx([best.value / K, best.bluff_rate, *calls], abs=5.1e-4)


def test_the_page_explains_every_figure_of_the_panel() -> None:
    shortened = {"optional_bluff_gain_high": "_high"}
    assert not [name for name in FIGURES if f"`{shortened.get(name, name)}`" not in PAGE]
