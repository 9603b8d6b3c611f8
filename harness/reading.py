"""The one door to a run, for commands, reports, notebooks and tests.

    from harness import reading

    with reading.open("quickstart") as run:
        for record in run.records():
            for step in run.steps(record):
                print(step.number, step.move.act, step.before.phase)

Nothing of the run is changed, and everything is computed from the records when it is asked for.
What cannot be read raises StoreError, one sentence for a person.
"""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from engine.game import IllegalAction
from engine.games import games
from harness import replay
from harness.config import Config, ModelEntrant
from harness.errors import FAILED, USAGE
from harness.provenance import KEY, mixtures
from harness.schedule import place, schedule
from harness.store import FILE, Reader, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.game import State
    from harness.analysis.board import Anchor, Board, Entrant
    from harness.analysis.first_listed import Led
    from harness.analysis.klirr.bluff.report import Watched
    from harness.analysis.klirr.drill.figures import Drilling
    from harness.analysis.klirr.luck import Winnings, Won
    from harness.config import Entrant as PlayerConfig
    from harness.record import Head, Record
    from harness.replay import Step
    from harness.usage import Money

RESULTS: Final = Path("results")
KLIRR: Final = "klirr"


def open(path: str | Path, *, doubtful: bool = False) -> Run:  # noqa: A001 - ``reading.open`` says it
    """Open a run by its folder or its name under ``results``; ``doubtful``: see ``Reader``."""
    return _opened(Reader(folder_of(path), doubtful=doubtful))


def folder_of(path: str | Path) -> Path:
    """Give the folder of a run from it or its name under ``results``. Raises StoreError."""
    for folder in (Path(path), RESULTS / path):
        if _holds_run(folder):
            return folder
    known = sorted(found.parent.name for found in RESULTS.glob(f"*/{FILE}"))
    there = f"there are {', '.join(known)}" if known else "there are none yet"
    name = str(path)[:200]
    raise StoreError(f"there is no run {name!r}, as a folder or under results; {there}", USAGE)


def _opened(reader: Reader) -> Run:
    config = reader.recall("config")
    if config is None:
        reader.close()
        raise StoreError(f"{reader.folder / FILE} is damaged: it holds no config", FAILED)
    run = Run(Config.from_json(config), reader)
    if unknown := [game for game in run.games if game not in games()]:
        reader.close()
        raise StoreError(f"{reader.folder / FILE} is of a game that is not here: {unknown}", FAILED)
    return run


def _holds_run(folder: Path) -> bool:
    """Whether there is a run in the folder. Raises StoreError where nobody may look."""
    try:
        return (folder / FILE).exists()
    except OSError as error:
        where = str(folder)[:200]
        raise StoreError(f"no run can be read from {where!r}: {error.strerror}", USAGE) from None


