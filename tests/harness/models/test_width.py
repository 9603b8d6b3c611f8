"""A server of one's own is asked as many at once as it serves: its queue is nobody's time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from harness.models.width import Width


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


class Server:
    """Serves so many at once, each in so many seconds; the others queue.

    ``waits``: how long each took with the queue.
    """

    def __init__(self, slots: int, seconds: Callable[[int], float]) -> None:
        self.slots = asyncio.Semaphore(slots)
        self.seconds = seconds
        self.waits: list[float] = []
        self.inside = self.most = 0

    async def serve(self) -> float:
        clock = asyncio.get_running_loop().time
        began, number = clock(), len(self.waits)
        self.inside += 1
        self.most = max(self.most, self.inside)
        async with self.slots:
            await asyncio.sleep(self.seconds(number))
        self.inside -= 1
        self.waits.append(clock() - began)
        return self.waits[-1]


def load(
    server: Server, requests: int, most: int, timeout: float, said: list[int] | None = None
) -> tuple[float, Width]:
    """Send requests, all ready at once; give the seconds until all are answered."""
    said = [] if said is None else said
    width = Width(most, timeout, said.append)

    async def one() -> None:
        async with width.place(()) as took:
            took(await server.serve())

    async def all_of_them() -> float:
        await asyncio.gather(*(one() for _ in range(requests)))
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=Instant) as runner:
        return runner.run(all_of_them()), width


@pytest.mark.parametrize(("seconds", "timeout"), [(0.8, 5), (0.8, 2), (8, 120), (40, 120)])
def test_with_one_slot_no_reply_comes_near_the_time_limit_and_none_is_slower(seconds, timeout):
    server, said = Server(1, lambda _: seconds), []
    took, _ = load(server, 100, 16, timeout, said)
    assert max(server.waits) < timeout
    assert took == pytest.approx(100 * seconds)
    assert said == [1]


def test_replies_of_many_lengths_in_one_slot_stay_within_the_limit_too():
    server = Server(1, lambda number: (4, 8, 2, 20, 6)[number % 5])
    load(server, 200, 64, 120)
    assert max(server.waits) < 120


@pytest.mark.parametrize("slots", [2, 4, 20])
def test_a_server_with_some_slots_is_kept_busy(slots):
    server = Server(slots, lambda _: 2.0)
    took, _ = load(server, 600, 64, 60)
    assert took <= 1.2 * 600 * 2.0 / slots + 10
    assert max(server.waits) < 60


def test_a_server_that_serves_many_at_once_is_soon_asked_as_many():
    server = Server(64, lambda _: 0.2)
    took, width = load(server, 200, 64, 120)
    assert took <= 1.5 * 0.8
    assert width.now == 64


def test_a_slow_server_that_serves_many_is_asked_many_too():
    server = Server(64, lambda number: 20 + number % 30)
    load(server, 400, 16, 120)
    assert server.most == 16


def test_a_width_is_never_more_than_was_asked_for():
    server = Server(64, lambda _: 0.1)
    load(server, 100, 5, 120)
    assert server.most == 5
