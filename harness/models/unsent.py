"""What failed before anything was sent: a key, header, address or parameter, a missing package.

Such a failure is hopeless and costs nothing. It is told from an answer that could not be read by
where it happened: nothing that reads answers is on its way.
"""

from __future__ import annotations

import json
import traceback
from typing import TYPE_CHECKING, Final

from harness.models.failures import Kind, ProviderError, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

_READERS: Final = {
    *("convert_to_model_response_object", "transform_response", "transform_parsed_response"),
    *("_process_response", "_parse_response", "raise_for_status", "aread"),
}
"""Functions of litellm, of the clients and of json that are at work when an answer is there."""


def unsent(causes: Sequence[BaseException], secret: str | None) -> ProviderError | None:
    """Give the failure, if the exceptions of a request say that it was never sent."""
    import httpx  # noqa: PLC0415 - loaded by litellm, and only where a model plays

    own = (httpx.LocalProtocolError, httpx.UnsupportedProtocol, httpx.InvalidURL)
    if refused := [cause for cause in causes if isinstance(cause, own)]:
        return ProviderError(Kind.UNSENT, _words(refused[-1], secret))
    if any(isinstance(cause, httpx.HTTPStatusError | httpx.TransportError) for cause in causes):
        return None
    if found := [cause for cause in causes if _of_the_client(cause)]:
        return None if _was_read(causes) else ProviderError(Kind.UNSENT, _words(found[-1], secret))
    return None


def _of_the_client(cause: BaseException) -> bool:
    """Whether it is of the kinds that wrong values and missing packages raise."""
    if hasattr(cause, "status_code"):  # an answer's
        return False
    return isinstance(cause, ValueError | TypeError | ImportError) or (
        type(cause).__module__.startswith("aiohttp") and "Url" in type(cause).__name__
    )


def _was_read(causes: Sequence[BaseException]) -> bool:
    if any(isinstance(cause, UnicodeDecodeError | json.JSONDecodeError) for cause in causes):
        return True
    frames = [frame for cause in causes for frame, _ in traceback.walk_tb(cause.__traceback__)]
    return any(frame.f_code.co_name in _READERS for frame in frames)


def _words(cause: BaseException, secret: str | None) -> str:
    match cause:
        case ModuleNotFoundError(name=str(name)):
            return f"litellm needs the package {clean(name)} for it, which is not installed"
        case UnicodeEncodeError():
            odd = cause.object[cause.start]
            return f"{_holder(odd, secret)} holds {odd!a}, which cannot be sent"
    if secret and not secret.isprintable():
        return "the key holds a line end or another character that cannot be sent"
    return clean(str(cause), secret)


def _holder(odd: str, secret: str | None) -> str:
    return "the key" if secret and odd in secret else "a header or a parameter"
