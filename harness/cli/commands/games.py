"""``arena games``: what there is to play, and by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from engine.game import Game


_USUAL: Final = 4
"""Whose rules are told, where a game is played by so many."""


def command(
    only: Annotated[str | None, typer.Argument(metavar="GAME", help="Only it, with rules.")] = None,
    seats: Annotated[int | None, typer.Option(help="The rules at a table of so many.")] = None,
) -> None:
    """List the games and their rule switches, or tell one game's rules."""
    from rich.console import Console
    from rich.markdown import Markdown

    from engine.games import games
    from harness.cli.naming import known_game

    console = Console(highlight=False)
    if only is not None:
        console.print(Markdown(_rules(known_game(only), seats)), "")
    for game in games().values():
        if only in {None, game.id}:
            _tell(game, console)


def _rules(game: Game[Any, Any], seats: int | None) -> str:
    """Tell the rules as a prompt does, with the switches as they usually are."""
    from random import Random

    from engine.game import CHANCE
    from prompts.page import told
    from prompts.pages import page_of

    at = seats or (_USUAL if _USUAL in game.seats else game.seats[0])
    if at not in game.seats:
        sizes = ", ".join(map(str, game.seats))
        raise typer.BadParameter(f"{game.id} is not played by {at}; allowed: {sizes}")
    state = game.start(at, game.rules({}))
    while state.actors[0] == CHANCE:
        state = state.apply(CHANCE, state.draw(Random(0)))
    page = page_of(game.id)
    sections = told(page.rules, page.facts(state.view(state.actors[0])))
    parts = [f"# {game.title}, at a table of {at}"]
    for title, sentences in sections:
        parts.append(f"## {title}")
        parts.append("\n".join(one if "\n" in one else f"- {one}" for one in sentences))
    return "\n\n".join(parts)


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
