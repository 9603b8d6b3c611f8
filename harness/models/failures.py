"""Whose failure an exception was, and of which kind: the one place that decides it.

litellm names an exception by the words of its text first, and a player's words may be echoed in
it. So its class and its status are not believed: what counts is what the wire said, which is at
the bottom of the chain of causes: the HTTP status, the error's ``code`` and ``type``, or the
socket's own error. Texts are read only where providers give nothing else, and only in answers
that refuse the request anyway (400, 404, 413, 422).

What happened                                              whose, and what is done
---------------------------------------------------------  -----------------------------------------
refused, reset, closed, half a body, hang while connecting provider ``connection``, tried again
the name does not resolve                                  provider ``connection``, tried again
the certificate is not valid                               provider ``connection``, hopeless
408, 409, 425                                              provider ``slow``, tried again
429                                                        provider ``rate_limit``, tried again
5xx (529 and the 52x of proxies too)                       provider ``overloaded``, tried again
200 with HTML, nothing, or JSON that is no completion      provider ``garbled``, tried again
402; any status with a code such as ``insufficient_quota`` provider ``quota``, hopeless
401, 403; a key that is missing                            provider ``key``, hopeless
404, 405, 410, 3xx; a provider litellm does not know       provider ``unknown_model``, hopeless
413; a code or sentence about the context window           provider ``context_window``, hopeless
400, 404, 422, 501 that name the form of the reply         provider ``unsupported_format``, next
                                                           rung of the ladder
400, 422 and any other 4xx                                 provider ``bad_request``, hopeless
a code such as ``content_filter``; a moderation's reasons  player: a refusal
the time limit passed on a healthy connection              player: a timeout
200 with ``choices == []``, null content, no usage         player: an empty reply (no exception)

A hopeless failure stops the entrant's matches in this run; the next run tries again. No sentence
holds a key: what is given as secret, what the environment holds under a name like one and what
looks like one are struck out.
"""

from __future__ import annotations

import re
import ssl
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from harness.secret import scrubbed
from prompts.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Kind(StrEnum):
    """The ways a provider can fail."""

    CONNECTION = "connection"
    SLOW = "slow"
    RATE_LIMIT = "rate_limit"
    OVERLOADED = "overloaded"
    GARBLED = "garbled"
    QUOTA = "quota"
    KEY = "key"
    UNKNOWN_MODEL = "unknown_model"
    CONTEXT = "context_window"
    FORMAT = "unsupported_format"
    BAD_REQUEST = "bad_request"
    UNAVAILABLE = "unavailable"  # the built-in model cannot start here


_WORDS: Final = {
    Kind.CONNECTION: "the provider cannot be reached",
    Kind.SLOW: "the provider gave up waiting",
    Kind.RATE_LIMIT: "the provider's rate limit is reached",
    Kind.OVERLOADED: "the provider is failing",
    Kind.GARBLED: "the provider answered with something that is no chat completion",
    Kind.QUOTA: "the provider's quota or credit is used up",
    Kind.KEY: "the provider does not accept the key",
    Kind.UNKNOWN_MODEL: "the provider knows no such model or address",
    Kind.CONTEXT: "the prompt does not fit the model's context window",
    Kind.FORMAT: "the provider refuses this form of reply",
    Kind.BAD_REQUEST: "the provider refuses the request",
    Kind.UNAVAILABLE: "the built-in model cannot start",
}
_TRANSIENT: Final = {Kind.CONNECTION, Kind.SLOW, Kind.RATE_LIMIT, Kind.OVERLOADED, Kind.GARBLED}

