"""Whatever stands in a tournament file, loading it gives a config or one sentence."""

from __future__ import annotations

from copy import deepcopy
from json import dumps, loads
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.config import Config, ConfigError, load

if TYPE_CHECKING:
    from pathlib import Path

YAMLISH = st.lists(
    st.sampled_from([*":-?[]{},&*!|>'\"%@`#\t\n\r \\~<=", "a", "é", "\ufeff", "\u2028", "1", "---"])
).map("".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=400), YAMLISH.map(str.encode), st.text().map(str.encode)))
def test_any_bytes_give_one_sentence(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "t.yaml"
    path.write_bytes(raw)
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1100


WHOLE: dict[str, Any] = {
    "name": "t",
    "seed": 1,
    "games": [
        {"game": "klirr", "seats": 2, "deals": 1, "rules": {"bluff_cap": "fixed"}},
        {"game": "zero-to-hero", "seats": 2, "deals": 1, "rules": {"hero_count": "net"}},
    ],
    "rotate": "full",
    "lineups": "all",
    "players": {
        "a": {"bot": "random"},
        "b": {"bot": {"klirr": "honest", "zero-to-hero": "high"}},
        "c": {"bot": "x.y:Z", "options": {"depth": [1]}},
        "d": {
            "model": "a/b",
            "params": {"max_tokens": 3, "extra_body": {"a": [1]}},
            "api_base": "http://x",
            "api_key_env": "A_KEY",
            "reply": "auto",
            "prompt": "default",
            "belief": "off",
            "retries": 1,
            "price": {"in": 1, "cached": 1, "out": 1.5},
        },
    },
    "rating": {"anchor": "a", "at": 1},
    "limits": {
        "concurrency": 1,
        "max_cost": 1,
        "timeout": 1,
        "calls_per_minute": 1,
        "tokens_per_minute": 1,
        "concurrency_per_model": 1,
    },
}


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [path, *(place for key, inner in inside for place in places(inner, (*path, key)))]


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
        st.sampled_from(["all", "klirr", "random", "a", "high", "1e5", "call-q:0.5", "default"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(places(WHOLE)[1:]), JSON)
def test_any_value_anywhere_is_taken_or_gives_one_sentence_with_a_line(
    tmp_path: Path, place: tuple[Any, ...], value: object
) -> None:
    changed = deepcopy(WHOLE)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    path = tmp_path / "t.yaml"
    path.write_text(dumps(changed, ensure_ascii=False), encoding="utf-8", errors="surrogatepass")
    try:
        config = load(path)
    except ConfigError as error:
        said = str(error).removeprefix(str(path))
        assert said.startswith((", line 1: ", ", line 2: ")) or "UTF-8" in said
        assert said.isprintable()
        assert len(said) < 1100
    else:
        assert Config.from_json(loads(dumps(config.to_json()))) == config
