"""How a run comes on: a bar and standings on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console, Group
from rich.live import Live as Screen
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from harness.models.pace import Wait
    from harness.record import Head

LINE_SECONDS: Final = 10.0
SHOWN_PLAYERS: Final = 12
SHOWN_WAITS: Final = 4
BAR: Final = 20


class Live:
    """Counts matches, or other things, as they end and shows it on stderr; a context manager."""

    def __init__(self, total: int, done: int, things: str = "matches") -> None:
        """Start at ``done`` of ``total``."""
        self._things = things
        self._total, self._before, self._done, self._told = total, done, done, done
        self._began = self._said = time.monotonic()
        self._won: defaultdict[str, float] = defaultdict(float)
        self._met: defaultdict[str, int] = defaultdict(int)
        self._waits: dict[str, tuple[Wait, float]] = {}
        self._heard: dict[str, float] = {}
        self._console = Console(file=sys.stderr, highlight=False)
        self._screen = (
            Screen(get_renderable=self._picture, console=self._console, refresh_per_second=4)
            if self._console.is_terminal
            else None
        )

    def __enter__(self) -> Self:
        if self._before:
            before = f"{self._before} of {self._total} {self._things} are already played"
            self._console.print(Text(before))
        if self._screen:
            self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._screen:
            self._screen.stop()
        elif self._done > self._told:
            self._tell()

    def finished(self, head: Head) -> None:
        """Count a match that is over; its pairs enter the provisional standings."""
        ranks = head.outcome.ranks
        for seat, player in enumerate(head.seats):
            for other, rank in enumerate(ranks):
                if other != seat:
                    self._met[player] += 1
                    self._won[player] += 0.5 * ((ranks[seat] < rank) + (ranks[seat] <= rank))
        self.count()

    def count(self) -> None:
        """Count one more that is done."""
        self._done += 1
        if self._screen is None and time.monotonic() - self._said > LINE_SECONDS:
            self._said = time.monotonic()
            self._tell()

    def waits(self, wait: Wait) -> None:
        """Show what a lane waits for while it lasts; elsewhere in a plain line now and then."""
        if not wait.seconds:
            self._console.print(Text(wait.words(0.0)))
            return
        now = time.monotonic()
        self._waits[wait.lane] = (wait, now + wait.seconds)
        heard = self._heard.get(wait.lane)
        if self._screen is None and (heard is None or now - heard >= LINE_SECONDS):
            self._heard[wait.lane] = now
            self._console.print(Text(wait.words(wait.seconds)))

    def problem(self, sentence: str) -> None:
        """Print a line about a match that cannot go on now."""
        self._console.print(Text(sentence))

    def _tell(self) -> None:
        self._told = self._done
        self._console.print(Text(self._line()))

    def _line(self) -> str:
        minutes = (time.monotonic() - self._began) / 60
        pace = (self._done - self._before) / minutes if minutes else 0.0
        line = f"{self._done}/{self._total} {self._things}, {pace:.0f} a minute"
        left = self._total - self._done
        return line + (f", about {_minutes(left / pace)} left" if left and pace else "")

    def _picture(self) -> Group:
        line = Text(self._line())
        top = Table.grid(padding=(0, 1, 0, 0))
        if BAR + 1 + len(line) <= self._console.width:
            bar = ProgressBar(total=max(self._total, 1), completed=self._done, width=BAR)
            top.add_row(bar, line)
        else:
            top.add_row(line)
        return Group(top, *self._waited_for(), *([self._standings()] if self._met else []))

    def _waited_for(self) -> list[Text]:
        """Give a line, cut at the edge, for each that is waited for now, with the seconds left."""
        now = time.monotonic()
        lines = [wait.words(end - now) for wait, end in self._waits.values() if end > now]
        return [Text(line, no_wrap=True, overflow="ellipsis") for line in lines[:SHOWN_WAITS]]

    def _standings(self) -> Table:
        """Show the share of opponents beaten so far: a ticker, not a rating."""
        table = Table(box=None, pad_edge=False, title_justify="left")
        table.add_column("provisional", no_wrap=True)
        table.add_column("beaten", justify="right")
        shares = {player: self._won[player] / met for player, met in self._met.items()}
        for player in sorted(shares, key=lambda name: (-shares[name], name))[:SHOWN_PLAYERS]:
            table.add_row(Text(player), f"{100 * shares[player]:.0f} %")
        return table


def _minutes(minutes: float) -> str:
    return f"{minutes:.0f} min" if minutes >= 1 else f"{60 * minutes:.0f} s"
