"""What is seen while a run plays: it fits the terminal, and elsewhere nothing is said twice."""

from __future__ import annotations

import io

import pytest

from harness.live import BAR, Live
from harness.models.pace import Wait, again


class Terminal(io.StringIO):
    """Takes what is drawn."""

    def isatty(self) -> bool:
        """Say yes."""
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("harness.live.time.monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize("width", [60, 80, 200])
def test_how_far_it_is_can_be_read_whole_at_any_width(
    width: int, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    with Live(1680, 0) as shown:
        for _ in range(1454):
            shown.count()
        clock[0] = 6.0
    assert "1454/1680 matches, 14540 a minute, about 1 s left" in screen.getvalue()
    assert ("━" in screen.getvalue()) == (width >= BAR + 50)


def test_without_a_terminal_the_last_line_is_said_once(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with Live(2, 0) as shown:
        for seconds in (11.0, 22.0):
            clock[0] = seconds
            shown.count()
    said = capsys.readouterr().err.splitlines()
    assert said == ["1/2 matches, 5 a minute, about 11 s left", "2/2 matches, 5 a minute"]


def busy(lane: str, number: int, seconds: float) -> Wait:
    return Wait(lane, f"retrying {lane}, {again(number, 8)}", seconds, "the provider is failing")


def test_what_a_run_waits_for_is_seen_while_it_lasts(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    with Live(9, 0) as shown:
        shown.waits(busy("here:80", 3, 40.0))
        for now, line in ((12.0, "retrying here:80, 3rd of 8, 28 s (the provider"), (41.0, "")):
            clock[0] = now
            screen.truncate(0)
            assert shown._screen
            shown._screen.refresh()
            assert line in screen.getvalue()
            assert ("retrying" in screen.getvalue()) == bool(line)


def test_without_a_terminal_a_lane_that_waits_is_named_now_and_then(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with Live(9, 0) as shown:
        for now in range(0, 22, 2):
            clock[0] = float(now)
            shown.waits(busy("here", 2 + now // 2, 2.0))
            shown.waits(busy("there", 1, 5.0))
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "retrying here, 2nd of 8, 2 s (the provider is failing)",
        "retrying there, 1st of 8, 5 s (the provider is failing)",
        "retrying here, 7th of 8, 2 s (the provider is failing)",
        "retrying there, 1st of 8, 5 s (the provider is failing)",
        "retrying here, 12th of 8, 2 s (the provider is failing)",
        "retrying there, 1st of 8, 5 s (the provider is failing)",
    ]
