"""The JSON of the tables: exactly the keys and types that scripts depend on, on real runs."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

FEWEST_DEALS = 8
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


class Told(BaseModel):
    """Types are taken as they are: no text for a number, no 1 for true. More keys may come."""

    model_config = ConfigDict(strict=True, extra="allow")


class Tokens(Told):
    inp: Count = Field(alias="in")
    cached: Count
    out: Count
    reasoning: Count


class Row(Told):
    player: str
    kind: Literal["bot", "model", "human"]
    rating: float | None
    low: float | None
    high: float | None
    rank_low: int | None
    rank_high: int | None
    matches: Count
    wins: float
    mean_rank: float | None
    mean_score: float | None
    coverage: Share
    ranked: bool
    note: str
    cost: float | None
    tokens: Tokens
    ms: float
    faults: dict[str, int]


class Board(Told):
    game: str
    seats: int
    view: Literal["as_played", "when_it_played"]
    component: int = -1
    deals: Count
    matches: Count
    rows: list[Row]


class Boards(Told):
    boards: list[Board]


class Kind(Told):
    chances: Count
    bluffs: Count


class Answers(Told):
    to_bluffs: Count
    called_bluffs: Count
    to_honest: Count
    called_honest: Count


class Figure(Told):
    value: float | None
    low: float | None
    high: float | None
    n: Count
    withheld: str = ""


class Player(Told):
    player: str
    claims: Count
    forced: Kind
    optional: Kind
    bluffs_called: Count
    honest_called: Count
    answers: Answers
    d_prime: float | None
    criterion: float | None
    figures: dict[str, Figure]


class Panel(Told):
    players: list[Player]


def run(arena: Any, text: str) -> tuple[list[Board], list[Player]]:
    arena.write(text)
    assert arena("run", "tournament.yaml").returncode == 0
    told = [arena(command, "tables", "--json").stdout for command in ("leaderboard", "bluff")]
    return Boards.model_validate_json(told[0]).boards, Panel.model_validate_json(told[1]).players


HEAD = "name: tables\nseed: 3\n"
CRASHING = (
    "def bot(turn, random):\n"
    "    if random.random() < 0.2: raise ValueError('no')\n"
    "    return random.choice(turn.legal)\n"
)


def test_a_board_with_failures_in_it_is_as_the_contract_says(arena: Any, bot_file: Any) -> None:
    bot_file(CRASHING)
    boards, players = run(
        arena,
        HEAD + "games: [{game: klirr, seats: 3, deals: 8}]\n"
        "players: {mine: {bot: 'theirs:bot'}, r: {bot: random}, c: {bot: counter}}\n"
        "rating: {anchor: r, at: 1000}\n",
    )
    assert [board.view for board in boards] == ["as_played", "when_it_played"]
    assert {board.component for board in boards} == {-1}  # the key is not there
    for board in boards:
        rows = {row.player: row for row in board.rows}
        assert rows["r"].rating == 1000
        for row in board.rows:
            assert row.rating is not None
            assert row.low is not None
            assert row.high is not None
            # the anchor has an interval too: against the mean of the board
            assert row.low < row.rating < row.high
            assert (row.cost, sum(row.tokens.model_dump().values())) == (0, 0)
        assert (rows["mine"].ranked, rows["mine"].rank_low) == (False, None)
        assert rows["mine"].coverage < 0.95
        assert set(rows["mine"].faults) == {"crashed"}
        assert (rows["c"].ranked, rows["c"].faults) == (True, {})
    assert sum(row.wins for row in boards[0].rows) == pytest.approx(boards[0].matches)
    assert {player.player for player in players} == {"mine", "r", "c"}


def test_few_deals_have_no_interval_and_two_groups_a_board_each(arena: Any) -> None:
    boards, players = run(
        arena,
        HEAD + "lineups: 2\ngames: [{game: klirr, seats: 2, deals: 1}]\n"
        "players: {a: {bot: honest}, b: {bot: counter}, c: {bot: caller}, d: {bot: honest}}\n",
    )
    assert sorted((board.view, board.component) for board in boards) == [
        *(("as_played", 0), ("as_played", 1), ("when_it_played", 0), ("when_it_played", 1)),
    ]
    for board in boards:
        assert board.deals < FEWEST_DEALS
        assert [(row.low, row.high) for row in board.rows] == [(None, None)] * 2
    for player in players:
        answers = player.answers
        assert (player.d_prime is None) == (0 in (answers.to_bluffs, answers.to_honest))
        assert (player.d_prime is None) == (player.criterion is None)
        few = player.figures["forced_bluff_rate"]
        assert (few.low, few.high) == (None, None)
        assert bool(few.withheld) == (few.n < 20)
    assert any(one.figures["d_prime"].value is not None for one in players)
    assert all(one.figures["d_prime"].withheld for one in players)


def test_the_json_of_a_comparison_has_both_players_and_a_sentence(played: Any) -> None:
    told = json.loads(played("compare", "small", "bold", "sharp", "--json").stdout)
    assert told["players"] == ["bold", "sharp"]
    for board in told["boards"]:
        assert isinstance(board["verdict"], str)
        assert 0 <= board["p"] <= board["p_holm"] <= 1
        assert board["smallest"] <= board["p_holm"]
        assert board["wins"] + board["ties"] + board["losses"] == board["matches"]
