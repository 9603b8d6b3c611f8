"""A run on disk, to play: the one writer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

from harness.errors import FAILED, STOPPED
from harness.store.file import FILE, WAIT, StoreError, locked, open_to_write, sentences
from harness.store.format import FORMATS, NEWEST
from harness.store.reader import Reader
from harness.store.seal import sealed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from harness.record import Move, Record

_COMMIT_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 0.1


class Store(Reader):
    """A run, to play: the one writer. Use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Make or open the run in the folder and lock it. Raises StoreError."""
        self.folder = folder
        path = folder / FILE
        with sentences(path):
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = locked(folder)
        try:
            with sentences(path):
                self._connection = open_to_write(path)
                self._format = self._known({NEWEST: FORMATS[NEWEST]})
        except BaseException:
            self._lock.release()
            raise
        self._place = _place(path)
        self._committed = time.monotonic()
        self._flush: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Write what is still gathered and let go of the file."""
        try:
            with sentences(self.folder / FILE):
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
        self._write("INSERT OR REPLACE INTO run VALUES (?, ?)", key, sealed(value, key))
        self.commit()

    def add_steps(self, match: str, first: int, moves: Sequence[Move]) -> None:
        """Keep moves of a match under way; written with the next commit."""
        for number, move in enumerate(moves, start=first):
            text = sealed(move.stored(), match, number)
            self._write("INSERT INTO step VALUES (?, ?, ?)", match, number, text)

    def reserve(self, match: str, number: int, player: str, dollars: float | None) -> int:
        """Write a request about to be sent and the most it can cost; give its id."""
        statement = "INSERT INTO request (match, number, player, reserved) VALUES (?, ?, ?, ?)"
        return self._write(statement, match, number, player, dollars)

    def settle(self, request: int, cost: float | None, reply: Mapping[str, Any]) -> None:
        """Write what came back for a request and what it cost."""
        statement = "UPDATE request SET cost = ?, reply = ? WHERE id = ?"
        self._write(statement, cost, sealed(reply, request), request)

    def release(self, request: int) -> None:
        """Take back a request that cost nothing: it failed, or reached nobody."""
        self._write("DELETE FROM request WHERE id = ?", request)

    def finish(self, record: Record) -> None:
        """Keep a finished match; its steps go. Written now and then."""
        match = record.head.match
        head = sealed(record.head.json(), match)
        moves = sealed([move.stored() for move in record.moves], match)
        self._write("INSERT INTO match VALUES (?, ?, ?)", match, head, moves)
        self._write("DELETE FROM step WHERE match = ?", match)
        self._commit_now_and_then()

    def drill(self, met: str, move: Move) -> None:
        """Keep what was done in a position of the drill. Written now and then."""
        self._write("INSERT INTO drill VALUES (?, ?)", met, sealed(move.stored(), met))
        self._commit_now_and_then()

    def _commit_now_and_then(self) -> None:
        """Commit, if the last time is half a second ago; a reply and the end of a run do so too."""
        if time.monotonic() - self._committed > _COMMIT_SECONDS:
            self.commit()

    async def ready(self) -> None:
        """Wait, while others go on, until the file is ours to write to. Raises StoreError."""
        until = time.monotonic() + WAIT
        while not self._connection.in_transaction and not self._begun_now():
            if time.monotonic() > until:
                with sentences(self.folder / FILE):
                    self._connection.execute("BEGIN IMMEDIATE")
                return
            await asyncio.sleep(_LOOK_SECONDS)

    def _begun_now(self) -> bool:
        """Take the file for writing, if nobody holds it at this moment."""
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            with sentences(self.folder / FILE):
                self._connection.execute("BEGIN IMMEDIATE")
        except StoreError as held:
            if held.status != STOPPED or "held by another" not in str(held):
                raise
            return False
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {WAIT * 1000:.0f}")
        return True

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
        """Bring everything written so far to disk. Raises StoreError where the file is gone."""
        path = self.folder / FILE
        with sentences(path):
            self._connection.commit()
        if _place(path) != self._place:
            sentence = f"{path} is no longer where it was: the folder was moved, emptied or deleted"
            raise StoreError(
                f"{sentence} during the run, and nothing more is played or paid", FAILED
            )
        self._committed = time.monotonic()

    def _write(self, statement: str, *values: object) -> int:
        with sentences(self.folder / FILE):
            return self._connection.execute(statement, values).lastrowid or 0


def _place(path: Path) -> tuple[int, int] | None:
    """Tell a file from another of the same name; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
