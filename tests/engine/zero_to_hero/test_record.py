"""How acts are written, what strangers may write instead, and what is conserved."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, IllegalAction
from engine.zero_to_hero import GAME
from engine.zero_to_hero.draws import Deal, Lead
from engine.zero_to_hero.rules import ScoreTile
from engine.zero_to_hero.tiles import PLAY, TILE, TILES, Play

LEAD = {"lead": {"draws": [{"0": "O7", "1": "B7"}, {"0": "O1", "1": "B3"}], "leader": 1}}
DEAL = {
    "deal": {
        "hand": 1,
        "score_tiles": [[3, 1], [3, -1], [2, 1], [2, -1], [2, -2], [1, 2], [1, -1]],
        "tiles": [
            ["O7", "O1", "O2", "O3", "O4", "O5", "O6"],
            ["B7", "B1", "B2", "B3", "B4", "B5", "B13"],
        ],
    }
}


def test_a_play_is_written_as_the_contract_says() -> None:
    assert [str(PLAY[tile]) for tile in TILES[:3]] == ["play O1", "play O2", "play O3"]
    assert all(GAME.parse(str(PLAY[tile])) == PLAY[tile] for tile in TILES)


def test_chances_acts_are_written_as_the_contract_says() -> None:
    lead, deal = GAME.read_draw(LEAD), GAME.read_draw(DEAL)
    o7, b7, o1, b3 = (TILE[name] for name in ("O7", "B7", "O1", "B3"))
    assert lead == Lead((((0, o7), (1, b7)), ((0, o1), (1, b3))), 1)
    assert isinstance(deal, Deal)
    assert deal.score_tiles[1] == ScoreTile(3, -1)
    assert deal.tiles[0][:2] == (o7, o1)
    assert json.dumps(lead.json()) == json.dumps(LEAD)
    assert json.dumps(deal.json()) == json.dumps(DEAL)
    state = GAME.start(2, GAME.rules({})).apply(CHANCE, lead).apply(CHANCE, deal)
    assert state.actors == (1,)


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play ", "play O0", "play O14", "play O07", "play O+7", "play o7", "play P7"),
        *(
            "play  O7",
            " play O7",
            "play O7 ",
            "play O7\n",
            "PLAY O7",
            "O7",
            "play 7O",
            "play O7 B3",
        ),
        *("play \N{CYRILLIC CAPITAL LETTER O}7", "play O\N{FULLWIDTH DIGIT SEVEN}", "play O7\0"),
        *("play O" + "7" * 10**6, "\N{HORIZONTAL ELLIPSIS}" * 10**5),
        *(None, 7, 7.0, True, [], ["play O7"], {}, b"play O7", ("O", 7), PLAY[TILES[0]]),
    ],
    ids=lambda text: repr(text)[:30],
)
def test_anything_else_is_no_act_and_the_answer_is_one_short_sentence(text: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.parse(text)
    assert len(str(caught.value)) < 250
    assert "such as play O7" in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)
KEYS = st.sampled_from(["lead", "deal", "draws", "leader", "hand", "score_tiles", "tiles", "0"])


@given(JSON | st.dictionaries(KEYS, st.dictionaries(KEYS, JSON) | JSON))
def test_json_that_is_no_act_of_chance_is_refused(value: Any) -> None:
    with pytest.raises(IllegalAction):
        GAME.read_draw(value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, as the keys that lead to it."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def with_change(value: Any, path: tuple[Any, ...], put: Any) -> Any:
    if not path:
        return put
    changed = value.copy()
    changed[path[0]] = with_change(value[path[0]], path[1:], put)
    return changed


INTRUDERS: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 7, 10**30, 1.0, float("nan"), "", "O7", "B1", "R13", "O14"),
    *([], {}, [[]], ["O7"] * 60, [3, 1], [1, 2, 3], {"0": "O7"}, {"00": "O7"}, {"-1": "O7"}),
]


@pytest.mark.parametrize("place", places(LEAD), ids=str)
def test_a_drawing_changed_anywhere_is_refused_or_still_obeys_the_rules(place: Any) -> None:
    start = GAME.start(2, GAME.rules({}))
    refused = 0
    for put in INTRUDERS:
        try:
            start.apply(CHANCE, GAME.read_draw(with_change(LEAD, place, put)))
        except IllegalAction:
            refused += 1
    assert refused >= len(INTRUDERS) - 4


@pytest.mark.parametrize("place", places(DEAL), ids=str)
def test_a_deal_changed_anywhere_is_refused_or_still_obeys_the_rules(place: Any) -> None:
    before = GAME.start(2, GAME.rules({})).apply(CHANCE, GAME.read_draw(LEAD))
    refused = 0
    for put in INTRUDERS:
        try:
            before.apply(CHANCE, GAME.read_draw(with_change(DEAL, place, put)))
        except IllegalAction:
            refused += 1
    assert refused >= len(INTRUDERS) - 4


@pytest.mark.parametrize("put", [True, 1.0, "1", None], ids=repr)
def test_what_only_equals_a_whole_number_is_refused(put: Any) -> None:
    for whole, place in [
        (LEAD, ("lead", "leader")),
        (DEAL, ("deal", "hand")),
        (DEAL, ("deal", "score_tiles", 0, 1)),
    ]:
        with pytest.raises(IllegalAction):
            GAME.read_draw(with_change(whole, place, put))


@pytest.mark.parametrize("whole", [LEAD, DEAL], ids=["lead", "deal"])
@pytest.mark.parametrize("place", [(), ("lead",), ("deal",)], ids=str)
def test_a_key_too_many_or_too_few_is_refused(whole: dict[str, Any], place: tuple[str]) -> None:
    if place and place[0] not in whole:
        return
    part = whole[place[0]] if place else whole
    for wrong in [{**part, "extra": 1}, *({k: part[k] for k in part if k != key} for key in part)]:
        with pytest.raises(IllegalAction):
            GAME.read_draw(with_change(whole, place, wrong))


def test_a_value_that_only_looks_like_an_act_is_refused() -> None:
    state = GAME.start(2, GAME.rules({})).apply(CHANCE, GAME.read_draw(LEAD))
    state = state.apply(CHANCE, GAME.read_draw(DEAL))
    held: Any = state.legal(1)[0]
    for pretender in [tuple(held), (tuple(held.tile),), held.tile, str(held), 0, None]:
        with pytest.raises(IllegalAction):
            state.apply(1, pretender)
    assert state.apply(1, Play(held.tile)) == state.apply(1, held)


@given(
    seats=st.sampled_from(GAME.seats),
    ranking=st.sampled_from(["competition", "dense"]),
    seed=st.integers(0, 2**32),
)
def test_tiles_are_conserved(seats: int, ranking: str, seed: int) -> None:
    rng = Random(seed)
    state: Any = GAME.start(seats, GAME.rules({"extra_draw_ranking": ranking}))
    in_hand = 0
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            act = state.draw(rng)
            in_hand = sum(map(len, act.tiles)) if isinstance(act, Deal) else 0
            state = state.apply(CHANCE, act)
            continue
        state = state.apply(seat, rng.choice(state.legal(seat)))
        played = [tile for trick in state.standing.tricks for _, tile in trick.table]
        played += [tile for _, tile in state.table]
        held = [play.tile for own in state.held for play in own]
        assert len({*played, *held}) == len(played) + len(held) <= 52
        if state.actors not in ((), (CHANCE,)):
            assert len(played) + len(held) == in_hand
        assert min(state.standing.points) >= 0
