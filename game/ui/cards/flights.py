"""Animations of cards that move from one place of a table to another, as timelines.

A flight looks up its start and end each time it is painted, so that it survives a resize. It is not part of
the picture below, from which the card was removed (`CardTableView.table_during`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import pygame

from game.ui.art.cards import narrow
from game.ui.cards.fan import CardPose
from game.ui.core.animation_timeline import DrawPass, ReducedMotion, Timeline
from game.ui.core.assets import Assets
from game.ui.core.canvas import ease_in_out, hop_height, lerp_point
from game.ui.core.paint import Painter

Side: TypeAlias = Callable[[Assets, float], pygame.Surface]  # draws one side of a card of a given width
CARD_PASS: DrawPass[Painter] = DrawPass()
"""Draw pass for cards above the table. The wooden front hides their lower part, as of the hand."""
CARD_FLIGHT_SHARE = 0.3  # share of a deal's duration during which each card moves
MAX_LIFT = 36.0  # maximum height of a card above the straight line of its way, in units


def flight(
    side: Side,
    start: Callable[[], CardPose],
    end: Callable[[], CardPose],
    ms: float,
    *,
    end_side: Side | None = None,
    stays: float = 0.0,
    on: DrawPass[Painter] = CARD_PASS,
) -> Timeline:
    """Timeline that moves a card for ``ms``, then shows it at its end for ``stays`` ms. Puppets watch it.

    It is turned over on its way if ``end_side`` is given.
    """
    way = ms / (ms + stays)  # share of the timeline during which it moves

    def paint(painter: Painter, progress: float) -> None:
        """Draw the card at a progress of the timeline."""
        put_card(painter, side, start(), end(), min(1.0, progress / way), end_side)

    return on.span(ms + stays, paint).attract_gaze(
        lambda progress: _middle_at(start(), end(), min(1.0, progress / way))
    )


def put_card(
    painter: Painter,
    side: Side,
    start: CardPose,
    end: CardPose,
    progress: float,
    end_side: Side | None = None,
) -> None:
    """Draw a card at ``progress`` (0 to 1) of its way from one pose to another."""
    eased, large = ease_in_out(progress), max(start.card, end.card)
    x, y = _middle_at(start, end, progress)
    width = start.card + (end.card - start.card) * eased
    angle = start.angle + (end.angle - start.angle) * eased
    # Drawn at up to twice the size and reduced, because rotated edges would be jagged.
    image = (end_side if end_side is not None and progress > 0.5 else side)(painter.assets, 2 * large)
    if end_side is not None and 0.3 < progress < 0.7:
        image = narrow(image, abs(progress - 0.5) / 0.2)
    image = pygame.transform.smoothscale_by(image, width / large)
    image = pygame.transform.rotozoom(image, -angle, 0.5)
    painter.blit(image, x, y, "center")


def _middle_at(start: CardPose, end: CardPose, progress: float) -> tuple[float, float]:
    """Position in units of a card's middle at ``progress`` (0 to 1) of its way."""
    eased = ease_in_out(progress)
    x, y = lerp_point((start.x, start.y), (end.x, end.y), eased)
    return x, y - MAX_LIFT * hop_height(eased)


def deal(
    sides: Sequence[Side],
    start: Callable[[], CardPose],
    ends: Callable[[], Sequence[CardPose]],
    ms: float,
    landed: Callable[[int], object],
) -> Timeline:
    """Timeline of ``ms`` that deals cards from ``start`` to ``ends`` in turn, and calls ``landed(index)``.

    The fans have a `GAP` for each card from the beginning, so that none moves as cards arrive.
    """
    count = max(1, len(sides))
    begins = [number / count * (1 - CARD_FLIGHT_SHARE) for number in range(len(sides))]

    def paint(painter: Painter, progress: float) -> None:
        """Draw the cards that are on their way at a progress of the deal."""
        first, last = start(), ends()
        for number, side in enumerate(sides):
            card_progress = (progress - begins[number]) / CARD_FLIGHT_SHARE
            if 0 < card_progress < 1:
                put_card(painter, side, first, last[number], card_progress)

    whole = CARD_PASS.span(ms, paint, ReducedMotion.LEFT_OUT).attract_gaze(
        lambda _progress: (start().x, start().y)
    )
    for number, begin in enumerate(begins):
        whole = whole.at((begin + CARD_FLIGHT_SHARE) * ms, partial(landed, number))
    return whole
