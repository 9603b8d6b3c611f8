"""A person takes a seat: types numbers, may ask for the rules, stops and goes on."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (
    sys.executable,
    "-c",
    "from harness.cli.main import main; main()",
    "play",
    "zero-to-hero",
)
AGAINST = ("--vs", "low", "--vs", "random")


def typed(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Play with what a person types; then the input ends."""
    return subprocess.run(
        [*COMMAND, *AGAINST], cwd=folder, input=text, capture_output=True, text=True, check=False
    )


def test_a_match_can_be_left_gone_on_with_and_ended(tmp_path: Path) -> None:
    left = typed(tmp_path, "1\n")
    assert left.returncode == 3
    assert "Now trick 1 of 7" in left.stderr
    ended = typed(tmp_path, "1\n" * 60)
    assert ended.returncode == 0
    assert ended.stderr.split("Now trick ")[1].startswith("2 of 7")
    assert sum("you: " in line for line in ended.stderr.splitlines()[-3:]) == 1


def test_rules_shows_the_rules_and_nonsense_what_can_be_typed(tmp_path: Path) -> None:
    said = typed(tmp_path, "rules\nzero\n99\n").stderr
    assert "\nWinning\n" in said
    assert said.count("that is not one of the choices; type its number") == 2
