"""What a tournament will take and what it will show, before a request is sent.

Everything is a function of the file and of the runs under ``results``: a pilot of scripted players
tells how long matches are and how far results spread, the real prompts how long the input is,
earlier runs what a model really used. Figures are for what is left to play.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from harness.analysis.interval import FEWEST_DEALS
from harness.analysis.plan import forecast
from harness.config.count import line_ups_of, matches_of
from harness.plan.drill import plan_drill
from harness.plan.earlier import design, read_earlier
from harness.plan.pilot import play_pilot
from harness.plan.time import wall_time
from harness.plan.use import Use, per_decision
from harness.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from harness.analysis.plan import Forecast
    from harness.config import Config, Limits, Table
    from harness.plan.drill import DrillPlan
    from harness.plan.earlier import Earlier, OwnRun
    from harness.plan.pilot import Pilot
    from harness.plan.span import Span
    from harness.plan.use import PerDecision

COUNTED: Final = 20_000
"""Matches of a table that are gone through one by one to see who sits in them."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One game at one table size.

    ``played``: of its matches, those that are finished. ``use``: of what is left. ``forecast``:
    what all its deals will show, None where nothing can be said; ``judged_by``: the name of the
    earlier run it was judged by, None for the pilot.
    """

    table: Table
    matches: int
    played: int
    use: Use
    forecast: Forecast | None
    judged_by: str | None

    def json(self) -> dict[str, Any]:
        """Give the figures as JSON."""
        seen = self.forecast
        return {
            "game": self.table.game,
            "seats": self.table.seats,
            "deals": self.table.deals,
            "matches": self.matches,
            "played": self.played,
            **_json(self.use),
            "half_width": seen and seen.half_width,
            "smallest_gap": seen and seen.gap,
            "judged_by": self.judged_by or "pilot",
            "judged_by_deals": seen and seen.from_deals,
        }


@dataclass(frozen=True, slots=True)
class PlayerPlan:
    """One player over all tables; ``measured``: all its figures are from earlier runs."""

    player: str
    kind: str
    use: Use
    measured: bool

    def json(self) -> dict[str, Any]:
        """Give the figures as JSON."""
        about = {"player": self.player, "kind": self.kind, "measured": self.measured}
        return {**about, **_json(self.use)}


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament before it is played, or played on.

    ``seconds``: on the clock, at the limits given; time of people is not in it. ``spent``: dollars
    so far. ``changed``: why the run there is cannot be gone on with; then it counts as nothing.
    ``drill``: what is left of the drill, in none of the other figures; None where none is to pay.
    """

    name: str
    limits: Limits
    tables: tuple[TablePlan, ...]
    players: tuple[PlayerPlan, ...]
    seconds: Span
    spent: float
    changed: tuple[str, ...]
    drill: DrillPlan | None

    @property
    def use(self) -> Use:
        """What is left will take in all."""
        return sum((table.use for table in self.tables), Use())

    @property
    def matches(self) -> int:
        """All matches, the played ones too."""
        return sum(table.matches for table in self.tables)

    @property
    def played(self) -> int:
        """The finished matches."""
        return sum(table.played for table in self.tables)

    @property
    def fits(self) -> str | None:
        """Whether ``max_cost`` is enough: yes, no, perhaps, unknown; None where it is not set."""
        most, cost = self.limits.max_cost, self.use.cost
        if most is None:
            return None
        if cost is None:
            return "unknown"
        if self.spent + cost.high <= most:
            return "yes"
        return "no" if self.spent + cost.low > most else "perhaps"

    def json(self) -> dict[str, Any]:
        """Give the plan as JSON; a range is [at least, at most]."""
        return {
            "name": self.name,
            "matches": self.matches,
            "played": self.played,
            **_json(self.use),
            "seconds": self.seconds.json(),
            "spent": self.spent,
            "max_cost": self.limits.max_cost,
            "fits": self.fits,
            "changed": list(self.changed),
            "boards": [table.json() for table in self.tables],
            "players": [player.json() for player in self.players],
            "drill": self.drill and {"positions": self.drill.positions, **_json(self.drill.use)},
        }


@dataclass(frozen=True, slots=True)
class ForGap:
    """The deals that show a gap of so many Elo points four times in five, and what they take."""

    gap: float
    plan: Plan

    def json(self) -> dict[str, Any]:
        """Give the figures as JSON."""
        return {"gap": self.gap, **self.plan.json()}


