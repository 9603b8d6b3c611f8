"""What is seen while a run plays: it fits the terminal, and elsewhere nothing is said twice."""

from __future__ import annotations

import io

import pytest

from harness.live import BAR, Live


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
