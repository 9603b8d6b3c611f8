"""The file of a run: how it is opened, and what SQLite says of it in one sentence."""

from __future__ import annotations

import re
import sqlite3
import stat
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from harness.errors import FAILED, STOPPED, USAGE, ArenaError
from harness.store.format import FORMATS, NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from filelock import BaseFileLock

FILE: Final = "run.sqlite"
LOCK: Final = "run.lock"
WAIT: Final = 60.0
"""Seconds that another program may hold the file before we give up, for now."""
_KINDS: Final = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_DAMAGE: Final = re.compile("no such|no column|malformed|not decode", re.IGNORECASE)
"""What SQLite says of a damaged file in the same class as of one that is locked."""
_TABLES: Final = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE match (id TEXT PRIMARY KEY, head TEXT NOT NULL, moves TEXT NOT NULL);
CREATE TABLE step (
    match TEXT, number INTEGER, move TEXT NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE request (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL,
    reserved REAL, cost REAL, reply TEXT
);
CREATE TABLE drill (id TEXT PRIMARY KEY, move TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX request_of ON request (match);
"""


class StoreError(ArenaError):
    """A run's folder cannot be used."""


def no_run(folder: Path) -> StoreError:
    """Say that nothing of a run is in the folder."""
    return StoreError(f"there is no run in {folder}", USAGE)


def locked(folder: Path) -> BaseFileLock:
    """Lock the run in the folder. Raises StoreError where another process has it."""
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        sentence = f"another process is playing the run in {folder}; wait for it or stop it"
        raise StoreError(sentence, USAGE) from None
    return lock


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open or make a run, written so that a power cut loses nothing that was committed.

    Raises StoreError where something else is there; then nothing of it is touched.
    """
    look(path)
    connection = sqlite3.connect(path, timeout=WAIT)
    write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        connection.executescript(f"BEGIN;{_TABLES}PRAGMA user_version = {NEWEST};COMMIT;")
    return connection


def write_ahead(connection: sqlite3.Connection) -> bool:
    """Let others read while we write, where the file system can; say whether it can."""
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "full" in str(error):
            raise
        (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    return str(mode) == "wal"


def look(path: Path) -> None:
    """Make sure that what is there is a run, or nothing yet. Raises StoreError."""
    if not path.exists():
        return
    kind = next((word for there, word in _KINDS if there(path.stat().st_mode)), None)
    if kind:
        raise StoreError(f"{path} is {kind}, not a run's file", USAGE)
    if path.stat().st_size == 0:
        return
    with closing(open_to_read(path)) as found:
        (version,) = found.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in found.execute("SELECT name FROM sqlite_schema")}
    ours = {"run", "match", "step", "request"} & tables if tables else version in {0, *FORMATS}
    if not ours:
        sentence = f"{path} is a database of something else, not a run's; it is untouched"
        raise StoreError(sentence, USAGE)


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a run for reading; in a folder that cannot be written, as an unchanging file."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    return connection


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence and an exit status."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            sentence = f"the disk is full or failing at {path}: {text}; what was stored is safe"
            raise StoreError(f"{sentence}, run the same command again to go on", STOPPED) from None
        if "locked" in text:
            sentence = f"{path} has been held by another program for too long: {text}"
            raise StoreError(f"{sentence}; run the same command again to go on", STOPPED) from None
        if _DAMAGE.search(text):
            raise StoreError(f"{path} is damaged: {text}", FAILED) from None
        raise StoreError(f"{path} cannot be used: {text}", USAGE) from None
    except (sqlite3.DatabaseError, UnicodeError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is damaged: {error}", FAILED) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}", USAGE) from None
