"""What a decision took, from the reply to the disk and into the export: nothing is left out."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness.export import _made
from harness.player import Made, Served
from harness.record import Move, Play, read_move, read_play
from harness.usage import Usage, total
from prompts.reply import Fault, Reading, Tokens

texts = st.none() | st.text(max_size=5)
costs = st.none() | st.floats(0, 10)
usages = st.builds(
    Usage, st.integers(0, 9), st.floats(0, 1e6), st.builds(Tokens, *[st.integers(0, 99)] * 4), costs
)
mades = st.builds(
    Made,
    faults=st.lists(st.sampled_from(list(Fault)), max_size=3).map(tuple),
    usage=usages,
    mode=texts,
    reading=st.builds(Reading, st.none() | st.floats(0, 1), texts, texts, st.booleans()),
    served=st.builds(Served, texts, texts, texts),
)
moves = st.builds(
    Move, st.integers(0, 5), st.text(max_size=5), st.sampled_from(["player", "fallback"]), mades
)


@given(moves)
def test_a_move_is_read_back_as_it_was_stored(move: Move) -> None:
    assert read_move(json.loads(json.dumps(move.stored()))) == move


@given(moves)
def test_every_field_of_a_decision_is_exported(move: Move) -> None:
    exported: dict[str, Any] = _made(move)
    made = move.made
    assert made is not None
    assert made.reading._asdict().items() <= exported.items()
    assert made.served._asdict().items() <= exported.items()
    assert made.usage.json().items() <= exported.items()


def test_a_bots_decision_is_stored_in_a_word() -> None:
    made = Made(usage=Usage(1, 0.25))
    assert Move(0, "turn", "player", made).stored() == {
        "by": 0,
        "act": "turn",
        "made": {"ms": 0.25},
    }


@given(st.builds(Play, *[st.integers(0, 9)] * 3, usages))
def test_what_a_seat_used_is_read_back_as_it_was_stored(play: Play) -> None:
    assert read_play(json.loads(json.dumps(play.json()))) == play


@given(st.lists(usages, max_size=6), st.randoms())
def test_usage_adds_up_to_the_same_in_any_order_and_unknown_stays_unknown(
    several: list[Usage], random: Any
) -> None:
    whole = total(several)
    mixed = list(several)
    random.shuffle(mixed)
    assert total(mixed) == whole
    assert (whole.cost is None) == any(one.cost is None for one in several)
