"""The smallest question a model can be asked: whether it can reply in the form we need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prompts.form import Form
from prompts.reading import Failure, read
from prompts.reply import Reply, Request

if TYPE_CHECKING:
    from prompts.reply import Message

_READY: Final = "ready"
_FORM: Final = Form({_READY: _READY}, belief=False, is_act=lambda text: text == _READY)
_MESSAGES: Final[tuple[Message, ...]] = (
    {
        "role": "user",
        "content": "Answer with one JSON object and nothing else, exactly this one: "
        '{"reason": "ok", "act": "ready"}',
    },
)


def probe(max_tokens: int) -> Request:
    """Make the question; the reply takes about ten tokens, thinking aside."""
    return Request(_MESSAGES, _FORM.schema, max_tokens)


def understood(reply: Reply) -> Failure | None:
    """Say what was wrong with the reply; None: it fits."""
    result = read(reply, _FORM)
    return result if isinstance(result, Failure) else None
