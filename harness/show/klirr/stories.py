"""Claims told one by one: what was held, asked, believed, answered, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from harness.analysis.klirr.bluff.claimer import won
from prompts.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from harness.analysis.klirr.bluff.bayes import Judged
    from harness.analysis.klirr.claims import Chance

LONGEST: Final = 500
"""Characters of a reason that are shown."""


def terminal(stories: Sequence[Judged]) -> RenderableType:
    """Tell the claims, a paragraph each."""
    if not stories:
        return Text("Nobody has answered a request in the finished matches yet.")
    parts: list[RenderableType] = []
    for number, judged in enumerate(stories, 1):
        chance = judged.chance
        parts.append(Text(f"{number}. {_headline(chance)}", style="bold"))
        parts += [Padding(Text(line), (0, 0, 0, 3)) for line in _lines(judged)]
        parts.append(Text(""))
    words = (
        "Bayes caller: somebody who counts the unseen cards and knows this claimer's record so far."
    )
    return Group(*parts, Text(words, style="dim"))


def as_json(judged: Judged) -> dict[str, Any]:
    """Give one claim as JSON; ``moved``: dollars the taker won, negative where it lost them."""
    chance = judged.chance
    answer = chance.answer
    assert answer is not None, "only answered requests are judged"  # noqa: S101
    return {
        "match": chance.match,
        "move": chance.move,
        "taker": chance.taker,
        "card": chance.card,
        "asked": chance.asked,
        "sum": chance.sum,
        "source": chance.source,
        "bluff": chance.bluff,
        "answer": "call" if chance.called else "pay",
        "moved": won(chance),
        "cash": {"taker": chance.taker_cash, "asked": chance.asked_cash},
        "p_bluff": answer.p_bluff,
        "bayes": judged.bluff,
        "cards": judged.prior,
        "threshold": chance.stakes.threshold,
        "reasons": {"taker": chance.reason, "asked": answer.reason},
    }


def _headline(chance: Chance) -> str:
    """Say who took what from whom: "bluff-max won 100,000 from honest with a bluff, paid"."""
    amount = won(chance)
    kind = "a bluff" if chance.bluff else "the truth"
    result = f"won {amount:,.0f} from" if amount >= 0 else f"lost {-amount:,.0f} to"
    answer = "called" if chance.called else "paid"
    return f"{chance.taker} {result} {chance.asked}: {kind}, {answer}"


def _lines(judged: Judged) -> Iterator[str]:
    chance = judged.chance
    held = f"{chance.card:,} dollars" if chance.card else "a worthless card"
    yield (
        f"{chance.match}, move {chance.move}: {chance.taker} held {held} and asked"
        f" {chance.asked} for {chance.sum:,}; cash {chance.taker_cash:,} and"
        f" {chance.asked_cash:,}."
    )
    if not chance.own:
        yield f"The engine asked for it: {chance.taker} had failed."
    answer = chance.answer
    stated = answer.p_bluff if answer else None
    belief = "" if stated is None else f"{chance.asked} believed a bluff {_percent(stated)}; the "
    yield (
        f"{belief or 'The '}Bayes caller {_percent(judged.bluff)}, the unseen cards alone"
        f" {_percent(judged.prior)}; calling pays above {_percent(chance.stakes.threshold)}."
    )
    for name, reason in (
        (chance.taker, chance.reason),
        (str(chance.asked), answer.reason if answer else None),
    ):
        if reason and (words := " ".join(clean(reason, LONGEST).split())):
            yield f'{name}: "{words}"'


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"
