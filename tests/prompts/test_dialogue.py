"""The whole policy of re-asking, without a model or an event loop."""

import json
from collections.abc import Generator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import games
from engine.klirr.acts import CALL, PAY
from prompts.dialogue import Choice, Options, dialogue
from prompts.form import USUAL, Asks
from prompts.prompt import load_prompt, prompt_hash, variants
from prompts.reply import Fault, Reading, Reply, Request

GOOD = Reply('{"reason": "they never bluff", "act": "pay"}', finish="stop")
FAULTY = {
    Fault.TRUNCATED: Reply('{"reason": "let me', finish="length"),
    Fault.EMPTY: Reply(None, finish="stop"),
    Fault.REFUSED: Reply(None, refusal="I cannot bluff", finish="stop"),
    Fault.UNPARSABLE: Reply("I pay them", finish="stop"),
    Fault.INVALID: Reply('{"act": 5}', finish="stop"),
    Fault.ILLEGAL: Reply('{"reason": "", "act": "take Player 2"}', finish="stop"),
    Fault.TIMEOUT: Reply(timeout=True),
}
ONCE = {Fault.REFUSED, Fault.TIMEOUT}
BELIEF = Asks(told=frozenset({"p_bluff"}))


@pytest.fixture
def prompt():
    return load_prompt(games()["klirr"])


@pytest.fixture
def turn(klirr_turn):
    return klirr_turn("answer")


def talk(
    asking: Generator[Request, Reply, Choice], replies: list[Reply]
) -> tuple[list[Request], Choice | None]:
    """Answer the requests in order; give them, and the choice if it was made."""
    requests = [next(asking)]
    for reply in replies:
        try:
            requests.append(asking.send(reply))
        except StopIteration as stop:
            return requests, stop.value
    return requests, None


def test_a_good_reply_is_the_choice(turn, prompt):
    requests, choice = talk(dialogue(turn, prompt, Options()), [GOOD])
    assert len(requests) == 1
    assert requests[0].messages == prompt.messages(turn)
    assert requests[0].max_tokens == 1024
    assert requests[0].schema["properties"]["act"]["enum"] == list(prompt.form(turn).acts)
    mark = prompt_hash(prompt.messages(turn))
    listed_first = next(iter(prompt.form(turn).acts)) == "pay"
    told = Reading(None, "they never bluff", mark, echo=False, first=listed_first)
    assert choice == Choice(PAY, (), told)


def test_a_prompt_that_shows_the_act_as_a_reply_is_found_out(turn, prompt):
    question = replace(prompt.question(turn), answer='Answer like {"reason": "so", "act": "pay"}')
    assert (question.shows("pay"), question.shows("call")) == (True, False)


def test_own_notes_are_quoted_line_by_line_before_the_choices_and_change_no_order(turn, prompt):
    notes = "they bluff\n\nYour choices:\n- fold"
    plain, noted = prompt.question(turn), prompt.question(turn, notes=notes)
    text = noted.messages[-1]["content"]
    assert "> they bluff\n> \n> Your choices:\n> - fold\n\nYour choices:\n" in text
    assert [line for line in text.splitlines() if line.startswith("- ")] == [
        line for line in plain.choices.splitlines() if line.startswith("- ")
    ]
    assert noted.form.acts == plain.form.acts


def test_notes_are_kept_cut_and_clean_and_none_replace_the_former(turn, prompt):
    options = Options(asks=Asks(told=frozenset({"notes"})))
    for written, kept in (("a\x1b[2Jb", "a[2Jb"), ("x" * 900, "x" * 499 + "…"), ("…", "")):
        said = {"reason": "so", "act": "pay", "notes": written}
        _, choice = talk(dialogue(turn, prompt, options), [Reply(json.dumps(said))])
        assert choice.reading.notes == kept


def test_where_the_order_is_fixed_nothing_is_said_of_the_first_choice(turn, prompt):
    fixed = Options(asks=Asks(shuffled=False))
    requests, choice = talk(dialogue(turn, prompt, fixed), [GOOD])
    assert requests[0].schema["properties"]["act"]["enum"] == ["pay", "call"]
    assert (choice.reading.first, choice.reading.echo) == (None, False)


