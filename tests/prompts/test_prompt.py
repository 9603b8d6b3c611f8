"""What a model is shown: all it may know, nothing else, and most of it the same all match."""

import re
import shutil
from collections import defaultdict
from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest
from jinja2 import StrictUndefined, UndefinedError

from engine.game import Turn
from engine.games import games
from prompts.form import P_BLUFF, Asks
from prompts.pages import page_of
from prompts.prompt import _templates, _written, load_prompt, prompt_hash, variants

EVERY = [
    (game.id, variant, seats)
    for game in games().values()
    for variant in variants(game.id)
    for seats in game.seats
]
BELIEF = Asks(told=frozenset({"p_bluff"}))
every_prompt = pytest.mark.parametrize(("game_id", "variant", "seats"), EVERY)


@every_prompt
def test_a_prompt_is_the_same_whatever_the_seat_cannot_see(turns, game_id, variant, seats):
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    for number, (state, turn) in enumerate(turns(game, seats)):
        if number % 7:
            continue
        other = state.resample(turn.seat, Random(number))
        again = Turn(turn.seat, other.view(turn.seat), other.legal(turn.seat))
        assert prompt.messages(again, BELIEF) == prompt.messages(turn, BELIEF)


@every_prompt
def test_the_system_part_of_a_seat_never_changes_in_a_match(turns, game_id, variant, seats):
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    systems = defaultdict(set)
    for _, turn in turns(game, seats):
        first, *_ = prompt.messages(turn)
        assert first["role"] == "system"
        systems[turn.seat].add(first["content"])
    assert len(systems) == seats
    assert all(len(texts) == 1 for texts in systems.values())
    assert len(set.union(*systems.values())) == seats


