"""Every rule sentence of a prompt is bound to the rulings it states, and holds under its switches.

That is so where a game has words of its own; any other is told by its rule page. The numbers are
those of the rulings that the engine's docstrings and tests cite.
"""

from itertools import product

import pytest

from engine.game import Turn
from engine.games import games
from engine.klirr.cards import SPECIALS, cards_each
from engine.zero_to_hero.dealing import TRICKS
from prompts.pages import page_of
from prompts.prompt import load_prompt, variants

RULINGS = {"klirr": 22, "zero-to-hero": 13}

WORDS = {
    game.id: {
        name: [True, False] if switch.default is True else switch.allowed.split(" | ")
        for name, switch in game.switches.items()
        if " | " in switch.allowed
    }
    for game in map(games().__getitem__, RULINGS)
}
"""Every switch between words, with its words."""

OTHER = {
    "klirr": {"dollar_values": [20_000] * 25 + [150_000], "max_rounds": 7},
    "zero-to-hero": {"score_tiles": [[1, 0]] * 12},
}
"""Another value for every other switch."""

SETTINGS = [
    (game_id, dict(zip(words, values, strict=True)))
    for game_id, words in WORDS.items()
    for values in product(*words.values())
] + list(OTHER.items())


def sentences(game_id):
    return [sentence for section in page_of(game_id).rules for sentence in section.sentences]


def view_under(turns, game_id, rules, seats=3):
    _, turn = next(turns(games()[game_id], seats, 1, rules))
    return turn.view


def test_every_game_with_words_of_its_own_has_its_rulings_counted():
    assert RULINGS.keys() == {one for one in games() if page_of(one).folder.name != "generic"}


@pytest.mark.parametrize(("game_id", "rules"), SETTINGS)
def test_no_ruling_is_missing_whatever_the_switches(turns, game_id, rules):
    facts = page_of(game_id).facts(view_under(turns, game_id, rules))
    stated = {n for one in sentences(game_id) if one.holds(facts) for n in one.rulings}
    assert stated == set(range(1, RULINGS[game_id] + 1))


@pytest.mark.parametrize(("game_id", "rules"), SETTINGS)
def test_no_sentence_contradicts_the_switches_in_force(turns, game_id, rules):
    """A sentence of another switch value never stands in the prompt, in any variant."""
    game = games()[game_id]
    view = view_under(turns, game_id, rules)
    facts = page_of(game_id).facts(view)
    in_force = game.rules(rules)
    assert all(facts[name] == value for name, value in in_force.items() if name in WORDS[game_id])
    for variant in variants(game_id):
        system = load_prompt(game, variant).system(view)
        for one in sentences(game_id):
            assert (one.text.format_map(facts) in system) == one.holds(facts)


@pytest.mark.parametrize("game_id", RULINGS)
def test_every_switch_changes_what_is_told(turns, game_id):
    game = games()[game_id]
    system = load_prompt(game).system(view_under(turns, game_id, {}))
    others = [
        {name: value}
        for name, values in WORDS[game_id].items()
        for value in values
        if value != game.switches[name].default
    ] + [{name: value} for name, value in OTHER[game_id].items()]
    assert {name for other in others for name in other} == game.switches.keys()
    for other in others:
        assert load_prompt(game).system(view_under(turns, game_id, other)) != system


@pytest.mark.parametrize("game_id", RULINGS)
def test_a_condition_names_a_fact(turns, game_id):
    facts = page_of(game_id).facts(view_under(turns, game_id, {}))
    for one in sentences(game_id):
        assert one.rulings
        assert one.when.keys() <= facts.keys()


@pytest.mark.parametrize("game_id", RULINGS)
def test_what_is_invented_is_said_to_be(turns, game_id):
    prompt = load_prompt(games()[game_id])
    assert "invented" in prompt.system(view_under(turns, game_id, {}))
    other = view_under(turns, game_id, OTHER[game_id])
    assert "invented" not in prompt.system(other)
    assert "set for this match" in prompt.system(other)


def test_an_unofficial_table_is_said_to_be(turns):
    game = games()["zero-to-hero"]
    for seats in game.seats:
        system = load_prompt(game).system(view_under(turns, game.id, {}, seats))
        assert ("unofficial" in system) == (seats in game.unofficial)


def test_numbers_written_out_in_sentences_are_the_engines(turns):
    klirr = " ".join(load_prompt(games()["klirr"]).system(view_under(turns, "klirr", {})).split())
    kinds = [SPECIALS.count(card) for card in ("klirr", "jackpot", "klart")]
    assert f"{kinds[0]} klirr, {kinds[1]} jackpot, {kinds[2]} klart and 26 dollar" in klirr
    assert [cards_each(players) for players in range(2, 7)] == [11, 11, 11, 9, 7]
    assert "11 cards if they are 2 to 4, 9 if they are 5, 7 if they are 6" in klirr
    assert TRICKS == 7


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_deal_told_is_the_deal_made(turns, seats):
    view = view_under(turns, "klirr", {}, seats)
    facts = page_of("klirr").facts(view)
    assert facts["cards"] == len(view.rows[0])
    assert facts["aside"] == view.aside


def test_the_examples_of_tricks_are_decided_by_the_switches_in_force(turns):
    def examples(**rules: str) -> list[str]:
        return page_of("zero-to-hero").facts(view_under(turns, "zero-to-hero", rules))["examples"]

    assert examples() == [
        "O7, B9, O4 and G10: O7 wins, O4 is second",
        "R5, R8, G12 and B2: B2 wins, G12 is second",
        "O9, B3, B6 and R1: O9 and B6 win, B3 is second",
        "G12, O11 and B10: G12 wins, O11 is second",
    ]
    assert examples(lone2_second="suit_winner")[1] == "R5, R8, G12 and B2: B2 wins, R8 is second"
    assert examples(lone2_second="suit_second")[1] == "R5, R8, G12 and B2: B2 wins, R5 is second"


def test_seats_are_neutral_players(turns, game):
    prompt = load_prompt(game)
    for seats in game.seats:
        for _, turn in turns(game, seats):
            system, user = (one["content"] for one in prompt.messages(turn))
            assert f"You are Player {turn.seat + 1}" in system
            assert f"Player {turn.seat + 1} (you)" in user
            assert f"Player {seats + 1}" not in user
            assert "Player 0" not in user
            assert "seat" not in user.lower()


def test_a_prompt_has_a_phase_for_every_phase_of_the_game(turns, game):
    prompt = load_prompt(game)
    seen = {}
    for _, turn in turns(game, max(game.seats)):
        seen[turn.view.phase] = prompt.messages(Turn(turn.seat, turn.view, turn.legal))
    assert set(seen) == set(game.phases)
