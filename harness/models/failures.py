"""The ways a request can come to nothing, and what is done about each: the one table of it.

A failure is the provider's (``Kind``) or the player's (``Fault``); ``TABLE`` holds both. Which one
it was is decided in ``judging`` (what was raised) and ``inside`` (what a 200 held).

A hopeless failure stops the entrant's matches in this run; the next run tries again. No sentence
holds a key: what is given as secret, what the environment holds under a name like one and what
looks like one are struck out.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from harness.secret import scrubbed
from prompts.reply import Fault


class Kind(StrEnum):
    """The ways a provider can fail."""

    CONNECTION = "connection"
    SLOW = "slow"
    RATE_LIMIT = "rate_limit"
    OVERLOADED = "overloaded"
    BROKEN_OFF = "broken_off"
    GARBLED = "garbled"
    QUOTA = "quota"
    KEY = "key"
    UNKNOWN_MODEL = "unknown_model"
    CONTEXT = "context_window"
    FORMAT = "unsupported_format"
    BAD_REQUEST = "bad_request"
    UNSENT = "unsent"
    UNAVAILABLE = "unavailable"


class Billed(StrEnum):
    """Whether a request that failed stays on the books at its worst case."""

    NO = "no"
    ONCE_SENT = "once sent"
    YES = "yes"


class Row(NamedTuple):
    """What is made of one kind of failure.

    ``what``: what came. ``whose``: nothing a provider did is a player's fault, nor the other way.
    ``again``: it may pass, and is tried again; of a player's, within ``retries``. ``form``: it may
    lie in the form of the reply, and the next one is tried.
    """

    what: str
    whose: str
    again: bool
    billed: Billed = Billed.NO
    form: bool = False


_THEIRS: Final = "provider"
_PLAYERS: Final = "player"

TABLE: Final[dict[Kind | Fault, Row]] = {
    Kind.CONNECTION: Row(
        "refused, reset, closed, half a body, a hang while connecting, a name that does not "
        "resolve (a certificate that is not valid: not again)",
        _THEIRS,
        again=True,
        billed=Billed.ONCE_SENT,
    ),
    Kind.SLOW: Row("408, 409, 425", _THEIRS, again=True),
    Kind.RATE_LIMIT: Row("429; 413 that names tokens a minute", _THEIRS, again=True),
    Kind.OVERLOADED: Row("5xx; where it names the form, see below", _THEIRS, again=True),
    Kind.BROKEN_OFF: Row(
        "200 with an error in it or around it, with a finish such as error, abort, network_error, "
        "or without any text and any token",
        _THEIRS,
        again=True,
        billed=Billed.YES,
    ),
    Kind.GARBLED: Row(
        "200 with HTML, nothing, or JSON that is no completion",
        _THEIRS,
        again=True,
        billed=Billed.YES,
    ),
    Kind.QUOTA: Row(
        "402; a code such as insufficient_quota; 429 for a limit a day, week or month",
        _THEIRS,
        again=False,
    ),
    Kind.KEY: Row("401, 403; a key that is missing", _THEIRS, again=False),
    Kind.UNKNOWN_MODEL: Row(
        "404, 405, 410, 3xx; a provider litellm does not know", _THEIRS, again=False
    ),
    Kind.CONTEXT: Row("413; a code or sentence about the context window", _THEIRS, again=False),
    Kind.FORMAT: Row(
        "400, 404, 422, 501 that name the form of the reply or the parameters",
        _THEIRS,
        again=False,
        form=True,
    ),
    Kind.BAD_REQUEST: Row(
        "400, 422 and any other 4xx (until a form is known it may be the form)",
        _THEIRS,
        again=False,
    ),
    Kind.UNSENT: Row(
        "nothing was sent: a key, header, address or parameter that cannot be, a package that "
        "litellm needs",
        _THEIRS,
        again=False,
    ),
    Kind.UNAVAILABLE: Row("the built-in model cannot start here", _THEIRS, again=False),
    Fault.REFUSED: Row(
        "a refusal, a finish or a code such as content_filter, a moderation's reasons",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.INVALID: Row(
        "JSON that does not fit; a code such as json_validate_failed or tool_use_failed",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.TRUNCATED: Row(
        "as many tokens as were allowed and no whole object, whatever the finish",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.EMPTY: Row(
        "200 without a text or choices, or with thoughts alone, and with tokens counted",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.UNPARSABLE: Row(
        "no JSON object, one in the midst of prose, or several that differ",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.ILLEGAL: Row(
        "an act of the game that is not among the choices",
        _PLAYERS,
        again=True,
        billed=Billed.YES,
    ),
    Fault.TIMEOUT: Row(
        "the time limit passed on a healthy connection", _PLAYERS, again=True, billed=Billed.YES
    ),
}

_WORDS: Final = {
    Kind.CONNECTION: "the provider cannot be reached",
    Kind.SLOW: "the provider gave up waiting",
    Kind.RATE_LIMIT: "the provider's rate limit is reached",
    Kind.OVERLOADED: "the provider is failing",
    Kind.BROKEN_OFF: "the provider failed while it answered",
    Kind.GARBLED: "the provider answered with something that is no chat completion",
    Kind.QUOTA: "the provider's quota or credit is used up",
    Kind.KEY: "the provider does not accept the key",
    Kind.UNKNOWN_MODEL: "the provider knows no such model or address",
    Kind.CONTEXT: "the prompt does not fit the model's context window",
    Kind.FORMAT: "the provider refuses this form of reply",
    Kind.BAD_REQUEST: "the provider refuses the request",
    Kind.UNSENT: "the request cannot be sent",
    Kind.UNAVAILABLE: "the built-in model cannot start",
}

_LONGEST: Final = 300
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class ProviderError(Exception):
    """A provider failed: nobody's play.

    ``sentence``: one line, no key in it; ``detail``: its end, what the provider said.
    ``transient``: trying again may help. ``retry_after``: seconds the provider asked for.
    ``billed``: the request may have been worked on, and paid for. ``names_form``: the form of the
    reply was named, though the failure may be a passing one. ``said``: the provider's own words,
    to be searched and never shown.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
        transient: bool | None = None,
        billed: bool | None = None,
        names_form: bool = False,
        said: str = "",
    ) -> None:
        row = TABLE[kind]
        self.kind = kind
        self.detail = detail
        self.sentence = _WORDS[kind] + (f" ({status})" if status else "")
        if detail:
            self.sentence += f": {detail}"
        self.transient = row.again if transient is None else transient
        self.retry_after = retry_after
        self.billed = row.billed is Billed.YES if billed is None else billed
        self.names_form = names_form
        self.said = said
        super().__init__(self.sentence)

    def adding(self, words: str) -> ProviderError:
        """Give the same failure with more in its sentence."""
        self.sentence += f"; {words}"
        self.args = (self.sentence,)
        return self


def clean(text: str, secret: str | None = None) -> str:
    """Make one line that a person can read: no key in it, no control characters, cut."""
    text = " ".join(_UNPRINTABLE.sub(" ", scrubbed(text, secret)).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
