"""What the drill found, player by player: three small tables, 80 columns.

All data goes in as plain text, never as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from harness.show.figures import DASH, count, dollars
from harness.show.klirr.bluff_words import BELIEFS
from harness.show.klirr.panels import Column, Part, laid_out, left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from harness.analysis.klirr.drill.figures import Drilling

NOTHING: Final = "Nobody has met a position of the drill yet; play it with: arena drill CONFIG"


PARTS: Final = (
    Part(
        "Claims",
        "bluffs in 100 worthless and in 100 dollar cards; too often: worthless cards bluffed above"
        " the equilibrium's share; impossible: of 100 bluffs, at a sum of which every card lies"
        " open; lost: thousands a claim, below the best one against those who sit there",
        (
            Column("worthless", "%", "forced_bluff_rate"),
            Column("dollar", "%", "optional_bluff_rate"),
            Column("too often", "%", "frequency_error"),
            Column("impossible", "%", "impossible"),
            Column("lost", "k", "lost"),
        ),
    ),
    Part(
        "What a worthless card earns, in thousands",
        "in expectation: from those who sit there, and if all of them were of one habit",
        (
            Column("sitting", "k", "chips: table"),
            Column("balanced", "k", "chips: equilibrium"),
            Column("payers", "k", "chips: always-pay"),
            Column("callers", "k", "chips: always-call"),
        ),
    ),
    Part(
        "Answers",
        "calls of 100 lies and of 100 truths; d': how well the two are told apart, 0 is blind;"
        " loses: thousands an answer, to who reads the asker's past; sure: calls of what cannot"
        " be true or is free to call",
        (
            Column("lies", "%", "hits"),
            Column("truths", "%", "false_alarms"),
            Column("d'", "", "d_prime"),
            Column("loses", "k", "regret"),
            Column("sure", "%", "sure_calls"),
        ),
    ),
    Part(
        "Beliefs stated before answering",
        "against: of 100 answers, those that contradict its own belief; cost: what they gave away"
        " by it, in thousands; asking: calls in 100 where it was asked for its belief above those"
        " where it was not",
        tuple(Column(words.label, words.unit, name) for name, words in BELIEFS.items()),
    ),
)


def terminal(found: Sequence[Drilling]) -> RenderableType:
    """Show everybody who met a position, in the order given."""
    if not found:
        return Text(NOTHING)
    parts = laid_out(PARTS, found, gap=1)
    notes = [Text(line, style="dim") for line in _notes(found)]
    return Group(Text(_title(found), style="bold"), *parts, Text(""), *notes)


def _title(found: Sequence[Drilling]) -> str:
    most = max(one.met for one in found)
    return f"drill, bank {found[0].bank}: {count(most, 'position')}, the same for everybody"


def _notes(found: Sequence[Drilling]) -> Iterator[str]:
    """Say what holds for all tables."""
    yield "±: 95 % interval over positions, its wider side. n: what a figure rests on."
    figures = [column.read(one) for part in PARTS for column in part.columns for one in found]
    reasons = sorted({figure.withheld for figure in figures if figure and figure.withheld})
    if reasons:
        yield f"{DASH}: withheld ({'; '.join(reasons)})."
    yield from left_out(sum(one.claims.fallbacks + one.answers.fallbacks for one in found))
    asked = ", ".join(map(_used, filter(_bought, found)))
    if asked:
        yield f"Used: {asked}. It counts for max_cost, and not in the costs of the leaderboard."


def _bought(one: Drilling) -> bool:
    """Say whether somebody was paid, or might have been."""
    return one.used.usage.cost != 0 or any(one.used.usage.tokens)


def _used(one: Drilling) -> str:
    """Write what a player's decisions took: "gpt 360 answers, 512,000 tokens, $0.31"."""
    tokens = one.used.usage.tokens.inp + one.used.usage.tokens.out
    asked = count(one.used.asked, "answer")
    return f"{one.player} {asked}, {count(tokens, 'token')}, {dollars(one.used.usage.cost)}"
