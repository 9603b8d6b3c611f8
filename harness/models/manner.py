"""How requests are put to a provider that wants them otherwise than most: learned from a refusal.

Three things are learned, each from a refusal that names it, and nothing else about a request is
ever changed: the other name of the limit of tokens, the most tokens that may be allowed, and that
the model's template knows no system part, which then goes first in the user's message.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from harness.models.failures import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from harness.models.failures import ProviderError
    from prompts.reply import Message, Request

_LIMIT: Final = "max_tokens"
_OTHER_LIMIT: Final = "max_completion_tokens"

_REFUSING: Final = {Kind.BAD_REQUEST, Kind.FORMAT, Kind.CONTEXT}
_OR_FAILING: Final = {*_REFUSING, Kind.OVERLOADED}
"""A template that breaks on a role is a 500 with some servers."""

_NOT_KNOWN: Final = (
    r"(?:not|n't|un|in|only)[ _-]?(?:\w+ ){0,2}"
    r"(?:support|allow|permit|known|enabl|recogni|accept|valid|expect)"
)
_UNKNOWN_LIMIT: Final = re.compile(
    rf"max_tokens\W.*?(?:{_NOT_KNOWN}|deprecated|extra inputs)|{_NOT_KNOWN}.*?max_tokens\b"
    rf"|max_tokens\b.{{0,40}}(?:can(?:no|')t|(?:must|may) not|removed|replaced)"
    rf"|(?:use|using|requires?|needs?|set|see)\W+{_OTHER_LIMIT}",
    re.IGNORECASE | re.DOTALL,
)
_TOO_LARGE: Final = re.compile(
    r"too (?:large|high|big|many)|at most|exceed|must be|should be|valid range|supported range"
    r"|maximum|less than|lower than|> ?\d",
    re.IGNORECASE,
)
_TOKENS_ALLOWED: Final = re.compile(
    r"max[_ ]?(?:output|completion|new)?[_ ]?tokens|maximum (?:number of )?(?:\w+ )?tokens",
    re.IGNORECASE,
)
_BELOW: Final = re.compile(r"exclusive|(?:less|lower|smaller) than (?!or equal)", re.IGNORECASE)
_NO_SYSTEM: Final = re.compile(
    rf"\b(?:system|developer)\W+(?:role|message|prompt|instruction)s?\W(?:\w+\W+){{0,2}}?{_NOT_KNOWN}"
    rf"|{_NOT_KNOWN}\w*\W+(?:role|message)?\W*system\b"
    r"|\b(?:no|without(?: a)?) system (?:role|message|prompt)"
    rf"|\brole\W+system\W+(?:\w+\W+){{0,2}}?{_NOT_KNOWN}"
    r"|first message\W.{0,20}\b(?:must|should|has to|to)\b.{0,30}\buser\b"
    r"|roles must alternate|only user(?: and |, |/)(?:assistant|model)\b"
    r"|role\W.{0,40}(?:should be|must be|one of|expected)\W+(?:(?:one of|in)\W+)?'?user'?\W",
    re.IGNORECASE,
)
_WINDOW: Final = re.compile(
    r"context (?:length|window|size) (?:is|of)(?: only)? (\d+)", re.IGNORECASE
)
_PROMPT: Final = re.compile(
    r"(\d+) (?:input tokens|in the (?:messages|prompt|input))", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"(?<![\w.-])\d{2,9}(?![\w-]|\.\d)")
_STATUS: Final = re.compile(r"(?:code|status|error)\W{0,3}\d+", re.IGNORECASE)
_FEWEST: Final = 16
"""Tokens below which no reply fits."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What was learned about one model's provider; as it is made, nothing.

    ``limit``: the name the tokens allowed are sent under. ``most``: the most that may be allowed,
    None unknown. ``merged``: the system part stands first in the user's message. ``now``: the most
    that may be allowed to this one request, whose prompt fills the context window.
    """

    limit: str = _LIMIT
    most: int | None = None
    merged: bool = False
    now: int | None = None

    def arguments(self, request: Request, cap: int | None) -> dict[str, Any]:
        """Give the messages and the limit of tokens, at most ``cap``, as they are sent."""
        messages = _merged(request.messages) if self.merged else list(request.messages)
        return {"messages": messages, self.limit: self.allowed(request, cap)}

    def allowed(self, request: Request, cap: int | None) -> int:
        """Give the tokens that are allowed to the reply, at most ``cap``."""
        return min(bound for bound in (self.tokens(request), cap) if bound)

    def tokens(self, request: Request) -> int:
        """Give the tokens that the provider lets be allowed to the reply."""
        return min(bound for bound in (request.max_tokens, self.most, self.now) if bound)

    def mended(self, failure: ProviderError, request: Request) -> Manner | None:
        """Give what to try instead, if the refusal says what it is about; None: nothing new."""
        said = failure.said
        if failure.kind in _OR_FAILING and not self.merged and _NO_SYSTEM.search(said):
            return replace(self, merged=True)
        if failure.kind not in _REFUSING or not _TOKENS_ALLOWED.search(said):
            return self._fitting(failure, request)
        fewer = _largest_below(self.tokens(request), said)
        if fewer and _TOO_LARGE.search(said) and failure.kind != Kind.CONTEXT:
            return replace(self, most=fewer)
        if self.limit == _LIMIT and _UNKNOWN_LIMIT.search(said):
            return replace(self, limit=_OTHER_LIMIT)
        return self._fitting(failure, request)

    def _fitting(self, failure: ProviderError, request: Request) -> Manner | None:
        """Allow what the prompt leaves of the context window, where both are named."""
        window, prompt = _WINDOW.search(failure.said), _PROMPT.search(failure.said)
        if failure.kind != Kind.CONTEXT or self.now or not (window and prompt):
            return None
        left = int(window[1]) - int(prompt[1])
        return replace(self, now=left) if _FEWEST <= left < self.tokens(request) else None

    def kept(self) -> Manner:
        """Give what holds for other requests too."""
        return replace(self, now=None)

    def words(self) -> list[str]:
        """Say in a sentence each what is done otherwise."""
        said = [
            (self.limit != _LIMIT, f"the limit of tokens is sent as {self.limit}"),
            (self.most, f"no more than {self.most} tokens are allowed to a reply"),
            (self.merged, "it knows no system part: the rules go first in the user's message"),
        ]
        return [sentence for holds, sentence in said if holds]

    def json(self) -> dict[str, Any]:
        """Give it as it is stored with a run; ``read_manner`` reads it back."""
        return asdict(self.kept())


USUAL: Final = Manner()


def read_manner(json: Mapping[str, Any]) -> Manner:
    """Read what ``Manner.json`` gave."""
    return Manner(**json)


def _merged(messages: Iterable[Message]) -> list[Message]:
    """Put the system part first into the first message after it."""
    system = [one["content"] for one in messages if one["role"] == "system"]
    first, *others = [one for one in messages if one["role"] != "system"]
    content = "\n\n".join([*system, first["content"]])
    return [{"role": first["role"], "content": content}, *others]


def _largest_below(tokens: int, said: str) -> int | None:
    """Find the most tokens that a refusal names: the largest number below what was asked for."""
    numbers = map(int, _NUMBER.findall(_STATUS.sub("", said)))
    named = [number - bool(_BELOW.search(said)) for number in numbers if number < tokens]
    return max((number for number in named if number >= _FEWEST), default=None)
