"""What a 200 held: the provider's own failure, or a reply that was cut and does not say so.

litellm writes ``stop`` for every finish reason it does not know and keeps the provider's word
beside it (``native_finish_reason``), with whatever else stood on the choice or the message.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from harness.models.failures import Kind, ProviderError, clean
from harness.models.judging import judge_inside
from prompts.finding import RepeatedKeyError, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompts.reply import Reply, Tokens

_FAILED: Final = re.compile(
    r"rate.?limit|^(?!.*limit).*(throttl|too.?many|busy|capacity|load.?shed|oom\b|memory|terminat"
    r"|error|abort|cancel|fail|interrupt|insufficient|resource|network|time_?out"
    r"|timed|overload|unavailable|exception|crash|disconnect|preempt|evict|shut|internal|server)",
    re.IGNORECASE,
)
"""Finish reasons by which a provider says that it broke off; a limit is the player's."""

_COUNTED_BESIDE: Final = 4
"""Tokens by which a count may pass the limit: those that end a text, say."""

_DECIDED: Final = {"length", "content_filter"}
"""Finish reasons that say themselves whose matter it was."""

_MINIMAX: Final[dict[int, int | str]] = {
    **dict.fromkeys((1002, 1039, 1041), 429),
    **dict.fromkeys((1004, 2049), 401),
    **dict.fromkeys((1008, 2056), 402),
    **dict.fromkeys((1026, 1027), "content_filter"),
    **dict.fromkeys((2013, 20132), 400),
}
"""MiniMax's own numbers, by the status or code that others send for the same."""

_ENVELOPES: Final = (("error_code", "error_msg"), ("code", "message"), ("code", "msg"))
_FINE: Final = {"0", "200", "ok", "success"}


def failed_inside(
    response: Any,  # noqa: ANN401 - litellm is loaded late
    tokens: Tokens,
    secret: str | None = None,
) -> ProviderError | Reply | None:
    """Give the failure that an answer with status 200 holds; None: it is a reply."""
    choice = response.choices[0] if response.choices else None
    if refusal := _envelope(response, said=_said(choice)):
        return judge_inside(refusal, secret, begun=False)
    if stated := next(filter(None, _stated(response, choice)), None):
        return judge_inside(stated, secret)
    finish = getattr(choice, "finish_reason", None)
    native = str(_beside(choice).get("native_finish_reason") or "")
    if finish not in _DECIDED and _FAILED.search(native):
        return ProviderError(Kind.BROKEN_OFF, clean(native, secret))
    if finish not in _DECIDED and not any(tokens) and not _said(choice):
        return ProviderError(Kind.BROKEN_OFF, "no text, and no tokens counted")
    return None


def cut(reply: Reply, tokens: Tokens, allowed: int) -> Reply:
    """Name a reply cut off that is as long as was allowed and holds no whole object.

    One that is longer by far was not: the limit was not kept. Thoughts may be in it or beside it.
    """
    near = range(allowed, allowed + _COUNTED_BESIDE + allowed // 20)
    at_the_limit = tokens.out in near or tokens.out - tokens.reasoning in near
    if not at_the_limit or reply.finish in _DECIDED or _holds_object(reply):
        return reply
    return replace(reply, finish="length")


def _stated(response: Any, choice: Any) -> Iterator[object]:  # noqa: ANN401 - litellm's
    """Give the errors that stand on the choice, its message or the answer itself."""
    yield _meant(_beside(choice).get("error"))
    yield _meant(_beside(getattr(choice, "message", None)).get("error"))
    if not _said(choice):  # some send an error's form along with what went well
        yield _meant(getattr(response, "error", None))


def _envelope(response: Any, *, said: bool) -> dict[str, object] | None:  # noqa: ANN401 - litellm's
    """Give the refusal that stands around an answer: some providers refuse with status 200.

    MiniMax's (``base_resp``) counts whatever else came: it may put a text beside it.
    """
    match getattr(response, "base_resp", None):
        case {"status_code": int() as number, **more} if number:
            said_of_it = str(more.get("status_msg") or f"status_code {number}")
            return {"code": _MINIMAX.get(number, number), "message": said_of_it}
    if said:
        return None
    for key, words in _ENVELOPES:
        code, message = getattr(response, key, None), getattr(response, words, None)
        if isinstance(message, str) and str(code or 0).lower() not in _FINE:
            return {"code": code, "message": message}
    if getattr(response, "success", None) is False:
        return {"message": str(getattr(response, "message", None) or "success: false")}
    if errors := getattr(response, "errors", None):
        return {"message": str(errors)}
    return None


def _beside(part: object) -> dict[str, Any]:
    """Give what the provider sent in a part of the answer that is no part of the protocol."""
    fields = getattr(part, "provider_specific_fields", None)
    return fields if isinstance(fields, dict) else {}


def _meant(error: object) -> object:
    """Give an error that says something; an empty form of one does not."""
    return error if not isinstance(error, dict) or any(error.values()) else None


def _said(choice: Any) -> bool:  # noqa: ANN401 - litellm's
    message = getattr(choice, "message", None)
    parts = ("content", "tool_calls", "refusal", "reasoning_content")
    return any(getattr(message, part, None) for part in parts)


def _holds_object(reply: Reply) -> bool:
    try:
        return any(find(text).values for text in (*reply.arguments, reply.content or ""))
    except RepeatedKeyError:
        return True
