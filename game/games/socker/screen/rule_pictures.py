"""Pictures for Socker's rules, small carpets on which one thing happens; and a small pitch for the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.core.game import Layout
from game.games.socker.rules.pitch import FIRST_SCORES, OUT, SECOND_SCORES, STANDARD
from game.games.socker.screen import board as view
from game.games.socker.screen.board import Choices, PitchProjection, SockerBoxes
from game.ui.art.layers import INK, WOOL, draw
from game.ui.art.patterns import SEATS
from game.ui.art.pitch import RUG_ROOM, DrawnPitch, rug
from game.ui.art.svg import circle, rect
from game.ui.core.assets import Assets, drawn
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

Piece = tuple[int, str, str]
"""A seat, a space, and a state of a puppet."""
_W, _H = 62.0, 48.0


def _places(box: Box, zones: tuple[str, ...], centre: tuple[int, int] | None = None) -> SockerBoxes:
    columns, rows = len(zones), len(zones[0])
    board = Box(box.centre[0] - rows * _W / 2, box.centre[1] - columns * _H / 2, rows * _W, columns * _H)
    nowhere = Box(0, 0, 0, 0)
    return SockerBoxes(
        PitchProjection(columns, rows, board),
        DrawnPitch(zones, (_W, _H), centre, (0, 1)),
        (nowhere, nowhere),
        1.0,
        nowhere,
        nowhere,
    )


def _carpet(
    painter: Painter,
    box: Box,
    zones: tuple[str, ...],
    pieces: tuple[Piece, ...],
    moves: tuple[str, ...],
    ball: str,
) -> None:
    """A carpet with pieces, and what the first of them can do."""
    places = _places(box, zones)
    ground = places.ground
    painter.blit(rug(painter.assets, places.pitch), ground.board.x - RUG_ROOM, ground.board.y - RUG_ROOM)
    actions = Choices.of(moves).of_piece(pieces[0][1])
    if actions:
        view.draw_targets(painter, places, actions, pieces[0][1], None, (0, 1))
    for seat, cell, state in sorted(pieces, key=lambda piece: ground.place(piece[1])[1]):
        view.draw_piece(
            painter,
            places,
            seat,
            ground.place(cell),
            view.Stance(state, flip=seat == 1),
            chosen=cell == pieces[0][1] and bool(moves),
        )
    if ball:
        view.draw_ball(painter, places, ground.place(ball))
    view.draw_arrows(painter, places, actions)


def carpet(painter: Painter, box: Box) -> None:
    """The zones: the end rows in the seats' colours, out of bounds along the sides."""
    zones = ("b" + "~" * 9 + "a", *("b" + "." * 9 + "a" for _ in range(3)), "b" + "~" * 9 + "a")
    _carpet(painter, box, zones, ((0, "c3", "stand"), (1, "c9", "stand")), (), "c6")


def actions(painter: Painter, box: Box) -> None:
    """A puppet that can step, kick and sock."""
    moves = ("move b3 a3", "move b3 c3", "move b3 a4", "kick b3 b4", "sock b3 c4", "move b3 b2")
    _carpet(
        painter, box, ("." * 8,) * 4, ((0, "b3", "happy"), (1, "c4", "sad"), (1, "b7", "stand")), moves, "b4"
    )


def fallen(painter: Painter, box: Box) -> None:
    """A puppet that was socked, and lies until its side's turn ends."""
    _carpet(painter, box, ("." * 7,) * 3, ((0, "b3", "stand"), (1, "b5", "down"), (1, "a6", "stand")), (), "")


def limit(painter: Painter, box: Box) -> None:
    """Three puppets off the field: as many as may stay there."""
    zones = ("~" * 8, "." * 8, "." * 8)
    _carpet(
        painter,
        box,
        zones,
        ((0, "a3", "stand"), (0, "a4", "stand"), (0, "a6", "stand"), (1, "c5", "stand")),
        (),
        "",
    )


PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "carpet": (5 * _H + 60, carpet),
    "actions": (4 * _H + 60, actions),
    "fallen": (3 * _H + 60, fallen),
    "limit": (3 * _H + 60, limit),
}
"""The height and the drawing of every picture that ``rules.md`` names."""


_FILLS: Final = {FIRST_SCORES: SEATS[0].colour, SECOND_SCORES: SEATS[1].colour, OUT: "#C9B48F"}
_FIELD: Final = "#5F9C63", "#6BA86F"


def small_board(assets: Assets, layout: Layout | None, w: float, h: float) -> pygame.Surface:
    """The pitch of a layout, `None` for the standard one, lying on its side within w x h units."""
    return _pitch(assets, STANDARD if layout is None else layout.get("cells"), w, h)


@drawn
def _pitch(assets: Assets, cells: str, w: float, h: float) -> pygame.Surface:
    rows = cells.split("/")
    # On its side, as it lies on a wide screen.
    wide, high = len(rows), len(rows[0])
    cell = min((w - 8) / wide, (h - 8) / high)
    left, top = (w - cell * wide) / 2, (h - cell * high) / 2
    body = rect(left - 3, top - 3, cell * wide + 6, cell * high + 6, 5, fill=INK)
    for x, row in enumerate(reversed(rows)):
        for y, symbol in enumerate(row):
            fill = _FILLS.get(symbol, _FIELD[(x + y) % 2])
            body += rect(left + x * cell, top + y * cell, cell + 0.3, cell + 0.3, 0, fill=fill)
    body += circle(w / 2, h / 2, cell * 0.45, WOOL, stroke=INK, stroke_width=1.6)
    return draw(assets, body, w, h)
