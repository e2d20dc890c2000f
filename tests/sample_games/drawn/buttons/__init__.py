"""Four buttons: four in a row with a picture, which shows what a further game's screen has to bring."""

from game.core.game import GameInfo
from game.core.options import Span, number

INFO = GameInfo(
    slug="buttons",
    title="Four Buttons",
    tagline="Sew a button on. Four in a line win.",
    players=(2, 2),
    default_players=2,
    options=(number("columns", 7, Span(4, 9), "Side by side.", title="Columns"),),
    order=91,
)
