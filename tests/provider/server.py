"""A provider of chat completions that fails on purpose, on a real loopback socket.

It speaks ``POST /v1/chat/completions``. What it does is a *script*: a list of steps, each a JSON
object. A request takes the first step that fits it and is not used up; without one it is *played*:
answered with a valid act, deterministic from the request. Keys of a step, all optional:

``model``, ``rung`` (schema, tool, json, text)   which requests it fits; default: every one
``role``, ``key``   only those whose first message has this role, whose body has this key
``times``       how many requests it serves; default 1, -1 without end
``delay``       seconds before the answer, or [mean, spread]: drawn from the request's content
``do``          ``answer`` (default), ``hang`` (nothing, ever), ``hang_body`` (headers and half a
                body, then nothing), ``half`` (half a body, then closed), ``reset``, ``close``
``status``, ``headers``                          default 200, none
``body``        the whole body: an object (sent as JSON) or a string (sent as HTML)
``content``, ``finish``, ``usage``, ``choices``  parts of a completion that replace the played ones
``message``     keys that replace those of the completion's message
``completion``  keys that replace those of the completion itself
``around``      a text around the reply, which stands in it as REPLY

As a process: ``python tests/provider/server.py --script FILE --log FILE``; it prints its address
as one line and serves until it is ended or its standard input closes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import socket
import struct
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Step = dict[str, Any]


@dataclass(slots=True)
class Provider:
    """The server: ``async with Provider(steps) as provider`` listens; ``url`` is its ``api_base``.

    ``requests``: the body of every request in the order of arrival; ``headers`` and ``times``
    likewise. ``most_at_once``: the most that were in flight at a time.
    """

    steps: Sequence[Step] = ()
    log: Path | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    most_at_once: int = 0
    url: str = ""
    _in_flight: int = 0
    _used: dict[int, int] = field(default_factory=dict)
    _runner: web.AppRunner | None = None
    _file: IO[str] | None = None
    _closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 28)
        app.router.add_post("/v1/chat/completions", self._serve)
        self._file = self.log.open("a", encoding="utf-8") if self.log else None
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, backlog=512)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner
        self._closing.set()
        await self._runner.cleanup()
        if self._file:
            self._file.close()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        step = self._step(body)
        self._note(request, body)
        self._in_flight += 1
        self.most_at_once = max(self.most_at_once, self._in_flight)
        try:
            await asyncio.sleep(seconds(step.get("delay", 0), body))
            return await act(request, body, step, self._closing)
        finally:
            self._in_flight -= 1

    def _step(self, body: dict[str, Any]) -> Step:
        for index, step in enumerate(self.steps):
            left = step.get("times", 1) - self._used.get(index, 0)
            if left and fits(step, body):
                self._used[index] = self._used.get(index, 0) + 1
                return step
        return {}

    def _note(self, request: web.Request, body: dict[str, Any]) -> None:
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        self.times.append(time.monotonic())
        if self._file:
            line = {"number": len(self.requests) - 1, "at": self.times[-1], "rung": rung(body)}
            self._file.write(json.dumps({**line, "model": body.get("model"), "body": body}) + "\n")
            self._file.flush()


def fits(step: Step, body: dict[str, Any]) -> bool:
    """Say whether a step is meant for a request."""
    if step.get("role", body["messages"][0]["role"]) != body["messages"][0]["role"]:
        return False
    if "key" in step and step["key"] not in body:
        return False
    return step.get("model", body.get("model")) == body.get("model") and step.get(
        "rung", rung(body)
    ) == rung(body)


def rung(body: dict[str, Any]) -> str:
    """Name the rung of the reply ladder that a request is on."""
    if body.get("tools"):
        return "tool"
    kind = (body.get("response_format") or {}).get("type")
    return {"json_schema": "schema", "json_object": "json"}.get(kind, "text")


def seconds(delay: float | list[float], body: dict[str, Any]) -> float:
    """Give the seconds before an answer; a [mean, spread] is drawn from the request's content."""
    if isinstance(delay, list):
        mean, spread = delay
        return chance(body).uniform(mean - spread, mean + spread)
    return delay


def chance(body: dict[str, Any]) -> random.Random:
    """Give the stream of a request: the same content, the same draws."""
    return random.Random(json.dumps([body.get("model"), body["messages"]]))


async def act(
    request: web.Request, body: dict[str, Any], step: Step, end: asyncio.Event
) -> web.StreamResponse:
    """Do what the step says with one request; what hangs does so until the end."""
    match step.get("do", "answer"):
        case "hang":
            await end.wait()
        case "reset":
            reset(request)
        case "close" if request.transport:
            request.transport.close()
    content, kind = payload(body, step)
    headers = {"Content-Type": kind, **step.get("headers", {})}
    if step.get("do") in {"half", "hang_body"}:
        return await half(request, content, headers, end if step["do"] == "hang_body" else None)
    return web.Response(status=step.get("status", 200), body=content, headers=headers)


def payload(body: dict[str, Any], step: Step) -> tuple[bytes, str]:
    """Give the bytes and the content type of an answer."""
    match step.get("body"):
        case None:
            return json.dumps(completion(body, step)).encode(), "application/json"
        case str(text):
            return text.encode(), step.get("type", "text/html")
        case given:
            return json.dumps(given).encode(), "application/json"


def reset(request: web.Request) -> None:
    """Send a TCP reset in place of an answer."""
    assert request.transport
    plug = request.transport.get_extra_info("socket")
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


