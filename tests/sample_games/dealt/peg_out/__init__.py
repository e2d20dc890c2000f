"""Peg Out: cards are played from the hand onto a pile; the smallest game with a card table."""

from game.core.game import GameInfo
from game.core.options import choice_option

HANDS = {5: "5 cards", 3: "3 cards", 4: "4 cards"}
HAND = choice_option("hand", HANDS, "Dealt to everybody.", title="Dealt hand")
INFO = GameInfo(
    slug="peg_out",
    title="Peg Out",
    tagline="Same suit or same number: be rid of your cards, or of the high ones.",
    players=(2, 5),
    default_players=3,
    options=(HAND,),
    lowest_score_wins=True,
    quick_match={"hand": 3},
    order=94,
)