_QUOTA: Final = {
    *("insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"),
    *("insufficient_balance", "payment_required", "credit_balance_too_low"),
}
_KEY: Final = {"invalid_api_key", "authentication_error", "api_key_invalid", "invalid_issuer"}
_POLICY: Final = {
    *("content_policy_violation", "content_filter", "responsibleaipolicyviolation"),
    *("moderation_blocked", "data_inspection_failed"),
}
_MODEL: Final = {"model_not_found", "deploymentnotfound", "not_found_error"}
_CONTEXT: Final = {"context_length_exceeded", "exceed_context_size_error", "request_too_large"}
_CONTEXT_TEXT: Final = re.compile(
    r"(maximum|available|model'?s?) context|context (window|length|size)|prompt is too long"
    r"|too many (input |prompt )?tokens|exceeds the maximum number of tokens",
    re.IGNORECASE,
)
_FORMAT_TEXT: Final = re.compile(
    r"response_format|json.?schema|json_object|json mode|structured.?output|tool_choice|\btools?\b"
    r"|function.?call|grammar|guided",
    re.IGNORECASE,
)
_CREDIT_TEXT: Final = re.compile(r"credit balance|out of credits", re.IGNORECASE)
_FORMAT_STATUS: Final = {400, 404, 415, 422, 500, 501}
_REFUSED_STATUS: Final = range(400, 500)
_PAYMENT_REQUIRED: Final = 402
_TOO_LARGE: Final = 413
_UNSAID: Final = 500
"""The status litellm writes where it knows none."""
_TEMPORARY: Final = {
    408: Kind.SLOW,
    409: Kind.SLOW,
    425: Kind.SLOW,
    429: Kind.RATE_LIMIT,
}

_LONGEST: Final = 300
_READ: Final = 20_000
"""Characters of an error's message that are looked at: it can be a page of megabytes."""
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class ProviderError(Exception):
    """A provider failed: nobody's play.

    ``sentence``: one line, no key in it. ``transient``: trying again may help. ``retry_after``:
    seconds the provider asked for. ``billed``: the request may have been worked on, and paid for.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
        transient: bool | None = None,
        billed: bool = False,
    ) -> None:
        self.kind = kind
        self.sentence = _WORDS[kind] + (f" ({status})" if status else "")
        if detail:
            self.sentence += f": {detail}"
        self.transient = kind in _TRANSIENT if transient is None else transient
        self.retry_after = retry_after
        self.billed = billed
        super().__init__(self.sentence)

    def adding(self, words: str) -> ProviderError:
        """Give the same failure with more in its sentence."""
        self.sentence += f"; {words}"
        self.args = (self.sentence,)
        return self


class _Facts(NamedTuple):
    """What the wire said: status, the words of ``code`` and ``type``, the message, the headers."""

    status: int | None
    codes: frozenset[str]
    message: str
    headers: Mapping[str, str]


def judge(error: BaseException, secret: str | None = None) -> ProviderError | Reply:
    """Decide whose failure an exception of a request was: a provider's, or the player's reply."""
    causes = tuple(_causes(error))
    if lost := _connection(causes, secret):
        return lost
    facts = _facts(causes)
    detail = clean(facts.message, secret)
    kind = _kind(facts, causes)
    if kind is None:
        return Reply(refusal=detail or "the provider's content policy", finish="content_filter")
    return ProviderError(
        kind,
        detail,
        status=facts.status,
        retry_after=_retry_after(facts.headers),
        billed=kind is Kind.GARBLED,
    )


def clean(text: str, secret: str | None = None) -> str:
    """Make one line that a person can read: no key in it, no control characters, cut."""
    text = " ".join(_UNPRINTABLE.sub(" ", scrubbed(text, secret)).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Give the exception and what caused it, down to what happened on the wire."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _connection(
    causes: tuple[BaseException, ...], secret: str | None
) -> ProviderError | Reply | None:
    import httpx  # noqa: PLC0415 - loaded by litellm, and only where a model plays

    transport = [cause for cause in causes if isinstance(cause, httpx.TransportError)]
    if not transport:
        return None
    if any(isinstance(cause, httpx.ReadTimeout) for cause in transport):
        return Reply(timeout=True)
    bottom = next((cause for cause in reversed(causes) if isinstance(cause, OSError)), None)
    trusted = not any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes)
    if isinstance(transport[-1], httpx.ConnectTimeout):
        detail = "connecting took too long"
    else:
        detail = _socket_words(bottom) or clean(str(transport[-1]), secret)
    sent = not isinstance(transport[-1], httpx.ConnectError | httpx.ConnectTimeout)
    return ProviderError(Kind.CONNECTION, detail, transient=trusted, billed=sent)


def _socket_words(error: BaseException | None) -> str:
    """Say what the operating system said, without addresses and numbers."""
    match error:
        case ConnectionRefusedError():
            return "connection refused"
        case ConnectionResetError():
            return "connection reset"
        case OSError(errno=int(), strerror=str(words)):
            return clean(words)
    return ""


def _facts(causes: tuple[BaseException, ...]) -> _Facts:
    import httpx  # noqa: PLC0415 - loaded by litellm, and only where a model plays

    responses = [c.response for c in causes if isinstance(c, httpx.HTTPStatusError)]
    errors = [found for cause in causes if (found := _error_object(getattr(cause, "body", None)))]
    if responses and not errors:
        errors = [found for found in [_error_in(responses[-1])] if found]
    error = errors[-1] if errors else {}
    status = responses[-1].status_code if responses else _stated(causes)
    message = (_message(error) or ("" if responses else _last_words(causes)))[:_READ]
    return _Facts(status, _codes(error), message, responses[-1].headers if responses else {})


def _stated(causes: tuple[BaseException, ...]) -> int | None:
    """Give the status named by an error inside a 200, or by the client before it sent anything."""
    found = [getattr(cause, "status_code", None) for cause in causes]
    known = [status for status in found if isinstance(status, int) and status != _UNSAID]
    return known[-1] if known else None


def _last_words(causes: tuple[BaseException, ...]) -> str:
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


def _codes(error: Mapping[str, Any]) -> frozenset[str]:
    """Collect the short words that classify an error, in small letters."""
    found = [error.get(key) for key in ("code", "type", "status", "param")]
    inner = error.get("innererror")
    found.append(inner.get("code") if isinstance(inner, dict) else None)
    details = error.get("details")
    details = details if isinstance(details, list) else []
    found += [detail.get("reason") for detail in details if isinstance(detail, dict)]
    match error:
        case {"metadata": {"reasons": [_, *_]}}:
            found.append("moderation_blocked")
    return frozenset(str(word).lower() for word in found if isinstance(word, str | int))


def _kind(facts: _Facts, causes: tuple[BaseException, ...]) -> Kind | None:
    """Classify; None is the player's refusal."""
    status, codes, message, _ = facts
    if codes & _POLICY:
        return None
    spent = status in _REFUSED_STATUS and _CREDIT_TEXT.search(message)
    if status == _PAYMENT_REQUIRED or codes & _QUOTA or spent:
        return Kind.QUOTA
    if status is None:
        return _without_status(causes)
    return _TEMPORARY.get(status) or _refused(facts) or _by_hundreds(status, causes)


