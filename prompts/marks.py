"""The marks models set around parts of a text: around thoughts, around answers, around others.

Every model family has marks of its own: ``<think>``, ``[THINK]``, ``◁think▷``, ``<seed:think>``,
``<|begin_of_thought|>``, the channels of harmony and Gemma, Granite's two sentences. So they are
told by the words of their names and not by a list. What is in no known frame of an answer is
taken for none: a mark of an unknown name encloses what follows until it is closed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from prompts.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK: Final = re.compile(
    r"""
    # <|channel|>analysis<|message|> (harmony), <|channel>thought ... <channel|> (Gemma)
    <\|channel\|?>\s{0,9}(?P<channel>\w{0,30})
        (?:[^<\n]{0,99}(?:<\|constrain\|>\s{0,9}\w{0,30}\s{0,9})?<\|message\|>)?
    # <think>, </think>, <details type="reasoning">, <|END_THINKING|>, <name|>, &lt;think&gt;
    | (?P<left><[|\uff5c]?|&lt;) (?P<slash>\s?\\?/\s?)? (?P<tag>[^\W\d][\w:.▁-]{0,60})
        (?P<more>\s[^<>]{0,200})? (?P<right>/?[|\uff5c]?>|/?&gt;)
    # [THINK], ◁/think▷: in such brackets stands prose, too, so that only known names count
    | [\[◁⟨【〈《] (?P<bracketed>(?:\s?/\s?)?[^\W\d][\w:.▁-]{0,60}) [\]▷⟩】〉》]
    | here(?:['\u2019]s|\ is)\ my\ (?P<granite>thought\ process|response):?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_▁]+")
_THOUGHT: Final = re.compile(
    "think|thought|reason|reflect|analy[sz]|scratch|monolog|deliberat|ponder|ruminat|contemplat"
    "|brainstorm|consider|inner|internal|planning|draft|(?<![a-z])cot(?![a-z])|思考|推理"
)
_CLOSING: Final = re.compile("end|stop|close|suffix")
_EDGE: Final = re.compile("begin|start|open|prefix|end|stop|close|suffix|of|the")
_FRAME: Final = re.compile(
    "answers?|responses?|output|final|result|solution|reply|json|object|tools?|calls?|functions?"
    "|box(?:ed)?|im|eo[tms]|bos|id|text|endoftext|turn|sentence|message|assistant|model|user"
    "|observation|header|s|content|return|act(?:ion)?|python|tag"
)


class Mark(NamedTuple):
    """What a mark means. ``name``: what opening and closing mark have in common.

    ``thought``: its name says thoughts; ``frame``: it frames answers, or nothing at all.
    """

    name: str
    closing: bool
    thought: bool = False
    frame: bool = False


def after_thoughts(text: str) -> str:
    """Give what follows all thoughts: nothing where some are left open.

    What precedes a closing mark is thought, opened or not: the opening mark is often part of a
    model's own template and missing in its text.
    """
    end = 0
    opened: set[str] = set()
    for found, mark in _marks(text):
        if mark.closing and (mark.thought or mark.name in opened):
            opened.discard(mark.name)
            end = found.end()
        elif mark.thought and not mark.closing:
            opened.add(mark.name)
    return "" if opened else text[end:]


def is_enclosed(before: str) -> bool:
    """Tell whether what follows this text is inside a mark that is not known to frame answers."""
    opened: set[str] = set()
    for _, mark in _marks(before):
        if mark.closing:
            opened.discard(mark.name)
        elif not mark.frame:
            opened.add(mark.name)
    return bool(opened)


def is_blank(text: str) -> bool:
    """Tell whether a text holds nothing but blanks, what is invisible, and frames of answers."""
    left, end = [], 0
    for found, mark in _marks(text):
        if mark.frame:
            left.append(text[end : found.start()])
            end = found.end()
    return not safe("".join([*left, text[end:]])).strip()


def _marks(text: str) -> Iterator[tuple[re.Match[str], Mark]]:
    for found in _MARK.finditer(text):
        if mark := _mark(**found.groupdict()):
            yield found, mark


@lru_cache(1_000)
def _mark(
    channel: str | None,
    granite: str | None,
    bracketed: str | None,
    tag: str | None,
    left: str,
    slash: str | None,
    more: str | None,
    right: str,
) -> Mark | None:
    """Say what a mark means, by the parts of its pattern; None if it means nothing."""
    if channel is not None:
        # Only what is said in the final channel is no thought, and so it closes all before.
        return Mark("channel", channel.casefold() == "final", thought=True)
    if granite:
        closing = granite.casefold() == "response"
        return Mark("granite", closing, thought=not closing)
    if bracketed:
        mark = _named(bracketed, "")
        return mark if mark.thought or mark.frame else None
    assert tag  # noqa: S101 - the last part of the pattern
    if f"{more or ''}{right}".endswith(("/>", "/|>", "/&gt;")):
        return None
    mark = _named(tag, (more or "").strip())
    return mark._replace(closing=mark.closing or bool(slash) or (left, right) == ("<", "|>"))


def _named(name: str, more: str) -> Mark:
    """Say what the words of a mark's name mean, and those of its attributes."""
    words = _WORD.findall(name.casefold())
    own = [word for word in words if not _EDGE.fullmatch(word)]
    stem = _THOUGHT.search(name.casefold())
    thought = bool(stem or _THOUGHT.search(more.casefold()))
    frame = not thought and not more and all(map(_FRAME.fullmatch, own))
    closing = "/" in name or any(map(_CLOSING.fullmatch, words))
    return Mark(stem[0] if stem else " ".join(own), closing, thought, frame)
