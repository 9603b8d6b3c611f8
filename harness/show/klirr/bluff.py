"""Who bluffs how often, who sees through it, and at what price: a table of a minute, 80 columns.

All data goes in as plain text, never as markup.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from harness.analysis.interval import FEWEST_DEALS
from harness.show.figures import count
from harness.show.klirr.bluff_words import brief
from harness.show.klirr.panels import Column, Part, laid_out, left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from harness.analysis.klirr.bluff.report import Profile, Watched

NOTHING: Final = "No card that could be bluffed with has been taken in the finished matches yet."

PARTS: Final = (
    Part(
        "Bluffs",
        "in 100 worthless and in 100 dollar cards; of the bluffs, believed; tell: how much the"
        " sum gives them away, 0 to .5",
        (
            Column("worthless %", "%", "forced_bluff_rate"),
            Column("dollar %", "%", "optional_bluff_rate"),
            Column("believed %", "%", "success"),
            Column("tell", "", "size_tell"),
        ),
    ),
    Part(
        "Calls when asked",
        "of 100 lies and of 100 truths; d': how well the two are told apart, 0 is blind; sure:"
        " of what cannot be true or is free to call",
        (
            Column("lies %", "%", "hits"),
            Column("truths %", "%", "false_alarms"),
            Column("d'", "", "d_prime"),
            Column("sure %", "%", "sure_calls"),
        ),
    ),
    Part(
        "At what price, in thousands",
        "gives away: a card taken, to who knows its habits; loses: an answer, to who counts"
        " cards and habits (0 is perfect); won: a round, and with the luck of the draw taken out",
        (
            Column("gives away", "k", "exploitability"),
            Column("loses", "k", "regret"),
            Column("won", "k", "won"),
            Column("luck out", "k", "luck_adjusted"),
        ),
    ),
    Part(
        "Beliefs stated before answering",
        "Brier: squared error, 0 is best; skill: 0 knows what the cards tell, 1 everything;"
        " against: answers against its own belief, and what they cost, in thousands",
        (
            Column("Brier", "", "brier"),
            Column("skill", "", "skill"),
            Column("against %", "%", "against"),
            Column("cost k", "k", "cost"),
        ),
    ),
)


def terminal(
    watched: Watched, found: Sequence[Profile], beside: RenderableType | None = None
) -> RenderableType:
    """Show everybody, who gives least away first; ``beside``: what the drill found."""
    if not found:
        return Group(Text(NOTHING), *([Text(""), beside] if beside else []))
    shown = sorted(found, key=_rank)
    parts = laid_out(PARTS, shown, gap=2)
    notes = [Text(line, style="dim") for line in _notes(watched, shown)]
    drilled = [Text(""), beside] if beside else []
    return Group(Text(title(watched), style="bold"), *parts, Text(""), *notes, *drilled)


def title(watched: Watched) -> str:
    """Say what was watched: "klirr: 12 deals, 48 matches, 560 cards taken to ask with"."""
    return (
        f"klirr: {count(watched.deals, 'deal')}, {count(watched.matches, 'match', 'matches')},"
        f" {count(len(watched.opportunities), 'card')} taken to ask with"
    )


def _rank(one: Profile) -> tuple[float, str]:
    figure = one.bluffing.exploitability
    withheld = figure.value is None or figure.withheld
    return (inf if withheld else figure.value or 0.0, one.player)


def _notes(watched: Watched, rows: Sequence[Profile]) -> Iterator[str]:
    """Say once what holds for all tables, and why figures are withheld."""
    if watched.deals < FEWEST_DEALS:
        yield f"Too few deals for intervals ({FEWEST_DEALS} are needed)."
    else:
        yield "±: 95 % interval over deals, its wider side. n: what a figure rests on."
    withheld = list(_withheld(rows))
    if withheld:
        yield f"\N{EN DASH}: withheld. {'; '.join(withheld)}."
    shown = [(one.player, one.bluffing.claimer.impossible) for one in rows]
    blind = [f"{name} {brief(figure, '%')} %" for name, figure in shown if (figure.low or 0) > 0]
    if blind:
        yield f"Of its bluffs at a sum of which every card lies open: {', '.join(blind)}."
    counts = [one.bluffing.counts for one in rows]
    yield from left_out(sum(one.fallback_claims + one.fallback_answers for one in counts))
    if any(one.duels for one in counts):
        yield "At two seats a pass hands the moment to the rival, so the equilibrium never passes."
    yield "--player NAME shows everything about one; --stories 5 the claims that moved most money."


def _withheld(rows: Sequence[Profile]) -> Iterator[str]:
    """Give the reasons, each once a column, with those it is true of."""
    for part in PARTS:
        for column in part.columns:
            reasons: dict[str, list[str]] = {}
            for one in rows:
                figure = column.read(one)
                if figure and figure.withheld:
                    reasons.setdefault(figure.withheld, []).append(one.player)
            for reason, names in reasons.items():
                who = "all" if len(names) == len(rows) else ", ".join(names)
                yield f"{column.heading.removesuffix(' %')}: {reason} ({who})"
