"""Every figure of the bluff panel in plain words, and how it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from harness.show.figures import DASH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.analysis.figure import Figure

Unit = Literal["%", "k", ""]
"""Percent, thousands of dollars, or a plain number."""

SCALE: Final[Mapping[Unit, tuple[float, int]]] = {"%": (100, 0), "k": (1, 1), "": (1, 2)}
"""What a figure is multiplied by, and how many decimals are written."""


class Words(NamedTuple):
    """A figure's name for a person, its unit, and what it says."""

    label: str
    unit: Unit
    sentence: str


CLAIMER: Final[Mapping[str, Words]] = {
    "exploitability": Words(
        "gives away",
        "k",
        "what its claims give away, a chance, to somebody who knows its habits; 0 is perfect",
    ),
    "forced_bluff_rate": Words(
        "bluffs worthless", "%", "with a worthless card it asks for money instead of passing"
    ),
    "optional_bluff_rate": Words(
        "bluffs dollars", "%", "with a dollar card it asks for another sum than the card's"
    ),
    "frequency_error": Words(
        "too often", "%", "worthless cards bluffed above the equilibrium's share; below 0: too few"
    ),
    "deck_tracking": Words(
        "follows deck", "", "1: bluffs as the unseen cards advise; 0: takes no notice of them"
    ),
    "success": Words("believed", "%", "of its bluffs are paid"),
    "honest_call_rate": Words("doubted", "%", "of its honest requests are called"),
    "size_tell": Words(
        "tell", "", "how much sum and target give its bluffs away; 0: nothing, .5: everything"
    ),
    "impossible": Words(
        "impossible", "%", "of its bluffs name a value of which no card is unseen; should be 0"
    ),
    "chips_per_forced_chance": Words(
        "earns worthless", "k", "what it wins with a worthless card, a pass counted as 0"
    ),
    "optional_bluff_gain_low": Words(
        "over truth, low", "k", "what bluffing with a dollar card won over the truth, if called"
    ),
    "optional_bluff_gain_high": Words(
        "over truth, high", "k", "the same, if the truth would have been paid"
    ),
    "readable": Words(
        "readable", "", "how much easier its bluffs are told than the mean player's, in units of d'"
    ),
}
"""By name in the JSON: what a player does as the taker."""

CALLER: Final[Mapping[str, Words]] = {
    "regret": Words(
        "loses", "k", "what its answers lose, each, against a counter of cards and habits"
    ),
    "hits": Words("calls lies", "%", "of the bluffs put to it are called"),
    "false_alarms": Words("calls truths", "%", "of the honest requests put to it are called"),
    "d_prime": Words(
        "d'", "", "how well it tells bluffs from truths; 0: not at all, 1: fairly, 2: well"
    ),
    "criterion": Words(
        "slow to call", "", "0: even-handed; above 0: trusting; below 0: suspicious"
    ),
    "d_prime_within": Words(
        "d' beyond cards", "", "d' among requests that the unseen cards make about equally likely"
    ),
    "sure_calls": Words(
        "sure calls", "%", "called of what cannot be true, or is free to call; should be 100"
    ),
    "sharp": Words(
        "sharp", "", "how much better it tells bluffs than the mean player, in units of d'"
    ),
}
"""By name in the JSON: what a player does when asked."""

WINNINGS: Final[Mapping[str, Words]] = {
    "won": Words("won", "k", "what it wins a round, all in all"),
    "luck_adjusted": Words(
        "luck taken out", "k", "the same, less the luck of the cards it drew: as a mean, the same"
    ),
}

BELIEFS: Final[Mapping[str, Words]] = {
    "brier": Words(
        "Brier", "", "mean squared error of its beliefs; 0 is best, always 50 % has .25"
    ),
    "skill": Words(
        "skill", "", "1: knows; 0: no better than the unseen cards alone; below 0: worse"
    ),
    "against": Words("against", "%", "of its answers contradict its own belief"),
    "cost": Words("cost", "k", "what that gives away, an answer, by its own belief"),
    "asking": Words(
        "asking", "%", "calls where it was asked for its belief above those where it was not"
    ),
}


def written(value: float, unit: Unit) -> str:
    """Write a figure or an end of its interval, without its unit."""
    scale, places = SCALE[unit]
    return f"{round(scale * value, places) + 0.0:.{places}f}"


def interval(figure: Figure, unit: Unit) -> str:
    """Write the 95 % interval: "12 to 31", a dash where there is none."""
    if figure.low is None or figure.high is None:
        return DASH
    return f"{written(figure.low, unit)} to {written(figure.high, unit)}"


def brief(figure: Figure, unit: Unit) -> str:
    """Write figure and interval in short: "23 ±8", the wider side; a dash where it is withheld."""
    if figure.value is None or figure.withheld:
        return DASH
    shown = written(figure.value, unit)
    if figure.low is None or figure.high is None:
        return shown
    half = max(figure.value - figure.low, figure.high - figure.value)
    return f"{shown} ±{written(half, unit)}"
