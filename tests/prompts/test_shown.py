"""What of the open past and of the deck a player is shown, and that a cache can keep most of it."""

import re
from collections import Counter
from random import Random

import pytest

from engine.game import CHANCE, Turn
from engine.games import games
from engine.klirr.cards import SPECIALS
from engine.klirr.view import Passed
from engine.zero_to_hero.tiles import TILES
from prompts.form import Asks
from prompts.page import Shown
from prompts.prompt import load_prompt, variants

KLIRR, HERO = games()["klirr"], games()["zero-to-hero"]
KLIRR_VARIANTS = pytest.mark.parametrize("variant", variants("klirr"))
WORDS = {"pay": "paid", "call": "called"}


def user(game, turn, shown, variant="default"):
    return load_prompt(game, variant).messages(turn, Asks(shown=shown))[-1]["content"]


def row(one):
    if isinstance(one, Passed):
        return f"{one.round} | Player {one.taker + 1} | Player {one.owner + 1} | - | - | passed"
    return (
        f"{one.round} | Player {one.taker + 1} | Player {one.owner + 1} | "
        f"Player {one.asked + 1} | {one.sum} | {WORDS[one.answer]}"
    )


def rows(text):
    return [line for line in text.splitlines() if re.match(r"\d+ \| Player", line)]


def with_past(turn, number):
    """Give the turn after so many requests and passes: those of its match, again and again."""
    past = (turn.view.past * number)[:number]
    return Turn(turn.seat, turn.view._replace(past=past, passed=0), turn.legal)


def passing(seats, seed):
    """Play Klirr so that every other worthless card is passed; give every turn."""
    rng = Random(f"{seats}/{seed}")
    state = KLIRR.start(seats, KLIRR.rules({}))
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            state = state.apply(seat, state.draw(rng))
            continue
        turn = Turn(seat, state.view(seat), state.legal(seat))
        yield turn
        passes = turn.legal[-1:] if str(turn.legal[-1]) == "pass" and rng.random() < 0.5 else ()
        state = state.apply(seat, rng.choice(passes or turn.legal))


@pytest.fixture(scope="module")
def late():
    """Give a turn that has seen both requests and passes."""
    return next(
        turn
        for turn in passing(4, 1)
        if {Passed} < {type(one) for one in turn.view.past} and turn.legal
    )


@KLIRR_VARIANTS
def test_every_request_and_pass_of_the_match_stands_in_a_row_the_oldest_first(variant):
    seen = set()
    for turn in passing(4, 1):
        past = turn.view.past
        if len(past) > 40:
            break
        shown = rows(user(KLIRR, turn, Shown(), variant))
        assert [line.startswith(row(one)) for line, one in zip(shown, past, strict=True)] == (
            [True] * len(past)
        )
        assert [line.rsplit(" | ", 1)[1] for line in shown] == [str(one.card) for one in past]
        seen |= {type(one) for one in past}
    assert len(seen) == 2


def test_rows_say_what_was_paid_where_somebody_had_no_more(turns):
    short = False
    for _, turn in turns(KLIRR, 5, 3):
        lines = rows(user(KLIRR, turn, Shown()))
        if len(lines) < len(turn.view.past):
            break
        for line, one in zip(lines, turn.view.past, strict=True):
            if isinstance(one, Passed):
                continue
            owed = one.sum * (2 if one.answer == "call" and not one.bluff else 1)
            assert (f", only {one.paid} |" in line) == (one.paid < owed)
            short |= one.paid < owed
    assert short


@KLIRR_VARIANTS
@pytest.mark.parametrize(("history", "number"), [("all", 40), ("latest", 3), ("counts", 0)])
def test_no_more_rows_are_shown_than_that_and_the_others_are_counted(
    late, variant, history, number
):
    for past in (0, 1, 3, 4, 40, 41, 60, 61, 90, 200):
        turn = with_past(late, past)
        text = user(KLIRR, turn, Shown(history), variant)
        shown = rows(text)
        assert len(shown) <= number
        assert len(shown) >= min(past, number - 19 if history == "all" else number)
        left_out = past - len(shown)
        if shown:
            assert (f"without the first {left_out}" in text) == (left_out > 0)
            assert shown[-1].startswith(row(turn.view.past[-1]))


def test_old_rows_leave_twenty_at_a_time_so_that_what_comes_before_stays_the_same(late):
    first = [
        len(rows(user(KLIRR, with_past(late, past), Shown()))) - past for past in range(38, 82)
    ]
    assert Counter(first) == {0: 3, -20: 20, -40: 20, -60: 1}


@KLIRR_VARIANTS
@pytest.mark.parametrize("history", ["all", "latest", "counts"])
def test_everything_is_counted_by_player_once_whatever_history_is_shown(variant, history):
    for turn in passing(4, 1):
        past = turn.view.past
        text = user(KLIRR, turn, Shown(history), variant)
        counted = [
            line.split(" | ")[1:]
            for line in text.splitlines()
            if re.match(r"Player \d( \(you\))? \| \d+( \(\d+\))? \| \d+( \(\d+\))? \| ", line)
            and line.count(" | ") == 6
        ]
        assert len(counted) == (4 if past else 0)
        took = [sum(int(cell.split(" ")[0]) for cell in cells[:4]) for cells in counted]
        asked = [sum(map(int, ", ".join(cells[4:]).split(", "))) for cells in counted]
        assert took == [sum(one.taker == seat for one in past) for seat in range(len(counted))]
        assert sum(asked) == len(turn.view.claims)
        assert sum(int(cells[3]) for cells in counted) == len(past) - len(turn.view.claims)


