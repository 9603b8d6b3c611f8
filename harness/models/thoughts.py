"""What a provider returns of a model's thinking: found, packed to be kept, unpacked to be shown."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, Final

from prompts.marks import after_thoughts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST: Final = 1_000_000
"""Bytes that are unpacked; what we pack is bounded like any text of a reply."""


def thoughts_in(message: Any) -> str | None:  # noqa: ANN401 - litellm is loaded late
    """Find the thoughts of a message: its own field, thinking blocks, marked text; None: none."""
    stated = getattr(message, "reasoning_content", None)
    if isinstance(stated, str) and stated.strip():
        return stated
    blocks = getattr(message, "thinking_blocks", None)
    texts = [
        str(block.get("thinking") or "")
        for block in (blocks if isinstance(blocks, list) else [])
        if isinstance(block, dict)
    ]
    return "\n".join(filter(None, texts)) or _marked(getattr(message, "content", None))


def _marked(content: object) -> str | None:
    if not isinstance(content, str):
        return None
    after = after_thoughts(content)
    before = content[: len(content) - len(after)] if content.endswith(after) else ""
    return before.strip() or None


def packed(text: str) -> str:
    """Compress a text into one that JSON can hold; ``unpacked`` gives it back."""
    return b64encode(zlib.compress(text.encode("utf-8", "replace"))).decode("ascii")


def unpacked(text: str) -> str:
    """Give the text that was packed. Raises ValueError where it was not."""
    try:
        return (
            zlib.decompressobj()
            .decompress(b64decode(text, validate=True), _MOST)
            .decode("utf-8", "replace")
        )
    except (zlib.error, TypeError) as error:
        raise ValueError(f"thoughts are not what was packed: {error}") from None


def by_decision(replies: Mapping[int, Sequence[Mapping[str, Any]]]) -> dict[int, str]:
    """Give by number of the decision the thoughts of its last reply that has any kept."""
    return {
        number: unpacked(one["thoughts"])
        for number, several in replies.items()
        for one in several
        if one.get("thoughts")
    }
