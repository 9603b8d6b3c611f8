"""How the bank was made: ``python tests/harness/drill/generate.py > harness/drill/bank-1.jsonl``.

Bots of known habits play matches; each gives at most one position, the first that shows as much
past as was drawn for it beforehand, and is then left. So whatever decides that a position is taken
is in plain view of whoever acts there, never the card an answer is about: a request of a habit is
a bluff exactly as often as that habit bluffs there. The strata, each filled in turn:

- answers: by the habit that asks; within it by the sum, the equilibrium's bluff rate and whether
  cash is short; three to five of its claims are shown, more are preferred
- claims: two with a worthless card to one with a dollar card; within that by the card's value,
  the equilibrium's bluff rate and whether cash is short; two answers of every other seat are shown

Everything is drawn from seeded streams and computed in plain Python, so that the same file comes
out anywhere.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from itertools import cycle, islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.game import CHANCE, Turn
from engine.klirr import GAME
from engine.klirr.cards import face_value
from harness.bots import find_bot
from harness.drill.bank import LETTERS, NEWEST, SEATS, History, Kind
from harness.equilibrium import closed
from harness.equilibrium.table import unseen_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.game import Seat
    from engine.klirr.cards import Card
    from engine.klirr.position import State
    from engine.klirr.view import View

BALANCED: Final = ("counter", "always-pay", "always-call", "call-big", "call-q:0.3")
"""They differ as callers and claim alike."""
CLAIMERS: Final = ("honest", "bluff-q:0.3", "bluffer", "bluff-max", "impossible", "balanced")
BOTS: Final = (*CLAIMERS[:-1], *BALANCED)

MATCHES: Final = 4500
CLAIMS: Final = 120
ANSWERS: Final = 240
SHOWN_CLAIMS: Final = (3, 4, 5)
RARE: Final = ("honest", "bluff-q:0.3")
"""They pass with most worthless cards, and so ask less."""
SHOWN_ANSWERS: Final = 2
CARDS: Final = ("forced", "forced", "optional")

SWITCHES: Final = ("dollar_values", "bluff_cap", "ask_target", "turn_after_klirr", "max_rounds")
"""Those that there were; newer ones have their default."""

Stratum = tuple[object, ...]


class Wanted(NamedTuple):
    """What a match between these bots is played for: a kind of position, of a group.

    ``shown``: so many claims of the ``asker``, or answers of each other seat, are to be in view.
    """

    kind: Kind
    group: str
    shown: int
    habits: tuple[str, ...]
    asker: Seat = 0


class Candidate(NamedTuple):
    """A position that may be taken; ``shown``: how many claims or answers of the past matter."""

    history: History
    group: str
    stratum: Stratum
    shown: int


def text(number: int = NEWEST) -> str:
    """Give the whole file of a bank."""
    rules = GAME.rules({})
    played = [_candidate(number, match, rules) for match in range(MATCHES)]
    found = [candidate for candidate in played if candidate]
    claims = _taken([c for c in found if c.history.kind == "claim"], CARDS)
    answers = _taken([c for c in found if c.history.kind == "answer"], CLAIMERS)
    head = json.dumps({"bank": number, "rules": {name: rules[name] for name in SWITCHES}})
    chosen = _interleaved(claims, answers)
    return "\n".join([head, *(written(candidate.history) for candidate in chosen), ""])


def _interleaved(claims: Iterator[Candidate], answers: Iterator[Candidate]) -> Iterator[Candidate]:
    """Put a claim before every two answers."""
    for _ in range(CLAIMS):
        yield next(claims)
        for _ in range(ANSWERS // CLAIMS):
            yield next(answers)


def _taken(found: Iterable[Candidate], groups: Iterable[str]) -> Iterator[Candidate]:
    """Take from the groups in turn, and in each from its strata in turn, what shows most past."""
    strata: dict[str, dict[Stratum, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for candidate in sorted(found, key=lambda c: c.shown):
        strata[candidate.group][candidate.stratum].append(candidate)
    turns = {group: cycle(sorted(each)) for group, each in strata.items()}
    for group in cycle(groups):
        for stratum in islice(turns[group], len(strata[group])):
            if strata[group][stratum]:
                yield strata[group][stratum].pop()
                break
        else:
            raise ValueError(f"too few matches: no position of group {group} is left")


def _candidate(number: int, match: int, rules: dict[str, Any]) -> Candidate | None:
    """Play one match until it shows what is wanted of it."""
    wanted = _wanted(match, Random(f"drill/{number}/{match}"))
    bots = [find_bot(GAME.id, name) for name in wanted.habits]
    state: Any = GAME.start(SEATS, rules)
    deals: list[str] = []
    acts: list[str] = []
    while state.actors and len(state.round.players) == SEATS:
        seat, stream = state.actors[0], Random(f"drill/{number}/{match}/{len(deals)}/{len(acts)}")
        legal = state.legal(seat)
        if seat == CHANCE:
            act = state.draw(stream)
            deals.append(code(act.json()))
        elif len(legal) == 1:
            act = legal[0]
        else:
            if stratum := _stratum(state, wanted):
                history = History(wanted.kind, wanted.habits, tuple(deals), tuple(acts))
                return Candidate(history, wanted.group, stratum, wanted.shown)
            act = bots[seat](Turn(seat, state.view(seat), legal), stream)
            acts.append(str(act))
        state = state.apply(seat, act)
    return None


def _wanted(match: int, random: Random) -> Wanted:
    """Draw what a match is played for and who plays it."""
    if match % 3 == 0:
        habits = random.sample(BOTS, SEATS)
        return Wanted("claim", random.choice(CARDS), SHOWN_ANSWERS, tuple(habits))
    group, asker = random.choice(CLAIMERS + RARE), random.randrange(SEATS)
    bot = random.choice(BALANCED) if group == "balanced" else group
    habits = random.sample([name for name in BOTS if name != bot], SEATS - 1)
    habits.insert(asker, bot)
    return Wanted("answer", group, random.choice(SHOWN_CLAIMS), tuple(habits), asker)


def _stratum(state: State, wanted: Wanted) -> Stratum | None:
    """Give the stratum of a position; None if it is not what is wanted."""
    if wanted.kind == "answer":
        return _answer(state, wanted) if state.phase == "answer" else None
    return _claim(state, wanted) if state.phase == "ask" else None


def _answer(state: State, wanted: Wanted) -> Stratum | None:
    view = state.view(state.actors[0])
    shown = sum(claim.taker == wanted.asker for claim in view.claims)
    if view.taker != wanted.asker or view.sum is None or shown < wanted.shown:
        return None
    return _third(view.sum), _rate(view), _short(view, (view.seat,), wanted.asker)


def _claim(state: State, wanted: Wanted) -> Stratum | None:
    view = state.view(state.actors[0])
    answers = Counter(claim.asked for claim in view.claims)
    shown = min(answers[seat] for seat in range(SEATS) if seat != view.seat)
    worth = face_value(view.card)
    if shown < wanted.shown or (wanted.group == "optional") != (worth > 0):
        return None
    return _third(worth), _rate(view), _short(view, view.askable, view.seat)


def _third(dollars: int) -> int:
    """Part sums and values: 0 none, 1 to 30,000, 2 to 60,000, 3 above."""
    return sum(dollars > bound for bound in (0, 30_000, 60_000))


def _rate(view: View) -> int:
    """Part equilibrium bluff rates: 0 below 0.7, 1 below 1, 2 every worthless card bluffs."""
    rate = closed.solve(unseen_at(view)).bluff_rate
    return sum(rate >= bound for bound in (0.7, 1.0))


def _short(view: View, asked: Iterable[int], taker: int) -> bool:
    """Say whether somebody's cash limits what can be at stake in a request here."""
    most = view.sum or 100_000
    return view.cash[taker] < most or any(view.cash[seat] < 2 * most for seat in asked)


def written(history: History) -> str:
    """Write one line of a bank, the inverse of ``read``."""
    return json.dumps({**history._asdict(), "acts": ", ".join(history.acts)})


def code(dealt: Mapping[str, Any]) -> str:
    """Give the code of a deal, the inverse of ``deal``."""
    inner = dealt["deal"]
    return f"{inner['dealer']} " + "".join(LETTERS[card] for card in _in_order(inner))


def _in_order(dealt: Mapping[str, Any]) -> Iterator[Card]:
    for row in dealt["rows"]:
        yield from row
    yield from dealt["aside"]


if __name__ == "__main__":
    sys.stdout.write(text())
