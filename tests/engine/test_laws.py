"""Laws that every game obeys at every table size and with every setting of its switches.

A new game is tested by them at once; the settings of its switches, if it has any, stand as
Hypothesis strategies in ``<game>/switches.py``.
"""

from __future__ import annotations

import json
import runpy
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import CHANCE, IllegalAction, Outcome, ranking
from engine.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.game import Game

State = Any
Act = Any

FIRST_LOOKS = 4
"""Positions at the start of a match that every law looks at: they hold the early phases."""

LATER_LOOKS = 6
"""Positions of the rest of a match that a law looks at, drawn anew for each match."""

CONTINUED = 2
"""Positions of a match that are played on in several ways."""

FORKS, ACTS_ON = 3, 5
"""How many acts are tried in each position that is played on, and how many in a row."""

GARBAGE: list[Any] = [None, 0, -1, True, "", "pass", "play O7", "turn", (), [], {}, object()]


@dataclass(frozen=True, repr=False)
class Match:
    """A random match: its moves, and the position before each of them and after the last."""

    game: Game[Any, Any]
    seats: int
    rules: dict[str, Any]
    seed: int
    moves: list[tuple[int, Act]]
    states: list[State]

    def __repr__(self) -> str:
        return f"{self.game.id} {self.seats} seats, seed {self.seed}, {self.rules}"

    def rng(self) -> Random:
        return Random(f"look {self.seed}")

    def looks(self) -> Iterator[tuple[State, int, Act]]:
        """Some positions, with who acts there and how."""
        moves = range(len(self.moves))
        later = self.rng().sample(moves, min(LATER_LOOKS, len(moves)))
        for place in sorted({*moves[:FIRST_LOOKS], *later}):
            yield self.states[place], *self.moves[place]


def act_at_random(state: State, rng: Random) -> tuple[int, Act]:
    seat = rng.choice(state.actors)
    return seat, state.draw(rng) if seat == CHANCE else rng.choice(state.legal(seat))


def play(game: Game[Any, Any], seats: int, given_rules: dict[str, Any], seed: int) -> Match:
    rng, rules = Random(seed), game.rules(given_rules)
    states, moves = [game.start(seats, rules)], []
    while states[-1].actors:
        moves.append(act_at_random(states[-1], rng))
        states.append(states[-1].apply(*moves[-1]))
    return Match(game, seats, rules, seed, moves, states)


def switches(game: str) -> dict[str, st.SearchStrategy[Any]]:
    if not games()[game].switches:
        return {}
    file = Path(__file__).parent / game.replace("-", "_") / "switches.py"
    found: dict[str, st.SearchStrategy[Any]] = runpy.run_path(str(file))["SWITCHES"]
    assert found.keys() == games()[game].switches.keys()
    return found


SWITCHES = {game: switches(game) for game in games()}
TABLES = [(game, seats) for game in games() for seats in games()[game].seats]


@st.composite
def matches(draw: st.DrawFn, game: str, seats: int, switched: tuple[str, ...] | None) -> Match:
    """A random match with these switches set at random, or with any of them."""
    if switched is None:
        rules = draw(st.fixed_dictionaries({}, optional=SWITCHES[game]))
    else:
        rules = draw(st.fixed_dictionaries({name: SWITCHES[game][name] for name in switched}))
    return play(games()[game], seats, rules, draw(st.integers(0, 2**32)))


def assert_refused(state: State, seat: int, act: Act) -> None:
    """The rules must say no, in one sentence that is short enough to be sent to a player."""
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, act)
    sentence = str(caught.value)
    assert 0 < len(sentence) < 300
    assert "\n" not in sentence


def a_replay_from_the_record_passes_through_equal_positions(match: Match) -> None:
    state = match.game.start(match.seats, json.loads(json.dumps(match.rules)))
    for before, (seat, act) in zip(match.states, match.moves, strict=False):
        assert state == before
        assert hash(state) == hash(before)
        written = json.dumps(act.json() if seat == CHANCE else str(act))
        read = match.game.read_draw if seat == CHANCE else match.game.parse
        state = state.apply(seat, read(json.loads(written)))
    assert state == match.states[-1]
    assert repr(state) == repr(match.states[-1])
    assert state.outcome == match.states[-1].outcome


def acts_are_read_back_as_they_are_written(match: Match) -> None:
    for state, seat, act in match.looks():
        if seat == CHANCE:
            written = act.json()
            assert json.loads(json.dumps(written)) == written
            assert match.game.read_draw(written) == act
            assert hash(match.game.read_draw(written)) == hash(act)
        for choice in state.legal(seat):
            assert match.game.parse(str(choice)) == choice
            assert hash(match.game.parse(str(choice))) == hash(choice)


def every_legal_act_applies(match: Match) -> None:
    rng = match.rng()
    for state, seat, _ in match.looks():
        legal = list(state.legal(seat))
        for act in rng.sample(legal, min(len(legal), 20)):
            assert state.apply(seat, act) != state


