"""What params may not hold, at any depth: what the harness sets, and what goes round its budget.

Money is put aside for one request to one model with one limit. Whatever asks for more than that
one (another model or address, a second count or limit, a prompt of its own, what is billed beside
the tokens) is known by the words of its name, in whatever way they are strung together:
``maxOutputTokens`` is ``max_output_tokens``, and so it is inside ``extra_body``, a header or a
text that holds JSON.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.config.error import Path

_WORD: Final = re.compile("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_LIMIT: Final = "max_tokens"

_WORDS: Final = {
    "the harness sets it": """
        response_format tools? tool_choice tool_config functions? function_call
        parallel_tool_calls stream stream_options""",
    "the harness writes the prompt": """
        messages? contents? inputs? prompt prompt_(id|variables|label|version) system roles
        system_(prompt|instruction)s? (initial|final)_prompt_value""",
    "the harness sets it: one reply is asked for and paid": """
        n best_of (num|number)_(of_)?(return|completion|generation|candidate|choice|output|beam).*
        (return|completion|generation|candidate|choice|output|sequence)s?_count (.*_)?beam(_.*)?""",
    "set max_tokens in params: it is the only limit, of thoughts too": """
        (.*_)?max(imum)?_?(.*_)?(tokens?|new|gen|length|len|predict)(_.*)? (n|num)_predict""",
    "set retries: beside params": "(.*_)?retr(y|ies)(_.*)?",
    "set limits: {timeout: …}": "((request|stream|force)_)?timeout",
    "set api_base: beside params": """
        api_(base|type) azure (.*_)?(urls?|endpoints?|host|proxy|forwarded)(_.*)?""",
    "nothing would be asked; let a bot play in its place": "(.*_)?mock(ed)?(_.*)?",
    "another model might answer, at another price; each that plays is a player of its own": """
        (.*_)?(models?|deployments?|fallbacks?|rout(e|er|ing)|targets?)(_.*)?
        (.*_)?(llm_provider|litellm|portkey)(_.*)?""",
    "it might drop the limit; leave out of params what the model refuses": "(.*_)?drop_params",
    "set price: beside params": "(.*_)?cost_per(_.*)?",
    "it is billed beside the tokens, where max_cost cannot count it; leave it out": """
        (.*_)?(search|plugins?|grounding|modalities|audio|mcp|prediction)(_.*)?""",
}
_RULES: Final = {
    re.compile("|".join(words.split())): sentence for sentence, words in _WORDS.items()
}


def owned(params: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Give where params hold what they may not, and what to do instead."""
    todo: list[tuple[Path, Any]] = [((), params)]
    while todo:
        path, part = todo.pop()
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            where = (*path, key)
            if where != (_LIMIT,) and (sentence := _rule(key, inner)):
                yield where, sentence
            value = _json(inner) if isinstance(inner, str) else inner
            if isinstance(value, dict | list):
                todo.append((where, value))


def _rule(key: object, value: object) -> str | None:
    """Give the sentence of the rule that a name falls under; a switch names no other model."""
    name = "_".join(_WORD.findall(key)).lower() if isinstance(key, str) else ""
    if name == "allow_fallbacks" and isinstance(value, bool):
        return None
    return next((sentence for words, sentence in _RULES.items() if words.fullmatch(name)), None)


def _json(text: str) -> object:
    """Read a text that holds JSON, as some headers do; anything else is no place to hide."""
    try:
        return json.loads(text) if text.lstrip()[:1] in {"{", "["} else None
    except (ValueError, RecursionError):
        return None
