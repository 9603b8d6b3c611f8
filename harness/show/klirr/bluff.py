"""Who bluffs how often, who sees through it, and at what price: a table of a minute, 80 columns.

All data goes in as plain text, never as markup.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Group
from rich.text import Text

from harness.analysis.figure import FEWEST_DEALS
from harness.show.cells import Name
from harness.show.figures import count
from harness.show.grid import grid
from harness.show.klirr.bluff_words import BELIEFS, Unit, brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from harness.analysis.figure import Figure
    from harness.analysis.klirr.bluff.report import Profile, Watched

NOTHING: Final = "No card that could be bluffed with has been taken in the finished matches yet."


class Column(NamedTuple):
    """One figure of a table."""

    heading: str
    unit: Unit
    read: Callable[[Profile], Figure | None]


def _column(heading: str, unit: Unit, name: str) -> Column:
    return Column(heading, unit, lambda one: one.bluffing.figures()[name])


def _belief(name: str) -> Column:
    words = BELIEFS[name]

    def read(one: Profile) -> Figure | None:
        told = one.bluffing.beliefs
        found: Figure | None = getattr(told, name) if told else None
        return found

    return Column(f"{words.label} {words.unit}".strip(), words.unit, read)


CLAIMS: Final = (
    _column("worthless %", "%", "forced_bluff_rate"),
    _column("dollar %", "%", "optional_bluff_rate"),
    _column("believed %", "%", "success"),
    _column("tell", "", "size_tell"),
)
ANSWERS: Final = (
    _column("lies %", "%", "hits"),
    _column("truths %", "%", "false_alarms"),
    _column("d'", "", "d_prime"),
    _column("sure %", "%", "sure_calls"),
)
PRICES: Final = (
    _column("gives away", "k", "exploitability"),
    _column("loses", "k", "regret"),
    Column("won", "k", lambda one: one.winnings.won),
    Column("luck out", "k", lambda one: one.winnings.adjusted),
)
STATED: Final = tuple(_belief(name) for name in ("brier", "skill", "against", "cost"))


class Part(NamedTuple):
    """One table: its title, its columns, and what they are."""

    title: str
    columns: tuple[Column, ...]
    words: str


PARTS: Final = (
    Part(
        "Bluffs",
        CLAIMS,
        "in 100 worthless and in 100 dollar cards; of the bluffs, believed; tell: how much the"
        " sum gives them away, 0 to .5",
    ),
    Part(
        "Calls when asked",
        ANSWERS,
        "of 100 lies and of 100 truths; d': how well the two are told apart, 0 is blind; sure:"
        " of what cannot be true or is free to call",
    ),
    Part(
        "At what price, in thousands",
        PRICES,
        "gives away: a card taken, to who knows its habits; loses: an answer, to who counts"
        " cards and habits (0 is perfect); won: a round, and with the luck of the draw taken out",
    ),
    Part(
        "Beliefs stated before answering",
        STATED,
        "Brier: squared error, 0 is best; skill: 0 knows what the cards tell, 1 everything;"
        " against: answers against its own belief, and what they cost, in thousands",
    ),
)


def terminal(
    watched: Watched, found: Sequence[Profile], beside: RenderableType | None = None
) -> RenderableType:
    """Show everybody, who gives least away first; ``beside``: what the drill found."""
    if not found:
        return Group(Text(NOTHING), *([Text(""), beside] if beside else []))
    shown = sorted(found, key=_rank)
    parts: list[RenderableType] = [Text(title(watched), style="bold")]
    for part in PARTS:
        rows = [one for one in shown if any(column.read(one) for column in part.columns)]
        if rows:
            parts += [Text(""), Text(part.title, style="bold"), Text(part.words, style="dim")]
            parts.append(_table(part.columns, rows))
    parts.append(Text(""))
    parts += [Text(line, style="dim") for line in _notes(watched, shown)]
    return Group(*parts, *([Text(""), beside] if beside else []))


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


def _table(columns: Sequence[Column], rows: Sequence[Profile]) -> Table:
    """Lay out figures with their intervals and counts, the counts dim beside them."""
    table = grid()
    table.add_column("player")
    cells = [_cells(column, rows) for column in columns]
    for column, texts in zip(columns, cells, strict=True):
        width = max(len(text) for text in texts)
        wide = max(len(brief(figure, column.unit)) for figure in _figures(column, rows))
        table.add_column(_heading(column.heading, wide, width), justify="right", no_wrap=True)
    for row, one in enumerate(rows):
        table.add_row(Name(one.player), *(texts[row] for texts in cells))
    return table


def _figures(column: Column, rows: Sequence[Profile]) -> list[Figure]:
    return [figure for one in rows if (figure := column.read(one))]


def _heading(heading: str, wide: int, width: int) -> Text:
    """Put the heading over the figures and "n" over the counts."""
    counts = width - max(wide, len(heading))
    return Text(heading.rjust(wide)) + Text("n".rjust(max(counts, 2)), style="dim")


def _cells(column: Column, rows: Sequence[Profile]) -> list[Text]:
    figures = _figures(column, rows)
    shown = [brief(figure, column.unit) for figure in figures]
    counts = [f"{figure.n}" for figure in figures]
    wide = max(len(column.heading), *map(len, shown))
    deep = max(map(len, counts))
    return [
        Text(figure.rjust(wide)) + Text(f" {number.rjust(deep)}", style="dim")
        for figure, number in zip(shown, counts, strict=True)
    ]


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
    engine = sum(one.fallback_claims + one.fallback_answers for one in counts)
    if engine:
        yield f"Left out: {count(engine, 'act')} the engine played for a player that failed."
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
