"""Beliefs as a person reads them: beside the panel where somebody stated any, else not at all."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from rich.console import Console

from harness.analysis.klirr.bluff.bayes import Judged
from harness.analysis.klirr.bluff.report import Watched, profiles
from harness.analysis.klirr.claims import Answer, Cluster
from harness.analysis.klirr.luck import Won
from harness.show.klirr import bluff, bluffer, stories

K = 1000


def watched(opportunity: Any, *, stated: bool) -> Watched:
    """Claims of two players, every third a bluff; the asked is right in nine of ten beliefs."""
    made = []
    for n in range(360):
        lie = n % 3 == 0
        belief = (0.9 if lie else 0.1) if n % 10 else 0.5
        made.append(
            opportunity(
                0 if lie else 50 * K,
                50 * K,
                called=lie,
                deal=n % 12,
                p_bluff=belief if stated and n % 4 else None,
            )
        )
    names = ("one", "other")
    won = tuple(Won(name, Cluster(4, n), 5, 500 * K, 0.0) for n in range(12) for name in names)
    return Watched(tuple(made), won, 12)


def drawn(renderable: Any) -> str:
    page = Console(file=StringIO(), width=80, force_terminal=False)
    with page.capture() as text:
        page.print(renderable)
    return " ".join(text.get().split())


def test_beliefs_stand_in_a_table_of_their_own(opportunity: Any) -> None:
    told = watched(opportunity, stated=True)
    text = drawn(bluff.terminal(told, profiles(told)))
    assert "Beliefs stated before answering" in text
    assert "Brier: fewer than 300 (other)" in text


def test_without_a_belief_there_is_no_such_table(opportunity: Any) -> None:
    told = watched(opportunity, stated=False)
    text = drawn(bluff.terminal(told, profiles(told)))
    assert "Brier" not in text
    assert "beliefs" not in json.dumps([one.json() for one in profiles(told)])


def test_one_player_shows_reliability_and_what_asking_did(opportunity: Any) -> None:
    told = watched(opportunity, stated=True)
    other = profiles(told)[1]
    text = drawn(bluffer.terminal(told, "other", other))
    assert "said 90 %: 100 % were (of 84)" in text
    assert "asking" in text
    assert "beliefs" in other.json()


def test_a_story_tells_belief_and_reasons_as_plain_text(opportunity: Any) -> None:
    said = Answer(called=True, source="player", p_bluff=0.25, reason="[red]no\x1b[31m\nway[/red]")
    one = opportunity(0, 80 * K, answer=said, asked="other", reason="big [b]and[/b] bold")
    text = drawn(stories.terminal([Judged(one, 0.5, 1 / 3)]))
    assert "one lost 80,000 to other: a bluff, called" in text
    assert "other believed a bluff 25 %; the Bayes caller 50 %" in text
    assert 'one: "big [b]and[/b] bold"' in text
    assert 'other: "[red]no[31m way[/red]"' in text
