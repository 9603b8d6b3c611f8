"""``arena games``: what there is to play, and by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from engine.game import Game


def command(
    only: Annotated[str | None, typer.Argument(metavar="GAME", help="Only it, with rules.")] = None,
) -> None:
    """List the games and their rule switches, or tell one game's rules."""
    from rich.console import Console
    from rich.markdown import Markdown

    from engine.games import games
    from harness.cli.naming import known_game

    console = Console(highlight=False)
    if only is not None:
        console.print(Markdown(known_game(only).page), "")
    for game in games().values():
        if only in {None, game.id}:
            _tell(game, console)


def _tell(game: Game[Any, Any], console: Console) -> None:
    from rich.text import Text

    sizes = ", ".join(
        f"{seats} (unofficial)" if seats in game.unofficial else str(seats) for seats in game.seats
    )
    console.print(Text.assemble((game.id, "bold"), f"  {game.title}: {game.about}"))
    console.print(Text(f"  seats: {sizes}"))
    for name, switch in game.switches.items():
        console.print(Text(f"  {name}: {switch.about}"))
        console.print(Text(f"      allowed: {switch.allowed}; default {_word(switch.default)}"))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
