"""Whose failure an exception was, and of which kind: the one place that decides it.

Texts are read only where providers give nothing else, and only in answers that refuse the request
anyway. What is made of each kind stands in ``failures.TABLE``.
"""

from __future__ import annotations

import re
import ssl
from typing import TYPE_CHECKING, Final

from harness.models.failures import Kind, ProviderError, clean
from harness.models.unsent import unsent
from harness.models.waits import asked_wait
from harness.models.wire import Facts, facts_inside, facts_of
from prompts.reply import UNFIT, Reply

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTA: Final = {
    *("insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"),
    *("insufficient_balance", "payment_required", "credit_balance_too_low"),
    *("exceeded_current_quota_error", "insufficient_credits", "insufficient_funds"),
}
_KEY: Final = {"invalid_api_key", "authentication_error", "api_key_invalid", "invalid_issuer"}
_POLICY: Final = {
    *("content_policy_violation", "content_filter", "responsibleaipolicyviolation"),
    *("moderation_blocked", "data_inspection_failed"),
}
_UNFIT: Final = {
    *("json_validate_failed", "tool_use_failed", "output_parse_failed"),
    *("tool_call_validation_failed", "failed_generation"),
}
_UNFIT_TEXT: Final = re.compile(
    r"failed to (generate|validate|parse) (valid )?json|failed to call a (function|tool)"
    r"|see 'failed_generation'|model('s)? output (is not|(did|does) not (match|fit|conform))",
    re.IGNORECASE,
)
_MODEL: Final = {"model_not_found", "deploymentnotfound", "not_found_error"}
_CONTEXT: Final = {"context_length_exceeded", "exceed_context_size_error", "request_too_large"}
_CONTEXT_TEXT: Final = re.compile(
    r"(maximum|available|model'?s?) context|context (window|length|size)|prompt is too long"
    r"|too many (input |prompt )?tokens|exceeds the maximum number of tokens",
    re.IGNORECASE,
)
_FORMAT_TEXT: Final = re.compile(
    r"response_format|json.?schema|json_object|json mode|structured.?output|tool_choice|\btools?\b"
    r"|function.?call|grammar|guided|no endpoints.*requested parameters",
    re.IGNORECASE,
)
_CREDIT_TEXT: Final = re.compile(
    r"credit balance|out of credits|insufficient balance", re.IGNORECASE
)
_A_DAY: Final = re.compile(
    r"per[ _-]?(day|week|month)|\b[rt]pd\b|\b(daily|weekly|monthly)\b|by(day|week|month)\b"
    r"|per 86400",
    re.IGNORECASE,
)
_A_MINUTE: Final = re.compile(
    r"per[ _-]?(min|sec|hour)|\b[rt]p[ms]\b|by(minute|second|hour)\b", re.IGNORECASE
)
_FORMAT_STATUS: Final = {400, 404, 415, 422, 501}
_REFUSED_STATUS: Final = range(400, 500)
_PAYMENT_REQUIRED: Final = 402
_TOO_LARGE: Final = 413
_LIMITED: Final = {413, 429}
_TEMPORARY: Final = {408: Kind.SLOW, 409: Kind.SLOW, 425: Kind.SLOW, 429: Kind.RATE_LIMIT}
_AFTER_A_START: Final = {Kind.BAD_REQUEST, Kind.FORMAT, Kind.UNKNOWN_MODEL, Kind.OVERLOADED}
"""What an error inside an answer cannot mean, whatever it says: the request had been taken on."""


def judge(error: BaseException, secret: str | None = None) -> ProviderError | Reply:
    """Decide whose failure an exception of a request was: a provider's, or the player's reply."""
    causes = tuple(_causes(error))
    if lost := unsent(causes, secret) or _connection(causes, secret):
        return lost
    facts = facts_of(causes)
    if (reply := _players(facts, secret)) is not None:
        return reply
    if facts.status is None and not facts.codes:
        kind = _without_status(causes, facts)
    else:
        kind = _kind(facts, unknown=_unknown(causes))
    return _failure(kind, facts, secret)


def judge_inside(
    error: object, secret: str | None = None, *, begun: bool = True
) -> ProviderError | Reply:
    """Decide whose failure an error was that stood in an answer with status 200.

    ``begun``: the request had been taken on; some providers refuse with that status too.
    """
    facts = facts_inside(error)
    if (reply := _players(facts, secret)) is not None:
        return reply
    kind = Kind.BROKEN_OFF if facts.status is None and not facts.codes else _kind(facts)
    broken_off = begun and kind in _AFTER_A_START
    return _failure(Kind.BROKEN_OFF if broken_off else kind, facts, secret)


