"""Each reply lands in its class; help is given only where one meaning is possible."""

import json
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.game import IllegalAction
from engine.klirr.acts import CALL, PAY, parse
from prompts.form import ACT, P_BLUFF, REASON, REASONS, Asks, Form
from prompts.klirr import PAGE
from prompts.reading import Failure, Understood, read
from prompts.reply import UNFIT, Fault, Reading, Reply


def is_act(text):
    try:
        parse(PAGE.hear(text))
    except IllegalAction:
        return False
    return True


ASKS = [parse(f"ask {seat} {sum_}") for seat in (1, 2) for sum_ in (10_000, 20_000)]
ANSWER = Form({"pay": PAY, "call": CALL}, is_act)
BELIEF = Form({"pay": PAY, "call": CALL}, is_act, (REASON, P_BLUFF, ACT))
ASK = Form({PAGE.say(act): act for act in ASKS}, is_act)

GOOD = '{"reason": "so", "act": "pay"}'
CALLED = '{"reason": "so", "act": "call"}'
DEEP = 100_000


def fault_of(content, form=ANSWER, finish="stop", **fields: Any):
    result = read(Reply(content, finish=finish, **fields), form)
    return result.fault if isinstance(result, Failure) else result


def test_a_reply_that_fits_is_its_act_with_its_reason():
    assert read(Reply(GOOD), ANSWER) == Understood(PAY, Reading(None, "so"))
    text = '{"reason": "so", "p_bluff": 0.25, "act": "call"}'
    assert read(Reply(text), BELIEF) == Understood(CALL, Reading(0.25, "so"))
    assert read(Reply(f"\n {GOOD} \n"), ANSWER).reading.repaired is False


def test_a_belief_of_a_whole_number_is_a_number():
    text = '{"reason": "", "p_bluff": 1, "act": "call"}'
    assert read(Reply(text), BELIEF).reading.p_bluff == 1.0


HELPED = {
    "code fence": f"```json\n{GOOD}\n```",
    "prose before it": f"I believe them, so:\n{GOOD}\n",
    "prose around its code fence": f"So:\n```json\n{GOOD}\n```\nThat is my answer.",
    "thinking before it": f"<think>call? {CALLED} no</think>\n{GOOD}",
    "thinking without its opening tag": f"maybe {CALLED}...</think>{GOOD}",
    "trailing comma": '{"reason": "so", "act": "pay",}',
    "trailing comma and a comma in a string": 'So\n{"reason": "a,}", "act": "pay" , }',
    "line break in a string": '{"reason": "so\nso", "act": "pay"}',
    "byte order mark": "\ufeff" + GOOD,
    "spaces and capitals of the act": '{"reason": "so", "act": " PAY "}',
    "the same answer twice": f"{GOOD}\n{GOOD}",
    "another object before it": '{"note": 1} ' + GOOD,
    "another object after it": GOOD + ' {"note": 1}',
    "braces and quotes in the prose": f'use {{x}} or {{"y or "\n{GOOD}',
}


@pytest.mark.parametrize("text", HELPED.values(), ids=HELPED)
def test_help_is_given_where_one_meaning_is_possible_and_is_reported(text):
    result = read(Reply(text), ANSWER)
    assert isinstance(result, Understood)
    assert result.act == PAY
    assert result.reading.repaired


EMPTY = [None, "", "   \n", "\u00a0", "\u200b", "</s>", "<think>I should pay</think>"]
EMPTY += ["<think>I should", "</think>", f"{GOOD}<think>or {CALLED}"]


@pytest.mark.parametrize("text", EMPTY)
def test_no_text_or_nothing_but_thoughts_is_empty_or_truncated_at_the_limit(text):
    assert fault_of(text) is Fault.EMPTY
    assert fault_of(text, finish="length") is Fault.TRUNCATED


@pytest.mark.parametrize(
    "text",
    ['{"reason": "so', '{"reason": "so", "act": "pa', "I think", "[1", f"{GOOD} and also", "42"],
)
def test_a_reply_cut_off_is_truncated(text):
    assert fault_of(text, finish="length") is Fault.TRUNCATED
    assert fault_of(text, finish="max_tokens") is Fault.TRUNCATED


def test_a_whole_reply_counts_even_if_it_used_up_the_limit():
    assert fault_of(GOOD, finish="length").act == PAY
    assert fault_of(GOOD + "\n\n\n", finish="length").act == PAY


