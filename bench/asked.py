"""How well the built-in model answers in each form, and what in the prompt leads its choice.

The first positions of the drill's bank are put to it once in each form of reply, without a second
try. By form: how many replies were an act that is allowed, how many of these took the choice
listed first and how many that would be by chance, how many acts were the last one that stands in
the message as JSON, how many reasons are words of the prompt.

    python bench/asked.py [--positions 48] [--forms schema,tool,json,text]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.game import Turn
from engine.klirr import GAME
from harness.drill.bank import load
from harness.models import endpoint, local
from harness.models.endpoint import Endpoint
from harness.models.price import FREE
from prompts.dialogue import Options, dialogue
from prompts.form import Asks
from prompts.prompt import load_prompt
from prompts.reply import Rung

if TYPE_CHECKING:
    from collections.abc import Sequence

    from prompts.reply import Request

ASKS = Asks(reason=local.REASON)


def shown(request: Request) -> str | None:
    """Give the act of the last JSON object in the last message; None: there is none."""
    found = None
    for line in request.messages[-1]["content"].splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        found = value.get("act") if isinstance(value, dict) else found
    return found


async def one(reached: Endpoint, turn: Turn[Any, Any], rung: Rung) -> dict[str, Any]:
    """Put one turn in one form; give what came of it."""
    prompt = load_prompt(GAME)
    talk = dialogue(turn, prompt, Options(retries=0, asks=ASKS))
    request = next(talk)
    reply = (await reached.complete(request, rung)).reply
    try:
        talk.send(reply)
    except StopIteration as end:
        choice = end.value
    listed = request.schema["properties"]["act"]["enum"]
    act = None if choice.act is None else prompt.page.say(choice.act)
    reason = choice.reading.reason
    asked = " ".join(message["content"] for message in request.messages)
    return {
        "act": act,
        "fault": str(choice.faults[0]) if choice.faults else None,
        "chance": 1 / len(listed),
        "first": act == listed[0],
        "shown": act is not None and act == shown(request),
        "reason": reason,
        "echoed": bool(reason) and reason.rstrip(".…").lower() in asked.lower(),
        "reply": reply.content or " ".join(reply.arguments),
    }


def line(rung: Rung, met: Sequence[dict[str, Any]]) -> str:
    """Write the figures of one form as a row."""
    own = [each for each in met if each["act"] is not None]
    faults = Counter(each["fault"] for each in met if each["fault"])
    cells = [
        str(rung),
        f"{len(own)} of {len(met)}",
        f"{sum(each['first'] for each in own)} ({sum(each['chance'] for each in own):.1f})",
        f"{sum(each['shown'] for each in own)}",
        f"{sum(each['echoed'] for each in own)}",
        ", ".join(f"{times} {kind}" for kind, times in faults.most_common()),
    ]
    return f"| {' | '.join(cells)} |"


async def measure(positions: int, rungs: Sequence[Rung], log: TextIO) -> None:
    """Put them in every form and print the table."""
    exercises = load().exercises[:positions]
    turns = [
        Turn(each.seat, each.state.view(each.seat), each.state.legal(each.seat))
        for each in exercises
    ]
    model = local.LocalModel()
    reached = Endpoint(
        local.SERVED_AS, price=FREE, timeout=300, address=model.address, bounds=True,
        most_tokens=local.MOST_TOKENS, seeded=True,
    )  # fmt: skip
    met: dict[Rung, list[dict[str, Any]]] = {rung: [] for rung in rungs}
    try:
        for turn in turns:
            for rung in rungs:  # the same messages one after the other: read once by the model
                met[rung].append(await one(reached, turn, rung))
                log.write(json.dumps({"rung": rung, **met[rung][-1]}) + "\n")
                log.flush()
    finally:
        await model.close()
        await endpoint.close()
    print("| form | allowed | first (by chance) | act shown | reason shown | faults |")
    print("|---|---:|---:|---:|---:|---|")
    for rung in rungs:
        print(line(rung, met[rung]))


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="How the built-in model answers.")
    parser.add_argument("--positions", type=int, default=48)
    parser.add_argument("--forms", default=",".join(Rung))
    parser.add_argument("--log", default=os.devnull, help="a file for every reply")
    given = parser.parse_args()
    rungs = [Rung(name) for name in given.forms.split(",")]
    with Path(given.log).open("a") as log:
        asyncio.run(measure(given.positions, rungs, log))


if __name__ == "__main__":
    main()
