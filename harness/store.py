"""One run on disk: an SQLite file, written ahead of play by one process, read by any number.

A finished match is one row: its head, its moves, its decisions. Of a match under way every move
stands in ``step``. A position of the drill is one row of ``drill``, apart from all matches. A
request to a model is a row of ``request``, written with the highest cost it can have before it is
sent, and filled in when the reply arrives. Moves of bots and of chance are gathered and written
with the next reply, or with others' after half a second: lost in a crash, they are simply made
again.

Every JSON text is sealed: a checksum of it and of its place stands before it, so that what a disk
got wrong is never taken for what was played.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self

from filelock import FileLock, Timeout

from harness.errors import ArenaError
from harness.record import Head, Move, Record, decision_json, read_head, read_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

FILE: Final = "run.sqlite"
_LOCK: Final = "run.lock"
_VERSION: Final = 2
_SEAL: Final = 8
_COMMIT_SECONDS: Final = 0.5
_DAMAGE: Final = re.compile("no such|no column|malformed|not decode", re.IGNORECASE)
"""What SQLite says of a damaged file in the same class as of one that is locked."""
_TABLES: Final = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE match (
    id TEXT PRIMARY KEY, head TEXT NOT NULL, moves TEXT NOT NULL, decisions TEXT NOT NULL
);
CREATE TABLE step (
    match TEXT, number INTEGER, move TEXT NOT NULL, decision TEXT,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE request (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL,
    reserved REAL, cost REAL, reply TEXT
);
CREATE TABLE drill (id TEXT PRIMARY KEY, move TEXT NOT NULL, decision TEXT) WITHOUT ROWID;
CREATE INDEX request_of ON request (match);
"""


class StoreError(ArenaError):
    """A run's folder cannot be used."""


