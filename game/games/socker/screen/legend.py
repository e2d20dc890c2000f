"""What the marks on Socker's carpet mean, in the panels beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.games.socker.screen.column import PanelColumn
from game.ui.art.fabric import divider
from game.ui.art.marks import mark_kick, mark_sock, mark_step
from game.ui.art.socks import ball
from game.ui.art.threats import CORAL, golden_goal, sock_arc, way_arrow
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.presses import Press
from game.ui.kit.theme import BODY, LARGE
from game.words import _

SEAM = 18
"""Units from a panel's edge to what is written beside its seam."""


@dataclass(frozen=True, slots=True)
class CanDo:
    """What the other side can do in its next turn."""

    socks: int
    """So many puppets it can sock."""
    scores: bool
    key: Press | None
    """What hides all that is shown of it."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A picture, a little one over it, and what they mean."""

    words: str
    picture: pygame.Surface | None
    upon: pygame.Surface | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """How rows look."""

    size: float
    style: TextStyle
    picture: float
    """Where the middle of the pictures is, in units from the left edge of the panel."""
    words: float
    """Where the words begin."""
    rank: int = 0
    """As in `PanelColumn.add`."""


def add_marks(painter: Painter, box: Box, column: PanelColumn, ink: str, *, golden: bool) -> None:
    """What one's own marks mean; the golden one where there is a goal to be scored."""
    assets = painter.assets
    rows = [
        _Row(_("Step"), mark_step(assets, 0.8)),
        _Row(_("Kick"), mark_kick(assets, 0.66), ball(assets, 24)),
        _Row(_("Sock"), mark_sock(assets, 0.6, with_star=True)),
    ]
    if golden:
        rows.append(_Row(_("Goal!"), golden_goal(assets, 0.55, halo=False), ball(assets, 22)))
    _add(painter, box, column, rows, _Look(LARGE, TextStyle(NAMES, ink), 42, 72))


def add_threats(painter: Painter, box: Box, column: PanelColumn, can: CanDo, ink: str) -> None:
    """What the other side can do, and how that is hidden again."""
    assets, style = painter.assets, TextStyle(STRONG, ink)
    rows = []
    if can.socks:
        arc = sock_arc(assets, 36, 4, 20, 8, 0.8)
        rows.append(_Row(_("sock {count}").format(count=can.socks), _shrunk(arc)))
    if can.scores:
        rows.append(_Row(_("score"), way_arrow(assets, -24, 0, CORAL)))
    if rows:
        _add(painter, box, column, rows, _Look(BODY, style, 36, 62))
    else:
        column.words(_("neither sock you nor score"))
    if can.key is not None:
        key = can.key.picture(assets, 30)
        column.add(lambda share: 16 * share, lambda y, share: _seam(painter, box, y + 8 * share), rank=2)
        _add(painter, box, column, [_Row(_("hide"), key)], _Look(BODY, style, 36, 62, rank=2))


def _shrunk(picture: pygame.Surface) -> pygame.Surface:
    """Without the room around what is drawn."""
    return picture.subsurface(picture.get_bounding_rect())


def _seam(painter: Painter, box: Box, y: float) -> None:
    painter.blit(divider(painter.assets, round(box.w - 36)), box.centre[0], y, "center")


def _add(painter: Painter, box: Box, column: PanelColumn, rows: Sequence[_Row], look: _Look) -> None:
    def step(share: float) -> float:
        return max(46 * share, painter.line_height(column.size(look.size, share)))

    def draw(y: float, share: float) -> None:
        for number, row in enumerate(rows):
            middle = y + step(share) * (number + 0.5)
            for picture in (row.picture, row.upon):
                if picture is not None:
                    painter.blit(picture, box.x + look.picture, middle, "center")
            left, size = box.x + look.words, column.size(look.size, share)
            painter.text(row.words, left, middle, size, look.style, room=box.right - SEAM - left)

    column.add(lambda share: len(rows) * step(share), draw, look.rank)