def test_a_taker_is_told_why_on_somebody_elses_turn():
    told = set()
    for seed in range(6):
        for turn in passing(4, seed):
            view = turn.view
            if view.phase not in {"take", "ask"} or not view.passed:
                continue
            text = user(KLIRR, turn, Shown())
            who = "You" if view.turner == turn.seat else f"Player {view.turner + 1}"
            takers = [one.taker for one in view.past[-view.passed :]]
            names = ["you" if seat == turn.seat else f"Player {seat + 1}" for seat in takers]
            start = f"{who} turned a klirr; "
            joined = ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
            again = " again" if turn.seat in takers else ""
            assert f"\n{start}{joined} passed; now you are the taker{again}. " in text
            told.add((who == "You", len(takers)))
    assert {number for _, number in told} >= {1, 2}
    assert {mine for mine, _ in told} == {True, False}


def test_the_asked_are_told_who_the_taker_is_and_whose_klirr_it_was(turns):
    for _, turn in turns(KLIRR, 3):
        view = turn.view
        if view.phase == "answer":
            text = user(KLIRR, turn, Shown())
            turner = "You" if view.turner == turn.seat else f"Player {view.turner + 1}"
            assert f"\n{turner} turned a klirr" in text
            assert f"Player {view.taker + 1} is the taker. They have taken" in text


@pytest.mark.parametrize("variant", variants("klirr"))
def test_cards_not_seen_are_counted_only_where_it_is_asked_for(turns, variant):
    for _, turn in turns(KLIRR, 3):
        view = turn.view
        text = user(KLIRR, turn, Shown(counts=True), variant)
        assert "not seen" not in user(KLIRR, turn, Shown(), variant).lower()
        (line,) = [one for one in text.splitlines() if "not seen" in one.lower()]
        counted = Counter(
            {
                card if of is None else int(of): int(count)
                for count, card, of in re.findall(r"(\d+) (?:(klirr|jackpot|klart)|of (\d+))", line)
                for of in [of or None]
            }
        )
        left = Counter(view.deck)
        left.subtract(card for each in view.rows for card in each if card is not None)
        left[view.card] -= view.card is not None
        assert counted == +left
        assert counted.total() == sum(each.count(None) for each in view.rows) + view.aside - (
            view.card is not None
        )
        assert sum(counted[card] for card in set(SPECIALS)) <= len(SPECIALS)


@pytest.mark.parametrize("game", [KLIRR, HERO], ids=lambda game: game.id)
@pytest.mark.parametrize("history", ["all", "latest", "counts"])
def test_nothing_shown_betrays_what_the_seat_cannot_see(turns, game, history):
    shown = Shown(history, counts=True)
    for number, (state, turn) in enumerate(turns(game, 3)):
        if number % 5:
            continue
        other = state.resample(turn.seat, Random(number))
        again = Turn(turn.seat, other.view(turn.seat), other.legal(turn.seat))
        assert user(game, again, shown) == user(game, turn, shown)


def test_the_history_is_the_beginning_of_every_later_message():
    before = ""
    for turn in passing(4, 2):
        if len(turn.view.past) > 40:
            break
        text = user(KLIRR, turn, Shown())
        assert text.startswith(before)
        if turn.view.past:  # what comes before has other words
            end = text.index(rows(text)[-1]) + len(rows(text)[-1])
            before = text[: end + 1]
    assert len(rows(before)) > 5


def test_five_players_of_klirr_are_told_that_no_card_is_left_over(turns):
    for seats in KLIRR.seats:
        _, turn = next(turns(KLIRR, seats))
        system = load_prompt(KLIRR).system(turn.view)
        assert ("No card is left over." in system) == (turn.view.aside == 0) == (seats == 5)
        assert ("What is left over (1 card) lies aside" in system) == (turn.view.aside == 1)


def test_a_hand_of_zero_to_hero_shows_the_points_after_each_before_it_and_the_extra_tiles(turns):
    hopefuls, extras = set(), set()
    for seed in range(12):
        for _, turn in turns(HERO, 4, seed):
            view = turn.view
            text = user(HERO, turn, Shown())
            lines = text.splitlines()
            for seat in range(4):
                name = f"Player {seat + 1}" + (" (you)" if seat == turn.seat else "")
                cells = [points[seat] for points in view.hand_points]
                hopeful = "yes" if seat in view.hopefuls else "no"
                line = " | ".join(map(str, [name, *cells, view.extras[seat], hopeful]))
                assert (line in lines) == (view.hand > 1)
                hopefuls.add(hopeful)
                extras.add(view.extras[seat])
    assert hopefuls == {"yes", "no"}
    assert extras >= {0, 1, 2, 3}


@pytest.mark.parametrize("variant", variants("zero-to-hero"))
def test_tiles_not_seen_are_listed_only_where_it_is_asked_for(turns, variant):
    for _, turn in turns(HERO, 3):
        view = turn.view
        assert "not seen" not in user(HERO, turn, Shown(), variant).lower()
        (line,) = [
            one
            for one in user(HERO, turn, Shown(counts=True), variant).splitlines()
            if one.startswith(("Tiles not seen", "Tiles that you neither"))
        ]
        listed = {
            f"{part.split()[0]}{number}"
            for part in line.partition(": ")[2].rstrip(".").split(", ")
            for number in part.split()[1:]
        }
        played = {
            str(tile)
            for table in (*(trick.table for trick in view.tricks), view.table)
            for _, tile in table
        }
        assert listed == {str(one) for one in TILES} - {str(one) for one in view.tiles} - played


def test_no_word_of_bluffing_stands_in_zero_to_hero(turns):
    for variant in variants("zero-to-hero"):
        _, turn = next(turns(HERO, 4))
        assert "bluff" not in str(load_prompt(HERO, variant).messages(turn)).lower()
