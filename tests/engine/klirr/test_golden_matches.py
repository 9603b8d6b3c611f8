"""Matches written out in full, for a person to check against the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game import CHANCE
from engine.klirr import GAME

FOLDER = Path(__file__).parent / "golden"
SWITCHES = (
    "dollar_values",
    "pass_to",
    "bluff_cap",
    "ask_target",
    "turn_after_klirr",
    "max_rounds",
)


def card(word: str) -> int | str:
    return int(word[:-1]) * 1000 if word.endswith("k") else word


def cards(line: str) -> list[int | str] | None:
    _, _, words = line.partition(": ")
    return None if words == "sits out" else [card(word) for word in words.split()]


def switch(name: str, words: list[str]) -> Any:
    if name == "dollar_values":
        return [card(word) for word in words]
    return int(words[0]) if name == "max_rounds" else words[0]


class Reader:
    """Plays the lines of a file and holds what they say against the game."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}
        self.seats = 0
        self.state: Any = None
        self.deal: dict[str, Any] = {}
        self.moved = False

    def read(self, line: str) -> None:
        self.moved = False
        act, *said = [part.strip() for part in line.split("|")]
        match act.split():
            case ["seats", number]:
                self.seats = int(number)
            case [name, *words] if name in SWITCHES:
                self.given[name] = switch(name, words)
            case ["deal", "round", number, "dealer", dealer]:
                self.state = self.state or GAME.start(self.seats, GAME.rules(self.given))
                self.deal = {"round": int(number), "dealer": int(dealer), "rows": []}
            case ["row", *_]:
                self.deal["rows"].append(cards(act))
            case ["aside:", *_]:
                deal = GAME.read_draw({"deal": {**self.deal, "aside": cards(act)}})
                self.state = self.state.apply(CHANCE, deal)
            case ["over", ended]:
                assert self.state.outcome.ended == ended
                assert self.state.outcome.scores == self.state.view(0).cash
            case ["ranks", *ranks]:
                assert list(self.state.outcome.ranks) == [int(rank) for rank in ranks]
            case _:
                self.act(act)
        if len(said) > 1:
            assert [cash // 1000 for cash in self.state.view(0).cash] == [
                int(cash) for cash in said[1].split()
            ]

    def act(self, act: str) -> None:
        seat, _, text = act.partition(": ")
        before = self.state.view(0).cash
        self.state = self.state.apply(int(seat), GAME.parse(text))
        self.moved = before != self.state.view(0).cash


@pytest.mark.parametrize("name", ["three_seats", "extra_round"])
def test_a_match_written_out_by_hand_goes_as_it_is_written(name: str) -> None:
    reader = Reader()
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            reader.read(line)
            # A line that moves money says how much there is; the others move none.
            assert reader.moved <= (line.count("|") == 2), line
    assert reader.state.actors == ()