def alike(one, other):
    """Count the characters with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@every_prompt
def test_most_of_the_input_begins_like_the_request_before_and_it_hardly_grows(
    turns, game_id, variant, seats
):
    """Characters are the measure here; bench/shares.py has the figures in tokens, of bots."""
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    same = total = 0
    first, last = [], []
    for seed in range(3):
        asked = [turn for _, turn in turns(game, seats, seed) if len(turn.legal) > 1]
        before = {}
        sizes = []
        for turn in asked:
            system, user = (one["content"] for one in prompt.messages(turn, BELIEF))
            same += len(system) + alike(before.get(turn.seat, ""), user)
            before[turn.seat] = user
            sizes.append(len(system) + len(user))
        total += sum(sizes)
        tenth = max(1, len(sizes) // 10)
        first += sizes[:tenth]
        last += sizes[-tenth:]
    assert same >= 0.8 * total
    assert sum(last) / len(last) <= 1.4 * sum(first) / len(first)


@every_prompt
def test_the_form_of_an_answer_is_shown_by_its_names_alone(turns, game_id, variant, seats):
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    for _, turn in turns(game, seats):
        for asks in (Asks(), BELIEF, Asks(0)):
            _, message = prompt.messages(turn, asks)
            form = prompt.form(turn, asks)
            words = prompt.question(turn, asks).answer
            assert message["content"].endswith(f"\n\n{words}")
            assert words.endswith(f": {', '.join(form.names)}.")
            assert not any(act in words for act in form.acts)
            assert not any(letter.isdigit() for letter in words)
            system = prompt.system(turn.view, asks)
            assert all(about in system for _, about in asks.about())


def test_every_legal_act_has_a_text_of_its_own_that_reads_back(turns, game):
    prompt = load_prompt(game)
    for _, turn in turns(game, max(game.seats)):
        form = prompt.form(turn)
        assert sorted(map(str, form.acts.values())) == sorted(map(str, turn.legal))
        fixed = prompt.form(turn, Asks(shuffled=False)).acts
        assert list(fixed.values()) == list(turn.legal)
        for text, act in form.acts.items():
            assert game.parse(prompt.page.hear(text)) == act
            assert form.is_act(text)
            assert form.is_act(str(act))


def test_every_legal_act_can_be_written_from_the_choices_shown(turns, game):
    prompt = load_prompt(game)
    for _, turn in turns(game, max(game.seats)):
        shown = prompt.question(turn).choices
        for text in prompt.form(turn).acts:
            verb, *rest = text.split()
            assert f"- {verb}" in shown
            if verb != "ask":
                assert all(word in shown for word in rest)


def test_choices_are_listed_in_an_order_drawn_by_the_turn_and_the_form_follows_it(turns, game):
    """No choice is favoured over a match, and the same turn always shows the same order."""
    prompt, again = load_prompt(game), load_prompt(game)
    places, orders = [], 0
    for _, turn in turns(game, max(game.seats)):
        question = prompt.question(turn)
        assert again.messages(turn) == question.messages
        told = question.messages[-1]["content"]
        acts = list(question.form.acts)
        assert question.form.schema["properties"]["act"]["enum"] == acts
        assert question.choices in told
        last = [act.rsplit(" ", 1)[-1] for act in acts]
        if question.form.drawn and len(acts) > 1:
            listed = [re.search(rf" {word}\b", question.choices).start() for word in last]
            assert listed == sorted(listed)
            places.append(acts.index(prompt.page.say(turn.legal[0])) / (len(acts) - 1))
        orders += list(question.form.acts.values()) != list(turn.legal)
    assert 0.25 < sum(places) / len(places) < 0.75
    assert orders


def test_sums_stay_a_range_whose_players_are_drawn(turns):
    prompt, first = load_prompt(games()["klirr"]), set()
    for _, turn in turns(games()["klirr"], 4):
        if turn.view.phase != "ask" or len(turn.legal) < 3:
            continue
        form = prompt.form(turn)
        asks = [act for act in form.acts if act.startswith("ask")]
        players = list(dict.fromkeys(act.rsplit(" ", 1)[0] for act in asks))
        assert [act.rsplit(" ", 1)[0] for act in asks] == [
            player for player in players for act in asks if act.startswith(player + " ")
        ]
        for player in players:
            sums = [int(act.split()[-1]) for act in asks if act.startswith(player + " ")]
            assert sums == sorted(sums)
        listed = prompt.question(turn).choices
        names = [player.removeprefix("ask ") for player in players]
        assert [listed.index(name) for name in names] == sorted(map(listed.index, names))
        assert not form.drawn
        first.add(players[0] < players[-1])
    assert first == {True, False}


def test_requests_are_shown_in_full_where_they_are_no_even_steps(turns):
    game = games()["klirr"]
    rules = {"dollar_values": [350_000] * 26}
    prompt = load_prompt(game)
    shown = next(
        prompt.question(turn).choices
        for _, turn in turns(game, 3, 1, rules)
        if turn.view.phase == "ask" and turn.view.card == 350_000
    )
    assert "90000, 100000 or 350000" in shown


@every_prompt
def test_the_form_offers_beliefs_only_when_a_claim_is_answered(turns, game_id, variant, seats):
    game = games()[game_id]
    prompt = load_prompt(game, variant)
    for _, turn in turns(game, seats):
        asked = turn.view.phase == "answer"
        assert (P_BLUFF in prompt.form(turn, BELIEF).keys) == asked
        assert P_BLUFF not in prompt.form(turn, BELIEF._replace(skipped=BELIEF.told)).keys
        assert P_BLUFF not in prompt.form(turn).keys
        message = prompt.messages(turn, BELIEF)[-1]["content"]
        assert ("p_bluff" in message) == asked
        assert "p_bluff" not in prompt.messages(turn)[-1]["content"]


def test_an_extra_round_says_who_plays_it(turns):
    game = games()["klirr"]
    prompt = load_prompt(game)
    turn = next(turn for _, turn in turns(game, 4) if len(turn.legal) > 1)
    extra = turn.view._replace(players=(0, 2), rows=(turn.view.rows[0], (), turn.view.rows[2], ()))
    text = prompt.messages(Turn(turn.seat, extra, turn.legal))[-1]["content"]
    assert "An extra round between Player 1 and Player 3 only." in text
    assert text.count("not in this round") == 2


def test_a_variant_is_a_folder_that_may_hold_a_single_file(tmp_path, game):
    shutil.copytree(load_prompt(game).page.folder / "default", tmp_path / "default")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "system.jinja").write_text("Only {{ me }}.", encoding="utf-8")
    templates = _templates(tmp_path, "mine")
    assert templates.get_template("system.jinja").render(me="Player 1") == "Only Player 1."
    for part in ("turn", "choices", "answer"):
        assert templates.get_template(f"{part}.jinja")


def test_an_unknown_variant_is_refused_with_the_ones_there_are(game):
    assert variants(game.id)[0] == "default"
    allowed = ", ".join(variants(game.id))
    with pytest.raises(ValueError, match=f"no prompt 'loud'; allowed: {allowed}$"):
        load_prompt(game, "loud")


def test_a_name_missing_from_a_template_is_an_error(game):
    prompt = load_prompt(game)
    assert prompt.templates.undefined is StrictUndefined
    with pytest.raises(UndefinedError):
        prompt._render("system")


def test_the_version_changes_with_the_small_words_too(monkeypatch):
    page = page_of("klirr")
    other = replace(page, words=page.words._replace(none="nothing"))
    known = load_prompt(games()["klirr"]).version
    assert _written.__wrapped__("klirr", "default")[1] == known
    monkeypatch.setattr("prompts.prompt.page_of", lambda _game: other)
    assert _written.__wrapped__("klirr", "default")[1] != known


def test_variants_differ_in_version_and_hash_and_a_reload_does_not(turns, game):
    _, turn = next(turns(game, max(game.seats)))
    loaded = [load_prompt(game, variant) for variant in variants(game.id)]
    assert len({prompt.version for prompt in loaded}) == len(loaded)
    assert len({prompt_hash(prompt.messages(turn)) for prompt in loaded}) == len(loaded)
    again = load_prompt(game)
    assert again.version == loaded[0].version
    assert prompt_hash(again.messages(turn)) == prompt_hash(loaded[0].messages(turn))
