"""What the file's limits become for each model."""

from harness.config import make
from harness.models.hiring import Models

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


def test_the_built_in_model_answers_one_request_at_a_time_whatever_the_limits():
    assert {one.name: one.lane.at_once for one in Models(make(FILE))}["smol"] == 1
