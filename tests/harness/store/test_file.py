"""What else may stand where a run should, and what else may happen to its file."""

import asyncio
import os
import shutil
import socket
import sqlite3
import threading
import time
from contextlib import closing, suppress

import pytest

from harness.record import Move
from harness.store import FILE, Store, StoreError, file, writer
from harness.store.file import write_ahead


@pytest.fixture
def place(arena):
    arena.write()
    folder = arena.folder / "results" / "small"
    folder.mkdir(parents=True)
    return folder / "run.sqlite"


@pytest.mark.parametrize("version", [0, 3, 77])
def test_a_database_of_something_else_is_not_touched(arena, place, version):
    with closing(sqlite3.connect(place)) as other:
        other.executescript(f"CREATE TABLE addresses (name); PRAGMA user_version = {version};")
    before = place.read_bytes()
    for command in (["run", "tournament.yaml"], ["leaderboard", "small"], ["verify", "small"]):
        done = arena(*command)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "a database of something else" in done.stderr
    assert place.read_bytes() == before
    assert {one.name for one in place.parent.iterdir()} <= {"run.sqlite", "run.lock"}


@pytest.mark.parametrize("kind", ["a pipe", "a directory", "a socket"])
def test_what_is_no_regular_file_is_said_to_be_it(arena, place, kind, monkeypatch):
    monkeypatch.chdir(place.parent)
    with socket.socket(socket.AF_UNIX) as listening:
        {"a pipe": os.mkfifo, "a directory": os.mkdir, "a socket": listening.bind}[kind](place.name)
        for command in (["run", "tournament.yaml"], ["matches", "small"]):
            done = arena(*command)
            assert (done.returncode, done.stderr.count("\n")) == (2, 1)
            assert f"is {kind}" in done.stderr


def test_a_first_write_that_met_a_full_disk_is_told_as_such_and_begun_anew(arena, place):
    with closing(sqlite3.connect(place)) as begun:
        begun.execute("PRAGMA journal_mode = WAL")
    done = arena("leaderboard", "small")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "its first write never ended" in done.stderr
    assert arena("run", "tournament.yaml").returncode == 0


def test_a_file_system_without_shared_memory_does_not_write_ahead(tmp_path):
    address = f"file:{tmp_path / 'run.sqlite'}?vfs=unix-dotfile"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        assert not write_ahead(connection)
        connection.execute("CREATE TABLE run (key)")
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as connection:
        assert write_ahead(connection)


@pytest.mark.parametrize("then", ["nothing", "another run"])
def test_a_folder_that_goes_while_it_is_played_stops_the_run(tmp_path, then):
    store = Store(tmp_path / "run")
    store.remember("config", 1)
    shutil.rmtree(tmp_path / "run")
    if then == "another run":
        Store(tmp_path / "run").close()
    with pytest.raises(StoreError, match="no longer where it was") as caught:
        store.remember("config", 2)
    assert caught.value.status == 1
    with suppress(StoreError):
        store.close()


def test_a_file_that_another_program_holds_is_waited_for_outside_the_loop(tmp_path):
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.01)

    async def wait(store: Store) -> None:
        counting = asyncio.create_task(count())
        await store.ready()
        counting.cancel()

    with Store(tmp_path) as store, closing(_held(store)) as other:
        threading.Timer(0.5, other.rollback).start()
        asyncio.run(wait(store))
        assert turns > 10
        store.remember("config", 1)
        assert store.recall("config") == 1


def test_a_file_that_is_held_for_too_long_can_be_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "WAIT", 0.3)
    monkeypatch.setattr(file, "WAIT", 0.3)
    began = time.monotonic()
    with Store(tmp_path) as store, closing(_held(store)) as other:
        with pytest.raises(StoreError, match="held by another program") as caught:
            asyncio.run(store.ready())
        other.rollback()
    assert caught.value.status == 3
    assert time.monotonic() - began < 10


def _held(store: Store) -> sqlite3.Connection:
    other = sqlite3.connect(store.folder / "run.sqlite", check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_broken_text_is_damage_to_whoever_plays_on(tmp_path):
    with Store(tmp_path) as store:
        store.drill("drill-1-claim-0/0", Move(0, "turn"))
    with closing(sqlite3.connect(tmp_path / FILE)) as run:
        run.execute("UPDATE drill SET move = '00000000{}'")
        run.commit()
    with Store(tmp_path) as store, pytest.raises(StoreError, match="is not what was written"):
        store.drilled()