async def half(
    request: web.Request, content: bytes, headers: dict[str, str], end: asyncio.Event | None
) -> web.StreamResponse:
    """Send the headers and half of the body, then hang or close."""
    response = web.StreamResponse(headers={**headers, "Content-Length": str(len(content))})
    await response.prepare(request)
    await response.write(content[: len(content) // 2])
    if end:
        await end.wait()
    assert request.transport
    request.transport.close()
    return response


def completion(body: dict[str, Any], step: Step) -> dict[str, Any]:
    """Give a chat completion that plays a valid act, with the parts the step replaces."""
    text = step.get("content", play(body))
    if "around" in step:
        text = step["around"].replace("REPLY", text)
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if rung(body) == "tool":
        function = {"name": body["tools"][0]["function"]["name"], "arguments": text}
        calls = [{"id": "call-1", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": {**message, **step.get("message", {})}}
    answer = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body.get("model"),
        "choices": step.get("choices", [{**choice, "finish_reason": step.get("finish", "stop")}]),
        "usage": step.get("usage", usage(body, text or "")),
        **step.get("completion", {}),
    }
    return {key: value for key, value in answer.items() if value is not None}


def usage(body: dict[str, Any], text: str) -> dict[str, Any]:
    """Count four characters a token."""
    inp, out = len(json.dumps(body["messages"])) // 4, len(text) // 4
    return {"prompt_tokens": inp, "completion_tokens": out, "total_tokens": inp + out}


def play(body: dict[str, Any]) -> str:
    """Give the JSON text of a valid reply: one of the acts that the request's schema allows.

    Without a schema it is one of the choices listed in the messages, in the keys named after them;
    where none are, the last JSON object in the messages.
    """
    if schema := schema_of(body):
        return json.dumps(instance(schema, chance(body)))
    if schema := schema_told("\n".join(texts(body))):
        return json.dumps(instance(schema, chance(body)))
    found = [value for text in texts(body) for value in objects(text)]
    return json.dumps(found[-1]) if found else "{}"


def schema_told(text: str) -> dict[str, Any] | None:
    """Make the schema that a prompt puts in words; None where it lists no choices."""
    named = re.findall(r"^Answer with one JSON object with .*: (.+)\.$", text, re.MULTILINE)
    lines = re.findall(r"^- ((?:turn|take|ask|pass|pay|call|play)\b.*)$", text, re.MULTILINE)
    if not named or not lines:
        return None
    kinds = {"p_bluff": {"type": "number"}, "act": {"enum": [spelt(line) for line in lines]}}
    kinds |= {"intent": {"enum": ["true", "bluff"]}}
    keys = named[-1].split(", ")
    return {"type": "object", "properties": {key: kinds.get(key, {}) for key in keys}}


def spelt(line: str) -> str:
    """Give an act of a line of choices: of several the first."""
    target = re.search(r"(?:PLAYER is|^ask) (Player \d+)", line)
    amount = re.search(r"SUM is (?:a number from )?(\d+)", line)
    return f"ask {target[1]} {amount[1]}" if target and amount else line


def schema_of(body: dict[str, Any]) -> dict[str, Any] | None:
    """Give the JSON schema that a request holds."""
    match body:
        case {"tools": [{"function": {"parameters": schema}}, *_]}:
            return schema
        case {"response_format": {"json_schema": {"schema": schema}}}:
            return schema
    return None


def instance(schema: dict[str, Any], rng: random.Random) -> Any:  # noqa: PLR0911 - one a type
    """Make a value that fits a schema."""
    match schema:
        case {"enum": values}:
            return rng.choice(values)
        case {"const": value}:
            return value
        case {"anyOf": options}:
            return instance(rng.choice(options), rng)
        case {"type": "object"}:
            parts = schema.get("properties", {})
            made = {key: instance(part, rng) for key, part in parts.items()}
            return made | ({"notes": f"note {rng.random()}"} if "notes" in parts else {})
        case {"type": "integer"}:
            return rng.randint(schema.get("minimum", 0), schema.get("maximum", 9))
        case {"type": "number"}:
            return round(rng.uniform(schema.get("minimum", 0.0), schema.get("maximum", 1.0)), 2)
        case {"type": "boolean"}:
            return rng.random() < 0.5
        case {"type": "array"}:
            return []
    return "It seems best."


def texts(body: dict[str, Any]) -> Iterator[str]:
    """Give the texts of a request's messages."""
    for message in body["messages"]:
        if isinstance(message["content"], str):
            yield message["content"]


def objects(text: str) -> Iterator[dict[str, Any]]:
    """Give the JSON objects written in a text, outermost ones only."""
    start = text.find("{")
    while start >= 0:
        with contextlib.suppress(ValueError):
            value, end = json.JSONDecoder().raw_decode(text, start)
            yield value
            start = end - 1
        start = text.find("{", start + 1)


@contextlib.contextmanager
def silent_port() -> Iterator[int]:
    """Give a port on which connecting hangs: it listens, and its queue is full."""
    with contextlib.ExitStack() as plugs:
        listener = plugs.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(4):
            plug = plugs.enter_context(socket.socket())
            plug.setblocking(False)  # noqa: FBT003 - its name says it
            plug.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def closed_port() -> int:
    """Give a port on which nothing listens: connecting is refused."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        return int(plug.getsockname()[1])


async def serve(steps: Sequence[Step], log: Path | None) -> None:
    """Serve until standard input closes."""
    async with Provider(steps, log) as provider:
        sys.stdout.write(provider.url + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(description="A provider that fails on purpose.")
    parser.add_argument("--script", type=Path, help="a JSON file: a list of steps")
    parser.add_argument("--log", type=Path, help="a JSON-lines file of the requests received")
    given = parser.parse_args()
    steps = json.loads(given.script.read_text()) if given.script else []
    asyncio.run(serve(steps, given.log))


if __name__ == "__main__":
    main()