def test_a_belief_is_asked_for_and_kept(turn, prompt):
    reply = Reply('{"reason": "", "p_bluff": 0.9, "act": "call"}')
    requests, choice = talk(dialogue(turn, prompt, Options(asks=BELIEF)), [reply])
    assert list(requests[0].schema["properties"]) == ["reason", "p_bluff", "act"]
    assert (choice.act, choice.reading.p_bluff) == (CALL, 0.9)


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_counted_corrected_and_asked_again(turn, prompt, fault):
    requests, choice = talk(dialogue(turn, prompt, Options()), [FAULTY[fault], GOOD])
    assert (choice.act, choice.faults) == (PAY, (fault,))
    again = requests[1].messages
    assert again != requests[0].messages
    assert again[0] == requests[0].messages[0]
    assert again[1]["content"].startswith(requests[0].messages[1]["content"])


def test_each_kind_of_fault_has_a_correction_of_its_own(turn, prompt):
    corrections = set()
    for reply in FAULTY.values():
        requests, _ = talk(dialogue(turn, prompt, Options()), [reply])
        corrections.add(requests[1].messages[-1]["content"].split("\n\n")[-2])
    assert len(corrections) == len(FAULTY)


def test_an_illegal_act_is_answered_with_what_is_legal(turn, prompt):
    requests, _ = talk(dialogue(turn, prompt, Options()), [FAULTY[Fault.ILLEGAL]])
    correction = requests[1].messages[-1]["content"]
    assert '"take Player 2" is not among your choices now' in correction
    assert prompt.question(turn).choices in correction


def test_an_invalid_reply_is_told_what_did_not_fit(turn, prompt):
    requests, _ = talk(dialogue(turn, prompt, Options()), [Reply('{"act": "pay"}')])
    assert 'the key "reason" is missing' in requests[1].messages[-1]["content"]


@pytest.mark.parametrize("fault", FAULTY)
def test_roles_alternate_and_no_message_is_empty(turn, prompt, fault):
    requests, _ = talk(dialogue(turn, prompt, Options()), [FAULTY[fault]])
    roles = [message["role"] for message in requests[1].messages]
    assert roles in (["system", "user"], ["system", "user", "assistant", "user"])
    assert all(message["content"].strip() for message in requests[1].messages)


def test_more_output_tokens_are_allowed_after_each_truncation_up_to_a_cap(turn, prompt):
    cut = FAULTY[Fault.TRUNCATED]
    options = Options(max_tokens=100, retries=4)
    requests, choice = talk(dialogue(turn, prompt, options), [cut] * 5)
    assert [request.max_tokens for request in requests] == [100, 200, 400, 400, 400]
    assert max(request.max_tokens for request in requests) == options.most_tokens
    assert choice.act is None
    other, _ = talk(dialogue(turn, prompt, options), [FAULTY[Fault.INVALID]])
    assert other[1].max_tokens == 100


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("retries", [0, 1, 2, 5])
def test_a_budget_used_up_is_a_choice_without_an_act(turn, prompt, fault, retries):
    options = Options(retries=retries)
    requests, choice = talk(dialogue(turn, prompt, options), [FAULTY[fault]] * 10)
    asked = min(retries, 1) + 1 if fault in ONCE else retries + 1
    assert len(requests) == asked
    assert choice.act is None
    assert choice.reading.reason is None
    assert choice.faults == (fault,) * asked


def test_faults_of_all_kinds_share_the_retries_of_a_decision(turn, prompt):
    replies = [FAULTY[Fault.REFUSED], FAULTY[Fault.TIMEOUT], FAULTY[Fault.INVALID], GOOD]
    requests, choice = talk(dialogue(turn, prompt, Options(retries=2)), replies)
    assert len(requests) == 3
    assert choice.faults == (Fault.REFUSED, Fault.TIMEOUT, Fault.INVALID)


def test_the_conversation_stays_short_and_quotes_the_last_bad_reply_alone(turn, prompt):
    first, second = Reply("one " * 50_000), Reply("two " * 50_000)
    options = Options(retries=9)
    requests, _ = talk(dialogue(turn, prompt, options), [first, second])
    *_, said, correction = requests[2].messages
    assert len(requests[2].messages) == 4
    assert said["content"].startswith("two two")
    assert not any("one one" in message["content"] for message in requests[2].messages)
    assert len(said["content"]) <= 600
    assert len(correction["content"]) < 1_000


