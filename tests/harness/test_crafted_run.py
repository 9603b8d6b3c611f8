"""A run of somebody else's, with its seals right: whatever stands in it, no output obeys it."""

import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from harness.store.seal import opened, sealed

EVIL = "\x1b]8;;http://x\x07\x1b[2J[red]=1+1|\r\u202e\u2028\x9b\x7f\x00end"
OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]")

COMMANDS = [
    [command, "small", *options]
    for command, every in {
        "leaderboard": [[], ["--json"], ["--csv"], ["--markdown"], ["--combined"], ["--luck"]],
        "matches": [[], ["--json"]],
        "metrics": [[], ["--json"]],
        "bluff": [[], ["--json"], ["--stories", "3"], ["--player", "plain"]],
        "compare": [["plain", "bold"], ["plain", "bold", "--json"]],
        "replay": [
            ["klirr-3-d0-l0-r0"],
            ["klirr-3-d0-l0-r0", "--json"],
            ["klirr-3-d0-l0-r0", "--seat", "1"],
        ],
        "verify": [[]],
        "export": [[], ["--decisions"]],
    }.items()
    for options in every
]


TABLES = {
    "head": ("SELECT head FROM match WHERE id = ?", "UPDATE match SET head = ? WHERE id = ?"),
    "moves": ("SELECT moves FROM match WHERE id = ?", "UPDATE match SET moves = ? WHERE id = ?"),
    "run": ("SELECT value FROM run WHERE key = ?", "INSERT OR REPLACE INTO run VALUES (?2, ?1)"),
}
MATCH = "klirr-3-d0-l0-r0"


def an_act(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Give a move that was decided."""
    return next(move for move in moves if "made" in move)


def rename(config: dict[str, Any]) -> None:
    config["players"][EVIL] = config["players"].pop("plain")


CRAFTED = {
    "how a match ended": ("head", MATCH, lambda head: head["outcome"].update(ended=EVIL)),
    "who sat there": ("head", MATCH, lambda head: head["seats"].__setitem__(0, "=1+1")),
    "the game": ("head", MATCH, lambda head: head.update(game=EVIL)),
    "a score": ("head", MATCH, lambda head: head["outcome"]["scores"].__setitem__(0, EVIL)),
    "a fault": (
        "head",
        MATCH,
        lambda head: head["faults"].append({"move": 1, "seat": 0, "kind": EVIL}),
    ),
    "the time it took": ("head", MATCH, lambda head: head["play"][0]["usage"].update(ms=EVIL)),
    "a reason": ("moves", MATCH, lambda moves: an_act(moves)["made"].update(reason=EVIL)),
    "a prompt": ("moves", MATCH, lambda moves: an_act(moves)["made"].update(prompt=EVIL)),
    "a form": ("moves", MATCH, lambda moves: an_act(moves)["made"].update(reply_mode=EVIL)),
    "who decided": ("moves", MATCH, lambda moves: an_act(moves)["made"].update(source=EVIL)),
    "an act": ("moves", MATCH, lambda moves: an_act(moves).update(act=EVIL)),
    "the anchor": ("run", "config", lambda it: it.update(rating={"anchor": EVIL, "at": 1})),
    "a player": ("run", "config", rename),
    "a game": ("run", "config", lambda config: config["games"][0].update(game=EVIL)),
    "a bot": ("run", "config", lambda config: config["players"]["bold"].update(bot=EVIL)),
    "a form of reply": ("run", "rungs", lambda rungs: rungs.update(plain=EVIL)),
    "no forms": ("run", "rungs", lambda rungs: rungs.update(plain=[EVIL])),
}


@pytest.mark.parametrize("what", CRAFTED)
def test_what_stands_in_a_run_of_somebody_else_is_obeyed_by_no_output(played, what):
    table, row, change = CRAFTED[what]
    look, write = TABLES[table]
    path = played.folder / "results" / "small" / "run.sqlite"
    with closing(sqlite3.connect(path)) as run:
        value = opened(*run.execute(look, (row,)).fetchone())
        change(value)
        run.execute(write, (sealed(value, row), row))
        run.commit()
    for command in COMMANDS:
        done = played(*command)
        assert done.returncode in {0, 1, 2}, (command, done.stderr)
        assert not OBEYED.search(done.stdout + done.stderr), command
        assert not re.search('(^|,|")=1', done.stdout, re.MULTILINE), command
        assert command[0] != "export" or done.stdout.isascii()


def test_a_name_that_a_spreadsheet_would_run_is_defused(arena):
    text = "name: small\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\nplayers: {%s}"
    players = "-1.a: {bot: random}, '-1': {bot: random}, '-2.5': {bot: honest}"
    arena.write(text % players)
    arena("run", "tournament.yaml")
    csv = arena("leaderboard", "small", "--csv").stdout
    assert ",'-1.a," in csv
    assert ",-1," in csv
    assert ",-2.5," in csv
