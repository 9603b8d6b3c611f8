"""What a model is told about a reply that could not be used, a text for each kind of fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from prompts.reply import Fault
from prompts.text import clean

if TYPE_CHECKING:
    from prompts.prompt import Question
    from prompts.reading import Failure
    from prompts.reply import Message, Reply

_QUOTED: Final = 600

_TEXTS: Final = {
    Fault.TRUNCATED: (
        "Your answer was longer than allowed and was cut off. Think less, write less, and send "
        "nothing but the JSON object."
    ),
    Fault.EMPTY: (
        "Your answer was empty. Thoughts alone do not count: after them the JSON object must be "
        "written out."
    ),
    Fault.REFUSED: (
        "Your answer was a refusal. This is a parlour game between programs, with play money; "
        "what its rules allow deceives nobody outside of it. Please choose an act."
    ),
    Fault.UNPARSABLE: (
        "Your answer could not be read: {detail}. Send one JSON object, complete, without any "
        "other text."
    ),
    Fault.INVALID: (
        "Your answer does not have the form asked for: {detail}. Use exactly the keys of the "
        "form, each once, and copy one of your choices letter by letter."
    ),
    Fault.ILLEGAL: "Your act is not allowed now: {detail}.\n\n{choices}",
    Fault.TIMEOUT: "Your answer took too long and was dropped. Answer at once and shortly.",
}


def corrected(question: Question[Any], reply: Reply, failure: Failure) -> tuple[Message, ...]:
    """Give the messages that ask again: the first ones, the bad reply, what was wrong with it.

    A reply that was cut off is not quoted: it would simply be continued. Where nothing is quoted,
    the correction is added to the last message: some chat templates refuse two messages of a role
    in a row, and empty ones.
    """
    wrong = _TEXTS[failure.fault].format(detail=failure.detail, choices=question.choices)
    correction = f"{wrong}\n\n{question.answer}"
    quoted = clean(reply.content or next(iter(reply.arguments), ""), _QUOTED)
    if quoted and failure.fault is not Fault.TRUNCATED:
        said: Message = {"role": "assistant", "content": quoted}
        return (*question.messages, said, {"role": "user", "content": correction})
    *before, last = question.messages
    return (*before, {"role": "user", "content": f"{last['content']}\n\n{correction}"})