@pytest.mark.parametrize("finish", ["length", "max_tokens"])
@pytest.mark.parametrize("text", ['{"reason": "well, ', "well, " * 1_000, "well,\n" + GOOD.content])
def test_a_reply_that_was_cut_off_is_not_quoted_for_it_would_be_continued(
    turn, prompt, text, finish
):
    for reply in (Reply(text, finish=finish), Reply(None, arguments=(text,), finish=finish)):
        requests, choice = talk(dialogue(turn, prompt, Options()), [reply, GOOD])
        (system, asked), (_, again) = (request.messages for request in requests)
        assert choice.faults == (Fault.TRUNCATED,)
        assert requests[1].messages[0] == system
        assert again["content"].startswith(asked["content"] + "\n\nYour answer was longer")
        assert "well" not in again["content"].removeprefix(asked["content"])


def test_a_correction_names_the_character_that_cannot_be_seen(turn, prompt):
    reply = Reply(json.dumps({"reason": "", "act": "p\u200bay"}))
    requests, _ = talk(dialogue(turn, prompt, Options()), [reply])
    assert 'it holds U+200B ZERO WIDTH SPACE after "p"' in requests[1].messages[-1]["content"]


def test_an_object_in_prose_is_asked_for_alone(turn, prompt):
    reply = Reply(f"If I sent {GOOD.content} I would lose everything.")
    requests, choice = talk(dialogue(turn, prompt, Options()), [reply, GOOD])
    correction = requests[1].messages[-1]["content"]
    assert "the JSON object stands among other text" in correction
    assert "Send one JSON object, complete, without any other text." in correction
    assert choice.faults == (Fault.UNPARSABLE,)


def test_a_quoted_reply_is_harmless(turn, prompt):
    hostile = Reply("\x1b[2J\x00\ud800{choices}{detail}{{ me }}{% raw %}\u202e</s>")
    requests, _ = talk(dialogue(turn, prompt, Options()), [hostile])
    quoted = requests[1].messages[2]["content"]
    assert quoted == "[2J{choices}{detail}{{ me }}{% raw %}</s>"
    json.dumps(requests[1].messages).encode()


def test_a_repaired_reply_is_marked(turn, prompt):
    _, choice = talk(dialogue(turn, prompt, Options()), [Reply(f"```\n{GOOD.content}\n```")])
    assert (choice.act, choice.reading.repaired) == (PAY, True)


@given(st.lists(st.sampled_from([*FAULTY.values(), GOOD]), max_size=6), st.booleans())
def test_the_same_replies_lead_to_the_same_requests(klirr_turn, replies, belief):
    turn, prompt = klirr_turn("answer"), load_prompt(games()["klirr"])
    options = Options(retries=4, asks=BELIEF if belief else USUAL)
    once = talk(dialogue(turn, prompt, options), replies)
    assert talk(dialogue(turn, load_prompt(games()["klirr"]), options), replies) == once


@given(st.lists(st.text() | st.none(), min_size=9, max_size=9))
def test_whatever_comes_the_dialogue_ends_within_its_budget(klirr_turn, texts):
    turn, prompt = klirr_turn("ask"), load_prompt(games()["klirr"])
    replies = [Reply(text) for text in texts]
    requests, choice = talk(dialogue(turn, prompt, Options(retries=2)), replies)
    assert choice is not None
    assert len(requests) <= 3


def test_neither_a_request_nor_a_correction_suggests_an_answer(turns, game):
    """Beside what happened and the list of choices no message holds an act as a reply has it."""
    corrected = set()
    for variant in variants(game.id):
        prompt = load_prompt(game, variant)
        for number, (_, turn) in enumerate(turns(game, max(game.seats))):
            fault = list(FAULTY)[number % len(FAULTY)]
            requests, _ = talk(dialogue(turn, prompt, Options(asks=BELIEF)), [FAULTY[fault]])
            if len(requests) == 1:
                continue  # what is illegal elsewhere may be legal here
            corrected.add(fault)
            scene, choices = prompt.scene(turn), prompt.question(turn).choices
            texts = [one["content"] for one in requests[1].messages if one["role"] != "assistant"]
            rest = "\n".join(texts).replace(scene, "").replace(choices, "")
            assert not [act for act in prompt.form(turn).acts if json.dumps(act) in rest]
            assert "{" not in rest
    assert corrected == set(FAULTY)
