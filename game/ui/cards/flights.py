"""Cards on their way from one place of a table to another, as timelines.

A flight asks where it begins and ends each time it is painted, so that it holds through a change of the
window; and it is no part of the picture below, from which the card was lifted (`CardTableView.lifted`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame

from game.ui.art.cards import narrow
from game.ui.cards.fan import CardPose
from game.ui.core.assets import Assets
from game.ui.core.canvas import arc, between, smooth
from game.ui.core.paint import Painter
from game.ui.core.timeline import OVER, Rest, Timeline

Side: TypeAlias = Callable[[Assets, float], pygame.Surface]
"""One side of a card, so wide."""
FLIES = 0.3
"""The share of a deal that each card is on its way."""
LIFT = 36.0
"""How high a card is carried over the table in the middle of its way."""


def flight(
    side: Side,
    start: Callable[[], CardPose],
    end: Callable[[], CardPose],
    ms: float,
    *,
    turned: Side | None = None,
    rest: Rest = Rest.CROSSES,
) -> Timeline:
    """A card that goes from a place to another, and on the way is turned over where it has another side."""

    def paint(painter: Painter, share: float) -> None:
        put_card(painter, side, start(), end(), share, turned)

    return OVER.span(ms, paint, rest)


def put_card(
    painter: Painter, side: Side, start: CardPose, end: CardPose, share: float, turned: Side | None = None
) -> None:
    """A card so much of its way from one pose to another."""
    gone, large = smooth(share), max(start.card, end.card)
    x, y = between((start.x, start.y), (end.x, end.y), gone)
    image = (turned or side)(painter.assets, large) if share > 0.5 else side(painter.assets, large)
    width = start.card + (end.card - start.card) * gone
    if width < large:
        image = pygame.transform.smoothscale_by(image, width / large)
    if turned is not None and 0.3 < share < 0.7:
        image = narrow(image, abs(share - 0.5) / 0.2)
    angle = start.angle + (end.angle - start.angle) * gone
    if abs(angle) >= 1:
        image = pygame.transform.rotozoom(image, -angle, 1)
    painter.blit(image, x, y - LIFT * arc(gone), "center")


def deal(
    sides: Sequence[Side], start: Callable[[], CardPose], ends: Callable[[], Sequence[CardPose]], ms: float
) -> Timeline:
    """All cards from one place to theirs, one after the other; each lies there until all do."""
    count = max(1, len(sides))

    def paint(painter: Painter, share: float) -> None:
        begins = start()
        for number, (side, end) in enumerate(zip(sides, ends(), strict=True)):
            gone = (share - number / count * (1 - FLIES)) / FLIES
            if gone > 0:
                put_card(painter, side, begins, end, min(1.0, gone))

    return OVER.span(ms, paint, Rest.COMES)
