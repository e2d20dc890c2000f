"""The end of a hand in the office: what somebody still holds is turned over, and a Boss may fall."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.ui.art.cards import card, card_back
from game.ui.art.handling import narrow
from game.ui.art.letters import shout
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.words import _

BACK = "#7E3F98"
EDGE = 12.0
"""How far from the edge of the screen words stay."""
SENTENCE = 330.0, 50.0
"""Room for what is told on the table, at the usual text."""
WIDE = 56.0
"""The width of a card that was left."""
FALLS = 0.3
"""For how much of the event the word over the throne is seen."""


def draw_left(painter: Painter, at: tuple[float, float], cards: Sequence[str], share: float) -> None:
    """The cards that somebody could not get rid of, turned over one after the other.

    Args:
        painter: where to.
        at: their middle.
        cards: from left to right.
        share: how much of it is over, 0 to 1.
    """
    step = min(30.0, 150.0 / len(cards))
    for number, name in enumerate(cards):
        gone = (share - 0.15) * 3 - number / len(cards)
        image = card(painter.assets, name, WIDE) if gone > 0.5 else card_back(painter.assets, WIDE, BACK)
        if 0 < gone < 1:
            image = narrow(image, abs(1 - 2 * gone))
        painter.blit(image, at[0] + (number - (len(cards) - 1) / 2) * step, at[1], "center")


def draw_fall(painter: Painter, spot: Spot, places: OfficeBoxes) -> None:
    """A word beside the throne that its Boss falls from."""
    image = shout(painter.assets, _("The Boss falls!"), 46)
    size = image.get_width() / painter.view.scale, image.get_height() / painter.view.scale
    painter.blit(image, *fall_place(painter.view.box, size, spot, places).centre, "center")


def fall_place(canvas: Box, size: tuple[float, float], spot: Spot, places: OfficeBoxes) -> Box:
    """Where words of this size cover no head and no other words, nearest to a throne.

    Args:
        canvas: what can be seen.
        size: of the words.
        spot: where the throne stands.
        places: where everybody sits, and what just happened is told.
    """
    return word_place(canvas, size, (spot.x, spot.y - spot.tall), kept_clear(places))[0]


def kept_clear(places: OfficeBoxes) -> tuple[Box, ...]:
    """The sentence on the table, and all heads."""
    wide, high = SENTENCE[0] + 140 * places.large, SENTENCE[1] + 26 * places.large
    told = Box(places.table[0] - wide / 2, places.tag - high / 2, wide, high)
    return (told, *(_head(one) for one in places.spots))


@lru_cache(maxsize=8)  # every frame asks for it, and many places are tried
def word_place(
    canvas: Box, size: tuple[float, float], near: tuple[float, float], clear: tuple[Box, ...]
) -> tuple[Box, int]:
    """The place nearest to a point where words of this size cover as little as can be; how much that is.

    Args:
        canvas: what can be seen.
        size: of the words.
        near: the point.
        clear: what they are not to cover.
    """
    w, h = size
    columns = [canvas.x + EDGE + n * (canvas.w - w - 2 * EDGE) / 12 for n in range(13)]
    rows = [canvas.y + EDGE + n * (canvas.h * 0.7 - h) / 12 for n in range(13)]

    def worth(place: Box) -> tuple[int, float]:
        covered = sum(
            place.x < box.right and box.x < place.right and place.y < box.bottom and box.y < place.bottom
            for box in clear
        )
        return covered, math.hypot(place.centre[0] - near[0], place.centre[1] - near[1])

    found = min((Box(left, top, w, h) for left in columns for top in rows), key=worth)
    return found, worth(found)[0]


def _head(spot: Spot) -> Box:
    """Where the head and the hat are of whoever sits there, however high the chair."""
    tall = spot.tall
    return Box(spot.x - tall * 0.5, spot.y - tall * 1.75, tall, tall * 1.25)
