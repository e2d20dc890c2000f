"""Four buttons: four in a row with a screen, as an example for further games."""

from game.core.game import GameInfo
from game.core.options import IntRange, int_option

INFO = GameInfo(
    slug="buttons",
    title="Four Buttons",
    tagline="Sew a button on. Four in a line win.",
    players=(2, 2),
    default_players=2,
    options=(int_option("columns", 7, IntRange(4, 9), "Side by side.", title="Columns"),),
    order=91,
)
