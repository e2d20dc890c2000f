"""Scene of a match of two that ended early: last table on the line, headline, score, and both players."""

from __future__ import annotations

import pygame

from game.scenes.analysis.pictures import LastTablePicture
from game.scenes.results_line import glory
from game.scenes.results_ranking import LinePuppet
from game.scenes.sheets import draw_wall
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import SHADOW_MARGIN
from game.ui.art.layers import art
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.sharing import knitted_frame
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

ROPE_Y, ROPE_SAG = 38.0, 22.0  # units: y position of the rope's ends, and its sag
PICTURE_TOP, PICTURE_HEIGHT, PICTURE_WIDTH = 76.0, 247.0, 380.0
"""Upper edge and size in units of the picture on the rope."""
BOTH_HEIGHT, BOTH_WIDTH = 300.0, 390.0  # units, size of the part with both players
FRAME_WIDTH = 21.0  # units, width of the knitted frame
WINNER_HEIGHT, LOSER_HEIGHT = BOTH_HEIGHT + 6, 180.0  # units, heights of the players
HIDDEN_HEIGHT = 22.0  # units of the players that the panel below hides


def draw_wall_with_rope(painter: Painter, box: Box) -> None:
    """Draw the wall with a washing line across the window."""
    draw_wall(painter, box)
    painter.blit(rope(painter.assets, round(painter.view.w), ROPE_SAG), 0, ROPE_Y - ROPE_ROOM)


def draw_pegged_table(painter: Painter, box: Box, final: LastTablePicture, look: int) -> None:
    """Draw the last table in the winner's knit, pegged to the rope above."""
    inside = box.inflated(-FRAME_WIDTH)
    frame = knitted_frame(painter.assets, round(box.w), round(box.h), (look,), FRAME_WIDTH)
    painter.blit(frame, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    final.draw(painter, inside)
    for share, turn in ((0.22, -4.0), (0.78, 4.0)):
        x = box.x + share * box.w
        y = sag(x, painter.view.w, ROPE_Y, ROPE_SAG)
        painter.blit(peg(painter.assets, 1.1, turn), x, (y + box.y) / 2 + 8, "center")


@cached_drawing
def white_flag(assets: Assets, height: float) -> pygame.Surface:
    """White flag on a pole, ``height`` units high."""
    return art(assets, "moments", height * 136 / 276, height, layer="white-flag")


def draw_both(painter: Painter, box: Box, winner: LinePuppet, loser: LinePuppet) -> None:
    """Draw the winner in rays of light, and the loser looking down beside a white flag."""
    assets, foot = painter.assets, box.bottom + HIDDEN_HEIGHT
    winner_x, loser_x = box.x + 0.28 * box.w, box.x + 0.77 * box.w
    # The lower rays would cross the loser.
    painter.blit(glory(assets, 340, 0.5), winner_x, foot - WINNER_HEIGHT * 0.55, "center")
    painter.blit(white_flag(assets, 276), loser_x + 16, foot, "midbottom")
    for stander, x, height, gaze in (
        (loser, loser_x, LOSER_HEIGHT, (-0.5, 0.9)),
        (winner, winner_x, WINNER_HEIGHT, (0.5, 0.1)),
    ):
        dress = PuppetOutfit(stander.wears, rim=5.0, ground=False, flip=stander is loser)
        image = puppet(assets, stander.look, stander.state, 0, round(height), dress, look=gaze)
        painter.blit(image, x, foot + puppet_foot(round(height)), "midbottom")
