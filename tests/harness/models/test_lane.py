"""The lane of a model: patience, the reply ladder, the limits a minute, the purse."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from harness.gate import Gate
from harness.models.endpoint import Completion, Endpoint
from harness.models.failures import Kind, ProviderError
from harness.models.lane import FREE, Lane
from harness.models.manner import Manner
from harness.models.pace import Patience
from harness.models.price import Price, most_tokens_in
from harness.player import SuspendedError
from harness.usage import Usage
from prompts.reply import Reply, Request, Rung

SCHEMA = {
    "type": "object",
    "properties": {"act": {"type": "string", "enum": ["a", "b"]}},
    "required": ["act"],
    "additionalProperties": False,
}
REQUEST = Request(({"role": "user", "content": 'Your turn, such as {"act": "a"}.'},), SCHEMA, 50)
QUICK = Patience(0.001, 0.06, tries=4)
BUSY = {"status": 503, "body": {"error": {"message": "busy"}}}
BAD_KEY = {"status": 401, "body": {"error": {"message": "no"}}, "times": -1}


def refuses(rung: str, message: str = "response_format is not supported") -> dict[str, Any]:
    return {"rung": rung, "times": -1, "status": 400, "body": {"error": {"message": message}}}


class Purse:
    """Notes what it is told; has so many reservations in it."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most
        self.order = ()
        self.told: list[Any] = []

    async def reserve(self, worst: float | None) -> None:
        if self.told.count("back") + self.most <= len(self.told):
            raise SuspendedError("the budget is used up")
        self.told.append(worst)

    async def refund(self) -> None:
        self.told.append("back")


class Asked:
    """What came of some requests: the answers and failures, and what the provider saw."""

    def __init__(self, provider: Any, results: list[Any]) -> None:
        self.provider = provider
        self.results = results

    @property
    def sentences(self) -> list[str]:
        return [str(result) for result in self.results if isinstance(result, Exception)]


@pytest.fixture
def ask(faulty, on_a_loop):
    """Send requests through one lane, one after the other or at once."""

    def ask(
        steps: list[Any], lane: Lane, times: int = 1, *, at_once: bool = False, **options: Any
    ) -> Asked:
        async def work() -> Asked:
            async with faulty.Provider(steps) as provider:
                endpoint = Endpoint("openai/m", api_base=provider.url, price=Price(1, 1, 1))
                asks = [lane.ask(endpoint, REQUEST, **options) for _ in range(times)]
                if at_once:
                    results = await asyncio.gather(*asks, return_exceptions=True)
                else:
                    results = [await asyncio.gather(one, return_exceptions=True) for one in asks]
                    results = [result for (result,) in results]
                return Asked(provider, results)

        return on_a_loop(work())

    def on_a_provider(steps: list[Any], asking: Any) -> Any:
        async def work() -> Any:
            async with faulty.Provider(steps) as provider:
                return await asking(provider)

        return on_a_loop(work())

    ask.on_a_provider = on_a_provider
    return ask


def rungs(faulty: Any, asked: Asked) -> list[str]:
    return [faulty.rung(body) for body in asked.provider.requests]


def test_a_transient_failure_is_tried_again_until_an_answer_comes(ask):
    asked = ask([{**BUSY, "times": 3}], Lane(patience=QUICK))
    assert asked.results[0].reply.content
    assert len(asked.provider.requests) == 4


def test_patience_ends_and_the_last_failure_is_passed_on(ask):
    asked = ask([{**BUSY, "times": -1}], Lane(patience=QUICK))
    assert asked.sentences == ["the provider is failing (503): busy"]
    assert len(asked.provider.requests) == QUICK.tries


def test_a_lane_that_is_down_gets_one_try_a_request_until_one_succeeds(ask):
    asked = ask(
        [{**BUSY, "times": QUICK.tries + 2}, {}, {**BUSY, "times": 2}], Lane(patience=QUICK), 5
    )
    assert [isinstance(result, Exception) for result in asked.results] == [True] * 3 + [False] * 2
    assert len(asked.provider.requests) == QUICK.tries + 2 + 1 + 3


def test_a_pause_beyond_patience_ends_it_at_once(ask):
    asked = ask([{**BUSY, "headers": {"Retry-After": "100000"}, "times": -1}], Lane(patience=QUICK))
    assert len(asked.sentences) == len(asked.provider.requests) == 1