def _refused(facts: _Facts) -> Kind | None:
    """Find what it is about the request that cannot be served."""
    status, codes, message, _ = facts
    too_long = status in {400, 422} and _CONTEXT_TEXT.search(message)
    if codes & _CONTEXT or status == _TOO_LARGE or too_long:
        return Kind.CONTEXT
    if status in {401, 403} or codes & _KEY:
        return Kind.KEY
    if codes & _MODEL:
        return Kind.UNKNOWN_MODEL
    if status in _FORMAT_STATUS and _FORMAT_TEXT.search(" ".join([message, *codes])):
        return Kind.FORMAT
    return Kind.UNKNOWN_MODEL if status in {404, 405, 410} else None


def _by_hundreds(status: int, causes: tuple[BaseException, ...]) -> Kind:
    if status in _REFUSED_STATUS:
        return Kind.UNKNOWN_MODEL if _unknown(causes) else Kind.BAD_REQUEST
    return Kind.UNKNOWN_MODEL if status < _REFUSED_STATUS.start else Kind.OVERLOADED


def _without_status(causes: tuple[BaseException, ...]) -> Kind:
    """Tell a client that could not send from an answer that could not be read."""
    if any("Missing" in str(cause) and "key" in str(cause).lower() for cause in causes):
        return Kind.KEY
    return Kind.UNKNOWN_MODEL if _unknown(causes) else Kind.GARBLED


def _unknown(causes: tuple[BaseException, ...]) -> bool:
    """Say whether litellm itself knows no provider of that name (it then sends nothing)."""
    return any("LLM Provider NOT provided" in str(cause) for cause in causes)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Read the seconds (or the date) a provider asks to wait; None where there are none."""
    milliseconds, text = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(text)) if text else None
    except ValueError:
        return _until(text)


def _until(text: str | None) -> float | None:
    try:
        moment = parsedate_to_datetime(text or "").timestamp()
    except (ValueError, OverflowError):
        return None
    return max(0.0, moment - _now())


def _now() -> float:
    import time  # noqa: PLC0415 - only for the rare header that is a date

    return time.time()
