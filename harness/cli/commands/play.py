"""``arena play``: a person takes a seat."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from harness.cli.options import Results
from harness.cli.status import say
from harness.cli.stopping import to_end
from harness.errors import DONE, STOPPED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.models.pace import Wait
    from harness.record import Head

YOU: Final = "you"


class Voice:
    """Tells a person how their match ended."""

    def finished(self, head: Head) -> None:
        """Say who won."""
        outcome = head.outcome
        for seat in sorted(range(len(head.seats)), key=lambda seat: outcome.ranks[seat]):
            say(f"{outcome.ranks[seat]}. {head.seats[seat]}: {outcome.scores[seat]:,}")

    def waits(self, wait: Wait) -> None:
        """Say what is waited for."""
        say(wait.words(wait.seconds))

    def problem(self, sentence: str) -> None:
        """Say why the match cannot go on."""
        say(sentence)


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of `arena games`.")],
    vs: Annotated[
        list[str] | None,
        typer.Option(
            "--vs", metavar="PLAYER", help="A bot, or provider/model; once for each opponent."
        ),
    ] = None,
    results: Results = Path("results"),
) -> int:
    """Take a seat yourself, in the terminal."""
    from harness.bots import cast
    from harness.cli.naming import known_game
    from harness.cli.taking import take_config
    from harness.config import make
    from harness.players.human import RULES
    from harness.runner import run
    from harness.store import Store

    opponents = vs or list(cast(known_game(game)).opponents)
    name = re.sub("[^a-z0-9]+", "-", "-".join(("play", game, *opponents)).lower())[:64]
    make(_values(name, game, opponents, deals=1))  # what cannot be played leaves nothing behind
    with Store(results / name) as store:
        # against the same opponents the next match is the next deal of the same run, so a
        # leaderboard of oneself comes together
        config = make(_values(name, game, opponents, deals=len(store.finished()) + 1))
        take_config(config, store)
        everybody = ", ".join(opponents)
        say(f"You play {game} against {everybody}.")
        say(f"Type the number of a choice, or {RULES}. Ctrl-C stops; the same command goes on.")
        report = to_end(run(config, store, Voice()))
    return STOPPED if report.unfinished else DONE


def _values(name: str, game: str, opponents: Sequence[str], deals: int) -> dict[str, Any]:
    """Write the tournament file of a table with one person."""
    names = [re.sub("[^A-Za-z0-9._-]", "-", one)[:28] for one in opponents]
    players: dict[str, Any] = {YOU: {"human": "terminal"}}
    for place, (player, one) in enumerate(zip(names, opponents, strict=True), start=1):
        label = player if names.count(player) == 1 and player != YOU else f"{player}-{place}"
        players[label] = {"model": one} if "/" in one else {"bot": one}
    return {
        "name": name,
        "seed": name,
        "games": [{"game": game, "seats": len(players), "deals": deals}],
        "rotate": "none",
        "players": players,
        "limits": {"concurrency": 1},
    }