def test_a_hopeless_failure_is_not_tried_again_and_ends_the_lane(ask):
    asked = ask([BAD_KEY], Lane(patience=QUICK), 3)
    said = "the provider does not accept the key (401): no; no key was sent: name one with"
    assert asked.sentences == [f"{said} api_key_env"] * 3
    assert len(asked.provider.requests) == 1


def test_a_prompt_too_long_is_hopeless_for_that_request_only(ask):
    long = {"status": 400, "body": {"error": {"message": "x", "code": "context_length_exceeded"}}}
    asked = ask([long], Lane(patience=QUICK), 2)
    assert [isinstance(result, ProviderError) for result in asked.results] == [True, False]


@pytest.mark.parametrize("place", range(4))
def test_the_first_rung_that_is_not_refused_is_found_once_and_kept(ask, faulty, place):
    lane = Lane(patience=QUICK)
    asked = ask([refuses(rung) for rung in list(Rung)[:place]], lane, 3)
    assert lane.rung == list(Rung)[place]
    assert rungs(faulty, asked) == [*list(Rung)[: place + 1], lane.rung, lane.rung]
    assert [result.rung for result in asked.results] == [lane.rung] * 3


def test_requests_at_once_wait_while_the_first_finds_the_rung(ask, faulty):
    steps = [{**refuses("schema"), "delay": 0.1}, {"rung": "tool", "delay": 0.5, "times": -1}]
    asked = ask(steps, Lane(patience=QUICK), 8, at_once=True)
    assert rungs(faulty, asked) == ["schema"] + ["tool"] * 8
    assert asked.provider.most_at_once > 1


def test_a_refusal_without_a_reason_is_blamed_on_the_form_while_the_rung_is_unknown(ask, faulty):
    asked = ask([refuses("schema", "Bad Request")], Lane(patience=QUICK))
    assert rungs(faulty, asked) == ["schema", "tool"]


def test_a_request_refused_in_every_form_is_a_bad_request_and_no_rung_is_kept(ask):
    lane = Lane(patience=QUICK)
    asked = ask([refuses(rung, "temperature!") for rung in Rung], lane)
    assert asked.sentences == ["the provider refuses the request (400): temperature!"]
    assert len(asked.provider.requests) == 4
    assert lane.rung is None


def test_a_known_rung_falls_only_when_the_form_is_named(ask, faulty):
    lane = Lane(Rung.SCHEMA, QUICK)
    assert ask([refuses("schema", "Bad Request")], lane).sentences
    assert lane.rung == Rung.SCHEMA
    assert rungs(faulty, ask([refuses("schema")], lane)) == ["schema", "tool"]
    assert lane.rung == Rung.TOOL


def test_a_fixed_rung_is_never_left(ask, faulty):
    lane = Lane(patience=QUICK)
    asked = ask([refuses("json")], lane, rung=Rung.JSON)
    assert asked.sentences == [
        "the provider refuses this form of reply (400): response_format is not supported"
    ]
    assert rungs(faulty, asked) == ["json"]
    assert lane.rung is None


def test_every_request_is_reserved_and_one_that_was_refused_is_refunded(ask):
    purse = Purse()
    worst = Endpoint("m", price=Price(1, 1, 1)).worst_case(REQUEST)
    ask([BUSY, {"do": "reset"}], Lane(patience=QUICK), purse=purse)
    assert purse.told == [worst, "back", worst, worst]


def test_nothing_is_sent_that_the_purse_does_not_pay_for(ask):
    asked = ask([{"do": "reset", "times": -1}], Lane(patience=QUICK), purse=Purse(2))
    assert asked.sentences == ["the budget is used up"]
    assert len(asked.provider.requests) == 2


def test_no_more_requests_are_in_flight_than_the_model_may_have(ask):
    asked = ask([{"delay": 0.02, "times": -1}], Lane(at_once=3), 12, at_once=True)
    assert asked.provider.most_at_once == 3


