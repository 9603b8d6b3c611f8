"""A seat played by a person at the terminal: the words a model gets, and a choice by number."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from engine.game import IllegalAction
from harness.player import Decision, Made, SuspendedError
from harness.usage import Usage, since
from prompts.page import told

if TYPE_CHECKING:
    from engine.game import Action, Game, Turn
    from harness.journal import MatchJournal
    from prompts.prompt import Prompt

RULES: Final = "rules"
"""What a person types to read them."""


class HumanPlayer:
    """A person at one seat of one match; an answer is on disk before the game moves on."""

    def __init__(self, name: str, prompt: Prompt[Any, Any], journal: MatchJournal) -> None:
        self._name = name
        self._prompt = prompt
        self._journal = journal

    async def choose(self, turn: Turn[Any, Any], number: int) -> Decision[Any]:
        """Show the table and the choices, wait for one. Raises SuspendedError when input ends."""
        for said in self._journal.replies(number):
            return Decision(self._prompt.game.parse(said["act"]), Made(usage=Usage(1, said["ms"])))
        began = time.perf_counter()
        act = await self._ask(turn)
        took = since(began)
        await self._journal.keep(number, self._name, {"act": str(act), "ms": took.ms})
        return Decision(act, Made(usage=took))

    async def _ask(self, turn: Turn[Any, Any]) -> Action:
        _say(f"\n{_broken(self._prompt.scene(turn))}\n\n")
        for place, act in enumerate(turn.legal, start=1):
            _say(f"{place:4}  {self._prompt.page.say(act)}\n")
        while True:
            _say("> ")
            text = (await _line()).strip()
            if text == RULES:
                _say(f"\n{_broken(self._rules(turn))}\n\n")
                continue
            act = _chosen(self._prompt.game, turn, text)
            if act is not None:
                return act
            _say(f"that is not one of the choices; type its number, 1 to {len(turn.legal)}\n")

    def _rules(self, turn: Turn[Any, Any]) -> str:
        page = self._prompt.page
        sections = told(page.rules, page.facts(turn.view))
        return "\n\n".join("\n".join([title, *sentences]) for title, sentences in sections)


def _chosen(game: Game[Any, Any], turn: Turn[Any, Any], text: str) -> Action | None:
    """Read a choice: its number, or an act as a record has it."""
    if text.isascii() and text.isdigit() and len(text) < 4:  # noqa: PLR2004 - no list is longer
        return turn.legal[int(text) - 1] if 1 <= int(text) <= len(turn.legal) else None
    try:
        act: Action = game.parse(text)
    except IllegalAction:
        return None
    return act if act in turn.legal else None


def _broken(text: str) -> str:
    """Break long lines between words, where there is a terminal to break them for."""
    if not sys.stderr.isatty():
        return text
    width = get_terminal_size().columns
    return "\n".join(fill(line, width, break_on_hyphens=False) for line in text.split("\n"))


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


async def _line() -> str:
    """Read a line of standard input; the reading thread holds up neither the loop nor the exit."""
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def answer(text: str) -> None:
        if not line.done():
            line.set_result(text)

    def read() -> None:
        text = b""
        while not text.endswith(b"\n") and (byte := os.read(0, 1)):
            text += byte
        loop.call_soon_threadsafe(answer, text.decode("utf-8", "replace"))

    threading.Thread(target=read, daemon=True).start()
    text = await line
    if not text:
        raise SuspendedError("the input has ended")
    return text
