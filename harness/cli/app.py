"""The commands of ``arena``, each found by its file."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Final

import typer

from harness.cli import commands

ORDER: Final = (
    *("run", "check", "plan", "leaderboard", "bluff", "compare", "metrics", "matches"),
    *("replay", "verify", "export", "upgrade", "drill", "play", "games", "bots", "init"),
)
"""How ``arena --help`` lists the commands; any other comes after them."""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its help pages take longer to load than all the rest
    help="Measure how well language models play, bluff and see through bluffs.",
)


def _place(name: str) -> tuple[int, str]:
    return ORDER.index(name) if name in ORDER else len(ORDER), name


for _name in sorted((found.name for found in pkgutil.iter_modules(commands.__path__)), key=_place):
    app.command(_name.replace("_", "-"))(import_module(f"{commands.__name__}.{_name}").command)
