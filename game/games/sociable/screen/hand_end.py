"""The end of a hand in the office: what somebody still holds is turned over, and a Boss may fall."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.sociable.screen.places import Spot
from game.ui.art.cards import card, card_back
from game.ui.art.letters import shout
from game.ui.kit.paint import Painter
from game.words import _

BACK = "#7E3F98"
WIDE = 56.0
"""The width of a card that was left."""
FALLS = 0.3
"""For how much of the event the word over the throne is seen."""


def narrow(image: pygame.Surface, share: float) -> pygame.Surface:
    """A card that is being turned over, seen from before."""
    wide = max(2, round(image.get_width() * max(0.04, share)))
    return pygame.transform.smoothscale(image, (wide, image.get_height()))


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


def draw_fall(painter: Painter, spot: Spot) -> None:
    """A word over the throne that its Boss falls from."""
    x = min(painter.view.w - 190.0, max(190.0, spot.x))
    painter.blit(shout(painter.assets, _("The Boss falls!"), 46), x, max(70.0, spot.y - spot.tall), "center")
