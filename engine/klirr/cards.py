"""The 45 cards, and what one turns out to be worth."""

from __future__ import annotations

from typing import Final, Literal

Special = Literal["klirr", "jackpot", "klart"]
Card = int | Special
"""A card as it stands in a record: dollars, or one of three words."""

Row = tuple[Card, ...]
Face = Card | None
"""A card as it lies: its front, or None while it is down."""

Shown = tuple[tuple[Face, ...], ...]
"""The rows as they lie, by seat."""

KLIRR: Final = "klirr"
JACKPOT: Final = "jackpot"
KLART: Final = "klart"

SPECIALS: Final[Row] = (KLIRR,) * 10 + (JACKPOT,) * 4 + (KLART,) * 5
JACKPOT_PAYS: Final = 200_000
STEP: Final = 10_000
"""All money is a multiple of this."""
HIGHEST_BLUFF: Final = 100_000

INVENTED_VALUES: Final = tuple(
    STEP * step
    for step, count in enumerate((4, 4, 4, 3, 3, 2, 2, 2, 1, 1), start=1)
    for _ in range(count)
)
"""26 dollar cards. The rulebook does not print their values: these are our invention."""


def cards_each(players: int) -> int:
    """Give how many cards each of so many players gets (ruling 3)."""
    return {5: 9, 6: 7}.get(players, 11)


def is_worthless(card: Card) -> bool:
    """Tell whether a taken card leaves only a bluff or a pass (ruling 10)."""
    return card == KLIRR or card == KLART  # noqa: PLR1714 - on the hot path


def face_value(card: Face) -> int:
    """Give the dollars on a card's front, 0 for any other card: what it is honest to ask for."""
    return card if isinstance(card, int) else 0


def from_bank(card: Card) -> int:
    """Give what the bank pays at once for a card turned from one's own row (ruling 5)."""
    if isinstance(card, int):
        return card
    return JACKPOT_PAYS if card == JACKPOT else 0
