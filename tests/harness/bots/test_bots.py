from __future__ import annotations

import importlib
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import CHANCE, Turn
from engine.games import games
from harness.bots import about, bot_module, bot_names, cast, exploits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


def every_bot() -> list[Any]:
    return [
        pytest.param(game, importlib.import_module(bot_module(game, name)), id=f"{game}:{name}")
        for game in games()
        for name in bot_names(game)
    ]


def turns(game_id: str, bot: ModuleType, seats: int, seed: str, switches: Any) -> Iterator[Any]:
    """Every turn a bot meets in a match against itself, and the stream it is given."""
    game = games()[game_id]
    state = game.start(seats, game.rules(switches))
    number = 0
    while state.outcome is None:
        seat = state.actors[0]
        rng = f"{seed}/{number}"
        if seat == CHANCE:
            act: Any = state.draw(Random(rng))
        else:
            turn = Turn(seat, state.view(seat), state.legal(seat))
            yield turn, rng
            act = bot.choose(turn, Random(rng))
        state = state.apply(seat, act)
        number += 1


def switch_sets(game_id: str, random: Random) -> dict[str, Any]:
    words = {
        name: switch.allowed.split(" | ")
        for name, switch in games()[game_id].switches.items()
        if " | " in switch.allowed
    }
    chosen = {name: random.choice(allowed) for name, allowed in words.items()}
    read = {name: {"true": True, "false": False}.get(word, word) for name, word in chosen.items()}
    return read | ({"max_rounds": 6} if game_id == "klirr" else {})


@pytest.mark.parametrize(("game", "bot"), every_bot())
def test_every_bot_is_legal_and_the_same_for_the_same_stream(game: str, bot: ModuleType) -> None:
    met = number = 0
    while met <= 100:
        for seats in games()[game].seats:
            switches = switch_sets(game, Random(f"{game}/{seats}"))
            for turn, rng in turns(game, bot, seats, f"{bot.__name__}/{seats}/{number}", switches):
                act = bot.choose(turn, Random(rng))
                assert act in turn.legal
                assert act == bot.choose(turn, Random(rng))
                met += 1
        number += 1
        assert met >= number, "a match has turns"


@pytest.mark.parametrize(("game", "bot"), every_bot())
def test_every_bot_says_in_one_line_what_it_does(game: str, bot: ModuleType) -> None:
    first = (bot.__doc__ or "").splitlines()[0]
    assert game
    assert first.endswith(".")
    assert len(first) <= 100


@pytest.mark.parametrize("game", games())
def test_a_games_cast_is_of_its_own_bots_and_fits_at_a_table(game: str) -> None:
    chosen = cast(games()[game])
    assert {*chosen.opponents, *chosen.stand_ins, *chosen.quicker} <= {*bot_names(game)}
    assert {*chosen.quicker.values()} <= {*bot_names(game)} - {*chosen.quicker}
    assert len(chosen.opponents) + 1 in {*games()[game].seats} - games()[game].unofficial
    assert chosen.stand_ins


YARDSTICKS = {
    "always-call",
    "always-pay",
    "bluff-max",
    "bluff-q",
    "call-big",
    "call-q",
    "equilibrium",
    "honest",
    "impossible",
    "reader",
}


@pytest.mark.parametrize("name", sorted(YARDSTICKS))
def test_a_yardstick_says_what_it_exploits_and_what_exploits_it(name: str) -> None:
    told = exploits("klirr", name)
    assert "xploits" in told
    assert any(words in told for words in ("exploited by", "exploits it", "beats it"))


def test_the_command_shows_every_bot_with_its_parameter_and_what_exploits_it(arena: Any) -> None:
    done = arena("bots")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    named = {line.strip().partition(":")[0] for line in lines if line[:3].count(" ") == 2}
    assert named >= {name for game in games() for name in bot_names(game)}
    words = " ".join(done.stdout.split())
    assert all(about(game, name) in words for game in games() for name in bot_names(game))
    assert all(exploits("klirr", name) in words for name in YARDSTICKS)
    assert "(bluff-q:0.3, the default)" in words
    assert "(call-q:0.3, the default)" in words


def test_the_random_bot_picks_every_legal_act_about_equally_often() -> None:
    bot = importlib.import_module(bot_module("klirr", "random"))
    turn = Turn(0, None, ("a", "b", "c", "d"))
    picks = [bot.choose(turn, Random(f"pick {number}")) for number in range(4000)]
    assert all(910 <= picks.count(act) <= 1090 for act in "abcd")