def test_a_refusal_is_a_refusal_whatever_else_it_says():
    assert fault_of(None, refusal="I cannot help with that") is Fault.REFUSED
    assert fault_of(GOOD, refusal="No.") is Fault.REFUSED
    assert fault_of(GOOD, finish="content_filter") is Fault.REFUSED
    assert fault_of(None, finish="content_filter") is Fault.REFUSED
    assert fault_of(GOOD, refusal=" ").act == PAY


def test_a_timeout_is_the_players():
    assert fault_of(None, timeout=True) is Fault.TIMEOUT


UNPARSABLE = {
    "prose": "I pay.",
    "a refusal in prose": "I'm sorry, I can't help with bluffing.",
    "an act alone": "pay",
    "single quotes": "{'reason': 'so', 'act': 'pay'}",
    "typographic quotes": "{“reason”: “so”, “act”: “pay”}",
    "unquoted keys": '{reason: "so", act: "pay"}',
    "not closed": '{"reason": "so", "act": "pay"',
    "two answers that differ": f"{GOOD} {CALLED}",
    "two answers with other beliefs": '{"act": "pay", "p_bluff": 0} {"act": "pay", "p_bluff": 1}',
    "comment": '{"act": /* yes */ "pay"}',
    "markup": "<html><body>502</body></html>",
    "deep lists": "[" * DEEP,
    "deep lists, closed": '{"reason": ' + "[" * DEEP + "]" * DEEP + "}",
    "deep objects": '{"a":' * DEEP,
    "moderately deep": '{"a":' * 60 + "1" + "}" * 60,
    "full-width braces": "\uff5b" + GOOD[1:],
}


@pytest.mark.parametrize("text", UNPARSABLE.values(), ids=UNPARSABLE)
def test_what_is_no_single_json_object_is_unparsable(text):
    assert fault_of(text) is Fault.UNPARSABLE


INVALID = {
    "a list": f"[{GOOD}]",
    "a string": '"pay"',
    "a number": "7",
    "null": "null",
    "an empty object": "{}",
    "a key missing": '{"act": "pay"}',
    "an act missing": '{"reason": "so"}',
    "a key too many": '{"reason": "so", "act": "pay", "sure": true}',
    "a belief nobody asked for": '{"reason": "so", "p_bluff": 0.5, "act": "pay"}',
    "a key twice": '{"reason": "so", "act": "pay", "act": "call"}',
    "a key twice, the same": '{"reason": "so", "act": "pay", "act": "pay"}',
    "wrapped": f'{{"answer": {GOOD}}}',
    "an act that is a number": '{"reason": "so", "act": 1}',
    "an act that is a list": '{"reason": "so", "act": ["pay"]}',
    "an act that is null": '{"reason": "so", "act": null}',
    "a reason that is null": '{"reason": null, "act": "pay"}',
    "a word that is no act": '{"reason": "so", "act": "fold"}',
    "an act in a sentence": '{"reason": "so", "act": "I pay"}',
    "two acts": '{"reason": "so", "act": "pay or call"}',
    "zero-width space": '{"reason": "so", "act": "p\u200bay"}',
    "cyrillic look-alike": '{"reason": "so", "act": "p\u0430y"}',
    "full-width letters": '{"reason": "so", "act": "\uff50\uff41\uff59"}',
    "NUL": '{"reason": "so", "act": "pay\\u0000"}',
    "lone surrogate": '{"reason": "so", "act": "pay\\ud800"}',
    "a very long act": json.dumps({"reason": "so", "act": "pay " * 10_000}),
    "a very long key": json.dumps({"reason": "so", "act": "pay", "k" * 10_000: 1}),
    "braces in a key": '{"reason": "so", "act": "pay", "{0}{choices}": 1}',
    "a number beyond reading": '{"reason": "so", "act": ' + "9" * 10_000 + "}",
}


@pytest.mark.parametrize("text", INVALID.values(), ids=INVALID)
def test_json_that_does_not_fit_the_form_is_invalid(text):
    assert fault_of(text) is Fault.INVALID


BELIEFS = [
    '"0.5"',
    "true",
    "null",
    "-0.1",
    "1.01",
    "70",
    "NaN",
    "Infinity",
    "1e999",
    "9" * 10_000,
    "-" + "9" * 5_000,
]


