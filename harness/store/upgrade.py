"""Makes a run of an older format one to play on: once, on purpose, with a copy kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from harness.errors import USAGE
from harness.store.file import FILE, StoreError, locked, no_run, sentences
from harness.store.format import FORMATS, NEWEST
from harness.store.seal import sealed, sure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from harness.store.format import Format


def upgrade(folder: Path) -> Path | None:
    """Write the run in the folder in the newest format; give where the copy of the old one is.

    None: there was nothing to do. All of it or nothing is done. Raises StoreError.
    """
    path = folder / FILE
    if not path.is_file():
        raise no_run(folder)
    lock = locked(folder)
    try:
        with sentences(path), closing(_connected(path)) as run:
            return _upgraded(run, path)
    finally:
        lock.release()


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def _upgraded(run: sqlite3.Connection, path: Path) -> Path | None:
    version = run.execute("PRAGMA user_version").fetchone()[0]
    if version == NEWEST:
        return None
    if version not in FORMATS:
        raise StoreError(f"{path} has format {version}; this program knows {[*FORMATS]}", USAGE)
    kept = path.with_name(f"{path.name}.format-{version}")
    with closing(_connected(kept)) as copy:
        run.backup(copy)
    run.execute("BEGIN IMMEDIATE")
    _rewrite(run, FORMATS[version])
    for key, value in FORMATS[version].lacking.items():
        run.execute("INSERT INTO run VALUES (?, ?)", (key, sealed(value, key)))
    run.execute(f"PRAGMA user_version = {NEWEST}")
    run.execute("COMMIT")
    return kept


def _rewrite(run: sqlite3.Connection, old: Format) -> None:
    _each(run, "match", ("id",), ("head",), old.head)
    _each(run, "match", ("id",), [f"{column}s" for column in old.columns], _listed(old))
    _each(run, "step", ("match", "number"), old.columns, old.move)
    _each(run, "drill", ("id",), old.columns, old.move)
    _each(run, "request", ("id",), ("reply",), old.reply)
    for column in old.columns[1:]:
        run.execute(f"ALTER TABLE match DROP COLUMN {column}s")
        run.execute(f"ALTER TABLE step DROP COLUMN {column}")
        run.execute(f"ALTER TABLE drill DROP COLUMN {column}")


def _listed(old: Format) -> Callable[..., list[object]]:
    """Turn the lists of a match's moves into one."""
    return lambda *lists: [old.move(*parts) for parts in zip(*lists, strict=True)]


def _each(
    run: sqlite3.Connection,
    table: str,
    key: Sequence[str],
    columns: Sequence[str],
    turned: Callable[..., object],
) -> None:
    """Turn what stands in the columns of each row into what stands in the first of them."""
    where = " AND ".join(f"{column} = ?" for column in key)
    found = run.execute(f"SELECT {', '.join((*key, *columns))} FROM {table}").fetchall()  # noqa: S608 - fixed names
    for row in found:
        place, texts = row[: len(key)], row[len(key) :]
        if texts[0] is None:
            continue
        parts = [None if text is None else sure(text, *place) for text in texts]
        text = sealed(turned(*parts), *place)
        run.execute(f"UPDATE {table} SET {columns[0]} = ? WHERE {where}", (text, *place))  # noqa: S608
