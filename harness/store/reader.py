"""A run on disk, to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from harness.errors import USAGE
from harness.record import Head, Move, Record, read_head, read_move
from harness.store.file import FILE, StoreError, look, no_run, open_to_read, sentences
from harness.store.format import FORMATS, Format
from harness.store.seal import holds, opened, sure
from harness.store.shape import checked_head, checked_move, checked_rungs
from harness.usage import Money

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


class Reader:
    """A run, to read: finished matches, requests, and what the run was made from.

    ``doubtful``: texts whose seal is broken are read all the same, for those who look closer;
    ``doubts``: what they stand for, as far as they were read.
    """

    _doubtful = False

    def __init__(self, folder: Path, *, doubtful: bool = False) -> None:
        """Open the run in the folder. Raises StoreError."""
        self.folder = folder
        self.doubts: set[str] = set()
        self._doubtful = doubtful
        path = folder / FILE
        if not path.exists():
            raise no_run(folder)
        with sentences(path):
            look(path)
            self._connection = open_to_read(path)
            self._format = self._known(FORMATS)

    def _known(self, formats: Mapping[int, Format]) -> Format:
        """Give the format of the file. Raises StoreError where it is none of these."""
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version in formats:
            return formats[version]
        sentence = f"{self.folder / FILE} has format {version}; "
        if version in FORMATS:
            upgrade = f"arena upgrade {self.folder} makes it one to play on, and keeps a copy"
            raise StoreError(f"{sentence}it can be read as it is, and {upgrade}", USAGE)
        if version == 0:
            begun = "holds no run: its first write never ended, as on a full disk"
            raise StoreError(f"{self.folder / FILE} {begun}; `arena run` begins it anew", USAGE)
        read = " and ".join(map(str, FORMATS))
        raise StoreError(f"{sentence}this program reads format {read}", USAGE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def recall(self, key: str) -> Any:  # noqa: ANN401 - any JSON
        """Give a JSON value the run remembers; None where there is none."""
        with sentences(self.folder / FILE):
            for (value,) in self._rows("SELECT value FROM run WHERE key = ?", key):
                return sure(value, key)
        return None

    def rungs(self) -> dict[str, str]:
        """Give by player the form of reply that worked in an earlier invocation."""
        with sentences(self.folder / FILE):
            return checked_rungs(self.recall("rungs"))

    def finished(self) -> set[str]:
        """Give the ids of the finished matches."""
        return {str(match) for (match,) in self._rows("SELECT id FROM match")}

    def heads(self) -> Iterator[Head]:
        """Yield the head of every finished match, in no order that means anything."""
        with sentences(self.folder / FILE):
            for match, head in self._rows("SELECT id, head FROM match"):
                yield self._head(self._read(head, match), match)

    def record(self, match: str) -> Record | None:
        """Give one finished match; None where there is none."""
        columns = ", ".join(f"{column}s" for column in self._format.columns)
        query = f"SELECT head, {columns} FROM match WHERE id = ?"  # noqa: S608 - fixed names
        with sentences(self.folder / FILE):
            for texts in self._rows(query, match):
                head, *lists = (self._read(text, match) for text in texts)
                moves = (self._move(parts, match) for parts in zip(*lists, strict=True))
                return Record(self._head(head, match), tuple(moves))
        return None

    def steps(self, match: str) -> list[Move]:
        """Give the moves so far of a match under way, in order."""
        query = f"{self._moves('number', 'step')} WHERE match = ? ORDER BY number"
        with sentences(self.folder / FILE):
            return [
                self._read_move(texts, match, number) for number, *texts in self._rows(query, match)
            ]

    def begun(self) -> bool:
        """Say whether anything was played, asked or drilled."""
        query = (
            "SELECT 1 FROM match UNION ALL SELECT 1 FROM step"
            " UNION ALL SELECT 1 FROM request UNION ALL SELECT 1 FROM drill LIMIT 1"
        )
        return any(True for _ in self._rows(query))

    def under_way(self) -> set[str]:
        """Give the ids of the matches that have begun and are not finished."""
        return {str(match) for (match,) in self._rows("SELECT DISTINCT match FROM step")}

    def replies(self, match: str) -> dict[int, list[Any]]:
        """Give what was answered in a match, as JSON: by number of the decision, in order."""
        found: dict[int, list[Any]] = {}
        query = """
            SELECT id, number, reply FROM request WHERE match = ? AND reply NOT NULL ORDER BY id
        """
        with sentences(self.folder / FILE):
            for request, number, reply in self._rows(query, match):
                found.setdefault(number, []).append(self._format.reply(self._read(reply, request)))
        return found

    def answered(self) -> set[str]:
        """Give the names of the models and people of whom a reply is stored."""
        return {
            str(player)
            for (player,) in self._rows("SELECT DISTINCT player FROM request WHERE reply NOT NULL")
        }

    def drilled(self) -> dict[str, Move]:
        """Give what was done in each position of the drill that was met, by its id."""
        with sentences(self.folder / FILE):
            return {
                met: self._read_move(texts, met)
                for met, *texts in self._rows(self._moves("id", "drill"))
            }

    def spent(self) -> float:
        """Give the dollars spent by all invocations; a request that never returned counts whole."""
        total = "SELECT TOTAL(COALESCE(cost, reserved, 0)) FROM request"
        return next(float(dollars) for (dollars,) in self._rows(total))

    def money(self) -> Money:
        """Tell what is paid from what is only put aside."""
        sums = """
            SELECT TOTAL(cost), TOTAL(CASE WHEN cost IS NULL THEN reserved END),
                TOTAL(CASE WHEN match NOT IN (SELECT id FROM match) THEN cost END)
            FROM request
        """
        return next(Money(*row) for row in self._rows(sums))

    def overrun(self) -> dict[str, float]:
        """Give by player the most dollars of a reply that cost more than was put aside for it."""
        dear = "SELECT player, MAX(cost) FROM request WHERE cost > reserved GROUP BY player"
        return {str(player): float(cost) for player, cost in self._rows(dear)}

    def _moves(self, key: str, table: str) -> str:
        """Give the query of single moves with their key."""
        return f"SELECT {', '.join((key, *self._format.columns))} FROM {table}"  # noqa: S608 - fixed names

    def _read_move(self, texts: Sequence[str | None], *place: object) -> Move:
        parts = (None if text is None else self._read(text, *place) for text in texts)
        return self._move(parts, str(place[0]))

    def _head(self, json: Any, match: str) -> Head:  # noqa: ANN401 - any JSON
        return read_head(checked_head(self._format.head(json), match))

    def _move(self, parts: Iterable[Any], place: str) -> Move:
        return read_move(checked_move(self._format.move(*parts), place))

    def _read(self, text: str, *place: object) -> Any:  # noqa: ANN401 - any JSON
        """Read a sealed text; one whose seal is broken as ``doubtful`` has it."""
        if not self._doubtful:
            return sure(text, *place)
        if not holds(text, *place):
            self.doubts.add(str(place[0]))
        return opened(text)

    def _rows(self, query: str, *values: object) -> Iterator[Any]:
        with sentences(self.folder / FILE):
            yield from self._connection.execute(query, values)
