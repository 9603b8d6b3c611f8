"""The rules of Zero to Hero as they are told to a player, each bound to the rulings it states."""

from __future__ import annotations

from typing import Final

from prompts.page import Section, Sentence

_SETUP: Final = Section(
    "Setup",
    (
        Sentence(
            (1,),
            "There are 52 tiles: the numbers 1 to 13 in the suits O (orange), B (blue), G (green) "
            "and R (red). O7 is the orange 7.",
        ),
        Sentence(
            (1,),
            "The publisher does not foresee a table of {seats}: this one is unofficial.",
            {"official": False},
        ),
        Sentence(
            (2,),
            "There are 12 score tiles, each with an upper and a lower value: {score_tiles}.",
        ),
        Sentence(
            (2,),
            "Most of these values are invented: the rulebook does not print them.",
            {"invented": True},
        ),
        Sentence((2,), "These values were set for this match.", {"invented": False}),
        Sentence(
            (3,),
            "Everybody started the match with {starting_points} points, and there is no end to the "
            "points that can be won. The first lead was drawn: a tile each, the highest number "
            "leads, the tied drew again; then all tiles went back.",
        ),
        Sentence(
            (4,),
            "There are 4 hands of 7 tricks. For each hand the score tiles are shuffled and 7 laid "
            "out for all to see, one a trick, played for from left to right; the other 5 stay "
            "unknown. All tiles are shuffled too and everybody draws 7.",
        ),
        Sentence(
            (4,),
            "In hands 2, 3 and 4 you draw one more for each player with more points than you; you "
            "still play only 7 of your tiles.",
            {"extra_draw_ranking": "competition"},
        ),
        Sentence(
            (4,),
            "In hands 2, 3 and 4 you draw one more for each different number of points, above "
            "your own, that others have; you still play only 7 of your tiles.",
            {"extra_draw_ranking": "dense"},
        ),
        Sentence((4,), "Tiles still held when a hand ends go back unseen."),
        Sentence(
            (5,),
            "The numbers of held tiles are secret, but their suits are open to all.",
            {"suits_public": True},
        ),
        Sentence(
            (5,),
            "Held tiles are secret, numbers and suits; only how many there are is open.",
            {"suits_public": False},
        ),
        Sentence((5,), "Played tiles stay in sight until the hand ends.", {"played_tiles": "hand"}),
        Sentence(
            (5,),
            "Only the tiles of this trick and of the one before stay in sight: remember the rest.",
            {"played_tiles": "trick"},
        ),
    ),
)

_TRICK: Final = Section(
    "A trick",
    (
        Sentence(
            (6,),
            "From the leader on, clockwise (Player 1, 2, 3 and so on, then Player 1 again), each "
            "plays one of their tiles, any of them: nobody has to follow a suit.",
        ),
        Sentence(
            (7,),
            "A lone 2 is a 2 that is the only tile of its suit when all have played. Every lone 2 "
            "wins the trick, whatever the totals.",
        ),
        Sentence(
            (7,),
            "Second behind lone 2s is the highest number among the other tiles; equal ones share.",
            {"lone2_second": "offsuit"},
        ),
        Sentence(
            (7,),
            "Second behind lone 2s is whoever would have won by the totals, all tiles counted; "
            "if that is a lone 2, it is struck out and nobody moves up.",
            {"lone2_second": "suit_winner"},
        ),
        Sentence(
            (7,),
            "Second behind lone 2s is whoever would have been second by the totals, all tiles "
            "counted; if that is a lone 2, it is struck out and nobody moves up.",
            {"lone2_second": "suit_second"},
        ),
        Sentence(
            (8,),
            "Without a lone 2, the suit with the highest total of its tiles counts; if several "
            "tie, each of them counts. The top tile of each counting suit wins. Second is the "
            "second-highest tile of each counting suit that has one.",
        ),
        Sentence(
            (8,),
            "If no counting suit has a second tile, second is the highest number outside of them; "
            "equal ones share. If no tile is left, nobody is second.",
            {"offsuit_second": "tile"},
        ),
        Sentence(
            (8,),
            "If no counting suit has a second tile, second is the top tile of the other suit with "
            "the highest total, of each if they tie. If no tile is left, nobody is second.",
            {"offsuit_second": "suit_total"},
        ),
        Sentence(
            (7, 8),
            "Examples of tiles in the order they were played. {examples[0]}. {examples[1]}. "
            "{examples[2]}. {examples[3]}.",
        ),
        Sentence(
            (9,),
            "Every winner gets the whole upper value of the trick's score tile and every second "
            "the whole lower one. A loss larger than your points bounces: it takes you to 0 and "
            "the rest is added (with 1 point, losing 2 leaves 1; with 0, losing 2 gives 2).",
        ),
        Sentence(
            (10,),
            "The winner leads the next trick, even if the value was a loss, and into the next "
            "hand too.",
        ),
        Sentence(
            (10,),
            "Of several winners the old leader leads again if they are among them, else the first "
            "one clockwise after the old leader.",
            {"tied_lead": "leader"},
        ),
        Sentence(
            (10,),
            "Of several winners it is the first one clockwise after the old leader, who comes last "
            "of all.",
            {"tied_lead": "left"},
        ),
    ),
)

_WINNING: Final = Section(
    "Winning",
    (
        Sentence(
            (11,),
            "Whoever has 0 points when hand 2, 3 or 4 begins is a hopeful in that hand. After any "
            "trick of that hand in which a hopeful holds {hero_at} points or more, the match ends "
            "at once and the hopeful wins; several at once share the win.",
            {"hero_count": "net"},
        ),
        Sentence(
            (11,),
            "Whoever has 0 points when hand 2, 3 or 4 begins is a hopeful in that hand. After any "
            "trick of that hand by which a hopeful has gained {hero_at} points or more in it, the "
            "match ends at once and the hopeful wins; several at once share the win. Losses are "
            "not taken off these gains, and of a loss that bounces what is added counts.",
            {"hero_count": "gross"},
        ),
        Sentence((12,), "Otherwise the most points after hand 4 win the match; a tie is shared."),
        Sentence(
            (13,),
            "Your result is your rank: the winners are first, all others follow by points, equal "
            "points on equal rank.",
        ),
    ),
)

RULES: Final = (_SETUP, _TRICK, _WINNING)
