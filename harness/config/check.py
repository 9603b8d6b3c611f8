"""Whether what a tournament file names exists and fits together; nothing of it is imported.

A bot by dotted name is somebody else's code: here only its form is checked, it is imported in a
child process.
"""

from __future__ import annotations

import importlib
import json
from functools import cache
from typing import Final

from engine.games import games
from harness.bots import bot_module, bot_names
from harness.config.count import total
from harness.config.error import MistakeError, Path, dotted, short, shown, unknown
from harness.config.model import BotEntrant, Config, ModelEntrant, Table
from harness.config.strangers import ALLOWED, is_form, refused

MATCHES: Final = 10_000_000
"""More matches than this in one tournament are a mistake."""

_BUILT_IN: Final = ("local/smollm2",)
_SIGNED_IN: Final = {
    *("vertex_ai", "vertex_ai_beta", "sagemaker", "sagemaker_chat", "sagemaker_nova", "oci"),
    *("watsonx", "watsonx_text", "sap", "gigachat", "gdc", "github_copilot", "chatgpt", "bytez"),
    *("microsoft_365_copilot", "predibase", "replicate", "databricks_agent"),
}
"""Providers for which litellm finds credentials by itself, wherever the request goes."""


_SERVER: Final = "allowed: model: openai/NAME with api_base"


@cache
def is_dotted(name: str) -> bool:
    """Whether a bot's name is somebody else's ``package.module:Object``; built-in names are not."""
    known = {bot for game in games() for bot in bot_names(game)}
    return is_form(name) and name.partition(":")[0] not in known


def checked(config: Config) -> Config:
    """Give the config with every switch of every table written out. Raises MistakeError."""
    tables = tuple(_table(table, ("games", at)) for at, table in enumerate(config.games))
    _sizes(config)
    for name, player in config.players.items():
        path = ("players", name)
        if isinstance(player, BotEntrant):
            _bot(player, _games(config), path)
        elif isinstance(player, ModelEntrant):
            _model(player, _games(config), path)
    _anchor(config)
    return config.model_copy(update={"games": tables})


def _wrong(path: Path, what: str) -> MistakeError:
    """Give the mistake at a place of the file; the sentence goes on after the place's name."""
    return MistakeError(f"{dotted(path)} {what}", path)


def _table(table: Table, path: Path) -> Table:
    game = games().get(table.game)
    if game is None:
        raise MistakeError(
            unknown(f"{dotted((*path, 'game'))} names no game:", table.game, games()),
            (*path, "game"),
        )
    if table.seats not in game.seats:
        sizes = ", ".join(map(str, game.seats))
        sentence = f"cannot be {table.seats}; allowed for {game.id}: {sizes}"
        raise _wrong((*path, "seats"), sentence)
    for name, value in table.rules.items():
        _switch(table.game, name, value, (*path, "rules", name))
    return table.model_copy(update={"rules": game.rules(table.rules)})


def _switch(game: str, name: str, value: object, path: Path) -> None:
    switches = games()[game].switches
    if name not in switches:
        raise MistakeError(
            unknown(f"{dotted(path[:-1])}: {game} has no switch", name, switches), path
        )
    try:
        switches[name].read(value)
    except (ValueError, TypeError) as error:
        why = short(ascii(str(error))[1:-1], 200)
        sentence = f"{short(json.dumps(value), 80)}: {why}; allowed: {switches[name].allowed}"
        raise _wrong(path, f"cannot be {sentence}") from None


def _sizes(config: Config) -> None:
    first: dict[str, int] = {}
    for at, table in enumerate(config.games):
        path = ("games", at)
        if table.id in first:
            again = f"is {table.game} with {table.seats} seats again, as games[{first[table.id]}]"
            raise _wrong(path, f"{again}; allowed: each game and table size once")
        first[table.id] = at
        if len(config.players) < table.seats:
            few = f"is {table.seats}, but there are only {len(config.players)} players"
            raise _wrong((*path, "seats"), f"{few}; allowed: at most one seat a player")
    if total(config) > MATCHES:
        many = f"come to {total(config)} matches; allowed: at most {MATCHES}"
        raise _wrong(("games",), f"{many} (fewer deals, or lineups: a number)")


