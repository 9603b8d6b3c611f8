"""What a tournament will take and show, as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from harness.config import HumanEntrant
from harness.plan.use import Use
from harness.show.cells import Name, Sentence
from harness.show.figures import DASH, count, dollars, rating, spanned, undealt
from harness.show.grid import grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.table import Table

    from harness.config import Config
    from harness.plan import ForGap, Plan, TablePlan
    from harness.plan.span import Span

ASKED: Final = ("calls", "tokens in", "dollars")
UNITS: Final = (("h", 3600.0), ("min", 60.0), ("s", 1.0))


def terminal(config: Config, plan: Plan, for_gap: ForGap | None) -> RenderableType:
    """Show what is played, what it will tell, what models use; then what all that rests on."""
    headline = f"{plan.name}: {count(plan.matches, 'match', 'matches')}, {plan.played:,} played"
    parts: list[RenderableType] = [Sentence(headline, style="bold")]
    parts += [Sentence(line, indent=2) for line in _changed(plan)]
    parts += [_tables(plan), Text("")]
    if plan.use.calls.high:
        parts += [_uses(plan), Text("")]
    parts += [Sentence(line) for line in _limits(plan)]
    parts += [Sentence(line) for line in _drill(plan)]
    if for_gap:
        parts += [Text(""), *_for_gap(for_gap)]
    parts += [Text(""), *(Sentence(line, style="dim") for line in legend(config, plan))]
    return Group(*parts)


def _changed(plan: Plan) -> Iterator[str]:
    if plan.changed:
        yield (
            f"A run of this name was played otherwise ({'; '.join(plan.changed)}): it cannot be"
            " gone on with and counts as nothing here."
        )


def _grid(*headings: str) -> Table:
    table = grid()
    table.add_column(headings[0])
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _tables(plan: Plan) -> Table:
    table = _grid("table", "deals", "matches", "left", "decisions", "95 %", "shows")
    for one in plan.tables:
        seen = one.forecast
        table.add_row(
            Name(_named(one)),
            f"{one.table.deals:,}",
            f"{one.matches:,}",
            f"{max(0, one.matches - one.played):,}",
            spanned(one.use.decisions),
            DASH if seen is None or seen.half_width is None else f"± {rating(seen.half_width)}",
            DASH if seen is None or seen.gap is None else f"{rating(seen.gap)} points",
        )
    return table


def _named(one: TablePlan) -> str:
    return f"{one.table.game}, {one.table.seats} players"


def _uses(plan: Plan) -> Table:
    """Show by model, by table and in all what is asked of providers and what it costs."""
    table = _grid("asked of", "calls", "tokens in", "cached", "out", "dollars")
    models = [one for one in plan.players if one.kind == "model"]
    rows = [(one.player, one.use) for one in models]
    if len(plan.tables) > 1:
        rows += [(f"in {_named(one)}", one.use) for one in plan.tables]
    if len(models) > 1:
        rows.append(("in all", sum((one.use for one in models), Use())))
    for name, use in rows:
        table.add_row(Name(name), *(Text(cell) for cell in _cells(use)))
    return table


def _cells(use: Use) -> list[str]:
    return [spanned(use.calls), spanned(use.inp), _cached(use), spanned(use.out), money(use.cost)]


def _cached(use: Use) -> str:
    """Say which share of the input may be cached."""
    if not use.inp.high:
        return DASH
    low, high = use.cached.low / use.inp.low, use.cached.high / use.inp.high
    return f"{100 * low:.0f}{DASH}{100 * high:.0f} %"


def money(cost: Span | None) -> str:
    """Write dollars from least to most."""
    if cost is None:
        return dollars(None)
    low, high = dollars(cost.low), dollars(cost.high)
    if cost.low < 1 <= cost.high:
        low = f"${cost.low:.2f}"
    return low if low == high else f"{low}{DASH}{high[1:]}"


def duration(seconds: Span) -> str:
    """Write a time in the unit of its longer end."""
    unit, size = next((one for one in UNITS if seconds.high >= 2 * one[1]), UNITS[-1])
    low, high = (
        f"{end / size:.{0 if end >= 10 * size else 1}f}" for end in (seconds.low, seconds.high)
    )
    return f"{low}{DASH}{high} {unit}" if low != high else f"{high} {unit}"


def _limits(plan: Plan) -> Iterator[str]:
    limits = plan.limits
    bounds = [f"{count(limits.concurrency, 'decision')} at once"]
    if limits.concurrency_per_model:
        bounds.append(f"{limits.concurrency_per_model:,} to a model")
    if limits.calls_per_minute:
        bounds.append(f"{limits.calls_per_minute:,} calls a minute and model")
    if limits.tokens_per_minute:
        bounds.append(f"{limits.tokens_per_minute:,} tokens a minute and model")
    if plan.played >= plan.matches:
        yield "Nothing is left to play."
        return
    yield f"Time: {duration(plan.seconds)} with {', '.join(bounds)}."
    spent = f" ({dollars(plan.spent)} are spent)" if plan.spent else ""
    most = None if limits.max_cost is None else f"max_cost {dollars(limits.max_cost)}"
    if plan.fits == "yes":
        yield f"Money: {most} is enough{spent}."
    elif plan.fits == "perhaps":
        yield f"Money: {most} may be reached{spent}; the run then stops and can go on."
    elif plan.fits == "no":
        yield f"Money: {most} is not enough{spent}; the run will stop there and can go on."
    elif plan.fits == "unknown":
        yield f"Money: {most} cannot be kept while a price is unknown; `arena run` will refuse."
    elif plan.use.cost is None or plan.use.cost.high:
        yield f"Money: limits.max_cost is not set{spent}: nothing stops the run at a sum."


def _drill(plan: Plan) -> Iterator[str]:
    """Say what the drill takes, which is in no figure above."""
    if plan.drill is None:
        return
    use = plan.drill.use
    if not use.calls.high:
        yield "The drill: every position is met."
        return
    yield (
        f"The drill, not counted above ({plan.drill.positions} positions a player): calls"
        f" {spanned(use.calls)}, tokens in {spanned(use.inp)}, out {spanned(use.out)},"
        f" cost {money(use.cost)}; it counts for max_cost."
    )


def _for_gap(wanted: ForGap) -> Iterator[RenderableType]:
    """Show what a gap takes."""
    plan = wanted.plan
    asked = bool(plan.use.calls.high)
    title = f"To show a gap of {rating(wanted.gap)} points four times in five:"
    yield Sentence(title, style="bold")
    table = _grid("table", "deals", "matches", *(ASKED if asked else ["decisions"]))
    for one in plan.tables:
        deals, matches = f"{one.table.deals:,}", f"{one.matches:,}"
        if one.forecast is None:
            deals, matches = DASH, DASH
        use = one.use
        cells = [spanned(use.calls), spanned(use.inp), money(use.cost)]
        table.add_row(
            Name(_named(one)), deals, matches, *(cells if asked else [spanned(use.decisions)])
        )
    yield table
    cost = f"; dollars in all: {money(plan.use.cost)}" if asked else ""
    yield Sentence(f"Time: {duration(plan.seconds)}{cost}.")


def legend(config: Config, plan: Plan) -> Iterator[str]:
    """Say what the figures mean and what they rest on."""
    seen = [one for one in plan.tables if one.forecast]
    if seen:
        yield (
            "95 %: half-width of a typical rating's interval. shows: the smallest gap between two"
            " players that so many deals show four times in five."
            f" {' '.join(_judged(seen))}"
        )
    yield from filter(None, (undealt(one.table.game) for one in plan.tables))
    yield (
        "decisions: those with a choice, of all players; matches of bots tell how many"
        " where no earlier run does."
    )
    models = [one for one in plan.players if one.kind == "model"]
    measured = [one.player for one in models if one.measured]
    if measured:
        yield f"From earlier runs, give or take a fifth: {', '.join(measured)}."
    guessed = [one.player for one in models if not one.measured]
    if guessed:
        yield (
            f"Not measured yet: {', '.join(guessed)}. The prompts are real, at about 4 characters a"
            " token (3 to 4.5); cached: up to the part that repeats; output: from a short reply to"
            " max_tokens; up to one re-ask in two decisions; 1 to 10 seconds a call (4 built in)."
        )
    if any(isinstance(entrant, HumanEntrant) for entrant in config.players.values()):
        yield "The time that people take is not counted."


def _judged(seen: list[TablePlan]) -> Iterator[str]:
    """Say which matches the forecasts rest on."""
    by_run: dict[str, list[str]] = {}
    for one in seen:
        by_run.setdefault(one.judged_by or "", []).append(_named(one))
    for run, names in by_run.items():
        what = f"{' and '.join(names)} are " if len(by_run) > 1 else ""
        words = f"{what}judged by {f'the run {run}' if run else 'a pilot of bots'}."
        yield words[0].upper() + words[1:]