class Instant(asyncio.SelectorEventLoop):
    """A loop on which waiting takes no time: the clock jumps to whatever is awaited next."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        look = self._selector.select

        def jump(timeout: float | None) -> Any:
            self.now += timeout or 0.0
            return look(0)

        self._selector.select = jump

    def time(self) -> float:
        return self.now


class Stub:
    """An endpoint that notes when it is asked, fails as told and answers after a second."""

    model = host = "stub"

    def __init__(self, *failures: ProviderError) -> None:
        self.failures = list(failures)
        self.times: list[float] = []

    def worst_case(self, _request: Request) -> float | None:
        return None

    async def ready(self) -> None:
        pass

    async def complete(self, _request: Request, rung: Rung, _manner: Manner) -> Completion:
        self.times.append(asyncio.get_running_loop().time())
        if self.failures:
            raise self.failures.pop(0)
        await asyncio.sleep(1)
        return Completion(Reply("x"), Usage(1, 1000.0), rung)


def at_once(lane: Lane, endpoint: Stub, times: int, purse: Any = FREE) -> list[float]:
    async def work() -> None:
        await asyncio.gather(*(lane.ask(endpoint, REQUEST, purse) for _ in range(times)))

    with asyncio.Runner(loop_factory=Instant) as runner:
        runner.run(work())
    return endpoint.times


def waits(seconds: float | None = None) -> ProviderError:
    return ProviderError(Kind.RATE_LIMIT, status=429, retry_after=seconds)


def test_pauses_grow_with_jitter_up_to_the_longest():
    lane = Lane(Rung.TEXT, Patience(1.0, 10.0, tries=8))
    times = at_once(lane, Stub(*(waits() for _ in range(7))), 1)
    pauses = [after - before for before, after in pairwise(times)]
    for pause, doubled in zip(pauses, [1, 2, 4, 8, 10, 10, 10], strict=True):
        assert 0.5 * doubled <= pause <= 1.5 * 1.2 * doubled


def test_a_pause_that_the_provider_asks_for_is_kept():
    first, second = at_once(Lane(Rung.TEXT), Stub(waits(77)), 1)
    assert 77 <= second - first < 80


def test_a_failing_provider_is_left_in_peace_by_the_whole_lane():
    first, *others = at_once(Lane(Rung.TEXT, at_once=1), Stub(waits(30)), 6)
    assert len(others) == 6
    assert min(others) - first >= 30


class SlowPurse(Purse):
    """Takes its time to write things down."""

    async def reserve(self, worst: float | None) -> None:
        await asyncio.sleep(0.5)
        await super().reserve(worst)


def test_no_request_is_sent_inside_a_pause_that_began_while_it_waited_for_its_place():
    lane, stub = Lane(Rung.TEXT, run=Gate(3)), Stub(waits(77))
    first, *others = at_once(lane, stub, 12, SlowPurse())
    assert (first, len(others)) == (0.5, 12)
    assert min(others) >= 77.5


def test_what_a_pause_held_up_is_refunded():
    purse = SlowPurse()
    times = at_once(Lane(Rung.TEXT, run=Gate(2)), Stub(waits(77)), 4, purse)
    assert len([told for told in purse.told if told != "back"]) - purse.told.count("back") == 4
    assert len(times) == 5


def test_a_pause_too_long_to_wait_for_closes_the_lane_for_all():
    stub = Stub(waits(900))
    lane = Lane(Rung.TEXT, at_once=1)

    async def work() -> tuple[list[object], Completion]:
        asks = [lane.ask(stub, REQUEST) for _ in range(60)]
        sent_away = await asyncio.gather(*asks, return_exceptions=True)
        await asyncio.sleep(700)
        return sent_away, await lane.ask(stub, REQUEST)

    with asyncio.Runner(loop_factory=Instant) as runner:
        sent_away, answer = runner.run(work())
    assert {str(one) for one in sent_away} == {"the provider's rate limit is reached (429)"}
    first, second = stub.times
    assert second - first >= 900
    assert answer.reply.content


def test_a_request_counts_from_when_it_is_sent_not_from_when_it_began_to_wait():
    gate, stub = Gate(1), Stub()
    busy, limited = Lane(Rung.TEXT, run=gate), Lane(Rung.TEXT, run=gate, calls=2)

    async def work() -> None:
        others = [busy.ask(Stub(), REQUEST) for _ in range(45)]
        await asyncio.gather(*others, *(limited.ask(stub, REQUEST) for _ in range(6)))

    with asyncio.Runner(loop_factory=Instant) as runner:
        runner.run(work())
    assert all(
        after - before >= 60 for before, after in zip(stub.times, stub.times[2:], strict=False)
    )
    assert stub.times[0] >= 45


def test_no_more_calls_are_made_in_a_minute_than_the_limit():
    assert at_once(Lane(Rung.TEXT, calls=3), Stub(), 8) == [0, 0, 0, 61, 61, 61, 122, 122]


def test_no_more_tokens_are_asked_for_in_a_minute_than_the_limit():
    amount = most_tokens_in(REQUEST) // 4 + REQUEST.max_tokens
    lane = Lane(Rung.TEXT, tokens=2 * amount)
    assert at_once(lane, Stub(), 5) == [0, 0, 61, 61, 122]


def test_a_request_above_the_limit_of_tokens_is_made_when_nothing_else_is_there():
    assert at_once(Lane(Rung.TEXT, tokens=1), Stub(), 3) == [0, 61, 122]


def test_the_first_pause_can_be_set_in_the_environment(monkeypatch):
    monkeypatch.setenv("ARENA_BACKOFF", "0.5")
    assert Patience.of_environment() == Patience(0.5, 30.0)
    monkeypatch.delenv("ARENA_BACKOFF")
    assert Patience.of_environment() == Patience()


RESTARTED = {"status": 500, "body": {"error": {"message": "tool worker pool restarted"}}}


@pytest.mark.parametrize("rung", Rung)
def test_a_form_that_worked_is_not_left_for_a_server_that_fails_for_a_while(ask, faulty, rung):
    lane = Lane(rung, QUICK)
    asked = ask([{**RESTARTED, "times": QUICK.tries - 1}], lane)
    assert asked.results[0].rung == lane.rung == rung
    assert rungs(faulty, asked) == [rung] * QUICK.tries


def test_a_form_that_worked_is_left_when_every_try_fails_and_names_it_and_the_next_is_answered(
    ask, faulty
):
    lane = Lane(Rung.SCHEMA, QUICK)
    asked = ask([{**RESTARTED, "rung": "schema", "times": -1}], lane, 2)
    assert rungs(faulty, asked) == ["schema"] * QUICK.tries + ["tool"] * 2
    assert (asked.results[0].rung, lane.rung) == ("tool", "tool")


def test_a_form_that_worked_is_kept_where_a_failing_server_names_any_form(ask, faulty):
    lane = Lane(Rung.SCHEMA, QUICK)
    asked = ask([{**RESTARTED, "times": -1}], lane)
    lower = ["tool", "tool", "json", "json"] + ["text"] * QUICK.tries
    assert rungs(faulty, asked) == ["schema"] * QUICK.tries + lower
    assert (asked.results[0].transient, lane.rung) == (True, "schema")


def test_a_prompt_that_breaks_a_form_others_are_answered_in_is_asked_otherwise_alone(ask):
    lane = Lane(Rung.SCHEMA, QUICK)
    breaks = {**RESTARTED, "rung": "schema", "key": "seed", "times": -1}

    async def work(provider: Any) -> list[Completion]:
        usual = Endpoint("openai/m", api_base=provider.url)
        odd = Endpoint("openai/m", {"seed": 1}, api_base=provider.url)
        return await asyncio.gather(*(lane.ask(one, REQUEST) for one in (usual, odd)))

    answers = ask.on_a_provider([breaks], work)
    assert [one.rung for one in answers] == ["schema", "tool"]
    assert lane.rung == "schema"


def test_a_form_that_has_not_worked_yet_is_left_when_a_failing_server_names_it_twice(ask, faulty):
    lane = Lane(patience=QUICK)
    asked = ask([RESTARTED], lane)
    assert (rungs(faulty, asked), lane.rung) == (["schema"] * 2, "schema")
    lane = Lane(patience=QUICK)
    asked = ask([{**RESTARTED, "rung": "schema", "times": -1}], lane, 2)
    assert (rungs(faulty, asked), lane.rung) == (["schema"] * 2 + ["tool"] * 2, "tool")


def test_a_failing_server_that_names_the_form_on_every_rung_is_waited_for_on_the_last(ask, faulty):
    lane = Lane(patience=QUICK)
    asked = ask([{**RESTARTED, "times": -1}], lane)
    assert (
        rungs(faulty, asked)
        == ["schema", "schema", "tool", "tool", "json", "json"] + ["text"] * QUICK.tries
    )
    assert (asked.results[0].transient, lane.rung) == (True, None)


def test_a_failing_server_that_does_not_name_the_form_leads_to_no_other(ask, faulty):
    asked = ask([BUSY, RESTARTED, BUSY], Lane(patience=QUICK))
    assert rungs(faulty, asked) == ["schema"] * QUICK.tries
