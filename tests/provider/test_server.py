"""The provider of the tests as a process, and the guard that keeps tests on this machine."""

import json
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

SERVER = Path(__file__).with_name("server.py")
BODY = {
    "model": "m",
    "messages": [{"role": "user", "content": "Go."}],
    "response_format": {
        "type": "json_schema",
        "json_schema": {
            "schema": {"type": "object", "properties": {"act": {"enum": ["x", "y"]}}},
        },
    },
}


def post(url: str) -> dict:
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(BODY).encode())  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return json.load(answer)


def test_as_a_process_it_plays_logs_every_request_and_ends_with_its_input(tmp_path):
    script, log = tmp_path / "script.json", tmp_path / "log.jsonl"
    script.write_text(json.dumps([{"model": "other"}, {"content": "once"}]))
    command = [sys.executable, str(SERVER), "--script", str(script), "--log", str(log)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        url = server.stdout.readline().strip()
        texts = [post(url)["choices"][0]["message"]["content"] for _ in range(3)]
        assert server.stdin
        server.stdin.close()
        assert server.wait() == 0
    assert texts[0] == "once"
    assert texts[1] == texts[2]
    assert json.loads(texts[1])["act"] in "xy"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    assert {line["rung"] for line in lines} == {"schema"}
    assert all(line["body"] == BODY for line in lines)


def test_without_a_schema_the_last_object_shown_is_copied_or_a_listed_choice_played(faulty):
    body = {"messages": [{"role": "user", "content": 'Say {"act": "a"} or {"act": "b"}, not {c}.'}]}
    assert json.loads(faulty.play(body)) == {"act": "b"}
    listed = (
        "- ask PLAYER SUM (fill in the words in capitals: PLAYER is Player 3 or Player 2, "
        "SUM is 10000, 20000 or 30000)"
    )
    form = "Answer with one JSON object with these keys in this order: reason, act."
    body = {"messages": [{"role": "user", "content": f"{listed}\n\n{form}"}]}
    assert json.loads(faulty.play(body)) == {
        "reason": "It seems best.",
        "act": "ask Player 3 10000",
    }


@pytest.mark.parametrize("host", ["93.184.216.34", "api.openai.com", "2001:db8::1"])
def test_a_test_that_reaches_for_another_machine_fails(host):
    with pytest.raises(RuntimeError, match="a test tried to"):
        socket.create_connection((host, 443), timeout=1)


def test_so_does_a_process_that_a_test_starts():
    code = "import socket; socket.create_connection(('93.184.216.34', 443), timeout=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "a test tried to" in done.stderr
