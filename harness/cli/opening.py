"""A run is opened to be read, and its rating tables computed."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.screen import show
from harness.cli.status import FAILED, USAGE
from harness.config import Config, ModelEntrant
from harness.store import FILE, Reader, StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.analysis.board import Board, Entrant
    from harness.config import Entrant as PlayerConfig


def open_run(run: str, *, doubtful: bool = False) -> tuple[Config, Reader]:
    """Open a run by its folder or its name under ``results``. Raises StoreError."""
    places = [Path(run), Path("results") / run]
    for folder in places:
        if _holds_run(folder):
            reader = Reader(folder, doubtful=doubtful)
            config = reader.recall("config")
            if config is None:
                raise StoreError(f"{folder / FILE} is damaged: it holds no config", FAILED)
            return Config.from_json(config), reader
    known = sorted(path.parent.name for path in Path("results").glob(f"*/{FILE}"))
    there = f"there are {', '.join(known)}" if known else "there are none yet"
    raise StoreError(f"there is no run {run[:200]!r}, as a folder or under results; {there}", USAGE)


def _holds_run(folder: Path) -> bool:
    """Whether there is a run in the folder. Raises StoreError where nobody may look."""
    try:
        return (folder / FILE).is_file()
    except OSError as error:
        place = str(folder)[:200]
        raise StoreError(f"no run can be read from {place!r}: {error.strerror}", USAGE) from None


def boards_of(
    config: Config, reader: Reader, *, together: bool = False
) -> tuple[list[Board], list[Board]]:
    """Compute the rating tables from the records, and the combined ones where asked for."""
    from harness.analysis.board import Anchor
    from harness.analysis.rating import boards, combined

    anchor = Anchor(config.rating.anchor, config.rating.at) if config.rating else None
    entrants = _entrants(config, reader.recall("rungs") or {})
    heads = list(reader.heads())
    both = combined(heads, entrants, anchor) if together else []
    return boards(heads, entrants, anchor), both


def print_boards(config: Config, reader: Reader) -> None:
    """Print the rating tables of a run."""
    from harness.show.boards import terminal

    show(terminal(boards_of(config, reader)[0]))


def _entrants(config: Config, rungs: Mapping[str, str]) -> dict[str, Entrant]:
    """Say of each player what the tables need to know. ``rungs``: its form of reply, by name."""
    from harness.analysis.board import Entrant

    return {
        name: Entrant(player.kind, _options(player), rungs.get(name) or _fixed(player))
        for name, player in config.players.items()
    }


def _fixed(player: PlayerConfig) -> str | None:
    """Give the form of reply that the file fixes for a model."""
    return player.reply if isinstance(player, ModelEntrant) and player.reply != "auto" else None


def _options(player: Any) -> str:  # noqa: ANN401 - a pydantic model
    return json_text.dumps(player.model_dump(mode="json", by_alias=True), sort_keys=True)
