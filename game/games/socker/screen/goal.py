"""A goal on Socker's screen: the crowd rises, the ball hops on, and the goal is seen again from its kick."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from game.games.socker.screen import stage_view as view
from game.games.socker.screen.figures import Ball
from game.games.socker.screen.stage_view import SockerBoxes
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.pitch import Fan, fan
from game.ui.kit.canvas import Box
from game.ui.kit.motion import arc
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.physics import Flight
from game.ui.kit.theme import LARGE
from game.words import _

SHOUT, AGAIN = 1500.0, 2000.0
"""How long the shout is seen, and then the goal once more, in ms at the brisk pace."""
LENGTH = SHOUT + AGAIN
WAITS, LIES = 0.15, 0.85
"""Where in the time of a goal that is seen again the ball is kicked, and where it lies in the goal."""
JAB = 0.4
WAVES, HOP = 2.0, 22.0
"""How often the wave goes through the crowd, and how high one hops, in units."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The kick that a goal came of."""

    who: str
    start: str
    end: str
    flight: Flight


def shouted(share: float) -> float:
    """How much of the shout is over."""
    return min(1.0, share * LENGTH / SHOUT)


def again(share: float) -> float:
    """How much of what is seen again is over; negative before it begins."""
    return (share * LENGTH - SHOUT) / AGAIN


def ball_of(places: SockerBoxes, shot: Shot, share: float) -> Ball:
    """The ball: it hops on in the goal, then rolls there once more, slowly."""
    seen = again(share)
    if seen < 0:
        hops = shouted(share) * 3
        lift = 30.0 * 0.5 ** int(hops) * arc(hops % 1.0)
        return Ball(places.ground.place(shot.end), hops * 2.2, lift)
    rolled = min(1.0, max(0.0, (seen - WAITS) / (LIES - WAITS)))
    pose = shot.flight.at(rolled * shot.flight.duration)
    return Ball((pose.x, pose.y), pose.angle, 12 * arc(rolled))


def draw_sign(painter: Painter, places: SockerBoxes) -> None:
    """That this was before, over the edge of the carpet, where nobody plays."""
    words, board = _("The goal again"), places.ground.board
    wide, tall = painter.width(words, LARGE, NAMES) + 48, painter.line_height(LARGE) + 14
    at = Box(board.centre[0] - wide / 2, board.y + 8, wide, tall)
    cloth = Fabric("#FFEFC2", "#2B2440", "#D98A6A")
    painter.blit(panel(painter.assets, round(at.w), round(at.h), cloth), at.x - ROOM, at.y - ROOM)
    painter.text(words, *at.centre, LARGE, TextStyle(NAMES, "#2B2440"), anchor="center")


def draw_crowd(painter: Painter, places: SockerBoxes, still: pygame.Surface, share: float) -> None:
    """The crowd with a wave going through it, behind all that it stands behind.

    Args:
        painter: where to.
        places: where everything lies.
        still: the picture without the crowd, which lies there already.
        share: how much of the goal is over.
    """
    for one in view.fans(painter.view, places):
        lift = HOP * max(0.0, math.sin(math.tau * (shouted(share) * WAVES - one.x / painter.view.w)))
        lift *= shouted(share) < 1
        painter.blit(_fan(painter, one, rises=lift > 1), one.x, one.y - lift, "midbottom")
    # It stands behind carpet, score and panels: they are put down once more.
    for box in (places.ground.board.grown(10), places.score, *places.sides):
        at = painter.view.rect(box)
        painter.surface.blit(still, at, at)


def _fan(painter: Painter, one: Fan, *, rises: bool) -> pygame.Surface:
    state = "happy" if rises else "idle"
    return fan(painter.assets, one.number, state, 0, one.height, flip=one.flip)


def warm(painter: Painter, places: SockerBoxes) -> Iterator[None]:
    """Make the pictures of the crowd that rises, one a step."""
    for one in view.fans(painter.view, places):
        _fan(painter, one, rises=True)
        yield
