"""The example that is kept in results/ is what the program makes today."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "results" / "example"


def test_the_example_is_remade_byte_for_byte(arena):
    assert arena("run", EXAMPLE / "example.yaml").returncode == 0
    assert arena.exported("example") == (EXAMPLE / "export.jsonl").read_text()
    assert arena("leaderboard", "example").stdout == (EXAMPLE / "leaderboard.txt").read_text()
    assert arena("verify", "example").returncode == 0
