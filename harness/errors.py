"""How a command can end: its exit statuses, and the failures that end it with a sentence."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
FAILED: Final = 1
USAGE: Final = 2
STOPPED: Final = 3


class ArenaError(Exception):
    """A foreseen failure that ends the command.

    The message is one sentence for a person; ``status`` is the exit status it means.
    """

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status
