"""What is taken for a key: a whole one is refused, the trace of one is struck out."""

import pytest

from harness.secret import looks_secret, scrubbed

KEYS = [
    "sk-proj-abcdefghijk1234567890",
    "sk_live_0123456789ab",
    "gsk_abcdefghijkl1234",
    "xai-abcdefghijkl1234",
    "hf_abcdefghijkl1234",
    "github_pat_11ABCDEFG0abcdef",
    "AIzaSyD-1234567890abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "Bearer abcdefgh12345678",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_known_wherever_it_stands(key):
    assert looks_secret(f"it is {key}.")
    assert scrubbed(f"it is {key}") == "it is [key]"


@pytest.mark.parametrize(
    "text", ["openai/hf-mistral-7b-instruct-v2", "ask-me", "risk_1234567890ab"]
)
def test_a_name_that_only_resembles_a_key_is_left_alone(text):
    assert not looks_secret(text)
    assert scrubbed(text) == text


def test_as_much_of_a_key_as_a_provider_quotes_is_struck_out_but_is_no_whole_key():
    assert scrubbed("wrong key: sk-ab12****9xyz") == "wrong key: [key]"
    assert not looks_secret("wrong key: sk-ab12****9xyz")
