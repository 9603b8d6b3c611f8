"""Runs of the first build: read as they are, played on after an upgrade that was asked for.

``format_2`` holds two of them: ``spoken``, of two models with beliefs, faults and a drill, and
``halved``, killed while its matches were under way. ``printed.json``: what the first build printed
of them, as SHA-256; of replays, the same with players named as they are now: Player 1, Player 2.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harness.store import upgrade as upgrading

HERE = Path(__file__).parent / "format_2"
PRINTED: dict[str, str] = json.loads((HERE / "printed.json").read_text(encoding="utf-8"))


@pytest.fixture
def old(arena: Any) -> Any:
    """A folder with the runs of the first build."""
    for file in HERE.glob("*.gz"):
        folder = arena.folder / "results" / file.name.removesuffix(".sqlite.gz")
        folder.mkdir(parents=True)
        (folder / "run.sqlite").write_bytes(gzip.decompress(file.read_bytes()))
    return arena


NEWER = (
    *("model_served", "fingerprint", "service_tier"),
    *("echo", "first", "intent", "notes", "thoughts"),
)
"""Columns of a decision that the first build did not have."""


def printed(arena: Any, command: str) -> str:
    """Give what is printed, without what the first build could not know, as SHA-256."""
    done = arena(*command.split())
    assert done.returncode == 0, done.stderr
    told = done.stdout
    for column in NEWER:
        told = told.replace(f', "{column}": null', "")
    return hashlib.sha256(told.encode()).hexdigest()


@pytest.mark.parametrize("command", PRINTED)
def test_it_is_read_as_it_is_to_the_byte(old: Any, command: str) -> None:
    before = (old.folder / "results" / command.split()[1] / "run.sqlite").read_bytes()
    assert printed(old, command) == PRINTED[command]
    assert (old.folder / "results" / command.split()[1] / "run.sqlite").read_bytes() == before


def test_after_the_upgrade_the_same_is_printed_and_the_old_file_is_kept(old: Any) -> None:
    folder = old.folder / "results" / "spoken"
    before = (folder / "run.sqlite").read_bytes()
    assert old("upgrade", "spoken").returncode == 0
    for command, known in PRINTED.items():
        assert printed(old, command) == known, command
    assert "is up to date" in old("upgrade", "spoken").stderr
    kept = folder / "run.sqlite.format-2"
    again = old.folder / "results" / "again"
    again.mkdir()
    (again / "run.sqlite").write_bytes(kept.read_bytes())
    assert printed(old, "export again --decisions") == PRINTED["export spoken --decisions"]
    assert len(before) == len(kept.read_bytes())


def test_it_is_not_played_on_before_the_upgrade(old: Any) -> None:
    old.write((HERE / "halved.yaml").read_text(encoding="utf-8"))
    done = old("run", "tournament.yaml")
    assert done.returncode == 2
    assert "has format 2" in done.stderr
    assert "arena upgrade results/halved" in done.stderr


def test_it_is_played_on_after_it_and_no_reply_is_bought_twice(old: Any, provider: Any) -> None:
    served = provider([])
    text = (HERE / "halved.yaml").read_text(encoding="utf-8")
    old.write(re.sub('http[^"]*', served.url, text))
    assert old("upgrade", "halved").returncode == 0
    with closing(sqlite3.connect(old.folder / "results/halved/run.sqlite")) as run:
        (bought,) = run.execute("SELECT count(*) FROM request WHERE reply NOT NULL").fetchone()
    assert bought == 14
    refused = old("run", "tournament.yaml")
    assert refused.returncode == 2
    assert "say --mix" in refused.stderr  # the prompts have changed since
    assert old("run", "tournament.yaml", "--mix").returncode == 0
    decisions = map(json.loads, old("export", "halved", "--decisions").stdout.splitlines())
    asked = sum(one["attempts"] for one in decisions if one["player"] == "gamma")
    assert len(served.requests()) == asked - bought
    assert old("verify", "halved").stdout == "6 matches replayed, 0 mismatches\n"


def test_a_broken_text_is_not_carried_over(old: Any) -> None:
    path = old.folder / "results/spoken/run.sqlite"
    with closing(sqlite3.connect(path)) as run:
        run.execute("UPDATE match SET moves = replace(moves, 'klart', 'jackpot')")
        run.commit()
    before = printed(old, "export halved")
    done = old("upgrade", "spoken")
    assert done.returncode == 1
    assert "is not what was written" in done.stderr
    with closing(sqlite3.connect(path)) as run:
        assert run.execute("PRAGMA user_version").fetchone() == (2,)
    assert printed(old, "export halved") == before


def test_a_format_to_come_is_a_number_and_how_the_one_before_is_read(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Format 3 as the older one of an invented format 4."""
    before = played("export", "small", "--decisions").stdout
    path = played.folder / "results/small/run.sqlite"
    monkeypatch.setattr(upgrading, "NEWEST", 4)
    kept = upgrading.upgrade(path.parent)
    with closing(sqlite3.connect(path)) as run:
        assert run.execute("PRAGMA user_version").fetchone() == (4,)
        run.execute("PRAGMA user_version = 3")
    assert kept is not None
    assert kept.name == "run.sqlite.format-3"
    assert played("export", "small", "--decisions").stdout == before
