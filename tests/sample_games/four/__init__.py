"""Four in a row: a small game without a picture, which shows what a further game has to bring."""

from game.core.game import GameInfo
from game.core.options import Span, number

INFO = GameInfo(
    slug="four",
    title="Four in a Row",
    tagline="Drop a disc. Four in a line win.",
    players=(2, 2),
    default_players=2,
    options=(number("columns", 7, Span(4, 9), "Side by side.", title="Columns"),),
    order=90,
)
