"""Odd Sock: cards in hidden hands, one of which has no twin; a sample game with a card table."""

from game.core.game import GameInfo, ScoringMode
from game.core.options import choice_option

PAIRS = choice_option(
    "pairs", (3, 2, 4, 5), "For each player.", title="Pairs", defaults=((2, 5), (3, 4), (5, 2), (6, 2))
)
INFO = GameInfo(
    slug="odd_sock",
    title="Odd Sock",
    tagline="Draw from your neighbour, and pair what you can. Who keeps the odd one?",
    players=(2, 6),
    default_players=4,
    options=(PAIRS,),
    scoring=ScoringMode.LOSER,
    quick_match={"pairs": 2},
    order=92,
)