def an_act_of_another_seat_is_refused(match: Match) -> None:
    for state, seat, act in match.looks():
        for other in {CHANCE, *range(match.seats + 1)} - {seat}:
            assert_refused(state, other, act)


def an_act_of_another_position_that_is_not_legal_here_is_refused(match: Match) -> None:
    acts = match.rng().sample(match.moves, min(30, len(match.moves)))
    for state, seat, own in match.looks():
        for _, act in [*match.moves[:FIRST_LOOKS], *acts]:
            if act != own and act not in state.legal(seat):
                assert_refused(state, seat, act)


def garbage_is_refused(match: Match) -> None:
    for state, seat, _ in match.looks():
        for act in GARBAGE:
            assert_refused(state, seat, act)


def exactly_the_actors_have_choices_and_these_are_distinct(match: Match) -> None:
    for state, seat, _ in match.looks():
        assert seat in state.actors
        assert len(set(state.actors)) == len(state.actors)
        assert list(state.legal(CHANCE)) == []
        for any_seat in range(match.seats):
            choices = [str(act) for act in state.legal(any_seat)]
            assert (any_seat in state.actors) == bool(choices)
            assert len(set(choices)) == len(choices)


def the_fallback_is_legal(match: Match) -> None:
    for state, seat, _ in match.looks():
        if seat != CHANCE:
            assert state.fallback(seat) in state.legal(seat)


def the_phase_is_one_of_the_games_and_the_view_says_it_too(match: Match) -> None:
    for state, seat, _ in match.looks():
        assert state.phase
        assert (state.phase in match.game.phases) == (seat != CHANCE)
        for any_seat in range(match.seats):
            assert state.view(any_seat).seat == any_seat
            assert state.view(any_seat).phase == state.phase


def a_match_that_is_over_has_an_outcome_and_nobody_acts(match: Match) -> None:
    over = match.states[-1]
    assert isinstance(over.outcome, Outcome)
    scores, ranks = over.outcome.scores, over.outcome.ranks
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    assert len(scores) == len(ranks) == match.seats
    assert winners
    assert ranks == ranking(scores, winners)
    assert over.phase == ""
    assert all(state.outcome is None for state in match.states[:-1])
    for seat in {CHANCE, *range(match.seats)}:
        assert list(over.legal(seat)) == []
        for act in [match.moves[0][1], match.moves[-1][1], *GARBAGE]:
            assert_refused(over, seat, act)


def what_a_seat_cannot_see_leaves_its_view_and_its_choices_as_they_are(match: Match) -> None:
    rng = match.rng()
    for state in [*(state for state, _, _ in match.looks()), match.states[-1]]:
        for seat in range(match.seats):
            other = state.resample(seat, rng)
            assert other.view(seat) == state.view(seat)
            assert repr(other.view(seat)) == repr(state.view(seat))
            assert repr(other.legal(seat)) == repr(state.legal(seat))
            assert (other.actors, other.phase) == (state.actors, state.phase)
            assert other.outcome == state.outcome


def chance_acts_if_the_game_says_so(match: Match) -> None:
    assert any(seat == CHANCE for seat, _ in match.moves) == match.game.chance


def every_seat_sees_which_act_was_done(match: Match) -> None:
    """The publicity law: two acts that a spectator could tell apart leave every seat other views.

    That is all of them: in the games there are, chance alone does anything in secret.
    """
    rng = match.rng()
    for state, actor, _ in match.looks():
        legal = list(state.legal(actor))
        after = [state.apply(actor, act) for act in rng.sample(legal, min(len(legal), 8))]
        for seat in range(match.seats):
            assert len({one.view(seat) for one in after}) == len(after)


def played_on(state: State, rng: Random) -> list[State]:
    """Positions a few acts of seats on: of each one's choices the first, the last and others."""
    reached = level = [state]
    for _ in range(ACTS_ON):
        level = [
            one.apply(seat, act)
            for one in level
            for seat in one.actors
            if seat != CHANCE
            for act in forks(list(one.legal(seat)), rng)
        ]
        reached = reached + level
    return reached


def forks(legal: list[Act], rng: Random) -> list[Act]:
    others = rng.sample(legal, min(len(legal), FORKS - 2))
    return list(dict.fromkeys([*legal[:1], *legal[-1:], *others]))


def what_is_open_every_seat_sees(match: Match) -> None:
    """The publicity law for all that was done before, the other half of the leak law.

    What re-dealing leaves alone is open, or the seat's own. Positions that came from one by acts
    and look the same to a seat are therefore the same position to it, whoever sits there: once all
    that it cannot see is dealt anew from one stream, nothing tells them apart.
    """
    rng = match.rng()
    for state in rng.sample(match.states, min(CONTINUED, len(match.states))):
        reached = played_on(state, rng)
        for seat in range(match.seats):
            seen: dict[Any, State] = {}
            for one in reached:
                other = seen.setdefault((one.view(seat), one.actors, one.phase, one.outcome), one)
                if other != one:
                    assert other.resample(seat, Random(0)) == one.resample(seat, Random(0))