class Reader:
    """A run, to read: finished matches, requests, and what the run was made from.

    ``doubtful``: texts whose seal is broken are read all the same, for those who look closer;
    ``doubts``: what they stand for, as far as they were read.
    """

    def __init__(self, folder: Path, *, doubtful: bool = False) -> None:
        """Open the run in the folder. Raises StoreError."""
        self.folder = folder
        self.doubts: set[str] = set()
        self._doubtful = doubtful
        path = folder / FILE
        if not path.is_file():
            raise StoreError(f"there is no run in {folder}", 2)
        with _sentences(path):
            self._connection = _open_to_read(path)
            self._check_version()

    def _check_version(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version != _VERSION:
            raise StoreError(
                f"{self.folder / FILE} has format {version}; this program reads format {_VERSION}",
                2,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def recall(self, key: str) -> Any:  # noqa: ANN401 - any JSON
        """Give a JSON value the run remembers; None where there is none."""
        with _sentences(self.folder / FILE):
            for (value,) in self._rows("SELECT value FROM run WHERE key = ?", key):
                return self._read(value, key, sure=True)
        return None

    def finished(self) -> set[str]:
        """Give the ids of the finished matches."""
        return {str(match) for (match,) in self._rows("SELECT id FROM match")}

    def heads(self) -> Iterator[Head]:
        """Yield the head of every finished match, in no order that means anything."""
        with _sentences(self.folder / FILE):
            for match, head in self._rows("SELECT id, head FROM match"):
                yield read_head(self._read(head, match))

    def record(self, match: str) -> Record | None:
        """Give one finished match; None where there is none."""
        query = "SELECT head, moves, decisions FROM match WHERE id = ?"
        with _sentences(self.folder / FILE):
            for head, moves, decisions in self._rows(query, match):
                texts = (self._read(text, match) for text in (head, moves, decisions))
                first, *rest = texts
                read = tuple(read_move(*pair) for pair in zip(*rest, strict=True))
                return Record(read_head(first), read)
        return None

    def steps(self, match: str) -> list[Move]:
        """Give the moves so far of a match under way, in order."""
        query = "SELECT number, move, decision FROM step WHERE match = ? ORDER BY number"
        with _sentences(self.folder / FILE):
            return [
                self._read_move(move, decision, match, number)
                for number, move, decision in self._rows(query, match)
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
        with _sentences(self.folder / FILE):
            for request, number, reply in self._rows(query, match):
                found.setdefault(number, []).append(self._read(reply, request))
        return found

    def drilled(self) -> dict[str, Move]:
        """Give what was done in each position of the drill that was met, by its id."""
        with _sentences(self.folder / FILE):
            return {
                met: self._read_move(move, decision, met)
                for met, move, decision in self._rows("SELECT id, move, decision FROM drill")
            }

    def spent(self) -> float:
        """Give the dollars spent by all invocations; a request that never returned counts whole."""
        total = "SELECT TOTAL(COALESCE(cost, reserved, 0)) FROM request"
        return next(float(dollars) for (dollars,) in self._rows(total))

    def _read_move(self, move: str, decision: str | None, *place: object) -> Move:
        made = None if decision is None else self._read(decision, *place)
        return read_move(self._read(move, *place), made)

    def _read(self, text: str, *place: object, sure: bool = False) -> Any:  # noqa: ANN401 - any JSON
        """Read a sealed text. Raises ValueError where it is not what was written there."""
        if text[:_SEAL] != _seal(text[_SEAL:], *place):
            if sure or not self._doubtful:
                raise ValueError(f"{place[0]} is not what was written; see: arena verify")
            self.doubts.add(str(place[0]))
        return json.loads(text[_SEAL:])

    def _rows(self, query: str, *values: object) -> Iterator[Any]:
        with _sentences(self.folder / FILE):
            yield from self._connection.execute(query, values)


class Store(Reader):
    """A run, to play: the one writer. Use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Make or open the run in the folder and lock it. Raises StoreError."""
        self.folder = folder
        path = folder / FILE
        with _sentences(path):
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / _LOCK, timeout=0)
            self._take_lock()
        try:
            with _sentences(path):
                self._connection = _open_to_write(path)
                self._check_version()
        except BaseException:
            self._lock.release()
            raise
        self._committed = time.monotonic()
        self._flush: asyncio.Task[None] | None = None

    def _take_lock(self) -> None:
        try:
            self._lock.acquire()
        except Timeout:
            raise StoreError(
                f"another process is playing the run in {self.folder}; wait for it or stop it", 2
            ) from None

    def close(self) -> None:
        """Write what is still gathered and let go of the file."""
        try:
            with _sentences(self.folder / FILE):
                self._connection.commit()
        finally:
            self._connection.close()
            self._lock.release()

    def clear(self) -> None:
        """Throw away everything the run holds."""
        for table in ("run", "match", "step", "request", "drill"):
            self._write(f"DELETE FROM {table}")  # noqa: S608 - fixed names
        self.commit()

    def remember(self, key: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Keep a JSON value with the run, at once."""
        self._write("INSERT OR REPLACE INTO run VALUES (?, ?)", key, _sealed(value, key))
        self.commit()

    def add_steps(self, match: str, first: int, moves: Sequence[Move]) -> None:
        """Keep moves of a match under way; written with the next commit."""
        for number, move in enumerate(moves, start=first):
            decision = decision_json(move)
            self._write(
                "INSERT INTO step VALUES (?, ?, ?, ?)",
                match,
                number,
                _sealed(move.json(), match, number),
                _sealed(decision, match, number) if decision else None,
            )

    def reserve(self, match: str, number: int, player: str, dollars: float | None) -> int:
        """Write a request about to be sent and the most it can cost; give its id."""
        statement = "INSERT INTO request (match, number, player, reserved) VALUES (?, ?, ?, ?)"
        return self._write(statement, match, number, player, dollars)

    def settle(self, request: int, cost: float | None, reply: Mapping[str, Any]) -> None:
        """Write what came back for a request and what it cost."""
        statement = "UPDATE request SET cost = ?, reply = ? WHERE id = ?"
        self._write(statement, cost, _sealed(reply, request), request)

    def release(self, request: int) -> None:
        """Take back a request that cost nothing: it failed, or reached nobody."""
        self._write("DELETE FROM request WHERE id = ?", request)

    def finish(self, record: Record) -> None:
        """Keep a finished match; its steps go. Written within half a second."""
        match = record.head.match
        self._write(
            "INSERT INTO match VALUES (?, ?, ?, ?)",
            match,
            _sealed(record.head.json(), match),
            _sealed([move.json() for move in record.moves], match),
            _sealed([decision_json(move) for move in record.moves], match),
        )
        self._write("DELETE FROM step WHERE match = ?", match)
        self._commit_now_and_then()

    def drill(self, met: str, move: Move) -> None:
        """Keep what was done in a position of the drill. Written within half a second."""
        decision = decision_json(move)
        self._write(
            "INSERT INTO drill VALUES (?, ?, ?)",
            met,
            _sealed(move.json(), met),
            _sealed(decision, met) if decision else None,
        )
        self._commit_now_and_then()

    def _commit_now_and_then(self) -> None:
        if time.monotonic() - self._committed > _COMMIT_SECONDS:
            self.commit()

    async def flushed(self) -> None:
        """Wait until everything written so far is on disk; all who wait share one commit.

        The slower the disk, the more replies arrive meanwhile and share the next one.
        """
        if self._flush is None:
            self._flush = asyncio.get_running_loop().create_task(self._commit_once())
        await asyncio.shield(self._flush)

    async def _commit_once(self) -> None:
        await asyncio.sleep(0)
        self._flush = None
        self.commit()

    def commit(self) -> None:
        """Bring everything written so far to disk."""
        with _sentences(self.folder / FILE):
            self._connection.commit()
        self._committed = time.monotonic()

    def _write(self, statement: str, *values: object) -> int:
        with _sentences(self.folder / FILE):
            return self._connection.execute(statement, values).lastrowid or 0


def _open_to_write(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        connection.executescript(f"BEGIN;{_TABLES}PRAGMA user_version = {_VERSION};COMMIT;")
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a run for reading; in a folder that cannot be written, as an unchanging file."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    return connection


def _sealed(value: Any, *place: object) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(value, separators=(",", ":"))
    return _seal(text, *place) + text


def _seal(text: str, *place: object) -> str:
    """Give the checksum of a text that stands in a place: the key of its row."""
    return f"{zlib.crc32(f'{place}{text}'.encode(errors='replace')):0{_SEAL}x}"


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence and an exit status."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            sentence = f"the disk is full or failing at {path}: {text}; what was stored is safe"
            raise StoreError(f"{sentence}, run the same command again to go on", 3) from None
        if _DAMAGE.search(text):
            raise StoreError(f"{path} is damaged: {text}", 1) from None
        raise StoreError(f"{path} cannot be used: {text}", 2) from None
    except (sqlite3.DatabaseError, UnicodeError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is damaged: {error}", 1) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}", 2) from None
