"""Which key goes with a request: to the host it is for, and to no other.

litellm looks keys up in the environment by the provider's name, wherever a request goes. So where
an ``api_base`` is not the provider's own host, a key is always given to it: the one that the
tournament names for this place, or none.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from harness import secret
from harness.config.keys import filled, variables
from harness.models.failures import Kind, ProviderError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from prompts.reply import Reply

NONE: Final = "none"
"""Sent where no key is: the protocol wants one, a server of one's own does not."""

UNSENT: Final = "no key was sent: name one with api_key_env"

_OWN: Final = {
    "ai21": {"api.ai21.com"},
    "anthropic": {"api.anthropic.com"},
    "cerebras": {"api.cerebras.ai"},
    "codestral": {"codestral.mistral.ai"},
    "cohere": {"api.cohere.com", "api.cohere.ai"},
    "cohere_chat": {"api.cohere.com", "api.cohere.ai"},
    "dashscope": {"dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com"},
    "deepinfra": {"api.deepinfra.com"},
    "deepseek": {"api.deepseek.com"},
    "fireworks_ai": {"api.fireworks.ai"},
    "gemini": {"generativelanguage.googleapis.com"},
    "groq": {"api.groq.com"},
    "hyperbolic": {"api.hyperbolic.xyz"},
    "meta_llama": {"api.llama.com"},
    "minimax": {"api.minimax.io"},
    "mistral": {"api.mistral.ai"},
    "moonshot": {"api.moonshot.ai", "api.moonshot.cn"},
    "nebius": {"api.studio.nebius.ai", "api.tokenfactory.nebius.com"},
    "novita": {"api.novita.ai"},
    "nvidia_nim": {"integrate.api.nvidia.com"},
    "openai": {"api.openai.com", "us.api.openai.com", "eu.api.openai.com"},
    "openrouter": {"openrouter.ai"},
    "perplexity": {"api.perplexity.ai"},
    "sambanova": {"api.sambanova.ai"},
    "together_ai": {"api.together.ai", "api.together.xyz"},
    "volcengine": {"ark.cn-beijing.volces.com"},
    "xai": {"api.x.ai"},
    "zai": {"api.z.ai"},
}
"""The providers' own hosts. What is not here is foreign: a name is no host's proof."""


def foreign(model: str, api_base: str | None) -> bool:
    """Whether a request leaves the provider's own host, or the safety of its connection."""
    if api_base is None:
        return False
    parts = urlsplit(api_base)
    own = _OWN.get(model.partition("/")[0], set())
    return parts.scheme != "https" or parts.port not in {None, 443} or parts.hostname not in own


def held(variable: str) -> str:
    """Give the key a variable holds, without blanks around it. Raises ProviderError."""
    secret.remember(variable)
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ProviderError(Kind.KEY, f"the environment variable {variable} is not set")
    if not sendable(key):
        raise ProviderError(Kind.UNSENT, strange(variable))
    return key


def sendable(key: str) -> bool:
    """Whether a header can carry a key."""
    return key.isascii() and key.isprintable()


def strange(variable: str) -> str:
    """Say that what a variable holds is no key."""
    return (
        f"the environment variable {variable} holds a character that no key has, such as a "
        "typographic quotation mark or a line end"
    )


def with_keys(params: Mapping[str, Any]) -> dict[str, Any]:
    """Give params with the keys in them that they name variables for. Raises ProviderError."""
    whole: dict[str, Any] = filled(dict(params), held)
    return whole


def named(key_env: str | None, params: Mapping[str, Any]) -> list[str]:
    """Give the variables that an endpoint names; from now on they count as ones that hold keys."""
    found = [*([key_env] if key_env else []), *variables(dict(params))]
    for variable in found:
        secret.remember(variable)
    return found


def unset(among: Iterable[str]) -> str | None:
    """Give the first of the variables that holds nothing but blanks, or is not there."""
    return next((name for name in among if not os.environ.get(name, "").strip()), None)


def unsendable(model: str, among: Iterable[str]) -> str | None:
    """Give the first variable, of these and the provider's own, that no header can carry."""
    own = f"{model.partition('/')[0].upper()}_API_KEY"
    keys = ((name, os.environ.get(name, "").strip()) for name in (*among, own))
    return next((name for name, key in keys if not sendable(key)), None)


def told_unsent(judged: ProviderError | Reply) -> ProviderError | Reply:
    """Say of a key that is not accepted that none was sent."""
    if isinstance(judged, ProviderError) and judged.kind is Kind.KEY:
        return judged.adding(UNSENT)
    return judged
