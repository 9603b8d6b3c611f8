from __future__ import annotations

import pytest
import typer

from harness.cli.status import exit_status
from harness.errors import STOPPED, ArenaError


def command_that_raises(error: Exception) -> typer.Typer:
    app = typer.Typer(pretty_exceptions_enable=False)

    @app.command()
    def fail() -> None:
        raise error

    return app


@pytest.fixture(autouse=True)
def _command_line(monkeypatch) -> None:
    monkeypatch.setattr("sys.argv", ["arena"])


def test_a_foreseen_failure_is_its_sentence_and_its_status(capsys):
    assert exit_status(command_that_raises(ArenaError("the disk is full", STOPPED))) == STOPPED
    assert capsys.readouterr().err == "the disk is full\n"


def test_an_exception_of_others_keeps_its_traceback_even_with_a_status():
    strange = ValueError("not ours")
    strange.status = 2  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="not ours"):
        exit_status(command_that_raises(strange))
