"""Prompts in words of a game's own, written out in full for a person to read.

Each phase, table size and variant; what a game without such words is put in, test_generic.py holds.

Rewrite them with ``ARENA_WRITE_GOLDEN=1 pytest tests/prompts/test_golden.py`` and read the
difference before it is committed.
"""

import os
from pathlib import Path

import pytest

from engine.games import games
from prompts.form import Asks
from prompts.pages import page_of
from prompts.prompt import load_prompt, variants

ASKS = Asks(told=frozenset({"p_bluff"}))
FOLDER = Path(__file__).parent / "golden"
EVERY = [
    (game.id, variant, seats)
    for game in games().values()
    if page_of(game.id).folder.name != "generic"
    for variant in variants(game.id)
    for seats in game.seats
]


def kind(turn):
    """Name what a prompt can look like: the phase, and whether the taken card has a value."""
    card = getattr(turn.view, "card", None)
    return f"{turn.view.phase} {'dollars' if isinstance(card, int) else card or ''}".strip()


def written(turns, game_id, variant, seats):
    """Write the system part once, then the turn of each kind that comes last in a match."""
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    real = [turn for _, turn in turns(game, seats, 3)]
    last = {kind(turn): turn for turn in real}
    parts = [f"##### system\n{prompt.system(real[0].view, ASKS)}"]
    for name in sorted(last):
        text = prompt.messages(last[name], ASKS)[-1]["content"]
        parts.append(f"##### {name}, seat {last[name].seat}\n{text}")
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize(("game_id", "variant", "seats"), EVERY)
def test_a_prompt_reads_as_it_did(turns, game_id, variant, seats):
    path = FOLDER / f"{game_id}-{variant}-{seats}.txt"
    text = written(turns, game_id, variant, seats)
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert all(phase in text for phase in games()[game_id].phases)


def test_no_golden_prompt_is_left_over():
    names = {f"{game_id}-{variant}-{seats}.txt" for game_id, variant, seats in EVERY}
    assert {path.name for path in FOLDER.iterdir()} == names
