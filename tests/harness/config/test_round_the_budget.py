"""What goes round the budget is refused when the file is read, by its words, wherever it stands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from harness.config import Config, ModelEntrant, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BEGIN = (
    "name: t\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\nplayers:\n  a: {bot: random}\n"
)

ANOTHER = "another model might answer"
LIMIT = "set max_tokens in params"
ONE = "one reply is asked for"
BESIDE = "billed beside the tokens"

ROUND: dict[str, dict[str, str]] = {
    "params": {
        ANOTHER: "fallbacks context_window_fallbacks content_policy_fallbacks base_model "
        "deployment_id custom_llm_provider model_list litellm_system_prompt",
        "let a bot play": "mock_response mock_tool_calls mock_timeout",
        "the harness sets it": "n tools stream response_format",
        "the harness writes the prompt": "messages prompt_id initial_prompt_value",
        "set retries:": "num_retries max_retries retry_policy",
        "set api_base:": "base_url aws_bedrock_runtime_endpoint use_litellm_proxy",
        "set limits:": "timeout stream_timeout",
        "set price:": "input_cost_per_token",
        "might drop the limit": "drop_params additional_drop_params",
        LIMIT: "max_completion_tokens maxOutputTokens num_predict",
        BESIDE: "web_search_options modalities prediction",
    },
    "params.extra_body": {
        ANOTHER: "model models route fallbacks",
        ONE: "n best_of num_return_sequences candidateCount use_beam_search",
        LIMIT: "max_tokens max_completion_tokens max_output_tokens max_new_tokens maxTokens "
        "n_predict max_length",
        "the harness sets it": "tools stream",
        BESIDE: "plugins enable_search search_parameters",
    },
    "params.extra_body.deep.generationConfig": {LIMIT: "maxOutputTokens", ONE: "candidateCount"},
    "params.extra_query": {ANOTHER: "model deployment"},
    "params.extra_headers": {
        ANOTHER: "X-Model Helicone-Fallbacks x-portkey-config",
        "set api_base:": "Host X-Forwarded-Host",
        LIMIT: "x-max-tokens",
    },
}
CASES = [
    (path, name, sentence)
    for path, said in ROUND.items()
    for sentence, names in said.items()
    for name in names.split()
]


def written(path: str, name: str, value: Any = "x") -> str:
    """Write a file whose player m holds a name at a path."""
    inner: Any = {name: value}
    for key in reversed(path.split(".")):
        inner = {key: inner}
    return BEGIN + f"  m: {json.dumps({'model': 'openai/m', **inner})}\n"


@pytest.mark.parametrize(("path", "name", "sentence"), CASES)
def test_what_goes_round_the_budget_is_named_with_what_to_do_instead(
    path: str, name: str, sentence: str, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    said = sentence_about(written(path, name))
    assert f"players.m.{path}.{name} cannot be set here; " in said
    assert sentence in said


def test_it_is_found_in_lists_and_in_texts_that_hold_json(
    sentence_about: Callable[[bytes | str | Path], str],
) -> None:
    assert LIMIT in sentence_about(written("params.extra_body", "a", [[{"max_tokens": 9}]]))
    assert ANOTHER in sentence_about(written("params.extra_headers", "a", '{"model": "dear"}'))


INNOCENT = {
    "max_tokens": 300,
    "temperature": 0.5,
    "reasoning_effort": "low",
    "service_tier": "flex",
    "thinking": {"type": "enabled", "budget_tokens": 100},
    "cache_control_injection_points": [{"location": "message", "role": "system"}],
    "extra_headers": {"HTTP-Referer": "http://x", "X-Title": "Arena", "anthropic-beta": "a-1"},
    "extra_body": {
        "top_k": 40,
        "min_p": 0.1,
        "repetition_penalty": 1.1,
        "provider": {"only": ["one"], "allow_fallbacks": False},
        "chat_template_kwargs": {"enable_thinking": False},
        "options": {"num_ctx": 4096},
    },
}


def test_what_only_says_how_a_model_answers_is_let_through(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(BEGIN + f"  m: {json.dumps({'model': 'openai/m', 'params': INNOCENT})}\n")
    player = load(path).players["m"]
    assert isinstance(player, ModelEntrant)
    assert player.params == INNOCENT


def test_a_run_that_was_played_with_such_params_can_still_be_read(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(BEGIN + "  m: {model: openai/m}\n")
    stored = load(path).to_json()
    stored["players"]["m"]["params"] = {"extra_body": {"n": 2}, "mock_response": "hello"}
    assert Config.from_json(stored).to_json() == stored
