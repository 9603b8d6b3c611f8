"""The tournament file: ``load`` gives a frozen ``Config`` or one sentence about what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.config.change import changes
from harness.config.check import checked, is_dotted, strangers
from harness.config.document import BYTES, Document, parse
from harness.config.error import ConfigError, MistakeError, short
from harness.config.explain import mistakes
from harness.config.model import (
    BotEntrant,
    Config,
    Entrant,
    HumanEntrant,
    Limits,
    ModelEntrant,
    Price,
    Rating,
    Table,
)

__all__ = [
    "BotEntrant",
    "Config",
    "ConfigError",
    "Entrant",
    "HumanEntrant",
    "Limits",
    "ModelEntrant",
    "Price",
    "Rating",
    "Table",
    "changes",
    "is_dotted",
    "load",
    "make",
    "starter",
    "strangers",
]


def load(path: str | Path) -> Config:
    """Read a tournament file. Raises ConfigError, whatever the file is."""
    name = str(path) if str(path).isprintable() else ascii(str(path))
    try:
        document = parse(_bytes(Path(path)))
    except MistakeError as mistake:
        raise _located(name, mistake, mistake.line) from None
    try:
        return checked(_config(document))
    except MistakeError as mistake:
        raise _located(name, mistake, document.line(mistake.path)) from None


def make(values: dict[str, Any]) -> Config:
    """Make a config from what a file would hold. Raises ConfigError."""
    try:
        return checked(Config.model_validate(values))
    except ValidationError as error:
        raise ConfigError(str(mistakes(error)[0])) from None
    except MistakeError as mistake:
        raise ConfigError(str(mistake)) from None


def starter() -> str:
    """Give the commented tournament file that `arena init` writes."""
    return Path(__file__).with_name("starter.yaml").read_text(encoding="utf-8")


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise MistakeError("is a directory; allowed: a YAML file")
        if path.exists() and not path.is_file():
            raise MistakeError("is no regular file; allowed: a YAML file")
        with path.open("rb") as file:
            return file.read(BYTES + 1)
    except FileNotFoundError:
        raise MistakeError(
            "there is no such file; `arena init FILE` writes one to start from"
        ) from None
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else "a strange name"
        raise MistakeError(f"cannot be read: {said}") from None


def _config(document: Document) -> Config:
    if not isinstance(document.data, dict):
        raise MistakeError("the file holds no keys; allowed: name, seed, games, players and others")
    try:
        return Config.model_validate(document.data)
    except ValidationError as error:
        raise min(mistakes(error), key=lambda mistake: document.line(mistake.path)) from None


def _located(name: str, mistake: MistakeError, line: int | None) -> ConfigError:
    place = f"{short(name, 200)}, line {line}" if line else short(name, 200)
    return ConfigError(f"{place}: {mistake}")
