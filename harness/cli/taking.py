"""A run takes the config it is played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.config import Config, ConfigError, changes

if TYPE_CHECKING:
    from harness.store import Store


def take_config(config: Config, store: Store) -> None:
    """Remember the config with the run, unless it contradicts what was played (ConfigError)."""
    before = store.recall("config")
    if before is not None and store.begun():
        changed = changes(Config.from_json(before), config)
        if changed:
            raise ConfigError(
                f"{'; '.join(changed)}; the run in {store.folder} was played otherwise: "
                "choose another name, or start over with --fresh"
            )
    store.remember("config", config.to_json())
