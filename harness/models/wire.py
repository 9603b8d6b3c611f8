"""What the wire said about a request that failed: status, codes, words, headers.

litellm names an exception by the words of its text first, and a player's words may be echoed in
it. So its class and its status are not believed: what counts is at the bottom of the chain of
causes, the HTTP status and the object in the body that describes the error. Where a router passes
on another provider's error, that one is read too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_UNSAID: Final = {500, 422}
"""What litellm writes where it knows no status: of a failure, of an error inside a 200."""

_READ: Final = 20_000
"""Characters of an error's message that are looked at: it can be a page of megabytes."""

_GENERATED: Final = ("failed_generation", "failed_output", "generated_text", "raw_output", "output")
"""Where a provider puts what the model wrote when it refuses it."""


class Facts(NamedTuple):
    """What is known of an error.

    ``status``: of HTTP, or as the error inside a 200 states it. ``answered``: there was an HTTP
    error; False: a 200, or nothing. ``codes``: the words of ``code``, ``type`` and the like.
    ``body``: the answer as it came. ``limits``: the names of limits that were passed. ``objects``:
    those that describe the error, the outermost first.
    """

    status: int | None
    answered: bool
    codes: frozenset[str]
    message: str
    headers: Mapping[str, str]
    body: str = ""
    limits: tuple[str, ...] = ()
    objects: tuple[Mapping[str, Any], ...] = ()

    @property
    def words(self) -> str:
        """All that was said, to be searched: the message, or the whole answer, and the codes."""
        named = sorted(code for code in self.codes if not code.isdigit())
        return " ".join([self.message or self.body, *named])

    @property
    def generated(self) -> str | None:
        """What the model wrote, where the provider refuses it and quotes it."""
        found = [one[key] for one in self.objects for key in _GENERATED if one.get(key) is not None]
        texts = [one if isinstance(one, str) else json.dumps(one) for one in found]
        return texts[0][:_READ] if texts else None


def facts_of(causes: Sequence[BaseException]) -> Facts:
    """Read the exceptions of a failed request, from the outermost to what happened on the wire."""
    import httpx  # noqa: PLC0415 - loaded by litellm, and only where a model plays

    responses = [c.response for c in causes if isinstance(c, httpx.HTTPStatusError)]
    errors = [found for cause in causes if (found := _error_object(getattr(cause, "body", None)))]
    if responses and not errors:
        errors = [found for found in [_error_in(responses[-1])] if found]
    error = errors[-1] if errors else {}
    words = "" if responses else _last_words(causes)
    if responses:
        facts = _facts(error, responses[-1].status_code, words, responses[-1].headers)
        return facts._replace(body=str(getattr(responses[-1], "text", ""))[:_READ])
    status, code = _stated(causes)
    return _facts({"code": code, **error}, status, words, {})._replace(answered=False)


def facts_inside(error: object) -> Facts:
    """Read an error that stood in an answer with status 200."""
    found = _error_object(error) or {"message": str(error)}
    code = _number(found.get("code"))
    return _facts(found, code, "", {})._replace(answered=False)


def _facts(
    error: Mapping[str, Any], status: int | None, words: str, headers: Mapping[str, str]
) -> Facts:
    objects = tuple(_with_inner(error))
    messages = dict.fromkeys(filter(None, map(_message, objects)))
    return Facts(
        status=status,
        answered=True,
        codes=frozenset(code for one in objects for code in _codes(one)),
        message=(": ".join(messages) or words)[:_READ],
        headers=_inner_headers(objects) | {name.lower(): text for name, text in headers.items()},
        limits=tuple(name for one in objects for name in _limits(one)),
        objects=objects,
    )


def _stated(causes: Sequence[BaseException]) -> tuple[int | None, str | None]:
    """Give the status, or the code, that an error inside a 200 or the client itself names."""
    found = [getattr(cause, "status_code", None) for cause in causes]
    numbers = [number for each in found if (number := _number(each)) and number not in _UNSAID]
    words = [each for each in found if isinstance(each, str) and _number(each) is None]
    return (numbers[-1] if numbers else None), (words[-1] if words else None)


def _number(code: object) -> int | None:
    """Give a code that is an HTTP status, also as a text."""
    if isinstance(code, str) and code.isascii() and code.isdigit():
        code = int(code[:4])
    return code if isinstance(code, int) and 300 <= code < 600 else None  # noqa: PLR2004 - HTTP's


def _last_words(causes: Sequence[BaseException]) -> str:
    """Give the deepest message, without the traceback that litellm may have put into it."""
    texts = [str(getattr(cause, "message", "")) for cause in causes]
    texts = [text.split("Traceback")[0] for text in texts if text] or [str(causes[0])]
    return texts[-1]


def _error_in(response: Any) -> dict[str, Any] | None:  # noqa: ANN401 - httpx is loaded late
    try:
        return _error_object(response.json())
    except Exception:  # noqa: BLE001 - whatever the body is, it states no error
        return None


def _error_object(body: object) -> dict[str, Any] | None:
    """Find the object that describes the error: OpenAI, Anthropic, Google and FastAPI shapes."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return None
    inner = body.get("error")
    if isinstance(inner, str):
        return {**body, "message": inner}
    return inner if isinstance(inner, dict) else body


def _with_inner(error: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Give the error, and the one that a router passes on in it."""
    yield error
    metadata = error.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    if isinstance(raw, str):
        try:
            raw = json.loads(raw[:_READ])
        except ValueError:
            yield {"message": raw}
            return
    if inner := _error_object(raw):
        yield inner


def _inner_headers(objects: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Give the headers that a router passes on."""
    given: list[dict[str, Any]] = [
        metadata["headers"]
        for one in objects
        if isinstance(metadata := one.get("metadata"), dict)
        and isinstance(metadata.get("headers"), dict)
    ]
    return {str(name).lower(): str(text) for each in given for name, text in each.items()}


def _message(error: Mapping[str, Any]) -> str:
    match error:
        case {"message": str(text)}:
            return text
        case {"detail": str(text)}:
            return text
        case {"detail": [*details]}:
            return "; ".join(map(_field, details))
    return ""


def _field(detail: object) -> str:
    match detail:
        case {"loc": [*where], "msg": text}:
            return f"{'.'.join(map(str, where))}: {text}"
    return ""


def _codes(error: Mapping[str, Any]) -> Iterator[str]:
    """Give the short words that classify an error, in small letters."""
    found = [error.get(key) for key in ("code", "type", "status", "param")]
    inner = error.get("innererror")
    found.append(inner.get("code") if isinstance(inner, dict) else None)
    found += [detail.get("reason") for detail in details(error)]
    match error:
        case {"metadata": {"reasons": [_, *_]}}:
            found.append("moderation_blocked")
    return (str(word).lower() for word in found if isinstance(word, str | int))


def _limits(error: Mapping[str, Any]) -> Iterator[str]:
    """Give the names of the limits that were passed, as Google states them."""
    for detail in details(error):
        violations = detail.get("violations")
        for violation in violations if isinstance(violations, list) else []:
            if isinstance(violation, dict):
                yield str(violation.get("quotaId") or violation.get("quota_id") or "")


def details(error: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give the objects that say more about an error, as Google puts them."""
    given = error.get("details")
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
