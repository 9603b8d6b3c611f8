"""Everything about one player's bluffing, each figure with its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from harness.show.figures import DASH, count
from harness.show.grid import grid
from harness.show.klirr.bluff import title
from harness.show.klirr.bluff_words import (
    BELIEFS,
    CALLER,
    CLAIMER,
    WINNINGS,
    Words,
    interval,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from harness.analysis.figure import Figure
    from harness.analysis.klirr.bluff.beliefs import Beliefs
    from harness.analysis.klirr.bluff.panel import Counts
    from harness.analysis.klirr.bluff.report import Profile, Watched


def terminal(
    watched: Watched, player: str, one: Profile | None, beside: RenderableType | None = None
) -> RenderableType:
    """Show all figures of a player; ``one`` is None where it took part in no claim yet."""
    head = Text(f"{player} at {title(watched)}", style="bold")
    drilled = [Text(""), beside] if beside else []
    if one is None:
        nothing = Text("It has taken no card to ask with, and was asked for nothing yet.")
        return Group(head, nothing, *drilled)
    figures = one.figures()
    parts: list[RenderableType] = [head, *map(Text, _counts(one.bluffing.counts)), Text("")]
    parts += _section("As the taker", CLAIMER, figures)
    parts += _section("When asked", CALLER, figures)
    parts += _section("Winnings, in thousands", WINNINGS, figures)
    if one.beliefs:
        parts += _beliefs(one.beliefs)
    parts.append(Text("k: thousands of dollars. Intervals are 95 %, over deals.", style="dim"))
    return Group(*parts, *drilled)


def _counts(counts: Counts) -> Iterator[str]:
    """Say what the figures are made of."""
    worthless = count(counts.forced_opportunities, "worthless card")
    worth = count(counts.optional_opportunities, "dollar card")
    yield (
        f"Bluffed with {counts.forced_bluffs} of {worthless}"
        f" and {counts.optional_bluffs} of {worth}."
    )
    yield (
        f"Asked, it called {counts.called_bluffs} of {count(counts.to_bluffs, 'bluff')} and"
        f" {counts.called_honest} of {count(counts.to_honest, 'honest request')}."
    )
    if counts.fallback_claims or counts.fallback_answers:
        yield (
            f"Left out: {count(counts.fallback_claims, 'claim')} and"
            f" {count(counts.fallback_answers, 'answer')} the engine made for it."
        )
    if counts.duels:
        yield (
            f"{count(counts.duels, 'card')} taken at two seats, where a pass hands the moment to"
            " the rival: there the equilibrium is taken never to pass."
        )


def _section(
    heading: str, words: Mapping[str, Words], figures: Mapping[str, Figure]
) -> Iterator[RenderableType]:
    """Lay out figures of one kind; one that is withheld says why, beside its number."""
    table = grid()
    table.add_column(heading, no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("95 %", justify="right", no_wrap=True)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    for name, (label, unit, sentence) in words.items():
        figure = figures[name]
        shown = DASH if figure.value is None else f"{written(figure.value, unit)} {unit}".strip()
        said = f"{sentence} (withheld: {figure.withheld})" if figure.withheld else sentence
        cells = (label, shown, interval(figure, unit), f"{figure.n}", said)
        table.add_row(*map(Text, cells), style="dim" if figure.withheld else "")
    yield table
    yield Text("")


def _beliefs(beliefs: Beliefs) -> Iterator[RenderableType]:
    figures = {name: getattr(beliefs, name) for name in BELIEFS}
    yield from _section("Beliefs", BELIEFS, figures)
    bins = "; ".join(
        f"said {100 * one.stated:.0f} %: {100 * one.bluffs:.0f} % were (of {one.n})"
        for one in beliefs.reliability
    )
    yield Text(f"Bluffs among requests of which it {bins}.")
    yield Text("")
