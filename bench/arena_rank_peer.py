"""Times arena-rank on a file of battles; run by bench/ratings.py in an environment of its own.

Its bootstrap is not timed: it forks a process that runs JAX threads, which can hang for ever.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pandas as pd
from arena_rank.models.bradley_terry import BradleyTerry
from arena_rank.utils.data_utils import PairDataset


def rate(frame: pd.DataFrame) -> float:
    start = time.perf_counter()
    data = PairDataset.from_pandas(frame)
    model = BradleyTerry(n_competitors=len(data.competitors))
    results = model.compute_ratings_and_cis(data)
    results["rating_lower"].block_until_ready()
    return time.perf_counter() - start


def main() -> None:
    battles = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    # winner and loser change sides, so that the first name is not always the better one
    rows = [
        (winner, loser, "model_a") if number % 2 else (loser, winner, "model_b")
        for number, (winner, loser) in enumerate(battles)
    ]
    frame = pd.DataFrame(rows, columns=["model_a", "model_b", "winner"])
    times = {
        "arena-rank, sandwich, first time": rate(frame),
        "arena-rank, sandwich, again": rate(frame),
    }
    print(json.dumps(times))


if __name__ == "__main__":
    main()
