"""What a provider states a reply used, and its dearest sensible reading.

Providers contradict themselves (thoughts beside the output, caches beside the input) and state
halves. Money is never booked too low: a part that is not stated keeps its worst case, and of two
readings the dearer one counts. Where the parts agree, they are taken as they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from prompts.reply import Tokens

if TYPE_CHECKING:
    from harness.models.price import Most

_MOST: Final = 10_000_000
"""Tokens of one reply: no model reads or writes more; who states more states nothing."""

_DEARER: Final = ("inference_geo", "speed")
"""Where a usage states what may cost more."""


class Stated(NamedTuple):
    """Token counts as a provider states them; None: not stated, or not sensibly.

    ``cached`` was read from the provider's cache, ``written`` into it; ``thoughts``: of the output,
    or beside it. ``dearer``: the place and the speed it was made in. A zero is what litellm makes
    of null and of nothing: it is no statement.
    """

    inp: int | None = None
    cached: int | None = None
    written: int | None = None
    out: int | None = None
    thoughts: int | None = None
    total: int | None = None
    dearer: tuple[str, ...] = ()

    @property
    def tokens(self) -> Tokens:
        """The counts to show; what is not stated is 0."""
        inp = self.inp or 0
        cached = self.cached or 0
        return Tokens(inp, cached if cached <= inp else 0, self._said(), self.thoughts or 0)

    def _said(self) -> int:
        """Give the most output that the parts speak of; thoughts that do not fit in are beside it.

        Without a total nothing says whether they are in it.
        """
        out, thoughts = self.out or 0, self.thoughts or 0
        beside = self.total is None or thoughts > out
        rest = (self.total or 0) - (self.inp or 0)
        return max(out + (thoughts if beside else 0), rest)


class Used(NamedTuple):
    """Tokens to pay: ``fresh`` input, input ``cached`` and ``written``, and output.

    ``unstated``: input that nobody stated, at the dearest price of input.
    """

    fresh: int = 0
    cached: int = 0
    written: int = 0
    out: int = 0
    unstated: int = 0


def read(usage: Any) -> Stated:  # noqa: ANN401 - litellm is loaded late
    """Read the usage of a response, whatever it is."""
    before = getattr(usage, "prompt_tokens_details", None)
    after = getattr(usage, "completion_tokens_details", None)
    return Stated(
        _count(getattr(usage, "prompt_tokens", None)),
        _most(getattr(before, "cached_tokens", None), getattr(usage, "cache_read_input_tokens", 0)),
        _most(
            getattr(before, "cache_creation_tokens", None),
            getattr(before, "cache_write_tokens", None),
            getattr(usage, "cache_creation_input_tokens", None),
        ),
        _count(getattr(usage, "completion_tokens", None)),
        _most(getattr(after, "reasoning_tokens", None), getattr(usage, "reasoning_tokens", None)),
        _count(getattr(usage, "total_tokens", None)),
        tuple(one for name in _DEARER if isinstance(one := getattr(usage, name, None), str)),
    )


def used(stated: Stated, most: Most, *, silent: bool = False) -> Used:
    """Give the dearest sensible reading; ``most``: the request's worst case.

    ``silent``: nothing came, so that no output at all can be the truth.
    """
    nothing = silent and stated.inp is not None and stated.inp == stated.total
    written = stated.out is not None or nothing
    out = max(stated.tokens.out, 0 if written else most.out + (stated.thoughts or 0))
    return _input(stated, most)._replace(out=out)


def _input(stated: Stated, most: Most) -> Used:
    """Split the input; caches that are more than all of it stand beside it, without discount."""
    cached, written = stated.cached or 0, stated.written or 0
    if stated.inp is None:
        return Used(written=written, unstated=max(most.inp - written, cached))
    within = stated.inp - cached - written
    return Used(stated.inp if within < 0 else within, cached, written)


def _count(value: object) -> int | None:
    """Give a count that can be one; a text, a fraction, none, less or absurdly many are not."""
    return value if type(value) is int and 0 < value <= _MOST else None


def _most(*values: object) -> int | None:
    """Give the largest of the names that one count goes by."""
    return max((count for value in values if (count := _count(value))), default=None)