@pytest.mark.parametrize("number", BELIEFS)
def test_a_belief_is_a_number_from_0_to_1(number):
    text = f'{{"reason": "so", "p_bluff": {number}, "act": "pay"}}'
    assert fault_of(text, BELIEF) is Fault.INVALID


def test_a_belief_left_out_is_invalid():
    assert fault_of(GOOD, BELIEF) is Fault.INVALID


@pytest.mark.parametrize(
    "act",
    ["take 1", "take Player 2", "turn", "pass", "ask Player 3 50000", "ask 1 50000", "take 0:4"],
)
def test_an_act_of_the_game_that_is_no_choice_now_is_illegal(act):
    result = read(Reply(json.dumps({"reason": "so", "act": act})), ANSWER)
    assert isinstance(result, Failure)
    assert result.fault is Fault.ILLEGAL
    assert act in result.detail


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ("ask Player 2 30000", Fault.ILLEGAL),
        ("ask Player 1 10000", Fault.ILLEGAL),
        ("ask 1 10000", Fault.ILLEGAL),
        ("ask Player 2 \uff110000", Fault.INVALID),
        ("ask Player 2 10,000", Fault.INVALID),
        ("ask Player 2 10000.0", Fault.INVALID),
        ("ask Player 2 -10000", Fault.INVALID),
        ("ask Player 2", Fault.INVALID),
        ("ask Player 0 10000", Fault.INVALID),
    ],
)
def test_a_request_is_legal_illegal_or_none(act, fault):
    assert fault_of(json.dumps({"reason": "so", "act": act}), ASK) is fault


def test_spaces_and_capitals_of_a_request_have_one_meaning():
    result = fault_of('{"reason": "so", "act": "Ask  player 3 20000"}', ASK)
    assert (str(result.act), result.reading.repaired) == ("ask 2 20000", True)


def test_a_tool_call_is_read_whether_asked_for_or_not():
    assert fault_of(None, arguments=(GOOD,), finish="tool_calls").act == PAY
    assert fault_of("Let me answer.", arguments=(GOOD,)).act == PAY
    assert fault_of(None, arguments=("",)) is Fault.EMPTY
    assert fault_of(None, arguments=("{}",)) is Fault.INVALID
    assert fault_of(None, arguments=("{",)) is Fault.UNPARSABLE


def test_several_tool_calls_must_agree_with_each_other_and_the_text():
    assert fault_of(None, arguments=(GOOD, GOOD)).reading.repaired
    assert fault_of(None, arguments=(GOOD, CALLED)) is Fault.UNPARSABLE
    assert fault_of(CALLED, arguments=(GOOD,)) is Fault.UNPARSABLE
    assert fault_of(GOOD, arguments=("{}",)).act == PAY


def test_a_reason_is_cut_and_cleaned_never_a_fault():
    reason = "\ud800\u202eab\x00c\x1b[31m " + "long " * 400
    kept = fault_of(json.dumps({"reason": reason, "act": "pay"})).reading.reason
    assert len(kept) <= REASONS["short"]
    assert kept.startswith("abc[31m long")
    assert kept.isprintable()


@pytest.mark.parametrize(("length", "kept"), [("off", 0), ("short", 300), ("long", 2_000)])
def test_one_number_is_what_is_asked_for_what_a_decoder_allows_and_what_is_kept(length, kept):
    asks = Asks(REASONS[length])
    form = Form({"pay": PAY}, is_act, asks.keys, asks)
    said = {"reason": "x" * 5_000, "act": "pay"} if kept else {"act": "pay"}
    reason = read(Reply(json.dumps(said)), form).reading.reason
    assert len(reason or "") == kept
    assert form.bounds.get("reason", {}).get("maxLength", 0) == kept
    assert ("reason" in form.schema["properties"]) == bool(kept)
    assert any(f"{kept} characters" in about for _, about in asks.about()) == bool(kept)


def test_without_a_reason_in_the_form_one_that_comes_all_the_same_does_not_fit():
    asks = Asks(0)
    assert fault_of(GOOD, Form({"pay": PAY}, is_act, asks.keys, asks)) is Fault.INVALID


@pytest.mark.parametrize(
    "echo",
    ["", "…", "...", " … ", '"…"', "reason", "Why", "why, in at most 300 characters",
     "Why, in at most 300 characters; nobody at the table will see it."],
)  # fmt: skip
def test_a_reason_that_only_repeats_what_was_asked_is_none(echo):
    said = {"reason": echo, "act": "pay"}
    assert fault_of(json.dumps(said)) == Understood(PAY, Reading())
    said["reason"] = f"{echo} not"
    assert fault_of(json.dumps(said)).reading.reason == f"{echo} not".strip()


