"""How the time to read a hostile reply grows with its length: twice as long over once, processor.

About 2 is linear. Prints Markdown.
"""

from __future__ import annotations

import time
from statistics import median

from prompts.form import Form
from prompts.reading import read
from prompts.reply import Reply

TIMES = 5
FORM = Form({"pay": "pay"}, is_act=lambda _: False)
PAID = '{"reason": "so", "act": "pay"}'
PIECES = {
    "marks of thoughts": ("<think>", 15_000),
    "a name without end": ("a", 100_000),
    "attributes": ("<a ", 30_000),
    "fences in a line": ("``` ", 25_000),
    "fences that are not closed": ("```x\n", 20_000),
    "objects in a line": (f"{PAID} ", 3_000),
    "objects on lines": (f"{PAID}\n", 3_000),
    "objects in fences": (f"```\n{PAID}\n```\n", 2_500),
    "blanks": (" ", 100_000),
    "carriage returns": ("\r", 100_000),
    "quotes and blanks": ('" ', 50_000),
    "unknown elements": ("<a><b></a>", 10_000),
}


def seconds(text: str) -> float:
    began = time.process_time()
    read(Reply(f"<{text}x\nx {PAID}", finish="stop"), FORM)
    return time.process_time() - began


def main() -> None:
    print("| a reply of | kB | s | twice as long |\n|---|---:|---:|---:|")
    for name, (piece, times) in PIECES.items():
        once, twice = piece * times, piece * 2 * times
        rounds = [(seconds(once), seconds(twice)) for _ in range(TIMES)]
        first, second = (median(each) for each in zip(*rounds, strict=True))
        print(f"| {name} | {len(once) // 1000} | {first:.3f} | {second / first:.1f} x |")


if __name__ == "__main__":
    main()
