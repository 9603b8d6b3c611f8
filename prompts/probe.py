"""The smallest question beside real rules: whether a model can reply in the form we need.

It has the parts of a real request, system and user, because a server may know no system part or
cut what is too long for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prompts.form import Form
from prompts.reading import Failure, read
from prompts.reply import Reply, Request

if TYPE_CHECKING:
    from prompts.reply import Message

_READY: Final = "ready"
_FORM: Final = Form({_READY: _READY}, lambda text: text == _READY)
_QUESTION: Final[Message] = {
    "role": "user",
    "content": "The match has not begun yet; there is one choice only: ready. Answer with one JSON "
    'object and nothing else, exactly this one: {"reason": "ok", "act": "ready"}',
}


def probe(system: str, max_tokens: int) -> Request:
    """Make the question below the system part of a game; the reply takes about ten tokens."""
    return Request(
        ({"role": "system", "content": system}, _QUESTION), _FORM.schema, max_tokens, _FORM.bounds
    )


def fewest_tokens(request: Request) -> int:
    """Bound the tokens of a request from below: a word is one or more."""
    return sum(len(message["content"].split()) for message in request.messages)


def understood(reply: Reply) -> Failure | None:
    """Say what was wrong with the reply; None: it fits."""
    result = read(reply, _FORM)
    return result if isinstance(result, Failure) else None
