"""The file of a run: how it is opened, and what SQLite says of it in one sentence."""

from __future__ import annotations

import re
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from harness.errors import ArenaError
from harness.store.format import NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE: Final = "run.sqlite"
LOCK: Final = "run.lock"
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


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open or make a run, written so that a power cut loses nothing that was committed."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        connection.executescript(f"BEGIN;{_TABLES}PRAGMA user_version = {NEWEST};COMMIT;")
    return connection


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
            raise StoreError(f"{sentence}, run the same command again to go on", 3) from None
        if _DAMAGE.search(text):
            raise StoreError(f"{path} is damaged: {text}", 1) from None
        raise StoreError(f"{path} cannot be used: {text}", 2) from None
    except (sqlite3.DatabaseError, UnicodeError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is damaged: {error}", 1) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}", 2) from None
