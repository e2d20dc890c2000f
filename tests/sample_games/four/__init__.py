"""Four in a row: a small game without a screen, as an example for further games."""

from game.core.game import GameInfo
from game.core.options import IntRange, int_option

INFO = GameInfo(
    slug="four",
    title="Four in a Row",
    tagline="Drop a disc. Four in a line win.",
    players=(2, 2),
    default_players=2,
    options=(int_option("columns", 7, IntRange(4, 9), "Side by side.", title="Columns"),),
    order=90,
)
