"""The commands that say what there is, and the one that writes a starter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from engine.games import games
from harness.bots import about, bot_names, exploits
from harness.cli.status import say
from harness.config import ConfigError, starter
from harness.show.cells import Sentence

if TYPE_CHECKING:
    from pathlib import Path


def show_games(only: str | None) -> None:
    """Do ``arena games``: all of them, or one with its rules. Raises ConfigError."""
    console = Console(highlight=False)
    if only not in {None, *games()}:
        raise ConfigError(f"there is no game {str(only)[:80]!r}; allowed: {', '.join(games())}")
    for game in games().values():
        if only not in {None, game.id}:
            continue
        if only:
            console.print(Markdown(game.page), "")
        sizes = ", ".join(
            f"{seats} (unofficial)" if seats in game.unofficial else str(seats)
            for seats in game.seats
        )
        console.print(Text.assemble((game.id, "bold"), f"  {game.title}: {game.about}"))
        console.print(Text(f"  seats: {sizes}"))
        for name, switch in game.switches.items():
            console.print(Text(f"  {name}: {switch.about}"))
            console.print(Text(f"      allowed: {switch.allowed}; default {_word(switch.default)}"))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_bots() -> None:
    """Do ``arena bots``."""
    console = Console(highlight=False)
    for game in games():
        console.print(Text(game, style="bold"))
        for name in bot_names(game):
            console.print(Sentence(f"{name}: {about(game, name)}", indent=2))
            console.print(Sentence(exploits(game, name), indent=6, style="dim"))


def write_starter(file: Path) -> None:
    """Do ``arena init``: never over a file that is there. Raises ConfigError."""
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(starter())
    except FileExistsError:
        raise ConfigError(f"{file} is already there; name a file that is not") from None
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror or error}") from None
    say(f"wrote {file}; play it with: arena run {file}")
