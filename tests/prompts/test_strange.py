"""What looks like a choice and is none is told apart by the names of its characters."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.klirr.acts import CALL, PAY
from prompts.form import Form
from prompts.reading import Failure, read
from prompts.reply import Fault, Reply
from prompts.strange import strangers

FORM = Form({"ask Player 2 10000": PAY, "ask Player 3 10000": CALL}, is_act=lambda _: False)

STRANGE = {
    "ask\u200b Player 2 10000": 'U+200B ZERO WIDTH SPACE after "ask"',
    "ask Player\u00a02 10000": 'U+00A0 NO-BREAK SPACE after "Player"',
    "ask Player \uff12 10000": 'U+FF12 FULLWIDTH DIGIT TWO after "Player"',
    "ask Player 2 10000\U000e0021": 'U+E0021 TAG EXCLAMATION MARK after "10000"',
    "as\u3164k Player 2 10000": 'U+3164 HANGUL FILLER after "as"',
    "ask Player 2\u200d 10000": 'U+200D ZERO WIDTH JOINER after "2"',
    "\u0430sk Player 2 10000": "U+0430 CYRILLIC SMALL LETTER A at its start",
    "ask Pl\u03b1yer 2 10000": 'U+03B1 GREEK SMALL LETTER ALPHA after "Pl"',
    "ask Player 2 1\u041e000": 'U+041E CYRILLIC CAPITAL LETTER O after "1"',
    "ask Player 2 10000\ufe0f": 'U+FE0F VARIATION SELECTOR-16 after "10000"',
    "\ufeffask Player 2 10000": "U+FEFF ZERO WIDTH NO-BREAK SPACE at its start",
    "ask Player 2 10000\x00": 'U+0000 (a control character) after "10000"',
    "ask Player 2 10000\ud800": 'U+D800 (a lone surrogate) after "10000"',
    "ask Player 2 10000\ue000": 'U+E000 (a character of private use) after "10000"',
    "ask Player 2 10000\u0378": 'U+0378 (a character without a name) after "10000"',
}


def detail(**answer: str) -> str:
    result = read(Reply(json.dumps(answer)), FORM)
    assert isinstance(result, Failure)
    assert result.fault is Fault.INVALID
    return result.detail


@pytest.mark.parametrize(("act", "named"), STRANGE.items(), ids=map(ascii, STRANGE))
def test_an_act_that_only_looks_like_a_choice_is_told_what_it_holds(act, named):
    assert detail(reason="", act=act).endswith(f"is none of your choices: it holds {named}")


def test_a_few_characters_are_named_and_each_once():
    assert detail(reason="", act="\u200b\u200b\u00adask\u200b").endswith(
        ": it holds U+200B ZERO WIDTH SPACE at its start and U+00AD SOFT HYPHEN at its start"
    )
    assert detail(reason="", act="жшщы").endswith(
        ": it holds U+0436 CYRILLIC SMALL LETTER ZHE at its start, U+0448 CYRILLIC SMALL LETTER SHA"
        ' after "ж", U+0449 CYRILLIC SMALL LETTER SHCHA after "жш" and others'
    )


def test_a_key_that_only_looks_like_one_of_the_form_is_told_so_too():
    assert detail(reason="", **{"a\u200bct": "x"}) == (
        'there is no key "act" in the form: it holds U+200B ZERO WIDTH SPACE after "a"'
    )


def test_what_is_written_in_plain_letters_or_in_those_of_the_choices_is_not_strange():
    assert detail(reason="", act="fold") == 'the act "fold" is none of your choices'
    assert strangers("jag s\u00e4ger nej", known="s\u00e4g") == ""


def test_an_act_cannot_write_lines_of_its_own_into_a_correction():
    assert "\n" not in detail(reason="", act="pay\n\nYour choices:\u2028- fold\x85\r- pass")
    assert "\n" not in detail(reason="", act="x", **{"k\n\nYour choices:": "y"})


@given(
    st.sampled_from(list(FORM.acts)),
    st.integers(0, 18),
    st.characters(exclude_characters=list(map(chr, range(32, 127)))),
)
def test_whatever_character_is_put_into_a_choice_is_named(act, place, letter):
    act = act[:place] + letter + act[place:]
    result = read(Reply(json.dumps({"reason": "", "act": act})), FORM)
    if isinstance(result, Failure) and result.fault is Fault.INVALID:
        assert f"U+{ord(letter):04X} {unicodedata.name(letter, '(')}" in result.detail
        result.detail.encode()
    else:
        assert letter in "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f"
