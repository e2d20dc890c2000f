"""Gold plates with numbers: the steps of a turn, on the board and beside it."""

from __future__ import annotations

import pygame

from game.ui.art.layers import draw
from game.ui.art.letters import centred
from game.ui.art.palette import GOLD, INK, WOOL
from game.ui.art.svg import circle
from game.ui.core.assets import Assets, drawn


@drawn
def number_plate(assets: Assets, number: int, size: float = 34) -> pygame.Surface:
    """A gold disc with a number on it, to be centred on what the step has changed."""
    body = circle(20, 20, 18.6, WOOL) + circle(20, 20, 15.6, GOLD, stroke=INK, stroke_width=3)
    plate = draw(assets, body, size, size, (0, 0, 40, 40))
    centred(assets, plate, str(number), size * 0.56, INK, size * 0.66)
    return plate
