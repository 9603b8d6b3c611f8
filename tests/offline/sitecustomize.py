"""Keeps a test's process and every Python process it starts on this machine, and adds the examples.

Loaded by conftest.py, and by each child through PYTHONPATH. An audit hook cannot be taken off and
sees every connection, whatever library opens it. The files of ``tests/examples`` stand where
CONTRIBUTING.md says: a package that has a folder there finds them like its own.
"""

import ipaddress
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "examples"


class OnlineError(RuntimeError):
    """A test tried to reach another machine."""


def _is_here(host: Any) -> bool:
    if host in {None, "", "localhost", b"localhost"}:
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return text.endswith(".invalid")  # resolves nowhere, by its definition


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    match event, arguments:
        case "socket.connect", (_, (host, *_)) if not _is_here(host):
            raise OnlineError(f"a test tried to connect to {host}")
        case "socket.getaddrinfo", (host, *_) if not _is_here(host):
            raise OnlineError(f"a test tried to look up {host}")


class WithExamples:
    """Finds a package with its folder of examples on its path; nothing is imported for it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: Any = None) -> ModuleSpec | None:
        folder = EXAMPLES.joinpath(*name.split("."))
        spec = PathFinder.find_spec(name, path) if folder.is_dir() else None
        if spec and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(folder))
        return spec


if not hasattr(sys, "_arena_is_offline"):
    sys._arena_is_offline = True  # type: ignore[attr-defined]
    sys.addaudithook(_watch)
    sys.meta_path.insert(0, WithExamples)  # type: ignore[arg-type]
