"""A figure nobody knows yet: what it is at least and at most."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """From ``low`` to ``high``, both 0 or more."""

    low: float
    high: float

    def __add__(self, other: Span) -> Span:
        return Span(self.low + other.low, self.high + other.high)

    def __mul__(self, factor: Span | float) -> Span:
        by = factor if isinstance(factor, Span) else Span(factor, factor)
        return Span(self.low * by.low, self.high * by.high)

    def at_least(self, other: Span) -> Span:
        """Give the larger of the two, end by end."""
        return Span(max(self.low, other.low), max(self.high, other.high))

    def json(self) -> list[float]:
        """Give both ends."""
        return [self.low, self.high]


NOTHING = Span(0.0, 0.0)


def around(value: float, share: float) -> Span:
    """Give what lies within a share of a value, to both sides."""
    return Span(value * (1 - share), value * (1 + share))


def total(spans: list[Span]) -> Span:
    """Add up."""
    return sum(spans, NOTHING)
