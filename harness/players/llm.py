"""A seat played by a language model: each reply is on disk before it counts."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from harness.models.budget import Budget, DecisionPurse
from harness.models.endpoint import Completion, read_completion
from harness.models.failures import Kind, ProviderError
from harness.player import Decision, SuspendedError
from harness.usage import Usage
from prompts.dialogue import Choice, Options, dialogue

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from engine.game import Seat, Turn
    from harness.gate import Order
    from harness.journal import MatchJournal
    from harness.models.hiring import Hired
    from harness.players.breaker import Breaker, Stopped
    from prompts.prompt import Prompt
    from prompts.reply import Reply, Request

    Talk = Generator[Request, Reply, Choice[Any]]

_HALF: Final = 0.5


class LlmPlayer:
    """A model at one seat of one match.

    ``seed(number)`` names the stream of a decision, ``order(number)`` its place in the queue.
    """

    def __init__(
        self,
        hired: Hired,
        prompt: Prompt[Any, Any],
        journal: MatchJournal,
        budget: Budget,
        stopped: Stopped,
        breaker: Breaker,
        seed: Callable[[int], str],
        order: Callable[[int], Order],
    ) -> None:
        self._hired = hired
        self._prompt = prompt
        self._journal = journal
        self._budget = budget
        self._stopped = stopped
        self._breaker = breaker
        self._seed = seed
        self._order = order
        self._past = deque(journal.past)
        self._notes = ""

    async def choose(self, turn: Turn[Any, Any], number: int) -> Decision[Any]:
        """Ask until an act is read or the re-asks are used up. Raises SuspendedError.

        Replies that an earlier invocation received are read first and never asked for again.
        """
        async with self._breaker.turn(self._hired.name):
            earlier = list(map(read_completion, self._journal.replies(number)))
            talk = dialogue(turn, self._prompt, self._options(turn.seat, number))
            decision, taken = await self._decide(talk, deque(earlier), number)
            self._noted(decision)
            if len(taken) > len(earlier):
                self._breaker.saw(self._hired, decision, taken[-1].reply)
            return decision

    async def _decide(
        self, talk: Talk, earlier: deque[Completion], number: int
    ) -> tuple[Decision[Any], list[Completion]]:
        """Give the decision and the replies it took."""
        taken: list[Completion] = []
        request = next(talk)
        while True:
            answer = earlier.popleft() if earlier else await self._buy(request, number)
            taken.append(answer)
            try:
                request = talk.send(answer.reply)
            except StopIteration as end:
                return _decision(end.value, taken), taken

    def _noted(self, decision: Decision[Any]) -> None:
        """Remember the notes of a decision, which take the place of earlier ones."""
        if decision.reading.notes is not None:
            self._notes = decision.reading.notes

    def _options(self, seat: Seat, number: int) -> Options:
        hired, seed = self._hired, self._seed(number)
        while self._past:  # what it noted in earlier invocations
            move = self._past.popleft()
            if move.by == seat and move.decision:
                self._noted(move.decision)
        skipped = frozenset(key for key in hired.half if Random(f"{seed}/{key}").random() < _HALF)
        asks = hired.asks._replace(skipped=skipped)
        return Options(hired.max_tokens, hired.retries, asks, self._notes)

    def _only_here(self, failure: ProviderError) -> bool:
        """Whether it was this one request: the model has answered others of the kind."""
        return self._hired.lane.answered and failure.kind in {Kind.BAD_REQUEST, Kind.FORMAT}

    async def _buy(self, request: Request, number: int) -> Completion:
        hired = self._hired
        if hired.name in self._stopped:
            raise SuspendedError(self._stopped[hired.name])
        order = self._order(number)
        purse = DecisionPurse(self._budget, self._journal, number, hired.name, order)
        rung = self._breaker.rung(hired)
        try:
            answer = await hired.lane.ask(hired.endpoint, request, purse, rung)
        except ProviderError as failure:
            if self._breaker.refused(hired, failure):
                return await self._buy(request, number)
            sentence = f"{hired.name}: {failure}"
            if not failure.transient and not self._only_here(failure):
                self._stopped[hired.name] = sentence
            raise SuspendedError(sentence) from None
        if not hired.thoughts:
            answer = replace(answer, thoughts=None)
        await purse.settle(answer)
        return answer


def _decision(choice: Choice[Any], taken: Sequence[Completion]) -> Decision[Any]:
    used, last = sum((one.usage for one in taken), Usage()).rounded(), taken[-1]
    return Decision(choice.act, choice.faults, used, str(last.rung), choice.reading, last.served)