def a_resampled_position_differs_if_the_game_hides_anything_and_plays_on(match: Match) -> None:
    rng = match.rng()
    differing = []
    for state, _, _ in match.looks():
        for seat in range(match.seats):
            other = state.resample(seat, rng)
            assert other.resample(seat, rng).view(seat) == state.view(seat)
            if other != state:
                differing.append(other)
    assert bool(differing) == match.game.hidden
    state = rng.choice(differing or match.states)
    while state.actors:
        state = state.apply(*act_at_random(state, rng))
    assert sum(rank == 1 for rank in state.outcome.ranks) >= 1


def a_position_is_never_changed_in_place(match: Match) -> None:
    rng = match.rng()
    for state, seat, act in match.looks():
        before = hash(state), repr(state)
        state.apply(seat, act)
        for any_seat in range(match.seats):
            state.view(any_seat)
            state.legal(any_seat)
            state.resample(any_seat, rng)
        for garbage in GARBAGE:
            assert_refused(state, seat, garbage)
        assert (hash(state), repr(state)) == before


def chance_draws_the_same_from_the_same_stream(match: Match) -> None:
    for state, seat, act in match.looks():
        if seat == CHANCE:
            drawn = state.draw(Random("a stream"))
            assert drawn == state.draw(Random("a stream"))
            assert drawn.json() == state.draw(Random("a stream")).json()
            assert state.apply(CHANCE, drawn).actors
            assert act.json().keys() == drawn.json().keys()


LAWS: list[Callable[[Match], None]] = [
    a_replay_from_the_record_passes_through_equal_positions,
    acts_are_read_back_as_they_are_written,
    every_legal_act_applies,
    an_act_of_another_seat_is_refused,
    an_act_of_another_position_that_is_not_legal_here_is_refused,
    garbage_is_refused,
    exactly_the_actors_have_choices_and_these_are_distinct,
    the_fallback_is_legal,
    the_phase_is_one_of_the_games_and_the_view_says_it_too,
    a_match_that_is_over_has_an_outcome_and_nobody_acts,
    what_a_seat_cannot_see_leaves_its_view_and_its_choices_as_they_are,
    chance_acts_if_the_game_says_so,
    every_seat_sees_which_act_was_done,
    what_is_open_every_seat_sees,
    a_resampled_position_differs_if_the_game_hides_anything_and_plays_on,
    a_position_is_never_changed_in_place,
    chance_draws_the_same_from_the_same_stream,
]

PUBLICITY = [every_seat_sees_which_act_was_done, what_is_open_every_seat_sees]

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(PATIENT, max_examples=20)
@given(data=st.data())
def test_law(law: Callable[[Match], None], game: str, seats: int, data: st.DataObject) -> None:
    law(data.draw(matches(game, seats, switched=None)))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_that_says_wrongly_what_it_hides_is_found_out(game: str, seats: int) -> None:
    said = replace(games()[game], hidden=not games()[game].hidden)
    with pytest.raises(AssertionError):
        a_resampled_position_differs_if_the_game_hides_anything_and_plays_on(
            play(said, seats, {}, 1)
        )


def breaks(law: Callable[[Match], None], match: Match) -> bool:
    try:
        law(match)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(
    ("game", "field"),
    [("klirr", "past"), ("klirr", "sum"), ("zero-to-hero", "tricks"), ("zero-to-hero", "table")],
)
def test_a_view_that_keeps_open_things_back_is_found_out(
    monkeypatch: pytest.MonkeyPatch, game: str, field: str
) -> None:
    matches = [play(games()[game], 4, {}, seed) for seed in range(20)]
    kind = type(matches[0].states[0])
    view = kind.view
    monkeypatch.setattr(kind, "view", lambda self, seat: view(self, seat)._replace(**{field: None}))
    assert any(breaks(law, match) for law in PUBLICITY for match in matches)


@pytest.mark.parametrize("game", games())
@given(text=st.text() | st.sampled_from(["nan", "-1", "play", "ask 1", "take 1:", "turn x"]))
def test_text_that_is_no_act_is_refused(game: str, text: str) -> None:
    try:
        act = games()[game].parse(text)
    except IllegalAction as refusal:
        assert 0 < len(str(refusal)) < 300  # noqa: PT017 - an act is the other good answer
    else:
        assert str(act) == text


SWITCH_SETS: list[Any] = [
    pytest.param(game, seats, switched, id=f"{game}-{seats}-{'+'.join(switched or ['any'])}")
    for game, seats in TABLES
    for switched in [(), *((name,) for name in SWITCHES[game]), None]
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "switched"), SWITCH_SETS)
@settings(PATIENT, max_examples=1000)
@given(data=st.data())
def test_1000_matches_obey_every_law(
    game: str, seats: int, switched: tuple[str, ...] | None, data: st.DataObject
) -> None:
    """With the defaults, with each switch set alone, and with any of them."""
    match = data.draw(matches(game, seats, switched))
    for law in LAWS:
        law(match)
