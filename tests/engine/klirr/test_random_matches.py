"""Laws of Klirr over random matches with random switches: money, who is in, what is secret."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE
from engine.klirr import GAME
from engine.klirr.acts import Ask, Call, Pass, Pay, Take, TurnUp
from engine.klirr.view import Passed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.klirr.position import State
    from tests.engine.klirr.conftest import Table

STEPS = st.integers(1, 12) | st.just(45)
SWITCHES = st.fixed_dictionaries(
    {
        "pass_to": st.sampled_from(["round", "lap", "nobody"]),
        "bluff_cap": st.sampled_from(["fixed", "own_cash"]),
        "ask_target": st.sampled_from(["any", "active", "owner"]),
        "turn_after_klirr": st.sampled_from(["turner", "taker"]),
        "max_rounds": st.integers(1, 6),
    },
    optional={
        "dollar_values": st.lists(STEPS.map(lambda step: step * 10_000), min_size=26, max_size=26)
    },
)
MATCHES = st.builds(
    lambda seats, switches, seed: list(
        steps(GAME.start(seats, GAME.rules(switches)), Random(seed))
    ),
    st.integers(2, 6),
    SWITCHES,
    st.integers(0, 2**32),
)


def steps(state: Any, rng: Random) -> Iterator[tuple[State, Any, State]]:
    """Play to the end at random, naming a slot half the time; give before, act and after."""
    while state.actors:
        (actor,) = state.actors
        act = state.draw(rng) if actor == CHANCE else rng.choice(state.legal(actor))
        if isinstance(act, TurnUp | Take) and rng.random() < 0.5:
            row = state.shown[act.seat if isinstance(act, Take) else actor]
            slot = rng.choice([place for place, face in enumerate(row) if face is None])
            act = TurnUp(slot) if isinstance(act, TurnUp) else Take(act.seat, slot)
        after = state.apply(actor, act)
        yield state, act, after
        state = after


def newly_up(before: State, after: State) -> list[Any]:
    """The cards this act turned face up; the rows of a finished round are gone from the table."""
    if after.round.number != before.round.number:
        return []
    pairs = [
        (old, new)
        for rows in zip(before.shown, after.shown, strict=True)
        for old, new in zip(*rows, strict=False)
    ]
    return [new for old, new in pairs if old is None and new is not None]


def bank_pays(before: State, act: Any) -> int:
    """What the rulebook says the bank pays for an act: dollars turned, jackpots turned or taken."""
    if not isinstance(act, TurnUp | Take):
        return 0
    seat = act.seat if isinstance(act, Take) else before.turner
    slot = before.shown[seat].index(None) if act.slot is None else act.slot
    card = before.round.rows[seat][slot]
    if card == "jackpot":
        return 200_000
    return card if isinstance(card, int) and isinstance(act, TurnUp) else 0


@given(MATCHES)
def test_money_comes_from_the_bank_alone_and_never_goes_there(match: list[Any]) -> None:
    for before, act, after in match:
        assert sum(after.cash) - sum(before.cash) == bank_pays(before, act)
        assert all(cash >= 0 and cash % 10_000 == 0 for cash in after.cash)


@given(MATCHES)
def test_at_most_two_purses_change_at_a_time(match: list[Any]) -> None:
    for before, act, after in match:
        changes = [
            new - old for old, new in zip(before.cash, after.cash, strict=True) if new != old
        ]
        assert len(changes) <= (1 if isinstance(act, TurnUp | Take) else 2)


@given(MATCHES)
def test_who_is_in_has_a_down_card_and_who_is_out_stays_out(match: list[Any]) -> None:
    for before, _, after in match:
        if after.phase in {"", "deal"}:
            continue
        own_moment = {after.turner} if after.moment else set()
        for seat, active in enumerate(after.active):
            assert not active or None in after.shown[seat] or seat in own_moment
            assert not active or before.phase == "deal" or before.active[seat]
        assert (
            after.actors[0] != after.turner or after.phase != "turn" or after.active[after.turner]
        )


@given(MATCHES)
def test_each_act_turns_up_at_most_one_card_and_it_is_the_card_that_was_dealt(
    match: list[Any],
) -> None:
    for before, _, after in match:
        if before.phase == "deal":
            continue
        assert len(newly_up(before, after)) <= 1
        for row, laid in zip(after.shown, after.round.rows, strict=False):
            assert all(face in (None, card) for face, card in zip(row, laid, strict=True))


@given(MATCHES)
def test_the_claims_tell_every_payment_between_players(match: list[Any]) -> None:
    last = match[-1][-1]
    paid = Counter(dict.fromkeys(range(len(last.cash)), 0))
    for claim in last.view(0).claims:
        to_taker = -1 if claim.bluff and claim.answer == "call" else 1
        paid[claim.taker] += to_taker * claim.paid
        paid[claim.asked] -= to_taker * claim.paid
    bank = Counter()
    for before, act, _ in match:
        bank[before.actors[0]] += bank_pays(before, act)
    assert [100_000 + paid[seat] + bank[seat] for seat in paid] == list(last.cash)


@given(MATCHES)
def test_the_past_tells_every_pass_and_every_answer_in_order_to_everybody(match: list[Any]) -> None:
    told: list[Any] = []
    for before, act, after in match:
        held, number = before.moment, before.round.number
        if isinstance(act, Pass):
            told.append((number, held.taker, held.owner, before.taken))
        elif isinstance(act, Pay | Call):
            paid = abs(after.cash[held.asked] - before.cash[held.asked])
            request = (held.taker, held.owner, before.taken, held.asked, held.sum)
            told.append((number, *request, str(act), paid))
        assert all(after.view(seat).past == tuple(told) for seat in range(len(after.cash)))


@given(MATCHES)
def test_the_last_passes_tell_how_the_taker_came_to_it(match: list[Any]) -> None:
    for _, _, after in match:
        if after.moment is not None:
            view = after.view(0)
            takers = [*(one.taker for one in view.past[len(view.past) - view.passed :]), view.taker]
            assert takers[0] == view.turner
            assert all(type(one) is Passed for one in view.past[len(view.past) - view.passed :])


@given(MATCHES)
def test_the_heir_in_view_is_who_a_pass_makes_taker(match: list[Any]) -> None:
    for before, act, after in match:
        if isinstance(act, Pass) and after.active == before.active:
            heir = before.view(0).heir
            ends = heir is None or not any(
                None in row for seat, row in enumerate(after.shown) if seat != heir
            )
            assert (after.moment and after.moment.taker) == (None if ends else heir)


@given(seed=st.integers(0, 2**32))
def test_no_extra_round_is_won_below_what_the_tied_had(table: type[Table], seed: int) -> None:
    # No money leaves the tied: so not below a million, nor below a bystander (ruling 20).
    rich = [900_000] * 2 + [10_000] * 24
    at = table("900k klart", "klart", "900k klart", dollar_values=rich)
    at.play("0: turn", "1: turn", "2: turn", "0: turn", "2: turn")
    *_, (_, _, last) = steps(at.state, Random(seed))
    assert last.round.extra
    assert last.outcome.scores[1] == 100_000
    assert max(last.outcome.scores) >= 1_000_000
    ahead = sum(score > 100_000 for score in last.outcome.scores)
    assert last.outcome.ranks[1] == 1 + ahead


@given(MATCHES)
def test_only_the_taker_sees_the_taken_card(match: list[Any]) -> None:
    for _, _, state in match:
        held = state.moment
        for seat in range(len(state.cash)):
            view = state.view(seat)
            holds = held is not None and held.owner != CHANCE and seat == held.taker
            assert (view.card is not None) == holds
            assert view.owner is None or view.rows[view.owner][view.slot] is None


@given(MATCHES)
def test_a_view_says_who_may_be_asked_and_the_highest_bluff(match: list[Any]) -> None:
    for before, _, _ in match:
        if before.phase == "ask":
            (taker,) = before.actors
            view, asks = before.view(taker), [a for a in before.legal(taker) if isinstance(a, Ask)]
            bluffs = {act.sum for act in asks} - {before.taken}
            allowed = {*range(10_000, view.bluff_cap + 1, 10_000)} - {before.taken}
            may_bluff_or_must_ask = allowed or isinstance(before.taken, int)
            assert {act.seat for act in asks} == set(view.askable if may_bluff_or_must_ask else ())
            assert bluffs == (allowed if view.askable else set())


@given(MATCHES)
def test_the_card_an_act_draws_is_the_one_that_is_shown_or_held(match: list[Any]) -> None:
    for before, act, after in match:
        if isinstance(act, TurnUp | Take) and after.round.number == before.round.number:
            card, owner, slot = before.drawn(act)
            assert before.shown[owner][slot] is None
            assert card == (after.shown[owner][slot] or after.taken)


@given(MATCHES, st.integers(0, 2**32))
def test_no_view_tells_cards_aside_or_down_and_none_but_the_takers_the_taken_one(
    match: list[Any], seed: int
) -> None:
    state = Random(seed).choice(match)[-1]
    held = state.moment
    # Every hidden card becomes a word that no rule knows: what sees it, shows it.
    rows = tuple(
        tuple("?" if face is None else face for face in row) for row in (state.shown or ())
    )
    hidden = state._replace(
        round=state.round._replace(rows=rows, aside=("?",) * len(state.round.aside))
    )
    for seat in range(len(state.cash)):
        if held is None or held.owner == CHANCE or seat != held.taker:
            assert hidden.view(seat) == state.view(seat)
            assert "?" not in repr(hidden.view(seat))


@given(MATCHES, st.integers(0, 2**32))
def test_a_redealt_position_has_the_same_45_cards_and_the_same_face_up(
    match: list[Any], seed: int
) -> None:
    state = Random(seed).choice(match)[-1]
    for seat in range(len(state.cash)):
        other = state.resample(seat, Random(seed))
        cards = [card for row in other.round.rows for card in row] + list(other.round.aside)
        assert Counter(cards) in (Counter(state.rules.deck), Counter())
        assert all(
            face in (None, card)
            for faces, row in zip(other.shown, other.round.rows, strict=False)
            for face, card in zip(faces, row, strict=True)
        )
        assert other.view(seat) == state.view(seat)
        assert other.legal(seat) == state.legal(seat)


def redealt(state: State, seat: int) -> set[Any]:
    """The cards the taker may be holding, as far as the seat can know."""
    return {state.resample(seat, Random(seed)).taken for seed in range(400)}


def test_a_redeal_for_the_asked_may_put_any_card_but_a_jackpot_in_the_takers_hand(
    table: type[Table],
) -> None:
    at = table("klirr", "20k", "").play("0: turn", "0: take 1", "0: ask 2 50000")
    assert redealt(at.state, 2) == {"klirr", "klart", *range(10_000, 110_000, 10_000)}
    assert redealt(at.state, 0) == {20_000}


def test_a_redeal_keeps_a_sum_honest_that_could_not_be_a_bluff(table: type[Table]) -> None:
    high = table("klirr", "250k", dollar_values=[10_000] * 10 + [250_000] * 16)
    high.play("0: turn", "0: take 1", "0: ask 1 250000")
    assert redealt(high.state, 1) == {250_000}
    poor = table.seat_0_broke("klirr", "60k", bluff_cap="own_cash")
    poor.play("0: turn", "0: take 1", "0: ask 1 60000")
    assert redealt(poor.state, 1) == {60_000}


def test_a_redeal_keeps_a_card_worthless_with_which_nobody_can_be_asked(
    table: type[Table],
) -> None:
    at = table.seat_0_broke("klart klirr", "klirr").play("0: turn", "1: turn", "1: take 0:1")
    assert redealt(at.state, 0) == {"klirr", "klart"}
