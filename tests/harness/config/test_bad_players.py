"""Every mistake in a tournament file's players is one sentence, and a key is never in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

from harness.config import load

TOP = """name: t
seed: 1
games:
  - game: klirr
    seats: 2
    deals: 1
  - game: zero-to-hero
    seats: 2
    deals: 1
players:
  a: {bot: random}
  b: {bot: random}
"""


def one(player: str) -> str:
    """Add player c, in line 13."""
    return f"{TOP}  c: {player}\n"


KEY = "sk-proj-abcdefghijk1234567890"

MISTAKES: dict[str, tuple[str, str, str]] = {
    # what is wrong: the file, how the sentence goes on after its name, what it also says
    "an unknown key of a bot": (
        one("{bot: random, params: {}}"),
        ", line 13: players.c has no key 'params'",
        "options are for bots",
    ),
    "an unknown key of a model": (
        one("{model: a/b, temperature: 1}"),
        ", line 13: players.c has no key 'temperature'",
        "inside params",
    ),
    "an unknown history of a model": (
        one("{model: a/b, history: some}"),
        ", line 13: players.c.history cannot be 'some'; allowed: all | latest | counts",
        "",
    ),
    "counts that are neither on nor off": (
        one("{model: a/b, counts: 3}"),
        ", line 13: players.c.counts cannot be 3; allowed: off | on",
        "",
    ),
    # players
    "players as a list": (
        "name: t\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\nplayers: [a]\n",
        ", line 4: players cannot be a list; allowed: a mapping",
        "",
    ),
    "no player": (
        "name: t\nseed: 1\ngames: [{game: klirr, seats: 2, deals: 1}]\nplayers: {}\n",
        ", line 4: players has 0 entries; allowed: at least 1",
        "",
    ),
    "a player with a bad name": (
        TOP + "  a b: {bot: random}\n",
        ", line 13: a name in players cannot be 'a b'",
        "1 to 32 characters",
    ),
    "a player with a long name": (
        TOP + f"  {'a' * 33}: {{bot: random}}\n",
        ", line 13: a name in players cannot be",
        "1 to 32",
    ),
    "a player without a name": (
        TOP + "  '': {bot: random}\n",
        ", line 13: a name in players",
        "''",
    ),
    "a player as a word": (one("random"), ", line 13: players.c cannot be 'random'", "{bot: name}"),
    "an empty player": (one("{}"), ", line 13: players.c cannot be an empty mapping", "either"),
    "a player that is both": (one("{bot: random, model: a/b}"), ", line 13: players.c", "either"),
    "an unknown bot": (
        one("{bot: randm}"),
        ", line 13: players.c.bot: klirr has no bot 'randm' (did you mean random?)",
        "allowed: ",
    ),
    "a bot of one game alone": (
        one("{bot: honest}"),
        ", line 13: players.c.bot: zero-to-hero has no bot 'honest'",
        "must know every game",
    ),
    "a bot as a path": (one("{bot: ../random}"), ", line 13: players.c.bot: klirr has no bot", ""),
    "a bot as a number": (one("{bot: 1}"), ", line 13: players.c.bot cannot be 1", "bot's name"),
    "bots in a list": (one("{bot: [random]}"), ", line 13: players.c.bot cannot be a list", ""),
    "no bots by game": (one("{bot: {}}"), ", line 13: players.c.bot cannot be an empty", ""),
    "a bot missing for a game": (
        one("{bot: {klirr: honest}}"),
        ", line 13: players.c.bot names no bot for zero-to-hero",
        "every game",
    ),
    "a bot for an unknown game": (
        one("{bot: {klir: honest}}"),
        ", line 13: players.c.bot names no game: 'klir'",
        "klirr",
    ),
    "a bot of a wrong kind for a game": (
        one("{bot: {klirr: 1, zero-to-hero: high}}"),
        ", line 13: players.c.bot.klirr cannot be 1",
        "",
    ),
    "a bot of the other game": (
        one("{bot: {klirr: honest, zero-to-hero: honest}}"),
        ", line 13: players.c.bot.zero-to-hero: zero-to-hero has no bot 'honest'",
        "",
    ),
    "a parameter for a bot without one": (
        one("{bot: 'random:3'}"),
        ", line 13: players.c.bot cannot be 'random:3'",
        "no parameter",
    ),
    "a bad parameter": (
        one("{bot: {klirr: 'call-q:2', zero-to-hero: high}}"),
        ", line 13: players.c.bot.klirr cannot be 'call-q:2'",
        "probability",
    ),
    "an empty parameter": (
        one("{bot: {klirr: 'call-q:', zero-to-hero: high}}"),
        ", line 13: players.c.bot.klirr cannot be 'call-q:'",
        "",
    ),
    "a half dotted name": (one("{bot: 'my.bot:'}"), ", line 13: players.c.bot: klirr has no", ""),
    "options for a built-in bot": (
        one("{bot: random, options: {depth: 2}}"),
        ", line 13: players.c.options cannot",
        "dotted",
    ),
    "options as a list": (
        one("{bot: 'a.b:C', options: [2]}"),
        ", line 13: players.c.options cannot be a list",
        "",
    ),
    # models
    "a model without a provider": (
        one("{model: gpt-5}"),
        ", line 13: players.c.model cannot be 'gpt-5'",
        "provider/name",
    ),
    "a model with a space": (
        one("{model: 'openai/gpt 5'}"),
        ", line 13: players.c.model cannot be",
        "provider/name",
    ),
    "a model as a number": (one("{model: 5}"), ", line 13: players.c.model cannot be 5", ""),
    "an empty model": (one("{model: }"), ", line 13: players.c.model cannot be empty", ""),
    "a bot of the standard library": (
        one("{bot: 'os:system'}"),
        ", line 13: players.c.bot cannot be 'os:system': it ",
        "standard library",
    ),
    "a bot of a module deep in it": (
        one("{bot: 'concurrent.futures:ThreadPoolExecutor'}"),
        ", line 13: players.c.bot cannot be 'concurrent.futures:ThreadPoolExecutor': it ",
        "standard library",
    ),
    "a bot that is built in to Python": (
        one("{bot: 'builtins:eval'}"),
        ", line 13: players.c.bot cannot be 'builtins:eval': it ",
        "standard library",
    ),
    "a bot of the arena's own inside": (
        one("{bot: 'harness.cli.main:main'}"),
        ", line 13: players.c.bot cannot be 'harness.cli.main:main': it ",
        "arena itself",
    ),
    "a bot behind a package": (
        one("{bot: 'rich.__main__:make'}"),
        ", line 13: players.c.bot cannot be 'rich.__main__:make': it ",
        "behind a package",
    ),
    "a bot behind an object": (
        one("{bot: 'mine:Bot.__init__.__globals__'}"),
        ", line 13: players.c.bot cannot be 'mine:Bot.__init__.__globals__': it ",
        "behind a package",
    ),
    "an unknown built-in model": (
        one("{model: local/smollm3}"),
        ", line 13: players.c.model: no built-in model 'local/smollm3'",
        "(did you mean local/smollm2?)",
    ),
    "an address for the built-in model": (
        one('{model: local/smollm2, api_base: "http://x"}'),
        ", line 13: players.c.api_base",
        "",
    ),
    "an address without http": (
        one("{model: a/b, api_base: '127.0.0.1:80'}"),
        ", line 13: players.c.api_base cannot be '127.0.0.1:80'",
        "http://127.0.0.1:8080/v1",
    ),
    "an address of a file": (
        one("{model: a/b, api_base: 'file:///etc'}"),
        ", line 13: players.c.api_base cannot",
        "",
    ),
    "an address with a strange port": (
        one("{model: a/b, api_base: 'http://x:99999'}"),
        ", line 13: players.c.api_base cannot",
        "",
    ),
    "an address with a bad bracket": (
        one("{model: a/b, api_base: 'http://[x'}"),
        ", line 13: players.c.api_base cannot be",
        "",
    ),
    "an unknown reply": (
        one("{model: a/b, reply: xml}"),
        ", line 13: players.c.reply cannot be 'xml'; allowed: auto | schema | tool | json | text",
        "",
    ),
    "an unknown prompt": (
        one("{model: a/b, prompt: defualt}"),
        ", line 13: players.c.prompt: klirr has no prompt 'defualt' (did you mean default?)",
        "",
    ),
    "a belief as a boolean": (
        one("{model: a/b, belief: true}"),
        ", line 13: players.c.belief cannot be true",
        "half",
    ),
    "too few retries": (one("{model: a/b, retries: -1}"), ", line 13: players.c.retries", "-1"),
    "params as a word": (
        one("{model: a/b, params: hot}"),
        ", line 13: players.c.params cannot",
        "",
    ),
    "no output tokens": (
        one("{model: a/b, params: {max_tokens: 0}}"),
        ", line 13: players.c.params.max_tokens",
        "1",
    ),
    "output tokens as a text": (
        one("{model: a/b, params: {max_tokens: '9'}}"),
        ", line 13: players.c.params.max_tokens",
        "",
    ),
    "another word for output tokens": (
        one("{model: a/b, params: {max_completion_tokens: 9}}"),
        ", line 13: players.c.params.max_completion_tokens cannot be set here; set max_tokens",
        "",
    ),
    "messages as a param": (
        one("{model: a/b, params: {messages: []}}"),
        ", line 13: players.c.params.messages",
        "harness",
    ),
    "a timeout as a param": (
        one("{model: a/b, params: {timeout: 5}}"),
        ", line 13: players.c.params.timeout",
        "limits",
    ),
    "a price without out": (
        one("{model: a/b, price: {in: 1}}"),
        ", line 13: players.c.price.out is missing",
        "",
    ),
    "a price below zero": (
        one("{model: a/b, price: {in: -1, out: 1}}"),
        ", line 13: players.c.price.in cannot be -1",
        "",
    ),
    "a price that is true": (
        one("{model: a/b, price: {in: true, out: 1}}"),
        ", line 13: players.c.price.in cannot",
        "",
    ),
    "a price by another word": (
        one("{model: a/b, price: {input: 1, out: 1}}"),
        ", line 13: players.c.price has no key",
        "in",
    ),
    # keys that would be written down
    "a key beside the model": (
        one("{model: a/b, api_key: hidden}"),
        ", line 13: players.c has no key 'api_key'",
        "environment variable",
    ),
    "a key among the params": (
        one("{model: a/b, params: {api_key: hidden}}"),
        ", line 13: players.c.params.api_key would hold a key",
        "environment variable",
    ),
    "a key in a header": (
        one("{model: a/b, params: {extra_headers: {X-Api-Key: hidden}}}"),
        ", line 13: players.c.params.extra_headers.X-Api-Key would hold a key",
        "",
    ),
    "a key in a header of another name": (
        one("{model: a/b, params: {headers: {Ocp-Apim-Subscription-Key: hidden}}}"),
        ", line 13: players.c.params.headers.Ocp-Apim-Subscription-Key would hold a key",
        "{Ocp-Apim-Subscription-Key: {env: MY_VARIABLE}}",
    ),
    "a cookie deep in the body": (
        one("{model: a/b, params: {extra_body: {near: [{headers: {Cookie: hidden}}]}}}"),
        ", line 13: players.c.params.extra_body.near[0].headers.Cookie would hold a key",
        "{env: MY_VARIABLE}",
    ),
    "a key by its looks in a header": (
        one("{model: a/b, params: {default_headers: {X-Team: 9f8e7d6c5b4a39281706f5e4d3c2b1a0}}}"),
        ", line 13: players.c.params.default_headers.X-Team would hold a key (not shown)",
        "{env: MY_VARIABLE}",
    ),
    "a key in a header's sentence": (
        one("{model: a/b, params: {extra_headers: {X-Team: 'id=c7d3bd6a-6fc1-4f0e-9a5b-2b7e'}}}"),
        ", line 13: players.c.params.extra_headers.X-Team would hold a key (not shown)",
        "{env: MY_VARIABLE}",
    ),
    "a key for the name of a header's variable": (
        one("{model: a/b, params: {extra_headers: {X-Auth: {env: hidden}}}}"),
        ", line 13: players.c.params.extra_headers.X-Auth is no header",
        "{env: MY_VARIABLE}",
    ),
    "a variable as litellm names it": (
        one("{model: a/b, params: {user: os.environ/OPENAI_API_KEY}}"),
        ", line 13: players.c.params.user cannot name a variable so",
        "{env: MY_VARIABLE}",
    ),
    "another address among the params": (
        one("{model: a/b, params: {aws_bedrock_runtime_endpoint: 'http://x'}}"),
        ", line 13: players.c.params.aws_bedrock_runtime_endpoint cannot be set here; set api_base",
        "api_base",
    ),
    "another model among the params": (
        one("{model: a/b, params: {fallbacks: [{model: a/c}]}}"),
        ", line 13: players.c.params.fallbacks cannot be set here",
        "a player of its own",
    ),
    "an address for who signs in": (
        one('{model: vertex_ai/b, api_base: "http://x"}'),
        ", line 13: players.c.api_base cannot be set for 'vertex_ai/b'",
        "openai/NAME",
    ),
    "a key in a list": (
        one("{bot: 'a.b:C', options: {all: [{password: hidden}]}}"),
        ", line 13: players.c.options.all[0].password would hold a key",
        "",
    ),
    "a key for the name of its variable": (
        one("{model: a/b, api_key_env: hidden}"),
        ", line 13: players.c.api_key_env is not the name of an environment variable",
        "OPENAI_API_KEY",
    ),
    "a password in the address": (
        one("{model: a/b, api_base: 'http://me:hidden@x/v1'}"),
        ", line 13: players.c.api_base",
        "",
    ),
    "a key in the address": (
        one("{model: a/b, api_base: 'http://x/v1?key=hidden'}"),
        ", line 13: players.c.api_base",
        "",
    ),
    "a key anywhere": (TOP + f"limits: {{timeout: {KEY}}}\n", ", line 13: a text looks like", ""),
    "a key as a key": (TOP + f"{KEY}: 1\n", ", line 13: a text looks like an API key", ""),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_one_sentence_with_its_place_and_what_is_allowed(
    what: str, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    content, begins, also = MISTAKES[what]
    said = sentence_about(content)
    assert said.startswith(begins)
    assert also in said


def test_the_file_that_the_mistakes_are_made_in_is_right(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(one("{bot: 'my_package.my_bot:Bot', options: {depth: 2}}"))
    assert load(path).players.keys() == {"a", "b", "c"}
