"""From a reply to an act, or to the fault it is. Nothing is ever guessed, nothing ever raises.

What a reply says is the JSON object in it that fits the form exactly and stands as an answer does:
alone, fenced, or last and on lines of its own (see ``finding``). Help is given only with the
wrapping and with the spaces and capitals of an act, only where one meaning is possible, and is
reported as ``repaired``. Where a reply holds several answers, standing or not, they must agree.

Which fault: the time limit (``timeout``), then a refusal field or a content filter (``refused``),
then what the provider itself found unfit (``invalid``), then a finish for length unless the whole
text is one fitting object all the same (``truncated``), no text or nothing but thoughts
(``empty``), no JSON object, several that differ or one in the midst of prose (``unparsable``), a
JSON value that does not fit (``invalid``), an act of the game that is not among the choices
(``illegal``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple

from pydantic import ValidationError

from engine.game import A
from prompts.finding import Found, RepeatedKeyError, find
from prompts.form import ACT, BLANK, REASON
from prompts.reply import UNFIT, Fault, Reading
from prompts.strange import strangers
from prompts.text import clean, clean_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prompts.form import Asks, Form, Key
    from prompts.reply import Reply

_CUT_OFF: Final = frozenset({"length", "max_tokens"})
_FILTERED: Final = frozenset({"content_filter", "refusal"})
_LONGEST_ACT: Final = 80
_CLAUSES: Final = re.compile("[,;] ")


class Understood(NamedTuple, Generic[A]):
    """A reply that was: its act, and what stood beside it."""

    act: A
    reading: Reading


class Failure(NamedTuple):
    """A reply that was not. ``detail``: what was wrong, a clause that can follow a colon."""

    fault: Fault
    detail: str


def read(reply: Reply, form: Form[A]) -> Understood[A] | Failure:
    """Read a reply to a turn."""
    if reply.timeout:
        return Failure(Fault.TIMEOUT, "the answer was not finished in time")
    if reply.finish in _FILTERED or (reply.refusal or "").strip():
        return Failure(Fault.REFUSED, "the answer was refused")
    if reply.finish == UNFIT:
        return Failure(Fault.INVALID, "it does not fit the form")
    result = _read_texts(reply, form)
    if reply.finish in _CUT_OFF and (isinstance(result, Failure) or result.reading.repaired):
        return Failure(Fault.TRUNCATED, "the answer was cut off")
    return result


def _read_texts(reply: Reply, form: Form[A]) -> Understood[A] | Failure:
    """Read the tool calls and the content; a text without an answer may stand beside one."""
    try:
        found = [find(text) for text in (*reply.arguments, reply.content or "")]
    except RepeatedKeyError:
        return Failure(Fault.INVALID, "a key stands twice in it")
    if all(one.blank for one in found):
        return Failure(Fault.EMPTY, "there was no answer in it")
    return _read_values([one for one in found if one.values], form)


def _read_values(found: list[Found], form: Form[A]) -> Understood[A] | Failure:
    values = [value for one in found for value in one.values]
    if not values:
        return Failure(Fault.UNPARSABLE, "there is no complete JSON object in it")
    answers = _answers(values)
    if any(_meaning(answer) != _meaning(answers[0]) for answer in answers):
        return Failure(Fault.UNPARSABLE, "it holds several answers that differ")
    standing = [value for one in found for value in one.standing]
    if not standing:
        return Failure(Fault.UNPARSABLE, "the JSON object stands among other text")
    repaired = len(values) > 1 or any(one.helped for one in found)
    return _fit((_answers(standing) or standing)[-1], form, repaired=repaired)


def _answers(values: list[object]) -> list[dict[str, object]]:
    return [value for value in values if isinstance(value, dict) and "act" in value]


def _meaning(answer: Mapping[str, object]) -> tuple[object, object]:
    return answer["act"], answer.get("p_bluff")


def _fit(value: object, form: Form[A], *, repaired: bool) -> Understood[A] | Failure:
    try:
        said = form.model.model_validate(value).model_dump()
    except ValidationError as error:
        return Failure(Fault.INVALID, _sentence(error))
    act = said.pop(ACT.name)
    if act not in form.acts:
        repaired, act = True, _plain(act, form)
    if act not in form.acts:
        return _no_choice(act, form)
    kept = {key.name: _kept(key, said[key.name], form.asks) for key in form.keys if key is not ACT}
    return Understood(form.acts[act], Reading(**kept, repaired=repaired))


def _kept(key: Key, value: Any, asks: Asks) -> Any:  # noqa: ANN401 - of the key's own type
    """Clean a text and cut it. What only repeats the form, or what was said of the key, is none.

    Notes that are none take the place of earlier ones all the same.
    """
    most = asks.most(key)
    if most is None:
        return value
    about = key.about.format(most=most)
    echoes = {
        _bare(part) for part in (BLANK, key.name, about, *about.split("; "), *_CLAUSES.split(about))
    }
    if _bare(value) in echoes:
        return None if key is REASON else ""
    return clean(value, most)


def _bare(text: str) -> str:
    return text.strip(" \t\r\n.…\"'").casefold()


def _plain(act: str, form: Form[Any]) -> str:
    """Give the one choice that differs in spaces and capitals only, or the text as it is."""
    if not act.isascii() or len(act) > _LONGEST_ACT:
        return act
    same = [text for text in form.acts if text.casefold().split() == act.casefold().split()]
    return same[0] if len(same) == 1 else act


def _no_choice(act: str, form: Form[Any]) -> Failure:
    """Tell an act of the game that is not legal now from a text that is none.

    Look-alike digits are not digits here, whatever Python thinks of them. What only looks like a
    choice is told apart by name: shown as it is, it could not be told from it.
    """
    quoted = f'"{clean_line(act, _LONGEST_ACT)}"'
    if act.isascii() and len(act) <= _LONGEST_ACT and form.is_act(act.strip()):
        return Failure(Fault.ILLEGAL, f"{quoted} is not among your choices now")
    strange = strangers(act[:_LONGEST_ACT], known="".join(form.acts))
    detail = f"the act {quoted} is none of your choices"
    return Failure(Fault.INVALID, f"{detail}: {strange}" if strange else detail)


def _sentence(error: ValidationError) -> str:
    """Say the first thing that does not fit; a key with a strange character in it before all."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    if not errors[0]["loc"]:
        return "it is not a JSON object"
    for one in errors:
        key = clean_line(str(one["loc"][0]), _LONGEST_ACT)
        if strange := strangers(str(one["loc"][0])[:_LONGEST_ACT], known=""):
            return f'there is no key "{key}" in the form: {strange}'
    first = errors[0]
    key = clean_line(str(first["loc"][0]), _LONGEST_ACT)
    match first["type"]:
        case "missing":
            return f'the key "{key}" is missing'
        case "extra_forbidden":
            return f'there is no key "{key}" in the form'
    return f'"{key}": {first["msg"][:1].lower()}{first["msg"][1:]}'