def _failure(kind: Kind, facts: Facts, secret: str | None) -> ProviderError:
    return ProviderError(
        kind,
        clean(facts.message, secret),
        status=facts.status,
        retry_after=asked_wait(facts),
        names_form=kind is Kind.OVERLOADED and _names_form(facts),
        said=facts.words,
    )


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


def _players(facts: Facts, secret: str | None) -> Reply | None:
    """Give the player's reply, where the provider refuses what the model wrote."""
    if facts.codes & _POLICY:
        said = clean(facts.message, secret)
        return Reply(refusal=said or "the provider's content policy", finish="content_filter")
    refused = facts.status in _REFUSED_STATUS and _UNFIT_TEXT.search(facts.message)
    if facts.codes & _UNFIT or refused or "failed_generation" in _keys(facts):
        said = facts.generated or ""
        return Reply(said.replace(secret, "[key]") if secret else said, finish=UNFIT)
    return None


def _keys(facts: Facts) -> set[str]:
    return {key for one in facts.objects for key in one}


def _kind(facts: Facts, *, unknown: bool = False) -> Kind:
    """Classify a provider's failure; ``unknown``: litellm itself knows no such provider."""
    status, codes, message = facts.status, facts.codes, facts.message
    spent = status in _REFUSED_STATUS and _CREDIT_TEXT.search(message)
    if status == _PAYMENT_REQUIRED or codes & _QUOTA or spent:
        return Kind.QUOTA
    if status in _LIMITED and _by_the_day(facts):
        return Kind.QUOTA
    if status == _TOO_LARGE and _A_MINUTE.search(message):
        return Kind.RATE_LIMIT
    return _TEMPORARY.get(status or 0) or _refused(facts) or _by_hundreds(facts, unknown=unknown)


def _by_the_day(facts: Facts) -> bool:
    """Whether a limit was passed that lasts for a day or longer, and none that passes sooner."""
    if any(_A_DAY.search(limit) for limit in facts.limits):
        return True
    if any(_used_up_today(name, text) for name, text in facts.headers.items()):
        return True
    said = " ".join([facts.message, *facts.codes])
    return bool(_A_DAY.search(said)) and not _A_MINUTE.search(said)


def _used_up_today(header: str, text: str) -> bool:
    return header.startswith("x-ratelimit-remaining") and "day" in header and text.strip() == "0"


def _refused(facts: Facts) -> Kind | None:
    """Find what it is about the request that cannot be served."""
    status, codes, message = facts.status, facts.codes, facts.message
    too_long = status in {400, 422} and _CONTEXT_TEXT.search(message)
    if codes & _CONTEXT or status == _TOO_LARGE or too_long:
        return Kind.CONTEXT
    if status in {401, 403} or codes & _KEY:
        return Kind.KEY
    if codes & _MODEL:
        return Kind.UNKNOWN_MODEL
    if status in _FORMAT_STATUS and _names_form(facts):
        return Kind.FORMAT
    return Kind.UNKNOWN_MODEL if status in {404, 405, 410} else None


def _names_form(facts: Facts) -> bool:
    return _FORMAT_TEXT.search(" ".join([facts.message, *facts.codes])) is not None


def _by_hundreds(facts: Facts, *, unknown: bool) -> Kind:
    status = facts.status
    if status is None:
        return Kind.BROKEN_OFF
    if status in _REFUSED_STATUS:
        return Kind.UNKNOWN_MODEL if unknown else Kind.BAD_REQUEST
    if status < _REFUSED_STATUS.start:
        return Kind.UNKNOWN_MODEL
    return Kind.OVERLOADED if facts.answered else Kind.BROKEN_OFF


def _without_status(causes: tuple[BaseException, ...], facts: Facts) -> Kind:
    """Tell a client that could not send from an answer that could not be read."""
    if any("Missing" in str(cause) and "key" in str(cause).lower() for cause in causes):
        return Kind.KEY
    if _unknown(causes):
        return Kind.UNKNOWN_MODEL
    if not any(type(cause) is Exception and hasattr(cause, "status_code") for cause in causes):
        return Kind.GARBLED  # what litellm raises where a 200 states an error is of no class
    return Kind.FORMAT if _names_form(facts) else Kind.BROKEN_OFF


def _unknown(causes: tuple[BaseException, ...]) -> bool:
    """Say whether litellm itself knows no provider of that name (it then sends nothing)."""
    return any("LLM Provider NOT provided" in str(cause) for cause in causes)
