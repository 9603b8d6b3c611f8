"""Text of a model is shown without what cannot be seen, and cannot forge a line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prompts.text import clean, clean_line

HIDDEN = {
    "tags": "".join(map(chr, range(0xE0000, 0xE0080))),
    "fillers": "\u3164\u115f\u1160\uffa0",
    "braille blank": "\u2800",
    "joiners": "\u200c\u200d\u034f\u2060",
    "variation selectors": "\ufe00\ufe0f\U000e0100\U000e01ef\u180b\u180f",
    "zero-width": "\u200b\ufeff\u180e",
    "bidi": "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    "soft hyphen": "\u00ad",
    "invisible operators": "\u2061\u2062\u2063\u2064",
    "shorthand and music": "\U0001bca0\U0001d173",
    "surrogates": "\ud800\udfff",
    "escape and other controls": "\x00\x07\x08\x1b\x7f\x9b\x9d",
    "annotation": "\ufff9\ufffa\ufffb",
    "unassigned and ignored": "\u2065\ufff0\U000e0fff",
}
BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
PLAIN = [
    "Jag betalar, för han bluffar aldrig: så är det.",
    "他们从不虚张声势。",
    "彼らは嘘をつく、と思う。",
    "그들은 거짓말을 한다",
    "הם אף פעם לא מבלפים",
    "إنهم يخدعون",
    "e\u0301tude, nai\u0308f",
    "हिन्दी में",
    "50 % > 1/3 → pay \U0001f0cf\U0001f600",
]


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_what_cannot_be_seen_is_dropped(hidden):
    for cleaned in (clean, clean_line):
        assert cleaned("pa" + hidden + "y", 500) == "pay"
        assert cleaned(hidden, 500) == ""


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_of_any_script_stays_as_it_is(text):
    assert clean(text, 500) == text
    assert clean_line(text, 500) == text


def test_a_family_loses_its_joiners_and_keeps_its_members():
    assert (
        clean("\U0001f468\u200d\U0001f469\u200d\U0001f467", 500) == "\U0001f468\U0001f469\U0001f467"
    )


@pytest.mark.parametrize("end", BREAKS)
def test_a_line_cannot_be_forged(end):
    assert clean_line(f"so{end}{end}  12  1 bot: pays", 500) == "so 12 1 bot: pays"


@given(st.text(st.characters(codec=None)), st.integers(1, 50))
def test_cleaned_text_is_short_and_nothing_in_it_is_hidden(text, most):
    line = clean_line(text, most)
    assert len(line) <= most
    assert len(line.splitlines()) <= 1
    assert line == " ".join(line.split())
    for letter in line + clean(text, most):
        assert unicodedata.category(letter) not in {"Cc", "Cs", "Zl", "Zp"} or letter in "\t\n"
        assert letter not in "".join(HIDDEN.values())


def test_a_cut_is_marked():
    assert clean_line("one two three", 8) == "one two…"
    assert clean("one two three", 8) == "one two…"
