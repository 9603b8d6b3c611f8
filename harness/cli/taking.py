"""A run takes the config it is played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness import provenance
from harness.config import Config, ConfigError, changes

if TYPE_CHECKING:
    from harness.store import Store


def take_config(config: Config, store: Store, *, mix: bool = False) -> None:
    """Remember with the run the config, and the texts and rules it is played by from now on.

    Raises ConfigError where the config contradicts what was played, or where texts or rules are
    others than before, unless they may ``mix``.
    """
    before = store.recall("config")
    earlier = store.recall(provenance.KEY) or []
    now = provenance.invocation(config)
    if before is not None and store.begun():
        silent = set(config.players) - store.answered()
        if changed := changes(Config.from_json(before), config, silent):
            raise ConfigError(
                f"{'; '.join(changed)}; the run in {store.folder} was played otherwise: "
                "choose another name, or start over with --fresh"
            )
        if earlier and not mix and (changed := provenance.differences(earlier[-1], now)):
            since = provenance.day(earlier[-1])
            raise ConfigError(
                f"{' and '.join(changed)} changed since {since}, when the run in "
                f"{store.folder} was last played: choose another name, or say --mix to let both "
                "kinds of matches stand together"
            )
    store.remember("config", config.to_json())
    store.remember(provenance.KEY, [*earlier, now])
