"""No test reaches another machine or holds a real key; the examples; a provider that fails."""

import asyncio
import importlib.util
import os
import re
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent
OFFLINE = HERE / "offline"
SECRET = re.compile("API_?KEY|TOKEN$|SECRET|PASSWORD|CREDENTIAL")
PROXY = re.compile("^(https?|all)_proxy$", re.IGNORECASE)
ADDRESS = re.compile("_(API_BASE|BASE_URL)$")
LOOK = re.compile("^(NO_COLOR|FORCE_COLOR|CLICOLOR.*|TTY_.*|PAGER)$")


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tests_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


_load(OFFLINE / "sitecustomize.py")  # before a package of ours is imported
sys.path.append(str(OFFLINE))
_load(HERE / "harness/equilibrium/exploits.py")
_load(HERE / "harness/drill/generate.py")


def pytest_configure() -> None:
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):  # ignored where it is started
        if signal.getsignal(number) is signal.SIG_IGN:  # in the background or by nohup
            signal.signal(number, signal.SIG_DFL)
    for name in list(os.environ):
        if any(kind.search(name) for kind in (SECRET, PROXY, ADDRESS, LOOK)):
            del os.environ[name]
    os.environ["ARENA_BACKOFF"] = "0.01"
    os.environ |= {"COLUMNS": "80", "LINES": "25"}  # whatever terminal the tests are started in
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(OFFLINE), os.environ.get("PYTHONPATH")])
    )


@pytest.fixture(scope="session")
def faulty() -> ModuleType:
    """The module of the provider that fails on purpose: ``faulty.Provider(steps)``."""
    return _load(HERE / "provider" / "server.py")


@pytest.fixture
def on_a_loop() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Run a coroutine on a fresh event loop and close what the models opened on it."""

    async def closed(work: Coroutine[Any, Any, Any]) -> Any:
        from harness.models.endpoint import close  # noqa: PLC0415 - most tests need no model

        try:
            return await work
        finally:
            await close()

    return lambda work: asyncio.run(closed(work))
