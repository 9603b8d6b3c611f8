"""How long `arena --help` takes beside `python -c "import typer, rich"`, in turn, by the medians.

Run it with the Python of the environment Arena is installed in. Prints Markdown.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

TIMES = 21
COMMANDS = {
    'python -c "import typer, rich"': [sys.executable, "-c", "import typer, rich"],
    "arena --help": [str(Path(sys.executable).with_name("arena")), "--help"],
}


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    for command in COMMANDS.values():  # the first start compiles
        seconds(command)
    rounds = [{name: seconds(command) for name, command in COMMANDS.items()} for _ in range(TIMES)]
    medians = {name: median(times[name] for times in rounds) for name in COMMANDS}
    least, ours = medians.values()
    print("| start | milliseconds |\n|---|---:|")
    for name, taken in medians.items():
        print(f"| `{name}` | {taken * 1000:.0f} |")
    print(f"\nRatio {ours / least:.2f}; goal ≤ 1.5.")


if __name__ == "__main__":
    main()
