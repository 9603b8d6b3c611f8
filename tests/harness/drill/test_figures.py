"""Planted habits come back exactly; what an act is worth is what the rules and the habit say."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.klirr.acts import CALL, PASS, PAY, Act, Ask
from harness.analysis.klirr.drill.figures import drilling
from harness.analysis.klirr.drill.habits import YARDSTICKS
from harness.analysis.klirr.drill.met import (
    Met,
    best_gain,
    gain,
    judged,
    judged_by_habit,
    shown,
)
from harness.drill.bank import load
from harness.record import sum_up

K = 1000
BANK = load()
NOTHING = sum_up([])


def met(exercise, act, source="player"):
    state = exercise.state
    card, seen = state.taken, state.view(exercise.seat)
    return Met(exercise.id, exercise.number, exercise.habits, seen, card, act, source)


def everywhere(kind, choose, source="player"):
    """What somebody does who chooses by the exercise."""
    found = [one for one in BANK.exercises if one.kind == kind]
    return [met(one, choose(one), source) for one in found]


def rich_claim(*, forced):
    """A claim where nobody can run short."""
    for one in everywhere("claim", lambda _: PASS):
        if (one.worth == 0) == forced and min(one.view.cash) >= 200 * K:
            return one
    raise AssertionError


def value(figures, name):
    return figures["figures"][name]["value"]


def test_the_counts_are_the_banks(found):
    for one in found.values():
        assert one["forced"]["chances"] == 80
        assert one["optional"]["chances"] == 40
        assert one["answers"]["to_bluffs"] + one["answers"]["to_honest"] == 240
        assert one["fallbacks"] == {"claims": 0, "answers": 0}
        assert one["bank"] == BANK.number


@pytest.mark.parametrize(("player", "calls"), [("payer", 0), ("honest", 0), ("caller", 1)])
def test_who_always_pays_or_calls_tells_nothing_apart(found, player, calls):
    one = found[player]
    assert one["d_prime"] == pytest.approx(0, abs=1e-12)
    for name in ("hits", "false_alarms", "sure_calls"):
        assert value(one, name) == calls
    assert {figure["value"] for figure in one["call_rate_by_habit"].values()} == {calls}


def test_the_honest_never_bluff_and_win_nothing_with_a_worthless_card(found):
    one = found["honest"]
    assert value(one, "forced_bluff_rate") == value(one, "optional_bluff_rate") == 0
    assert {figure["value"] for figure in one["chips_per_forced_chance"].values()} == {0}


def test_the_boldest_bluffs_always_and_is_paid_what_the_payers_hold(found):
    one, chips = found["bold"], found["bold"]["chips_per_forced_chance"]
    assert value(one, "forced_bluff_rate") == 1
    assert chips["always-pay"]["value"] > 90
    assert -100 <= chips["always-call"]["value"] < -95
    assert chips["call-big"]["value"] == chips["always-call"]["value"]
    assert chips["equilibrium"]["value"] < -20


def test_impossible_claims_are_all_the_blind_makes(found):
    assert value(found["blind"], "impossible") == 1
    assert value(found["balanced"], "impossible") == 0
    assert value(found["payer"], "impossible") == 0


def test_the_balanced_bluff_as_often_as_is_due(found):
    figure = found["balanced"]["figures"]["frequency_error"]
    assert figure["low"] <= 0 <= figure["high"]
    assert found["bold"]["figures"]["frequency_error"]["low"] > 0
    assert found["honest"]["figures"]["frequency_error"]["high"] < 0


def test_nobody_gains_by_bluffing_against_the_equilibrium_but_what_is_due(found):
    """Every sensible claimer earns about the same from it; nobody earns more."""
    due = found["balanced"]["chips_per_forced_chance"]["equilibrium"]["value"]
    for one in found.values():
        assert one["chips_per_forced_chance"]["equilibrium"]["value"] <= due + 1.0


def test_who_reads_the_past_loses_least_on_both_sides(found):
    others = [one for name, one in found.items() if name != "reader"]
    for name in ("lost", "regret"):
        assert value(found["reader"], name) < min(value(one, name) for one in others)
    assert value(found["reader"], "d_prime") > 1


def test_the_best_claim_loses_nothing():
    def best(exercise) -> Act:
        one = met(exercise, PASS)
        legal = exercise.state.legal(exercise.seat)
        return max(legal, key=lambda act: gain(one, None, act))

    found = drilling("best", 1, everywhere("claim", best), [], NOTHING)
    assert found.claims.lost.value == pytest.approx(0)
    assert found.claims.lost.n == 120


@pytest.mark.parametrize(
    ("judge", "figure"), [(judged, "regret"), (judged_by_habit, "regret_known")]
)
def test_the_better_answer_loses_nothing_and_the_other_what_lies_between(judge, figure):
    def edge(exercise) -> float:
        one = judge("x", met(exercise, PAY))
        return one.opportunity.stakes.edge(one.bluff)

    best = drilling(
        "x", 1, [], everywhere("answer", lambda e: CALL if edge(e) > 0 else PAY), NOTHING
    )
    worst = drilling(
        "x", 1, [], everywhere("answer", lambda e: PAY if edge(e) > 0 else CALL), NOTHING
    )
    edges = [abs(edge(e)) / K for e in BANK.exercises if e.kind == "answer"]
    assert best.figures()[figure].value == 0
    assert worst.figures()[figure].value == pytest.approx(sum(edges) / len(edges))


def test_a_claim_is_worth_what_rules_and_habit_say():
    claim = rich_claim(forced=False)
    seat, own = claim.view.askable[0], claim.worth
    other = 100 * K if own != 100 * K else 90 * K
    assert gain(claim, "always-pay", Ask(seat, own)) == own
    assert gain(claim, "always-call", Ask(seat, own)) == 2 * own
    assert gain(claim, "call-q:0.3", Ask(seat, own)) == pytest.approx(1.3 * own)
    assert gain(claim, "always-pay", Ask(seat, other)) == other
    assert gain(claim, "always-call", Ask(seat, other)) == -other
    assert gain(claim, "call-q:0.3", Ask(seat, other)) == pytest.approx(0.4 * other)
    assert gain(claim, "call-big", Ask(seat, 40 * K)) > 0
    assert best_gain(claim) >= max(gain(claim, None, Ask(s, own)) for s in claim.view.askable)


def test_short_purses_limit_what_a_claim_can_win_and_lose():
    claim = rich_claim(forced=True)
    seat = claim.view.askable[0]
    cash = [200 * K] * 4
    cash[seat], cash[claim.view.seat] = 30 * K, 20 * K
    poor = replace(claim, view=claim.view._replace(cash=tuple(cash)))
    assert gain(poor, "always-pay", Ask(seat, 100 * K)) == 30 * K
    assert gain(poor, "always-call", Ask(seat, 100 * K)) == -20 * K
    assert gain(poor, None, PASS) == 0
    assert gain(poor, "counter", Ask(seat, 100 * K)) == -20 * K


def test_a_past_of_bluffs_raises_the_chance_of_another_and_honesty_lowers_it():
    shifts = {"honest": [], "bluff-max": []}
    for one in everywhere("answer", lambda _: PAY):
        habit = one.habits[one.view.taker]
        if habit in shifts and judged("x", one).opportunity.possible:
            told = judged("x", one)
            shifts[habit].append(told.bluff - told.prior)
    assert max(shifts["honest"]) <= 0 <= min(shifts["bluff-max"])
    assert sum(change < 0 for change in shifts["honest"]) > 0.8 * len(shifts["honest"])
    assert sum(change > 0 for change in shifts["bluff-max"]) > 0.8 * len(shifts["bluff-max"])


def test_tendencies_are_those_of_the_claims_in_view_and_of_no_other():
    for one in everywhere("answer", lambda _: PAY):
        taker = one.view.taker
        claims = [claim for claim in one.view.claims if claim.taker == taker]
        found = shown(one.view, taker)
        assert found.optional + found.forced_bluffs == len(claims)
        assert found.forced >= found.forced_bluffs
        assert found.forced_bluffs + found.optional_bluffs == sum(c.bluff for c in claims)
        assert found.sums.total() == sum(c.bluff for c in claims)


def test_acts_of_the_engine_are_counted_apart():
    claims = everywhere("claim", lambda e: e.state.fallback(e.seat), source="fallback")
    answers = everywhere("answer", lambda _: PAY, source="fallback")
    told = drilling("failed", 1, claims, answers, NOTHING).json()
    assert told["fallbacks"] == {"claims": 120, "answers": 240}
    assert told["forced"]["chances"] == told["answers"]["to_bluffs"] == 0
    assert all(figure["value"] is None for figure in told["figures"].values())


def test_few_positions_withhold_what_says_too_little_but_the_json_has_it():
    told = drilling("new", 1, [], everywhere("answer", lambda _: CALL)[:30], NOTHING).json()
    assert told["d_prime"] == pytest.approx(0)
    assert "fewer than 60 bluffs" in told["figures"]["d_prime"]["withheld"]
    assert told["figures"]["hits"]["n"] > 0


def test_every_figure_stands_beside_what_it_rests_on(found):
    for one in found.values():
        groups = (one["figures"], one["chips_per_forced_chance"], one["call_rate_by_habit"])
        for figures in groups:
            assert all({"value", "low", "high", "n"} <= set(figure) for figure in figures.values())
        assert set(one["chips_per_forced_chance"]) == {"table", *YARDSTICKS}


PAGE = (Path(__file__).parents[3] / "docs" / "bluffing.md").read_text(encoding="utf-8")
DRILL = PAGE.partition("## The drill")[2].partition("\n## ")[0]


def test_the_page_explains_every_figure_of_the_drill(found):
    names = {name for one in found.values() for name in one["figures"]}
    names |= {"chips_per_forced_chance", "call_rate_by_habit"}
    assert not [name for name in names if f"`{name}`" not in DRILL]


def test_the_page_gives_what_planted_habits_lose(found):
    told = " ".join(DRILL.split())
    loses = {name: f"{value(one, 'regret'):.1f}" for name, one in found.items()}
    for words, name in (
        ("`reader`, who alone learns, loses {} (thousands) an answer", "reader"),
        ("`always-call` {},", "caller"),
        ("who always pays {};", "payer"),
    ):
        assert words.format(loses[name]) in told
    # What a claim loses hangs on the seed as well: habits draw what they ask for.
    assert "`reader` loses about 22, everybody else about 60 or more" in told
    assert value(found["reader"], "lost") == pytest.approx(22, abs=3)
    assert all(value(one, "lost") > 57 for name, one in found.items() if name != "reader")
    answers = found["payer"]["answers"]
    assert f"{answers['to_bluffs']} of the 240 requests are bluffs" in told