def _bot(player: BotEntrant, played: list[str], path: Path) -> None:
    where = (*path, "bot")
    if isinstance(player.bot, str):
        names = dict.fromkeys(played, (player.bot, where))
    else:
        names = {game: (name, (*where, game)) for game, name in player.bot.items()}
        for game in names:
            if game not in games():
                raise MistakeError(
                    unknown(f"{dotted(where)} names no game:", game, games()), (*where, game)
                )
        for game in played:
            if game not in names:
                sentence = f"names no bot for {game}; allowed: one for every game of the file"
                raise _wrong(where, sentence)
    for game, (name, at) in names.items():
        _bot_name(game, name, at)
    if player.options and not any(is_dotted(name) for name, _ in names.values()):
        raise _wrong(
            (*path, "options"),
            "cannot be set for a built-in bot; allowed: with a dotted name"
            " (package.module:Object), or a parameter in the name (call-q:0.3)",
        )


def _bot_name(game: str, name: str, path: Path) -> None:
    bots = bot_names(game)
    plain, colon, parameter = name.partition(":")
    if plain in bots:
        _parameter(game, plain, parameter if colon else None, path)
    elif not is_dotted(name):
        elsewhere = any(plain in bot_names(other) for other in games())
        hint = "; a name alone must know every game in the file" if elsewhere else ""
        raise MistakeError(
            unknown(f"{dotted(path)}: {game} has no bot", name, bots)
            + f", or package.module:Object{hint}",
            path,
        )
    elif why := refused(name):
        raise _wrong(path, f"cannot be {shown(name)}: it {why}; allowed: {ALLOWED}")


def strangers(config: Config) -> dict[str, list[str]]:
    """Give by player the dotted names of the bots that are somebody else's code."""
    found = {
        player: sorted({name for name in map(entrant.named, _games(config)) if is_dotted(name)})
        for player, entrant in config.players.items()
        if isinstance(entrant, BotEntrant)
    }
    return {player: names for player, names in found.items() if names}


def _games(config: Config) -> list[str]:
    return [table.game for table in config.games]


def _parameter(game: str, name: str, parameter: str | None, path: Path) -> None:
    """Check what follows the colon, by the bot's own reader; only then is its file imported."""
    if parameter is None:
        return
    read = getattr(importlib.import_module(bot_module(game, name)), "read_parameter", None)
    given = f"cannot be {shown(f'{name}:{parameter}')}"
    if read is None:
        raise _wrong(path, f"{given}; the bot takes no parameter; allowed: {name}")
    try:
        read(parameter)
    except ValueError as error:
        raise _wrong(path, f"{given}: {short(str(error), 200)}") from None


def _model(player: ModelEntrant, played: list[str], path: Path) -> None:
    if player.local and player.model not in _BUILT_IN:
        raise MistakeError(
            unknown(f"{dotted((*path, 'model'))}: no built-in model", player.model, _BUILT_IN),
            (*path, "model"),
        )
    if player.local and player.api_base:
        sentence = f"cannot be set for the built-in model {player.model}; {_SERVER}"
        raise _wrong((*path, "api_base"), sentence)
    if player.api_base and player.model.partition("/")[0] in _SIGNED_IN:
        signed_in = "what signs in there would go to another host"
        sentence = f"cannot be set for {shown(player.model)}: {signed_in}; {_SERVER}"
        raise _wrong((*path, "api_base"), sentence)
    for game in played:
        allowed = _prompts(game)
        if player.prompt not in allowed:
            raise MistakeError(
                unknown(
                    f"{dotted((*path, 'prompt'))}: {game} has no prompt", player.prompt, allowed
                ),
                (*path, "prompt"),
            )


def _prompts(game: str) -> tuple[str, ...]:
    from prompts.prompt import variants  # noqa: PLC0415 - templates load only where a model plays

    return variants(game)


def _anchor(config: Config) -> None:
    if config.rating and config.rating.anchor not in config.players:
        raise MistakeError(
            unknown("rating.anchor: no player", config.rating.anchor, config.players),
            ("rating", "anchor"),
        )
