"""Keeps a test's process and every Python process it starts on this machine.

Loaded by conftest.py, and by each child through PYTHONPATH. An audit hook cannot be taken off and
sees every connection, whatever library opens it.
"""

import ipaddress
import sys
from typing import Any


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


if not hasattr(sys, "_arena_is_offline"):
    sys._arena_is_offline = True  # type: ignore[attr-defined]
    sys.addaudithook(_watch)
