"""Claims told one by one: what was held, asked, believed, answered, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from harness.analysis.klirr.bluff.claimer import won
from prompts.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from harness.analysis.klirr.bluff.bayes import Judged
    from harness.analysis.klirr.claims import Opportunity

LONGEST: Final = 500
"""Characters of a reason that are shown."""


def terminal(stories: Sequence[Judged]) -> RenderableType:
    """Tell the claims, a paragraph each."""
    if not stories:
        return Text("Nobody has answered a request in the finished matches yet.")
    parts: list[RenderableType] = []
    for number, judged in enumerate(stories, 1):
        claim = judged.opportunity
        parts.append(Text(f"{number}. {_headline(claim)}", style="bold"))
        parts += [Padding(Text(line), (0, 0, 0, 3)) for line in _lines(judged)]
        parts.append(Text(""))
    words = (
        "Bayes caller: somebody who counts the unseen cards and knows this claimer's record so far."
    )
    return Group(*parts, Text(words, style="dim"))


def as_json(judged: Judged) -> dict[str, Any]:
    """Give one claim as JSON; ``moved``: dollars the taker won, negative where it lost them."""
    claim = judged.opportunity
    answer = claim.answer
    assert answer is not None, "only answered requests are judged"  # noqa: S101
    return {
        "match": claim.match,
        "move": claim.move,
        "taker": claim.taker,
        "card": claim.card,
        "asked": claim.asked,
        "sum": claim.sum,
        "source": claim.source,
        "bluff": claim.bluff,
        "answer": "call" if claim.called else "pay",
        "moved": won(claim),
        "cash": {"taker": claim.taker_cash, "asked": claim.asked_cash},
        "p_bluff": answer.p_bluff,
        "bayes": judged.bluff,
        "cards": judged.prior,
        "threshold": claim.stakes.threshold,
        "reasons": {"taker": claim.reason, "asked": answer.reason},
    }


def _headline(claim: Opportunity) -> str:
    """Say who took what from whom: "bluff-max won 100,000 from honest with a bluff, paid"."""
    amount = won(claim)
    kind = "a bluff" if claim.bluff else "the truth"
    result = f"won {amount:,.0f} from" if amount >= 0 else f"lost {-amount:,.0f} to"
    answer = "called" if claim.called else "paid"
    return f"{claim.taker} {result} {claim.asked}: {kind}, {answer}"


def _lines(judged: Judged) -> Iterator[str]:
    claim = judged.opportunity
    held = f"{claim.card:,} dollars" if claim.card else "a worthless card"
    yield (
        f"{claim.match}, move {claim.move}: {claim.taker} held {held} and asked"
        f" {claim.asked} for {claim.sum:,}; cash {claim.taker_cash:,} and"
        f" {claim.asked_cash:,}."
    )
    if not claim.own:
        yield f"The engine asked for it: {claim.taker} had failed."
    answer = claim.answer
    stated = answer.p_bluff if answer else None
    belief = "" if stated is None else f"{claim.asked} believed a bluff {_percent(stated)}; the "
    yield (
        f"{belief or 'The '}Bayes caller {_percent(judged.bluff)}, the unseen cards alone"
        f" {_percent(judged.prior)}; calling pays above {_percent(claim.stakes.threshold)}."
    )
    for name, reason in (
        (claim.taker, claim.reason),
        (str(claim.asked), answer.reason if answer else None),
    ):
        if reason and (words := clean_line(reason, LONGEST)):
            yield f'{name}: "{words}"'


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"