def _json(use: Use) -> dict[str, Any]:
    tokens = {"in": use.inp, "cached": use.cached, "out": use.out}
    return {
        "decisions": use.decisions.json(),
        "calls": use.calls.json(),
        "tokens": {kind: span.json() for kind, span in tokens.items()},
        "cost": use.cost and use.cost.json(),
    }


@dataclass(frozen=True, slots=True)
class Evidence:
    """What plans are made from: the pilots by table, the earlier runs, what the drill takes."""

    pilots: Mapping[str, Pilot]
    earlier: Earlier
    drill: DrillPlan | None = None


def make_plan(config: Config, results: Path, gap: float | None) -> tuple[Plan, ForGap | None]:
    """Plan a tournament, and the one that would show ``gap`` Elo points.

    Raises StoreError where the tournament's own run cannot be read.
    """
    earlier = read_earlier(config, results)
    pilots = {table.id: play_pilot(config, table) for table in config.games}
    seen = Evidence(pilots, earlier, plan_drill(config, earlier))
    plan = plan_from(config, seen)
    if gap is None:
        return plan, None
    tables = tuple(_for_gap(one, gap) for one in plan.tables)
    return plan, ForGap(gap, plan_from(config.model_copy(update={"games": tables}), seen))


def _for_gap(one: TablePlan, gap: float) -> Table:
    """Give the table with the deals it takes; as it is where nothing can be said."""
    if one.forecast is None:
        return one.table
    return one.table.model_copy(update={"deals": one.forecast.deals_for(gap)})


def plan_from(config: Config, seen: Evidence) -> Plan:
    """Plan a tournament from evidence; a pure function of both."""
    takes = {
        (name, table.id): per_decision(name, entrant, table, seen.pilots[table.id], seen.earlier)
        for table in config.games
        for name, entrant in config.players.items()
    }
    uses = {
        (name, table.id): takes[name, table.id].times(matches)
        for table in config.games
        for name, matches in _left(config, table, seen.earlier.own_run).items()
    }
    tables = tuple(_table(config, table, uses, seen) for table in config.games)
    own_run = seen.earlier.own_run
    return Plan(
        config.name,
        config.limits,
        tables,
        tuple(_player(config, name, uses, takes) for name in config.players),
        wall_time(config, uses, {one.table.id: one.matches - one.played for one in tables}),
        own_run.spent,
        own_run.changed,
        seen.drill,
    )


def _left(config: Config, table: Table, own_run: OwnRun) -> dict[str, float]:
    """Give by player in how many matches it has yet to sit; of very many, its even share."""
    matches = matches_of(config, table)
    if matches <= COUNTED:
        one = config.model_copy(update={"games": (table,)})
        due = (match for match in schedule(one) if match.id not in own_run.finished)
        seats = Counter(name for match in due for name in match.players)
        return {name: float(seats[name]) for name in config.players}
    even = matches * table.seats / len(config.players)
    return {
        name: max(0.0, even - own_run.seats.get((name, table.game, table.seats), 0))
        for name in config.players
    }


def _table(
    config: Config, table: Table, uses: Mapping[tuple[str, str], Use], seen: Evidence
) -> TablePlan:
    forecast, judged_by = _forecast(config, table, seen)
    return TablePlan(
        table,
        matches_of(config, table),
        seen.earlier.own_run.matches.get((table.game, table.seats), 0),
        sum((uses[name, table.id] for name in config.players), Use()),
        forecast,
        judged_by,
    )


def _forecast(config: Config, table: Table, seen: Evidence) -> tuple[Forecast | None, str | None]:
    """Judge by an earlier run of the same design with deals enough, else by the pilot."""
    run, heads = seen.earlier.deals.get(design(config, table), (None, ()))
    if len({head.deal for head in heads}) < FEWEST_DEALS:
        run, heads = None, seen.pilots[table.id].heads
    return forecast(heads, table.deals, _share_met(config, table)), run


def _share_met(config: Config, table: Table) -> float:
    """Give the share of the deals in which two players meet; all pairs meet about equally often."""
    players, seats = len(config.players), table.seats
    if players == 1:
        return 1.0
    return min(1.0, line_ups_of(config, table) * seats * (seats - 1) / players / (players - 1))


def _player(
    config: Config,
    name: str,
    uses: Mapping[tuple[str, str], Use],
    takes: Mapping[tuple[str, str], PerDecision],
) -> PlayerPlan:
    return PlayerPlan(
        name,
        config.players[name].kind,
        sum((uses[name, table.id] for table in config.games), Use()),
        all(takes[name, table.id].measured for table in config.games),
    )
