"""Ask, read, correct, ask again: the whole policy of one decision, without any I/O.

A generator: it yields requests, is sent replies and returns the choice. It depends on nothing but
its arguments and the replies, so stored replies can be fed to it again after a kill and lead to
the same requests.

A decision's conversation stays short: the original messages, the last bad reply (quoted, cut) and
its correction, never an ever-growing chain. Each kind of fault has its own correction and its own
budget within the ``retries`` of the decision: a refusal and a timeout are worth one more try, the
others as many as there are. After a truncated reply more output tokens are allowed, up to a cap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic

from engine.game import A, V
from prompts.correction import corrected
from prompts.form import USUAL
from prompts.prompt import prompt_hash
from prompts.reading import Understood, read
from prompts.reply import Fault, Reading, Reply, Request

if TYPE_CHECKING:
    from collections.abc import Generator

    from engine.game import Turn
    from prompts.form import Asks
    from prompts.prompt import Prompt, Question

_OWN_BUDGET: Final = {Fault.REFUSED: 1, Fault.TIMEOUT: 1}
"""Re-asks after faults of one kind, where fewer than ``retries``."""

_MOST_RAISES: Final = 2
"""How often the output tokens are doubled."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a decision is asked for.

    ``max_tokens``: output tokens of the first request. ``retries``: re-asks in all. ``asks``: what
    is to be told beside the act. ``notes``: the player's own of its last decision in the match.
    """

    max_tokens: int = 1024
    retries: int = 2
    asks: Asks = USUAL
    notes: str = ""

    @property
    def most_tokens(self) -> int:
        """The most output tokens a request of a decision may ask for."""
        return self.tokens(_MOST_RAISES)

    def tokens(self, truncated: int) -> int:
        """Give the output tokens allowed after so many truncated replies."""
        return int(self.max_tokens * 2 ** min(truncated, _MOST_RAISES))


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """What came of a decision.

    ``act`` is None when the budget was used up. ``faults``: in order.
    """

    act: A | None
    faults: tuple[Fault, ...]
    reading: Reading


def dialogue(
    turn: Turn[V, A], prompt: Prompt[V, A], options: Options
) -> Generator[Request, Reply, Choice[A]]:
    """Ask a model for one decision."""
    question = prompt.question(turn, options.asks, options.notes)
    form = question.form
    asked = Reading(prompt=prompt_hash(question.messages))
    faults: tuple[Fault, ...] = ()
    messages = question.messages
    while True:
        tokens = options.tokens(faults.count(Fault.TRUNCATED))
        reply = yield Request(messages, form.schema, tokens, form.bounds)
        result = read(reply, form)
        if isinstance(result, Understood):
            told = result.reading._replace(prompt=asked.prompt)
            return Choice(result.act, faults, _led(told, question, prompt.page.say(result.act)))
        faults = (*faults, result.fault)
        if not _may_ask_again(faults, options.retries):
            return Choice(None, faults, asked)
        messages = corrected(question, reply, result)


def _led(reading: Reading, question: Question[Any], act: str) -> Reading:
    """Say whether the act is one that the prompt led to: by showing it, or by listing it first."""
    form = question.form
    first = act == next(iter(form.acts)) if form.drawn else None
    return reading._replace(echo=question.shows(act), first=first)


def _may_ask_again(faults: tuple[Fault, ...], retries: int) -> bool:
    of_a_kind = faults.count(faults[-1])
    return len(faults) <= retries and of_a_kind <= _OWN_BUDGET.get(faults[-1], retries)
