"""``arena bots``: who plays without a model."""

from __future__ import annotations


def command() -> None:
    """List the built-in bots, game by game."""
    from rich.console import Console
    from rich.text import Text

    from engine.games import games
    from harness.bots import about, bot_names, exploits
    from harness.show.cells import Sentence

    console = Console(highlight=False)
    for game in games():
        console.print(Text(game, style="bold"))
        for name in bot_names(game):
            console.print(Sentence(f"{name}: {about(game, name)}", indent=2))
            console.print(Sentence(exploits(game, name), indent=6, style="dim"))
