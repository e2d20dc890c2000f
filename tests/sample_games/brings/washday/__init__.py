"""Wash Day: a small game with every optional file except a screen."""

from game.core.game import GameInfo
from game.core.options import IntRange, int_option

INFO = GameInfo(
    slug="washday",
    title="Wash Day",
    tagline="Take socks off the line, from either end. Pairs count.",
    players=(2, 2),
    default_players=2,
    options=(int_option("socks", 12, IntRange(6, 16, step=2), "On the line at the start.", title="Socks"),),
    quick_match={"socks": 6},
    order=91,
)