class Run:
    """A run to read, as a context manager.

    ``config``: the tournament as it was last played. ``reader``: what is stored, as it is stored.
    ``mixed``: which texts or rules changed while it was played, a sentence each time.
    Matches come in schedule order. All methods raise StoreError.
    """

    def __init__(self, config: Config, reader: Reader) -> None:
        self.config = config
        self.reader = reader
        self.mixed = mixtures(reader.recall(KEY) or [])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.reader.close()

    @property
    def games(self) -> list[str]:
        """The ids of the games it plays, in alphabetical order."""
        return sorted({table.game for table in self.config.games})

    def heads(self) -> list[Head]:
        """Give the heads of the finished matches: all but their moves."""
        order = place(self.config)
        try:
            return sorted(self.reader.heads(), key=lambda head: order(head.match))
        except ValueError as strange:
            raise StoreError(f"{self.reader.folder} is damaged: {strange}", FAILED) from None

    def records(self) -> Iterator[Record]:
        """Yield the finished matches; they are read one at a time."""
        done = self.reader.finished()
        for match in schedule(self.config):
            if match.id in done and (record := self.reader.record(match.id)):
                done.remove(match.id)
                yield record
        if done:
            strange = ", ".join(sorted(done))[:200]
            sentence = f"{self.reader.folder} is damaged: {strange} is not in its schedule"
            raise StoreError(sentence, FAILED)

    def record(self, match: str) -> Record | None:
        """Give one finished match by its id; None where there is none."""
        return self.reader.record(match)

    def steps(self, record: Record) -> Iterator[Step]:
        """Yield each move of a match with the positions before and after it."""
        with lawful():
            yield from replay.steps(record)

    def thoughts(self, match: str) -> dict[int, str]:
        """Give what was kept of the thinking behind the decisions of a match, by their number."""
        from harness.models.thoughts import by_decision

        try:
            return by_decision(self.reader.replies(match))
        except ValueError as strange:
            raise StoreError(f"{self.reader.folder} is damaged: {strange}", FAILED) from None

    def money(self) -> Money:
        """Give the dollars of all invocations, whatever they were paid for."""
        return self.reader.money()

    def boards(self) -> list[Board]:
        """Compute the rating tables, one for each game and table size."""
        from harness.analysis.rating import boards

        return boards(self.heads(), self._entrants(), self._anchor())

    def combined(self) -> list[Board]:
        """Compute the rating tables over all games."""
        from harness.analysis.rating import combined

        return combined(self.heads(), self._entrants(), self._anchor())

    def bluff(self) -> Watched:
        """Label every claim of the Klirr matches; all figures of bluffing are made of it."""
        from harness.analysis.klirr.bluff.report import watch

        return watch(self._replayed(KLIRR))

    def led(self) -> dict[str, Led]:
        """Find the models that take the choice listed first more often than chance would."""
        if not any(isinstance(one, ModelEntrant) for one in self.config.players.values()):
            return {}
        from harness.analysis.first_listed import beyond_chance, first_listed

        with lawful():
            return beyond_chance(first_listed(self.records()))

    def winnings(self) -> dict[tuple[str, int], dict[str, Winnings]]:
        """Give Klirr's dollars a round, as won and without luck, by (game, seats) and player."""
        from harness.analysis.klirr.luck import winnings, won

        seats: defaultdict[tuple[str, int], list[Won]] = defaultdict(list)
        for record, states in self._replayed(KLIRR):
            seats[KLIRR, len(record.head.seats)] += won(record, states)
        return {table: winnings(matches) for table, matches in seats.items()}

    def metrics(self) -> dict[str, Mapping[str, float | None]]:
        """Measure by every metric there is; by its name, then by player."""
        from harness.analysis.metrics import metrics

        with lawful():
            return {name: one.measure(self.records()) for name, one in metrics().items()}

    def drilled(self) -> Sequence[Drilling]:
        """Measure who met positions of the drill; nobody where it was not played."""
        if not self.reader.drilled():
            return ()
        from harness.drill.run import drilled

        return drilled(self.config, self.reader)

    def _replayed(self, game: str) -> Iterator[tuple[Record, list[State[Any, Any]]]]:
        """Yield the matches of a game, the position before each move beside the record."""
        for record in self.records():
            if record.head.game == game:
                yield record, [step.before for step in self.steps(record)]

    def _anchor(self) -> Anchor | None:
        from harness.analysis.board import Anchor

        rating = self.config.rating
        return Anchor(rating.anchor, rating.at) if rating else None

    def _entrants(self) -> dict[str, Entrant]:
        """Say of each player what the tables need to know."""
        from harness.analysis.board import Entrant

        rungs = self.reader.rungs()
        return {
            name: Entrant(player.kind, _options(player), rungs.get(name) or _fixed(player))
            for name, player in self.config.players.items()
        }


def _fixed(player: PlayerConfig) -> str | None:
    """Give the form of reply that the file fixes for a model."""
    return player.reply if isinstance(player, ModelEntrant) and player.reply != "auto" else None


def _options(player: PlayerConfig) -> str:
    return json.dumps(player.model_dump(mode="json", by_alias=True), sort_keys=True)


@contextmanager
def lawful() -> Iterator[None]:
    """Turn a record that breaks the rules into a sentence."""
    try:
        yield
    except IllegalAction as breach:
        raise StoreError(str(breach), FAILED) from None
