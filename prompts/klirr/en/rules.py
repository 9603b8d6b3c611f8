"""The rules of Klirr as they are told to a player, each bound to the rulings it states."""

from __future__ import annotations

from typing import Final

from prompts.page import Section, Sentence

_SETUP: Final = Section(
    "Setup",
    (
        Sentence(
            (1,),
            "The deck has 45 cards: 10 klirr, 4 jackpot, 5 klart and 26 dollar cards. The dollar "
            "cards are {dollar_cards}.",
        ),
        Sentence(
            (1,),
            "These dollar values are invented: the rulebook prints none.",
            {"invented": True},
        ),
        Sentence((1,), "These dollar values were set for this match.", {"invented": False}),
        Sentence(
            (2,),
            "Everybody started the match with {starting_cash} dollars and keeps their cash from "
            "round to round. The bank never runs out, and any sum can be paid exactly.",
        ),
        Sentence(
            (3,),
            "For each round all 45 cards are shuffled. Each of you gets a row of {cards} "
            "face-down cards. Nobody knows any face-down card, not even in their own row.",
        ),
        Sentence(
            (3,),
            "What is left over ({left}) lies aside, unseen.",
            {"left_over": True},
        ),
        Sentence((3,), "No card is left over.", {"left_over": False}),
        Sentence(
            (4,),
            "The first dealer was drawn by chance, later it is the next player clockwise. The "
            "player after the dealer begins, and turns go clockwise over those who are not out of "
            "the round. Clockwise means Player 1, 2, 3 and so on, then Player 1 again.",
        ),
    ),
)

_TURN: Final = Section(
    "A turn",
    (
        Sentence(
            (5,),
            "On your turn you must turn up one card of your own row. A dollar card: the bank pays "
            "you its value. A jackpot: the bank pays you {jackpot}. A klart: you are out of the "
            "round. A klirr: a klirr moment begins, with you as the taker.",
        ),
        Sentence(
            (6,),
            "As nobody has seen a face-down card, it never matters which one of a row is turned "
            "or taken, so you are not asked.",
        ),
    ),
)

_MOMENT: Final = Section(
    "The klirr moment",
    (
        Sentence(
            (7,),
            "The taker must take a face-down card from another player's row, even from somebody "
            "who is out, and is the only one to look at it. If nobody else has a face-down card, "
            "the moment is over.",
        ),
        Sentence(
            (8,),
            "If the taken card is a jackpot, it is shown, the bank pays the taker {jackpot}, and "
            "the moment is over.",
        ),
        Sentence(
            (9,),
            "If it is a dollar card, the taker must ask one player for a sum. The value of the "
            "card is an honest request; any other sum, a lower one too, is a bluff.",
        ),
        Sentence(
            (10,),
            "If it is a klirr or a klart, it has no effect of its own here. The taker asks one "
            "player for a sum, which is a bluff, or passes. After a pass the card is shown in its "
            "row.",
        ),
        Sentence(
            (10,),
            "Then the next player clockwise who is not out becomes the taker, the one whose turn "
            "it is included; if nobody else is left in the round, the moment is over.",
            {"pass_to": "round"},
        ),
        Sentence(
            (10,),
            "Then the next player clockwise who is not out becomes the taker, but the moment does "
            "not come back to the one whose turn it is: after one lap it is over.",
            {"pass_to": "lap"},
        ),
        Sentence((10,), "With that the moment is over.", {"pass_to": "nobody"}),
        Sentence((11,), "A request is for 10000 to {highest_bluff} dollars, in steps of 10000."),
        Sentence(
            (11,),
            "A bluff may also not be for more than the taker's own cash.",
            {"bluff_cap": "own_cash"},
        ),
        Sentence(
            (11,),
            "A dollar card above {highest_bluff} may be asked for at its value, by its taker only.",
            {"high_cards": True},
        ),
        Sentence(
            (12,),
            "Anybody else who plays this round and has cash may be asked, out or not, whosever "
            "row the card came from.",
            {"ask_target": "any"},
        ),
        Sentence(
            (12,),
            "Anybody else who is not out of the round and has cash may be asked, whosever row the "
            "card came from.",
            {"ask_target": "active"},
        ),
        Sentence(
            (12,),
            "Only the player from whose row the card came may be asked, out or not, and only if "
            "they have cash.",
            {"ask_target": "owner"},
        ),
        Sentence(
            (12,),
            "If nobody may be asked, a dollar card brings nothing and the moment is over, and a "
            "klirr or klart can only be passed.",
        ),
        Sentence(
            (13,),
            "Whoever is asked sees the sum but not the card, and nobody else has a say. They pay "
            "the sum, or call the request a bluff. Called and honest: they pay double the sum. "
            "Called and a bluff: the taker pays them the sum, and they pay nothing. The answer "
            "ends the moment.",
        ),
        Sentence(
            (9, 13),
            "Example, where cash allows: a taker who holds {example_card} asks for it. Paid, they "
            "get {example_card}; called, they get {example_double}. Had they asked for "
            "{example_bluff}: paid, they get {example_bluff}; called, they pay {example_bluff}.",
        ),
        Sentence(
            (14,),
            "Nobody pays more than they have, and nothing stays owed. Whoever is left with 0 by "
            "what they owed is out of the round, a caught bluffer who had 0 before too. Beginning "
            "a round with 0 is no harm.",
        ),
        Sentence(
            (15,),
            "Every turned or taken card is laid face up in its row once it is settled, after a "
            "request that was paid too: everybody then sees whether it was a bluff. What lies "
            "face up cannot be turned or taken again in this round.",
        ),
    ),
)

_OUT: Final = Section(
    "Being out",
    (
        Sentence(
            (16,),
            "You are out as soon as your row has no face-down card left, whoever turned or took "
            "the last. Only whoever turned a klirr stays in with such a row until that klirr "
            "moment is over.",
        ),
        Sentence(
            (17,),
            "After a klirr moment the turn goes clockwise from whoever turned the klirr to the "
            "next player who is not out.",
            {"turn_after_klirr": "turner"},
        ),
        Sentence(
            (17,),
            "After a klirr moment the turn goes clockwise from the last taker to the next player "
            "who is not out.",
            {"turn_after_klirr": "taker"},
        ),
        Sentence(
            (18,),
            "Out players keep their cash and cards, may be asked, answer, and may have cards "
            "taken. They get no turn and do not become taker before the next round.",
        ),
        Sentence(
            (19,),
            "The round ends when everybody is out. The last one who is not goes on alone.",
        ),
    ),
)

_WINNING: Final = Section(
    "Winning",
    (
        Sentence(
            (20,),
            "Only the end of a round counts: whoever then has {goal} or more wins, the highest if "
            "there are several. If the highest are tied, they alone play an extra round: the next "
            "of them clockwise deals, nobody else gets cards or can be asked, and each gets 11 "
            "cards if they are 2 to 4, 9 if they are 5, 7 if they are 6. Whichever of the "
            "tied then has the highest cash wins, even if somebody else has more; those still "
            "tied play another.",
        ),
        Sentence(
            (21,),
            "At the latest the match ends with round {max_rounds}, extra rounds counted: the "
            "highest cash wins, equal cash shares the win. If that is an extra round, only those "
            "who were tied can win.",
        ),
        Sentence(
            (22,),
            "Your result is your rank: the winners are first, all others follow by cash, equal "
            "cash on equal rank.",
        ),
    ),
)

RULES: Final = (_SETUP, _TURN, _MOMENT, _OUT, _WINNING)