RAMBLES = {
    "prose": "I wonder whether they bluff. " * 8_000,
    "openings": "{" * 200_000,
    "keys": '{"' * 100_000,
    "open objects": '{"a": ' * 40_000,
    "half objects": '{"a": [1, ' * 20_000,
    "flat object without an end": '{"a": [' + "{}," * 70_000,
    "thinking tags": "<think>" * 30_000,
    "thinking tags, closed": "<think></think>" * 15_000,
    "frames": "<s>" * 70_000,
    "half a mark": "<think " * 30_000,
    "marks of channels": "<|channel|>" * 20_000,
    "blanks in a mark": "<|channel|><|constrain|>" + " " * 200_000,
    "code fences": "```\n" * 50_000,
    "code fences on a line": "``` " * 50_000,
    "code fences never closed": "```json\n" * 25_000,
    "line ends": "\n" * 200_000,
    "blank lines": " \n" * 100_000,
    "answers": f"{GOOD} " * 6_000,
    "answers on lines": f"{GOOD}\n" * 6_000,
    "invisible": "\u200b" * 200_000,
    "quotes": '"' * 200_000,
    "escapes": '{"' + "\\" * 200_000,
    "escaped quotes": '{"a": "' + '\\"' * 100_000,
    "commas": '{"a": [' + "," * 200_000,
    "spaces": "{" + " " * 200_000,
    "spaces after commas": '{"a": [1' + ", " * 100_000,
    "digits": "9" * 200_000,
    "digits in an object": '{"p_bluff": ' + "9" * 200_000,
}


@pytest.mark.parametrize("text", RAMBLES.values(), ids=RAMBLES)
def test_a_ramble_of_50_000_tokens_is_read_in_a_bounded_number_of_steps(text):
    """Steps are counted, not seconds: lines of our own code that run."""
    steps = 0

    def count(frame: FrameType, event: str, _: object) -> object:
        nonlocal steps
        if "prompts" not in frame.f_code.co_filename:
            return None
        steps += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        fault = fault_of(text, finish="length")
    finally:
        sys.settrace(before)
    assert fault is Fault.TRUNCATED
    assert steps < 5 * len(text)


def test_an_answer_after_a_ramble_is_found():
    assert fault_of(RAMBLES["prose"] + "\n" + GOOD).act == PAY


PIECES = [*'{}[]",:\\', "act", "reason", "p_bluff", "pay", "call", "```", "NaN", "1e999"]
PIECES += ["<think>", "</think>", " ", "\n", "\\ud800", "\ud800", "\x00", GOOD, CALLED]
texts = st.one_of(
    st.none(),
    st.text(st.characters(codec=None)),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(json.dumps),
)
json_values = st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.just("pay")
near_misses = st.fixed_dictionaries(
    {"reason": json_values, "act": json_values}, optional={"p_bluff": json_values, "x": json_values}
).map(json.dumps)


@given(
    content=texts | near_misses,
    arguments=st.lists(texts | near_misses, max_size=2),
    refusal=st.none() | st.just("") | st.just("no"),
    finish=st.sampled_from([None, "stop", "length", "content_filter", "tool_calls", "odd"]),
    form=st.sampled_from([ANSWER, BELIEF, ASK]),
)
@example(content='{"a": "\ud800"}', arguments=[], refusal=None, finish=None, form=BELIEF)
def test_reading_never_raises_and_never_gives_what_is_not_legal(
    content, arguments, refusal, finish, form
):
    called = tuple(text for text in arguments if text is not None)
    result = read(Reply(content, called, refusal, finish), form)
    if isinstance(result, Failure):
        assert result.fault in Fault
        result.detail.encode()
        return
    assert result.act in form.acts.values()
    result.reading.reason.encode()
    written = "".join([*called, content or ""]).casefold()
    verb = str(result.act).split()[0]
    assert verb in written


@pytest.mark.parametrize("text", ["", '{"reason": "hm', GOOD])
def test_what_the_provider_itself_found_unfit_is_invalid_whatever_it_holds(text):
    assert fault_of(text, finish=UNFIT) == Fault.INVALID
