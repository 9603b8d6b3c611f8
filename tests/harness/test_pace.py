"""What a provider asks of all who call it is kept by a whole run, as the provider's log shows."""

import json
import subprocess
import sys
import time

ON_THE_WAY = 0.3
"""Seconds in which a request that left before the answer came may still arrive."""


def tournament(url: str, limits: str, deals: int = 2) -> str:
    return f"""
name: pace
seed: 5
games: [{{game: klirr, seats: 2, deals: {deals}}}]
players:
  bot: {{bot: random}}
  one: {{model: openai/m, api_base: '{url}', reply: json}}
limits: {{concurrency: 8{limits}}}
"""


def test_nothing_is_sent_inside_the_pause_a_provider_asks_for(arena, provider):
    pause = {"status": 429, "headers": {"Retry-After": "2"}, "body": {"error": {"message": "wait"}}}
    served = provider([{"times": 9, "delay": 0.05}, pause, {"times": -1, "delay": 0.05}])
    arena.write(tournament(served.url, ""))
    done = arena("run", "tournament.yaml")
    assert done.returncode == 0, done.stderr
    at = [line["at"] for line in served.requests()]
    inside = [moment for moment in at if at[9] + ON_THE_WAY < moment < at[9] + 2]
    assert len(at) > 20
    assert not inside
    host = served.url.removeprefix("http://").removesuffix("/v1")
    said = [line for line in done.stderr.splitlines() if line.startswith(f"retrying {host}, ")]
    assert len(said) == 1
    assert said[0].startswith(f"retrying {host}, 2nd of 8, 2 s (the provider's rate limit")


def test_a_pause_longer_than_is_waited_for_ends_the_asking_and_the_matches_wait(arena, provider):
    long = {"status": 429, "headers": {"Retry-After": "900"}, "body": {"error": {"message": "no"}}}
    served = provider([{"times": 3}, {**long, "times": -1}])
    arena.write(tournament(served.url, "", deals=30))
    began = time.monotonic()
    done = arena("run", "tournament.yaml")
    assert done.returncode == 3
    assert time.monotonic() - began < 30
    assert len(served.requests()) <= 3 + 8
    assert done.stderr.count("rate limit is reached") == 2  # when it happens, and at the end


ONE_SLOT = """
import asyncio, json, sys
from aiohttp import web

slot = asyncio.Lock()

async def serve(request):
    body = await request.json()
    acts = body["response_format"]["json_schema"]["schema"]["properties"]["act"]["enum"]
    async with slot:
        await asyncio.sleep(0.3)
    text = json.dumps({"reason": "x", "act": acts[0]})
    message = {"role": "assistant", "content": text}
    return web.json_response({
        "id": "1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 9},
    })

async def main():
    app = web.Application()
    app.router.add_post("/v1/chat/completions", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


def test_the_queue_of_a_server_with_one_slot_is_not_the_players_time(arena):
    with subprocess.Popen(
        [sys.executable, "-c", ONE_SLOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        text = tournament(url, ", timeout: 2").replace("concurrency: 8", "concurrency: 16")
        arena.write(text.replace(", reply: json", ""))
        done = arena("run", "tournament.yaml")
        server.communicate("")
    assert done.returncode == 0, done.stderr
    made = [json.loads(line) for line in arena("export", "pace", "--decisions").stdout.splitlines()]
    asked = [line for line in made if line["player"] == "one" and line["source"] != "forced"]
    assert len(asked) > 16
    assert {line["source"] for line in asked} == {"player"}
    assert {line["fault"] for line in asked} == {None}
    assert done.stderr.count(f"asking {url.split('/')[2]} no more than 1 at a time") == 1
