"""What the file's limits become for each model."""

import pytest

from harness.config import ConfigError, make
from harness.models import endpoint
from harness.models.hiring import Found, Models
from harness.models.manner import USUAL
from prompts.probe import probe
from prompts.reply import Rung

FILE = {
    "name": "limits",
    "seed": 1,
    "games": [{"game": "klirr", "seats": 2, "deals": 1}],
    "players": {
        "one": {"model": "openai/a", "api_base": "http://127.0.0.1:1/v1"},
        "same": {"model": "openai/a", "api_base": "http://127.0.0.1:1/v1", "belief": "on"},
        "other": {"model": "openai/b", "api_base": "http://127.0.0.1:1/v1"},
        "smol": {"model": "local/smollm2"},
    },
    "limits": {"concurrency_per_model": 3, "calls_per_minute": 5, "tokens_per_minute": 700},
}


def test_limits_are_a_models_and_entrants_of_one_model_share_them():
    lanes = {one.name: one.lane for one in Models(make(FILE))}
    assert lanes["one"] is lanes["same"]
    assert lanes["one"] is not lanes["other"]
    assert {(lane.calls, lane.tokens) for lane in lanes.values()} == {(5, 700)}
    assert lanes["one"].at_once == lanes["other"].at_once == 3
    assert lanes["one"].run is lanes["smol"].run


def test_what_was_found_of_one_entrant_holds_for_every_entrant_of_its_model():
    found = Found({"same": "json"}, {"same": {**USUAL.json(), "merged": True}})
    for one in Models(make(FILE), found):
        assert (
            (one.lane.rung == "json") is one.lane.manner.merged is (one.endpoint.model[-1] == "a")
        )


def test_the_built_in_model_answers_one_request_at_a_time_whatever_the_limits():
    assert {one.name: one.lane.at_once for one in Models(make(FILE))}["smol"] == 1


def claude(model: str, **params: object) -> dict:
    players = {"c": {"model": model, "api_key_env": "HOME", "params": params}}
    return {**FILE, "players": {**players, "b": {"bot": "random"}}}


@pytest.mark.parametrize("model", ["anthropic/claude-haiku-4-5", "vertex_ai/claude-haiku-4-5"])
@pytest.mark.parametrize(
    "params",
    [
        {"reasoning_effort": "low"},
        {"reasoning_effort": "high", "max_tokens": 4096},
        {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 2000},
    ],
)
def test_a_claude_that_would_think_away_all_its_tokens_is_refused(model, params):
    with pytest.raises(ConfigError, match="counts thoughts too; write params: "):
        Models(make(claude(model, **params)))


@pytest.mark.parametrize(
    ("model", "params"),
    [
        ("anthropic/claude-haiku-4-5", {}),
        ("anthropic/claude-haiku-4-5", {"reasoning_effort": "low", "max_tokens": 2048}),
        ("anthropic/claude-opus-4-7", {"reasoning_effort": "low"}),
        ("openai/gpt-5", {"reasoning_effort": "high"}),
    ],
)
def test_who_has_tokens_left_beside_its_thoughts_may_play(model, params):
    assert [one.name for one in Models(make(claude(model, **params)))] == ["c"]


def test_no_limit_of_connections_is_below_what_may_be_in_flight():
    endpoint._litellm()
    from litellm import constants  # noqa: PLC0415 - only once it is loaded as a run loads it

    assert constants.AIOHTTP_CONNECTOR_LIMIT_PER_HOST > 1024
    assert constants.AIOHTTP_CONNECTOR_LIMIT > 1024


def test_the_system_part_is_marked_for_the_cache_of_claude_and_of_nobody_else():
    marked = "cache_control_injection_points"
    for model, holds in (("anthropic/claude-haiku-4-5", True), ("openai/gpt-5", False)):
        (one,) = Models(make(claude(model)))
        sent = one.endpoint._arguments(probe("rules", 9), Rung.JSON, USUAL, None)
        assert (marked in sent) == holds
    own = {marked: [{"location": "message", "index": 0}]}
    (one,) = Models(make(claude("anthropic/claude-haiku-4-5", **own)))
    assert one.endpoint._arguments(probe("", 9), Rung.JSON, USUAL, None)[marked] == own[marked]
