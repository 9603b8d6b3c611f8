"""What a right tournament file becomes: defaults, YAML 1.2, storage."""

from __future__ import annotations

import subprocess
import sys
from json import dumps, loads
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine.games import games
from harness.config import (
    BotEntrant,
    Config,
    ConfigError,
    Limits,
    ModelEntrant,
    Price,
    Rating,
    is_dotted,
    load,
    starter,
)
from harness.config.count import total
from prompts.page import Shown

FOLDER = Path(__file__).parents[3] / "tournaments"
TOURNAMENTS = sorted(FOLDER.glob("*.yaml"))

SMALL = """
name: t
seed: 2026
games: [{game: klirr, seats: 2, deals: 1}]
players: {a: {bot: random}, b: {bot: random}}
"""


def loaded(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "t.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def with_player(tmp_path: Path, player: str) -> ModelEntrant | BotEntrant:
    return loaded(tmp_path, SMALL.replace("b: {bot: random}", f"b: {player}")).players["b"]


def test_what_is_left_out_has_the_documented_default(tmp_path: Path) -> None:
    config = loaded(tmp_path, SMALL)
    assert (config.rotate, config.lineups, config.rating) == ("full", "all", None)
    assert config.limits == Limits(concurrency=16, timeout=120)
    assert config.limits.max_cost is None
    model = with_player(tmp_path, "{model: openai/m}")
    assert isinstance(model, ModelEntrant)
    assert (model.retries, model.max_tokens, model.reply) == (2, 1024, "auto")
    assert (model.prompt, model.belief, model.price) == ("default", "off", None)
    assert (model.history, model.counts, model.asks.shown) == ("all", "off", Shown())


@pytest.mark.parametrize("history", ["all", "latest", "counts"])
@pytest.mark.parametrize("counts", ["on", "off"])
def test_a_model_is_shown_as_much_as_its_file_says(
    tmp_path: Path, history: str, counts: str
) -> None:
    model = with_player(tmp_path, f"{{model: openai/m, history: {history}, counts: {counts}}}")
    assert isinstance(model, ModelEntrant)
    assert model.asks.shown == (history, counts == "on")


def test_the_rules_hold_every_switch_with_its_value(tmp_path: Path) -> None:
    text = SMALL.replace("deals: 1", "deals: 1, rules: {bluff_cap: own_cash}")
    rules = loaded(tmp_path, text).games[0].rules
    assert rules == games()["klirr"].rules({"bluff_cap": "own_cash"})
    assert rules.keys() == games()["klirr"].switches.keys()


def test_the_example_of_the_contract_loads(tmp_path: Path) -> None:
    config = loaded(
        tmp_path,
        """
name: quickstart
seed: 2026
games:
  - game: klirr
    seats: 4
    deals: 12
    rules: {}
  - {game: zero-to-hero, seats: 4, deals: 2}
rotate: full
lineups: all
players:
  honest: {bot: {klirr: honest, zero-to-hero: low}}
  steady: {bot: {klirr: honest, zero-to-hero: high}}
  gpt:    {model: openai/gpt-5-mini, params: {temperature: 0.7, max_tokens: 800}}
  smol:   {model: openai/smollm2, api_base: "http://127.0.0.1:8080/v1", reply: auto,
           prompt: default}
  own:    {bot: "my_package.my_bot:Bot", options: {depth: 2}}
  random: {bot: random}
rating: {anchor: random, at: 1000}
limits: {concurrency: 16, max_cost: 5.00, timeout: 120}
""",
    )
    assert list(config.players) == ["honest", "steady", "gpt", "smol", "own", "random"]
    assert config.rating == Rating(anchor="random", at=1000)
    assert config.limits.max_cost == 5


@pytest.mark.parametrize(
    ("written", "seed"),
    [
        ("2026", "2026"),
        ("'2026'", "2026"),
        ("-1", "-1"),
        ("off", "off"),
        ("2026-11-30", "2026-11-30"),
        ("12:30", "12:30"),
        ("0x10", "16"),
        ("1_0", "1_0"),
        ("é", "é"),
    ],
)
def test_a_seed_is_a_text_and_plain_words_are_those_of_yaml_1_2(
    tmp_path: Path, written: str, seed: str
) -> None:
    assert loaded(tmp_path, SMALL.replace("2026", written)).seed == seed


@pytest.mark.parametrize(
    "name", ["on", "off", "yes", "no", "null", "true", "1", "1.5", "2026-01-01"]
)
def test_keys_are_text_whatever_they_look_like(tmp_path: Path, name: str) -> None:
    assert name in loaded(tmp_path, SMALL.replace("a: {", f"{name}: {{")).players


@pytest.mark.parametrize("belief", ["off", "half", "on"])
def test_on_and_off_are_words(tmp_path: Path, belief: str) -> None:
    model = with_player(tmp_path, f"{{model: a/b, belief: {belief}}}")
    assert isinstance(model, ModelEntrant)
    assert model.belief == belief


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert load(path) == loaded(tmp_path, SMALL)


def test_an_alias_stands_for_its_value(tmp_path: Path) -> None:
    text = SMALL.replace("a: {bot: random}, b: {bot: random}", "a: &who {bot: random}, b: *who")
    assert loaded(tmp_path, text) == loaded(tmp_path, SMALL)


def test_a_model_may_have_slashes_colons_and_at_signs(tmp_path: Path) -> None:
    for name in ("openai/Qwen/Qwen3-8B", "ollama/llama3.2:3b", "vertex_ai/claude@20260101"):
        model = with_player(tmp_path, f"{{model: '{name}'}}")
        assert isinstance(model, ModelEntrant)
        assert model.model == name
        assert not model.local


def test_a_price_may_be_whole_numbers_and_lack_the_cached_one(tmp_path: Path) -> None:
    model = with_player(tmp_path, "{model: a/b, price: {in: 1, out: 2}}")
    assert isinstance(model, ModelEntrant)
    assert model.price == Price.model_validate({"in": 1.0, "out": 2.0})
    assert model.price.cached is None


def test_max_tokens_is_no_secret_though_it_ends_in_tokens(tmp_path: Path) -> None:
    model = with_player(
        tmp_path, "{model: a/b, params: {max_tokens: 7, thinking: {budget_tokens: 1024}}}"
    )
    assert isinstance(model, ModelEntrant)
    assert model.max_tokens == 7


def test_a_bot_is_named_alone_or_game_by_game(tmp_path: Path) -> None:
    alone = with_player(tmp_path, "{bot: 'my.bot:Bot'}")
    by_game = with_player(tmp_path, "{bot: {klirr: 'call-q:0.3', zero-to-hero: high}}")
    assert isinstance(alone, BotEntrant)
    assert isinstance(by_game, BotEntrant)
    assert (alone.named("klirr"), alone.named("zero-to-hero")) == ("my.bot:Bot", "my.bot:Bot")
    assert (by_game.named("klirr"), by_game.named("zero-to-hero")) == ("call-q:0.3", "high")


@pytest.mark.parametrize(
    ("name", "dotted"),
    [
        ("a.b:C", True),
        ("a:C", True),
        ("a.b:C.d", True),
        ("random", False),
        ("random:C", False),
        ("call-q:0.3", False),
        ("a.b", False),
        ("a.b:", False),
        (":C", False),
        ("a..b:C", False),
        ("a b:C", False),
        ("a.b:C()", False),
        ("../a:C", False),
    ],
)
def test_a_dotted_name_is_a_module_a_colon_and_an_object(name: str, *, dotted: bool) -> None:
    assert is_dotted(name) == dotted


def test_somebody_elses_bot_is_not_imported_while_reading(tmp_path: Path) -> None:
    (tmp_path / "trap_module.py").write_text("raise SystemExit('imported')")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        with_player(tmp_path, "{bot: 'trap_module:Bot'}")
    assert "trap_module" not in sys.modules


def test_a_config_cannot_be_changed(tmp_path: Path) -> None:
    config = loaded(tmp_path, SMALL)
    with pytest.raises(ValidationError):
        config.seed = "2"  # type: ignore[misc]


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_every_tournament_that_comes_along_loads_and_survives_storage(path: Path) -> None:
    config = load(path)
    assert config.name == path.stem
    assert 0 < total(config) < 2000
    assert Config.from_json(loads(dumps(config.to_json()))) == config


def test_the_tournaments_that_come_along_are_these() -> None:
    assert {path.stem for path in TOURNAMENTS} >= {
        "quickstart",
        "bots",
        "duel",
        "switches",
        "models",
    }


def test_one_tournament_shows_every_switch_with_another_value_than_usual() -> None:
    for table in load(FOLDER / "switches.yaml").games:
        usual = games()[table.game].rules({})
        assert all(table.rules[name] != value for name, value in usual.items())


def test_only_one_tournament_needs_keys() -> None:
    needs = {
        path.stem
        for path in TOURNAMENTS
        for player in load(path).players.values()
        if isinstance(player, ModelEntrant) and not player.local
    }
    assert needs == {"models"}
    assert "NEEDS KEYS" in (FOLDER / "models.yaml").read_text().splitlines()[0]


def test_the_starter_loads(tmp_path: Path) -> None:
    assert loaded(tmp_path, starter()).name == "my-first-tournament"


def test_the_players_the_starter_leaves_out_are_right_too(tmp_path: Path) -> None:
    text = starter()
    for name in ("smollm2:", "mini:", "mine:"):
        text = text.replace(f"# {name}", name)
    assert {"smollm2", "mini", "mine"} <= loaded(tmp_path, text).players.keys()


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        (None, "damaged"),
        ("", "damaged"),
        ([], "damaged"),
        ({}, "name is missing"),
        ({"name": "t"}, "seed is missing"),
    ],
)
def test_a_damaged_stored_config_is_one_sentence(stored: object, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        Config.from_json(stored)
    assert str(caught.value).startswith("the stored config is damaged: ")


def test_a_stored_config_loads_when_a_bot_of_it_is_gone(tmp_path: Path) -> None:
    """The tables of an old run stand, whatever bots there are today."""
    stored = dumps(loaded(tmp_path, SMALL).to_json()).replace('"random"', '"retired"')
    assert isinstance(Config.from_json(loads(stored)).players["a"], BotEntrant)


def test_reading_a_tournament_of_bots_loads_nothing_heavy() -> None:
    code = (
        "import sys; from harness.config import load; load(sys.argv[1]);"
        "sys.exit(any(name in sys.modules for name in ('litellm', 'numpy', 'scipy', 'jinja2')))"
    )
    subprocess.run([sys.executable, "-c", code, FOLDER / "bots.yaml"], check=True)


@pytest.mark.parametrize(
    "headers",
    [
        "X-Title: my arena, HTTP-Referer: 'https://example.org/some/long/page-of-mine/2026-11-30'",
        "anthropic-beta: 'prompt-caching-2024-07-31,output-128k-2025-02-19', X-Count: 3",
        "User-Agent: 'ResearchHarness/2.0.1 (language models at the table)', X-Author: me",
        "Ocp-Apim-Subscription-Key: {env: MY_VARIABLE}, Authorization: {env: OTHER_1}",
    ],
)
def test_a_header_that_holds_no_key_stays_as_it_is(tmp_path: Path, headers: str) -> None:
    player = with_player(tmp_path, f"{{model: a/b, params: {{extra_headers: {{{headers}}}}}}}")
    assert isinstance(player, ModelEntrant)
    assert len(player.params["extra_headers"]) == 2
