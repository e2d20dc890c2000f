"""The page that tells in large text what stands above every page else: who has won, and how."""

from __future__ import annotations

from game.games.sociable.screen.chairs import BOSS, chair_size
from game.games.sociable.screen.debrief import words
from game.games.sociable.screen.debrief.parts import DebriefFacts, draw_seated, figure_of, framed
from game.ui.kit.canvas import Box
from game.ui.kit.paint import STRONG, Painter, TextStyle
from game.ui.kit.theme import LARGE

TALL, THRONE = 74.0, 0.34
"""How tall the winner is above the other pages, and how large the chair."""
OVER = 1.7
"""How high both together are, as a share of the winner."""


def match_told(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """The winner on the last chair; beside it the way there, and who was the Boss for how long."""
    inner = framed(painter, box, words.headline(told))
    winner = told.winners[0] if told.winners else told.story.standing[0]
    tall = inner.h / OVER
    scale = THRONE * tall / TALL
    wide, _high = chair_size(BOSS, scale)  # room for the largest
    image = figure_of(painter, told, winner, ("happy", 0), tall)
    draw_seated(painter, told.last_chair(winner), (inner.x + wide / 2, inner.bottom), scale, image, tall)
    x = inner.x + wide + 36
    text, room = f"{words.way(told)} {words.as_boss(told)}", inner.right - x
    y = inner.centre[1] - painter.height(text, room, LARGE, STRONG) / 2
    painter.paragraph(text, x, y, room, LARGE, TextStyle(STRONG))
