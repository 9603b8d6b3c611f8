"""A gate lets so many through at once, whoever comes first in order."""

import asyncio
import random

import pytest

from harness.gate import Gate
from harness.runner import Pending


def test_no_more_are_inside_than_fit_and_all_get_through():
    inside = most = through = 0

    async def visit(gate: Gate, chance: random.Random) -> None:
        nonlocal inside, most, through
        await asyncio.sleep(chance.random() / 100)
        async with gate.place((chance.randrange(5),)):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(chance.random() / 1000)
            inside -= 1
            through += 1

    async def main() -> None:
        gate, chance = Gate(3), random.Random(1)
        await asyncio.gather(*(visit(gate, chance) for _ in range(100)))

    asyncio.run(main())
    assert (inside, most, through) == (0, 3, 100)


def test_the_first_in_order_goes_first_and_equals_as_they_came():
    seen: list[tuple[int, str]] = []

    async def visit(gate: Gate, order: int, name: str) -> None:
        async with gate.place((order,)):
            seen.append((order, name))
            await asyncio.sleep(0)

    async def main() -> None:
        gate = Gate(1)
        async with gate.place(()):
            waiting = [
                asyncio.create_task(visit(gate, order, name))
                for order, name in [(2, "a"), (1, "b"), (2, "c"), (0, "d"), (1, "e")]
            ]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    asyncio.run(main())
    assert seen == [(0, "d"), (1, "b"), (1, "e"), (2, "a"), (2, "c")]


@pytest.mark.parametrize("seed", range(20))
def test_whoever_gives_up_waiting_blocks_nobody(seed):
    async def visit(gate: Gate, chance: random.Random) -> None:
        async with gate.place((chance.randrange(3),)):
            await asyncio.sleep(chance.random() / 500)

    async def main() -> None:
        gate, chance = Gate(2), random.Random(seed)
        visits = [asyncio.create_task(visit(gate, chance)) for _ in range(40)]
        for _ in range(15):
            await asyncio.sleep(chance.random() / 500)
            chance.choice(visits).cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        async with asyncio.timeout(1):
            async with gate.place(()), gate.place(()):
                pass

    asyncio.run(main())


def test_begun_first_goes_first_until_all_are_begun_then_least_far_first():
    pending = Pending(iter("ab"))
    _, first = next(pending)
    _, second = next(pending)
    assert first(30) < second(2)
    assert list(pending) == []
    assert second(2) < first(30)


def test_a_gate_that_gets_wider_calls_in_who_waits_and_a_narrower_one_lets_go_first():
    async def main() -> list[int]:
        gate, inside, seen = Gate(1), 0, []

        async def visit() -> None:
            nonlocal inside
            async with gate.place(()):
                inside += 1
                await asyncio.sleep(0.01)
                seen.append(inside)
                inside -= 1

        visits = [asyncio.create_task(visit()) for _ in range(12)]
        await asyncio.sleep(0)
        assert gate.crowded
        gate.resize(4)
        await asyncio.sleep(0.015)
        gate.resize(2)
        await asyncio.gather(*visits)
        return seen

    seen = asyncio.run(main())
    assert len(seen) == 12
    assert max(seen) == 4
    assert max(seen[8:]) == 2
