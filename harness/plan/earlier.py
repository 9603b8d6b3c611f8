"""What earlier runs tell: how long matches are, and what a model used.

Only what answers alike counts: the same model with the same parameters and prompt (or the same
bot), in the same game under the same rules. Runs that cannot be read are passed over.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from harness import reading
from harness.config import BotEntrant, ModelEntrant, changes
from harness.config.count import line_ups_of
from harness.errors import ArenaError
from harness.record import Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

    from harness.config import Config, Entrant, Table
    from harness.reading import Run
    from harness.record import Head


class Answerer(NamedTuple):
    """Whoever answers alike: who it is with all its options, the game, the rules."""

    who: str
    game: str
    rules: str


class Design(NamedTuple):
    """What makes the deals of two tournaments comparable."""

    game: str
    seats: int
    rules: str
    rotate: str
    players: int
    line_ups: int


def answerer(entrant: Entrant, table: Table) -> Answerer:
    """Say who answers as an entrant does at a table."""
    who: list[Any]
    if isinstance(entrant, ModelEntrant):
        asks = entrant.asks
        asked = (asks.reason, sorted(asks.told), sorted(entrant.half), asks.shuffled, asks.shown)
        answers = (entrant.api_base, entrant.params, entrant.prompt, asked)
        who = ["model", entrant.model, *answers]
    elif isinstance(entrant, BotEntrant):
        who = ["bot", entrant.named(table.game), entrant.options]
    else:
        who = ["human"]
    return Answerer(_text(who), table.game, _text(table.rules))


def design(config: Config, table: Table) -> Design:
    """Say how a table is played in a tournament."""
    line_ups, rules = line_ups_of(config, table), _text(table.rules)
    return Design(table.game, table.seats, rules, config.rotate, len(config.players), line_ups)


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


@dataclass(slots=True)
class Used:
    """What the seats of one answerer used."""

    matches: int = 0
    play: Play = field(default_factory=Play)

    def __add__(self, other: Used) -> Used:
        return Used(self.matches + other.matches, self.play + other.play)


@dataclass(frozen=True, slots=True)
class OwnRun:
    """What the tournament's own run holds.

    ``finished``: the ids of its matches; ``matches``: how many, by game and seats; ``seats``: by
    player, game and seats, in how many it sat. ``spent``: dollars. ``changed``: why it cannot be
    gone on with; then it counts as nothing.
    """

    finished: frozenset[str] = frozenset()
    matches: Mapping[tuple[str, int], int] = field(default_factory=Counter)
    seats: Mapping[tuple[str, str, int], int] = field(default_factory=Counter)
    spent: float = 0.0
    changed: tuple[str, ...] = ()
    drilled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the runs under ``results`` tell about a tournament.

    ``used``: by answerer and seats. ``deals``: by design, the matches of the run with most deals of
    it, and that run's name.
    """

    own_run: OwnRun
    used: Mapping[tuple[Answerer, int], Used]
    deals: Mapping[Design, tuple[str, tuple[Head, ...]]]

    def used_by(self, who: Answerer, seats: int) -> Used | None:
        """Give what an answerer used at this table size, or else at any."""
        if (who, seats) in self.used:
            return self.used[who, seats]
        found = [self.used[one, size] for one, size in sorted(self.used) if one == who]
        return sum(found, Used()) if found else None


def read_earlier(config: Config, results: Path) -> Earlier:
    """Read what there is under ``results``. Raises StoreError where the own run is damaged."""
    answerers = {
        answerer(entrant, table) for entrant in config.players.values() for table in config.games
    }
    designs = {design(config, table) for table in config.games}
    used: defaultdict[tuple[Answerer, int], Used] = defaultdict(Used)
    deals: dict[Design, tuple[str, tuple[Head, ...]]] = {}
    own_run = OwnRun()
    for folder in reading.runs(results):
        try:
            with reading.open(folder) as run:
                _read(run, answerers, designs, used, deals)
                if folder.name == config.name:
                    own_run = _own_run(config, run)
        except ArenaError:
            if folder.name == config.name:
                raise
    return Earlier(own_run, dict(used), deals)


def _read(
    run: Run,
    answerers: set[Answerer],
    designs: set[Design],
    used: defaultdict[tuple[Answerer, int], Used],
    deals: dict[Design, tuple[str, tuple[Head, ...]]],
) -> None:
    """Add what one run tells."""
    known = {
        (name, table.game, table.seats): answerer(entrant, table)
        for name, entrant in run.config.players.items()
        for table in run.config.games
    }
    ours = {(t.game, t.seats): design(run.config, t) for t in run.config.games}
    if answerers.isdisjoint(known.values()) and designs.isdisjoint(ours.values()):
        return
    found: defaultdict[tuple[str, int], list[Head]] = defaultdict(list)
    for head in run.heads():
        found[head.game, len(head.seats)].append(head)
    for (game, seats), heads in found.items():
        for name, one in _uses(heads).items():
            who = known.get((name, game, seats))
            if who in answerers:
                used[who, seats] += one
        like = ours.get((game, seats))
        if like in designs and _count(heads) > _count(deals.get(like, ("", ()))[1]):
            deals[like] = (run.reader.folder.name, tuple(heads))


def _count(heads: Iterable[Head]) -> int:
    return len({head.deal for head in heads})


def _uses(heads: Iterable[Head]) -> dict[str, Used]:
    sums: defaultdict[str, Used] = defaultdict(Used)
    for head in heads:
        for name, play in zip(head.seats, head.play, strict=True):
            sums[name] += Used(1, play)
    return sums


def _own_run(config: Config, run: Run) -> OwnRun:
    changed = changes(run.config, config)
    if changed:
        return OwnRun(changed=tuple(changed))
    heads = run.heads()
    return OwnRun(
        frozenset(head.match for head in heads),
        Counter((head.game, len(head.seats)) for head in heads),
        Counter((name, head.game, len(head.seats)) for head in heads for name in head.seats),
        run.reader.spent(),
        drilled=frozenset(run.reader.drilled()),
    )
