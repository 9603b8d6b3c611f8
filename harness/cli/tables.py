"""The commands that read a run and print what is in it."""

from __future__ import annotations

import json as json_text
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.screen import show
from harness.cli.status import DONE, FAILED, USAGE, say
from harness.config import Config, ModelEntrant
from harness.store import FILE, Reader, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from harness.analysis.board import Board, Entrant
    from harness.analysis.klirr.luck import Won as SeatWon
    from harness.config import Entrant as PlayerConfig
    from harness.show.klirr.winnings import Won

KLIRR = "klirr"


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


def show_leaderboard(
    run: str, game: str | None, *, together: bool, luck: bool, json: bool, csv: bool, markdown: bool
) -> None:
    """Do ``arena leaderboard``.

    ``luck`` adds Klirr's dollars with the luck of the draw taken out. Only on demand: it replays
    every match, and what is stored with a match is what happened, never a figure made of it.
    """
    from harness.show.board_files import as_csv, as_json, as_markdown
    from harness.show.boards import terminal

    config, reader = open_run(run)
    if together and game:
        raise StoreError("--combined is over all games; it cannot be asked for with --game", USAGE)
    with reader:
        found, both = boards_of(config, reader, together=together)
        won = _winnings(config, reader) if luck else None
    played = sorted({table.game for table in config.games})
    if game not in {None, *played}:
        there = ", ".join(played)
        raise StoreError(f"the run does not play {game!r}; it plays: {there}", USAGE)
    found = [board for board in found if game in {None, board.game}]
    if json:
        print(json_text.dumps(as_json(found, both if together else None, won)))
    elif csv:
        sys.stdout.write(as_csv([*found, *both], won))
    elif markdown:
        sys.stdout.write(as_markdown([*found, *both], won))
    else:
        show(terminal([*found, *both], won=won))


def _winnings(config: Config, reader: Reader) -> Won:
    """Replay all matches of Klirr and give what was won a round, by table size and player."""
    from harness.analysis.klirr.luck import winnings, won
    from harness.cli.replayed import replayed

    seats: defaultdict[tuple[str, int], list[SeatWon]] = defaultdict(list)
    for record, states in replayed(config, reader, KLIRR):
        seats[KLIRR, len(record.head.seats)] += won(record, states)
    return {table: winnings(matches) for table, matches in seats.items()}


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


def show_comparison(run: str, one: str, other: str, *, json: bool) -> None:
    """Do ``arena compare``."""
    from harness.analysis.significance import compare
    from harness.show.comparison import terminal

    _, reader = open_run(run)
    with reader:
        try:
            found = compare(reader.heads(), one, other)
        except ValueError as error:
            raise StoreError(str(error), USAGE) from None
    if json:
        print(json_text.dumps(found.json()))
    else:
        show(terminal(found))


def show_matches(run: str, *, json: bool) -> None:
    """Do ``arena matches``."""
    from harness.schedule import place
    from harness.show.matches import match_json, table

    config, reader = open_run(run)
    with reader:
        order = place(config)
        heads = sorted(reader.heads(), key=lambda head: order(head.match))
    if json:
        print(json_text.dumps([match_json(head) for head in heads]))
    else:
        show(table(heads))


def show_replay(run: str, match: str, seat: int | None, *, json: bool) -> None:
    """Do ``arena replay``."""
    from harness.show.replay import replay_json, story

    _, reader = open_run(run)
    with reader:
        record = reader.record(match)
    if record is None:
        sentence = f"the run has no finished match {match[:200]!r}; see: arena matches {run}"
        raise StoreError(sentence, USAGE)
    seats = len(record.head.seats)
    if seat is not None and not 0 <= seat < seats:
        raise StoreError(f"there is no seat {seat} in {match}; allowed: 0 to {seats - 1}", USAGE)
    if json:
        print(json_text.dumps(replay_json(record, seat)))
    else:
        show(story(record, seat))


def verify_run(run: str) -> int:
    """Do ``arena verify``; give the exit status."""
    from harness.verify import verify, verify_drill

    config, reader = open_run(run, doubtful=True)
    with reader:
        found = list(verify(config, reader))
        met = list(verify_drill(config, reader))
    wrong = [mismatch for mismatch in (*found, *met) if mismatch]
    for mismatch in wrong:
        say(f"{mismatch.match}: {mismatch.sentence}")
    drilled = f" and {len(met)} positions of the drill" * bool(met)
    print(f"{len(found)} matches{drilled} replayed, {len(wrong)} mismatches")
    return FAILED if wrong else DONE


def export_run(run: str, *, decisions: bool) -> None:
    """Do ``arena export``."""
    from harness.export import decision_lines, match_lines

    config, reader = open_run(run)
    with reader:
        _write(decision_lines(config, reader) if decisions else match_lines(config, reader))


def _write(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
