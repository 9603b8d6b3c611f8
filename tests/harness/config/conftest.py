"""What every sentence about a bad tournament file has in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.config import ConfigError, load

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def sentence_about(tmp_path: Path) -> Callable[[bytes | str | Path], str]:
    """Load a file, or content as a file, that must fail; give the sentence after its name."""

    def load_it(content: bytes | str | Path) -> str:
        path = content if isinstance(content, Path) else tmp_path / "t.yaml"
        if not isinstance(content, Path):
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(ConfigError) as caught:
            load(path)
        said = str(caught.value)
        assert said.isprintable()
        assert len(said) < 1100
        for never in ("hidden", "sk-proj", "pydantic", "Traceback", "Error", "Input should"):
            assert never not in said
        return said.removeprefix(str(path))

    return load_it
