"""A reply that arrived, though what it says it used cannot be read.

litellm drops a whole answer where its usage is no usage (``"many"``, ``12.5``, a text, a list). The
answer is the player's all the same: it is read without what is wrong, which nobody stated then.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType


class Arrived:
    """What came for one request, as litellm tells it before it reads it."""

    def __init__(self) -> None:
        self._came: object = None

    def hear(self, details: Mapping[str, Any]) -> None:
        """Note what came; litellm's ``logger_fn``."""
        self._came = details.get("original_response", self._came)

    def mended(self, litellm: ModuleType) -> Any | None:  # noqa: ANN401 - litellm is loaded late
        """Give the response without what is wrong in its usage; None: that is not all that is."""
        answer = _object(self._came)
        if not answer.get("choices") or answer.get("usage") is None:
            return None
        reader = litellm.litellm_core_utils.llm_response_utils.convert_dict_to_response
        for usage in (_countable(answer["usage"]), {}):
            with suppress(Exception):  # it is no completion, whatever its usage says
                return reader.convert_to_model_response_object(
                    response_object={**answer, "usage": usage},
                    model_response_object=litellm.ModelResponse(),
                )
        return None


def _object(came: object) -> dict[str, Any]:
    try:
        found = json.loads(came) if isinstance(came, str) else came
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _countable(usage: object) -> dict[str, Any]:
    """Keep the counts of a usage, and those of its details."""
    if not isinstance(usage, dict):
        return {}
    details = {key: _countable(part) for key, part in usage.items() if key.endswith("_details")}
    return {key: part for key, part in usage.items() if type(part) is int} | details
