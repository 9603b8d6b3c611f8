"""Nothing but an answer is played: not what is thought, quoted, denied or a part of something."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.klirr.acts import CALL, PAY
from prompts.form import Form
from prompts.reading import Failure, read
from prompts.reply import Fault, Reply

FORM = Form({"pay": PAY, "call": CALL}, is_act=lambda _: False)
PAID = '{"reason": "so", "act": "pay"}'
CALLED = '{"reason": "so", "act": "call"}'


def said(text: str) -> object:
    """Give the act that was read, or the fault."""
    result = read(Reply(text, finish="stop"), FORM)
    return result.fault if isinstance(result, Failure) else result.act


THOUGHTS = {
    "think": ("<think>", "</think>"),
    "thinking": ("<thinking>", "</thinking>"),
    "thought": ("<thought>", "</thought>"),
    "capitals": ("<Think>", "</THINK>"),
    "reasoning": ("<reasoning>", "</reasoning>"),
    "reflection": ("<reflection>", "</reflection>"),
    "scratchpad": ("<scratchpad>", "</scratchpad>"),
    "monologue": ("<inner_monologue>", "</inner_monologue>"),
    "camel case": ("<antThinking>", "</antThinking>"),
    "name space": ("<seed:think>", "</seed:think>"),
    "suffix": ("<longcat_think>", "</longcat_think>"),
    "version": ("<think_v2>", "</think_v2>"),
    "attributes": ('<details type="reasoning" done="true">', "</details>"),
    "blanks": ("<think >", "</ think>"),
    "escaped for markup": ("&lt;think&gt;", "&lt;/think&gt;"),
    "escaped slash": ("<think>", "<\\/think>"),
    "brackets": ("[THINK]", "[/THINK]"),
    "triangles": ("◁think▷", "◁/think▷"),
    "corners": ("【思考】", "【/思考】"),
    "begin and end": ("<|begin_of_thought|>", "<|end_of_thought|>"),
    "start and end": ("<|START_THINKING|>", "<|END_THINKING|>"),
    "prefix and suffix": ("<|inner_prefix|>", "<|inner_suffix|>"),
    "end last": ("<|thinking_start|>", "<|thinking_end|>"),
    "bars": ("<|think|>", "<|/think|>"),
    "full-width bars": ("<\uff5cbegin▁of▁thought\uff5c>", "<\uff5cend▁of▁thought\uff5c>"),
    "harmony": (
        "<|channel|>analysis<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
    "harmony, constrained": (
        "<|start|>assistant<|channel|>analysis<|message|>",
        "<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>",
    ),
    "harmony, two thoughts": (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
    "one bar a side": ("<|channel>thought\n", "<channel|>"),
    "sentences": ("Here is my thought process:", "Here is my response:"),
    "sentences, short": ("Here's my thought process:", "Here's my response:"),
    "an answer framed": ("<think>", "</think>\n<answer>"),
    "one kind in another": ("<think>Hm. <reflection>Hm.</reflection>", "</think>"),
    "two": ("<think>Hm.</think>\n<think>", "</think>"),
}
NEEDS_OPENING = {"attributes", "one bar a side", "sentences", "sentences, short"}
PLACED = pytest.mark.parametrize(("start", "end"), THOUGHTS.values(), ids=THOUGHTS)


@PLACED
@pytest.mark.parametrize("space", ["", "\n", "\n\n"])
def test_what_is_thought_is_not_said(start, end, space):
    assert said(f"{start}{space}{CALLED}{space}{end}") is Fault.EMPTY
    assert said(f"{start}{space}Hm.{space}{CALLED}{space}{end}{space}{PAID}") == PAY
    assert said(f"{start}\n```json\n{CALLED}\n```\n{end}\n```json\n{PAID}\n```") == PAY


@PLACED
@pytest.mark.parametrize("space", ["", "\n", "\n\n"])
def test_what_comes_before_a_thought_was_not_the_last_word(start, end, space):
    assert said(f"{PAID}{space}{start}or {CALLED}{end}") is Fault.EMPTY
    assert said(f"{PAID}{space}{start}or not{end}{space}Well.") is Fault.UNPARSABLE
    assert said(f"{PAID}{space}{start}or{end}{space}{CALLED}") == CALL


@PLACED
def test_a_thought_left_open_ends_in_no_answer(start, end):
    assert said(f"{start}\n{CALLED}") is Fault.EMPTY
    assert said(f"{PAID}\n{start}\nor\n{CALLED}") is Fault.EMPTY
    assert said(f"{start}Hm.{end}\n{PAID}\n{start}\n") is Fault.EMPTY
    assert said(f"{start}\n```json\n{CALLED}\n```\n") is Fault.EMPTY


@pytest.mark.parametrize(
    ("start", "end"), [THOUGHTS[name] for name in THOUGHTS if name not in NEEDS_OPENING]
)
def test_a_thought_whose_opening_mark_is_missing_is_one(start, end):
    del start
    assert said(f"Hm.\n{CALLED}\n{end}") is Fault.EMPTY
    assert said(f"Hm.\n{CALLED}\n{end}\n{PAID}") == PAY


READ = {
    "alone": PAID,
    "alone, marks in the reason": '{"reason": "a <think> and {\\"act\\": 1}", "act": "pay"}',
    "line before": f"I pay.\n{PAID}",
    "paragraphs before": f"# Plan\n\nI pay <b>now</b>, they [might] bluff: 1 < 2.\n\n{PAID}\n",
    "carriage returns": f"I pay.\r\n{PAID}\r\n",
    "over several lines": f"I pay.\n{json.dumps(json.loads(PAID), indent=2)}",
    "fenced": f"```json\n{PAID}\n```",
    "fenced right after a thought": f"<think>Hm.</think>```json\n{PAID}\n```",
    "fenced with tildes": f"~~~\n{PAID}\n~~~",
    "fenced on one line": f"```json {PAID}```",
    "fenced, left open": f"So:\n```json\n{PAID}",
    "fenced, prose after it": f"So:\n\n```json\n{PAID}\n```\n\nI pay, for they never bluff.",
    "fenced after another fence": f"```\nsome code\n```\n```json\n{PAID}\n```\n",
    "framed": f"<answer>{PAID}</answer>",
    "framed on lines": f"I pay.\n<final_answer>\n{PAID}\n</final_answer>",
    "a tool call written out": f"<tool_call>\n{PAID}\n</tool_call>",
    "boxed": f"<|begin_of_box|>{PAID}<|end_of_box|>",
    "a solution": f"<|begin_of_solution|>\n{PAID}\n<|end_of_solution|>",
    "end of turn": f"{PAID}<|im_end|>",
    "end of text": f"{PAID}</s>",
    "end of sentence": f"{PAID}<\uff5cend▁of▁sentence\uff5c>",
    "final channel alone": f"<|channel|>final<|message|>{PAID}<|return|>",
    "invisible around it": f"\u200b{PAID}\u2060",
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_an_answer_that_stands_by_itself_is_read(text):
    assert said(text) == PAY


UNREAD = {
    "denied": f"If I sent {PAID} I would lose everything, so that is out of the question. No.",
    "denied before": f"I will never send {PAID}",
    "denied after": f"{PAID} is what a fool would send.",
    "denied on the lines around it": f"If I sent\n{PAID}\nI would lose everything.",
    "denied on the next line": f"{PAID}\nis out of the question.",
    "over several lines in prose": 'Not {"reason": "so",\n"act": "pay"}\nbut something else.',
    "its last line in prose": '{"reason": "so",\n"act": "pay"} is not for me.',
    "in quotation marks": f"'{PAID}'",
    "in typographic quotation marks": f"\u201c{PAID}\u201d",
    "in typographic quotation marks on lines": f"\u201e\n{PAID}",
    "after a quotation mark left open": f'I quote:\n"\n{PAID}',
    "after a single quotation mark left open": f"'\n{PAID}",
    "after a backtick left open": f"Not\n`\n{PAID}",
    "in a comment left open": f"<!--\n{PAID}",
    "in a comment of code left open": f"Never\n/*\n{PAID}",
    "in a comment": f"<!--\n{PAID}\n-->",
    "in backticks": f"Never `{PAID}` again",
    "in backticks at the end": f"I will not send `{PAID}`",
    "in a fence within a sentence": f"I will not send ```{PAID}``` again",
    "in prose in a fence": f"```\nnever {PAID}\n```",
    "prose after it in a fence": f"```\n{PAID}\nis wrong\n```",
    "not in the last fence": f"```json\n{PAID}\n```\nor rather\n```\nnothing\n```",
    "cited": f"> {PAID}",
    "in a list": f"- {PAID}",
    "numbered": f"1. {PAID}",
    "in a table": f"| {PAID} |",
    "in brackets": f"({PAID})",
    "full stop": f"{PAID}.",
    "label": f"Answer: {PAID}",
    "assigned": f"answer = {PAID};",
    "in a list of JSON left open": f"So [\n{PAID}",
    "second in a list of JSON left open": f'So [{{"reason": "x"}},\n{PAID}',
    "value of a key left open": f'{{"bad":\n{PAID}',
    "in an unknown element": f"<example>\n{PAID}\n</example>",
    "in an unknown element left open": f"<wrong>\n{PAID}",
    "in a frame that says more": f"<wrong_answer>{PAID}</wrong_answer>",
    "in a frame with an attribute": f'<answer status="rejected">{PAID}</answer>',
    "in a frame within prose": f"Not <answer>{PAID}</answer>",
    "in a channel unmarked": f"analysisI pay.assistantfinal{PAID}",
    "differs from one in prose": f"Not {CALLED}, no.\n{PAID}",
    "differs from one in a fence": f"```\n{CALLED}\n```\n{PAID}",
    "two fences that differ": f"```\n{CALLED}\n```\nor\n```\n{PAID}\n```",
}


@pytest.mark.parametrize("text", UNREAD.values(), ids=UNREAD)
def test_what_is_quoted_denied_or_a_part_of_something_is_no_answer(text):
    assert said(text) is Fault.UNPARSABLE


def test_prose_beside_a_tool_call_is_not_read_for_an_answer_unless_it_disagrees():
    beside = Reply(f"If I sent {PAID} I would win.", arguments=(PAID,))
    assert read(beside, FORM).act == PAY
    assert isinstance(read(Reply(f"I would rather {CALLED} now.", (PAID,)), FORM), Failure)
    assert isinstance(read(Reply(f"I pay: {PAID}", ("{",)), FORM), Failure)


MARKS = "{}<>[]`~&◁▷⟨⟩【】〈〉《》"
prose = (
    st.text(st.characters(exclude_characters=MARKS + "\n\r", exclude_categories=["Cs"]))
    .filter(lambda text: any(letter.isalnum() for letter in text))
    .filter(lambda text: "here" not in text.casefold())
)
line = st.text(
    st.characters(exclude_characters=MARKS + "\n\r\"'*\u201c\u201e\u00ab\u2018\u2039(,:")
)
reasons = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
acts = st.sampled_from(["pay", "call"])


def written(reason: str, act: str, indent: int | None) -> str:
    return json.dumps({"reason": reason, "act": act}, indent=indent)


objects = st.builds(written, reasons, acts, st.none() | st.just(2))


@given(prose, objects, prose)
def test_an_object_among_prose_is_never_read(before, written, after):
    assert isinstance(said(f"{before}{written}{after}"), Fault)
    assert isinstance(said(f"{before}{written}"), Fault)
    assert isinstance(said(f"{written}{after}"), Fault)
    assert isinstance(said(f"{before}\n{written}\n{after}"), Fault)


@given(reasons, acts, st.none() | st.just(2), st.text(" \t\r\n"))
def test_an_object_alone_is_always_read(reason, act, indent, space):
    assert str(said(space + written(reason, act, indent) + space)) == act


@given(st.lists(line).map("\n".join), acts)
def test_an_object_on_the_last_lines_is_always_read(before, act):
    assert str(said(f"{before}\n{written('so', act, 2)}\n")) == act
    assert str(said(f"{before}\n\n```json\n{written('so', act, None)}\n```\n{before}")) == act


PIECES = [
    PAID,
    CALLED,
    "\n",
    " ",
    "```",
    "`",
    '"',
    "no ",
    "{",
    "}",
    "[",
    ",",
    "<b>",
    "</b>",
    "</s>",
]
PIECES += [mark for pair in THOUGHTS.values() for mark in pair]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_is_read_is_a_choice_and_the_last_object_written(text):
    found = said(text)
    assert found in {PAY, CALL, *Fault}
    if not isinstance(found, Fault):
        assert f'"act": "{found}"' in text[text.rindex('"act"') :]


LONG = {
    "marks": "<think>",
    "names": "a",
    "attributes": "<a ",
    "constraints": "<|channel|>" + "x" * 90 + "<|constrain|>",
    "fences in a line": "``` ",
    "fences that are not closed": "```x\n",
    "objects in a line": f"{PAID} ",
    "blanks": " ",
    "carriage returns": "\r",
    "quotes and blanks": '" ',
    "unknown elements": "<a><b></a>",
}


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG)
def test_a_hostile_reply_holds_no_answer_however_long_it_is(piece):
    """How the time to read it grows with its length is measured in ``bench/replies.py``."""
    assert isinstance(said(f"<{piece * 2_000}x {PAID}"), Fault)
