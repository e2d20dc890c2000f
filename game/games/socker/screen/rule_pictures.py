"""Pictures for the rules of Socker, and of pitches for the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.core.game import Layout
from game.core.options import Options
from game.games.socker.rules.pitch import FIRST_SCORES, OUT, SECOND_SCORES, STANDARD_PITCH
from game.games.socker.screen import board as view
from game.games.socker.screen.board import LegalActions, PitchProjection, SockerBoxes
from game.i18n import _, plural
from game.ui.art.fabric import SHADOW_MARGIN as PANEL_ROOM
from game.ui.art.fabric import ClothColours, meter_bead, panel
from game.ui.art.field import field_foot, field_puppet
from game.ui.art.first_page import FirstPage, RuleLine
from game.ui.art.layers import GOLD, INK, WOOL, rasterize_units
from game.ui.art.marks import ARROW_ROOM, arrow, impact, mark_kick, mark_step
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.pitch import RUG_ROOM, DrawnPitch, rug
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.socks import ball as art_ball
from game.ui.art.svg import circle, line, rect
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

Piece = tuple[int, str, str]  # seat, space and state of a puppet
_CELL_WIDTH, _CELL_HEIGHT = 62.0, 48.0


def _places(
    box: Box,
    zones: tuple[str, ...],
    centre: tuple[int, int] | None = None,
    cell: tuple[float, float] = (_CELL_WIDTH, _CELL_HEIGHT),
) -> SockerBoxes:
    """Layout of a carpet with these zones in the middle of a box, without panels."""
    columns, rows = len(zones), len(zones[0])
    w, h = cell
    board = Box(box.centre[0] - rows * w / 2, box.centre[1] - columns * h / 2, rows * w, columns * h)
    empty_box = Box(0, 0, 0, 0)
    return SockerBoxes(
        PitchProjection(columns, rows, board),
        DrawnPitch(zones, cell, centre, (0, 1)),
        (empty_box, empty_box),
        1.0,
        empty_box,
        empty_box,
    )


def _carpet(
    painter: Painter,
    box: Box,
    zones: tuple[str, ...],
    pieces: tuple[Piece, ...],
    moves: tuple[str, ...],
    ball: str,
) -> None:
    """Draw a carpet with pieces, and the possible actions of the first one."""
    places = _places(box, zones)
    projection = places.ground
    painter.blit(
        rug(painter.assets, places.pitch), projection.board.x - RUG_ROOM, projection.board.y - RUG_ROOM
    )
    actions = LegalActions.of(moves).of_piece(pieces[0][1])
    if actions:
        view.draw_targets(painter, places, actions, None)
    for seat, cell, state in sorted(pieces, key=lambda piece: projection.place(piece[1])[1]):
        view.draw_piece(
            painter,
            places,
            seat,
            projection.place(cell),
            view.PiecePose(state, flip=seat == 1),
            chosen=cell == pieces[0][1] and bool(moves),
        )
    if ball:
        view.draw_ball(painter, places, view.BallSprite(projection.place(ball)))
    view.draw_arrows(painter, places, actions)


def carpet(painter: Painter, box: Box) -> None:
    """Draw the zones: end rows in the seats' colours, out of bounds along the sides."""
    zones = ("b" + "~" * 9 + "a", *("b" + "." * 9 + "a" for _ in range(3)), "b" + "~" * 9 + "a")
    _carpet(painter, box, zones, ((0, "c3", "stand"), (1, "c9", "stand")), (), "c6")


def actions(painter: Painter, box: Box) -> None:
    """Draw a puppet that can step, kick and sock."""
    moves = ("move b3 a3", "move b3 c3", "move b3 a4", "kick b3 b4", "sock b3 c4", "move b3 b2")
    _carpet(
        painter, box, ("." * 8,) * 4, ((0, "b3", "happy"), (1, "c4", "sad"), (1, "b7", "stand")), moves, "b4"
    )


def fallen(painter: Painter, box: Box) -> None:
    """Draw a puppet that was socked, and stays down until its side's turn ends."""
    _carpet(painter, box, ("." * 7,) * 3, ((0, "b3", "stand"), (1, "b5", "down"), (1, "a6", "stand")), (), "")


def limit(painter: Painter, box: Box) -> None:
    """Draw three puppets off the field, the maximum."""
    zones = ("~" * 8, "." * 8, "." * 8)
    _carpet(
        painter,
        box,
        zones,
        ((0, "a3", "stand"), (0, "a4", "stand"), (0, "a6", "stand"), (1, "c5", "stand")),
        (),
        "",
    )


# height and drawing of each picture that ``rules.md`` names
PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "carpet": (5 * _CELL_HEIGHT + 60, carpet),
    "actions": (4 * _CELL_HEIGHT + 60, actions),
    "fallen": (3 * _CELL_HEIGHT + 60, fallen),
    "limit": (3 * _CELL_HEIGHT + 60, limit),
}


_FILLS: Final = {FIRST_SCORES: SEAT_LOOKS[0].colour, SECOND_SCORES: SEAT_LOOKS[1].colour, OUT: "#C9B48F"}
_FIELD_COLOURS: Final = "#5F9C63", "#6BA86F"


def small_board(assets: Assets, layout: Layout | None, w: float, h: float) -> pygame.Surface:
    """Picture of a layout's pitch (None: the standard one) on its side, within ``w`` x ``h`` units."""
    return _pitch(assets, STANDARD_PITCH if layout is None else layout.get("cells"), w, h)


@cached_drawing
def _pitch(assets: Assets, cells: str, w: float, h: float) -> pygame.Surface:
    """Picture of a pitch from its cells, on its side, ``w`` x ``h`` units."""
    rows = cells.split("/")
    # On its side, as on a wide screen.
    across, down = len(rows), len(rows[0])
    cell = min((w - 8) / across, (h - 8) / down)
    left, top = (w - cell * across) / 2, (h - cell * down) / 2
    body = rect(left - 3, top - 3, cell * across + 6, cell * down + 6, 5, fill=INK)
    for x, row in enumerate(reversed(rows)):
        for y, symbol in enumerate(row):
            fill = _FILLS.get(symbol, _FIELD_COLOURS[(x + y) % 2])
            body += rect(left + x * cell, top + y * cell, cell + 0.3, cell + 0.3, 0, fill=fill)
    body += circle(w / 2, h / 2, cell * 0.45, WOOL, stroke=INK, stroke_width=1.6)
    return rasterize_units(assets, body, w, h)


# the whole carpet, on its side
_PITCH_TEXT: Final = ("b" + "~" * 9 + "a", *("b" + "." * 9 + "a" for _ in range(7)), "b" + "~" * 9 + "a")


def _table(painter: Painter, box: Box) -> None:
    """Draw an imminent goal, three action buttons, a step, a kick and a sock."""
    places = _places(box, _PITCH_TEXT, (5, 4), (53.0, 50.0))
    projection, assets = places.ground, painter.assets
    painter.fill(box, "#6E4A34")
    painter.blit(rug(assets, places.pitch), projection.board.x - RUG_ROOM, projection.board.y - RUG_ROOM)
    for cell in ("b3", "b4", "c4", "d3", "d4"):
        painter.blit(mark_step(assets, 0.8), *projection.middle(cell), "center")
    x, y = projection.middle("g4")
    painter.blit(impact(assets, 0.62), x - 3, y, "center")
    pieces = (
        ("c3", 0, "stand"), ("c9", 1, "stand"), ("e9", 1, "stand"), ("f6", 0, "stand"),
        ("g3", 0, "jab"), ("g5", 1, "down"), ("h9", 0, "happy"),
    )  # fmt: skip
    for cell, seat, state in pieces:
        view.draw_piece(painter, places, seat, projection.place(cell), view.PiecePose(state, flip=seat == 1))
    x, y = projection.middle("d8")
    painter.blit(mark_kick(assets, 0.78), x, y, "center")
    painter.blit(art_ball(assets, 26.0, 0, ghost=True), x, y, "center")
    view.draw_ball(painter, places, view.BallSprite(projection.place("e7")))
    view.draw_ball(painter, places, view.BallSprite(projection.place("h10")))
    for cell, dx, dy in (("e7", 34, -32), ("h10", 50, 0)):
        x, y = projection.middle(cell)
        x, y = x + 0.3 * dx, y + 0.3 * dy
        painter.blit(arrow(assets, dx, dy, GOLD, 8, 16), x - ARROW_ROOM, y + min(0, dy) - ARROW_ROOM)
    x, y = projection.middle("a6")
    bar = panel(assets, 176.0, 44.0, ClothColours("#A8331C", INK, ""), radius=22.0)
    painter.blit(bar, x - 88 - PANEL_ROOM, y - 22 - PANEL_ROOM)
    _draw_turn(painter, Box(x - 50, y - 22, 140, 44))


def _figure(painter: Painter, seat: int, state: str, x: float, foot: float, height: float = 46.0) -> None:
    """Draw a puppet with its sole at (x, foot)."""
    dress = PuppetOutfit(ground=False, flip=seat == 1)
    image = field_puppet(painter.assets, seat, state, 0, height, dress)
    painter.blit(image, x, foot + field_foot(height), "midbottom")


def _draw_goal(painter: Painter, box: Box) -> None:
    """Draw a ball with an arrow towards a goal."""
    (x, y), assets = box.centre, painter.assets
    goal = rect(2, 2, 26, 52, 5, fill=SEAT_LOOKS[0].colour, stroke=INK, stroke_width=3)
    goal += line("M15 10V46", WOOL, 3, stroke_dasharray="6 5")
    painter.blit(rasterize_units(assets, goal, 30, 56), x + 34, y, "center")
    painter.blit(arrow(assets, 30, 0, GOLD, 8, 15), x - 18 - ARROW_ROOM, y - ARROW_ROOM)
    painter.blit(art_ball(assets, 28.0), x - 34, y, "center")


def _draw_turn(painter: Painter, box: Box) -> None:
    """Draw three action buttons."""
    for number in (-1, 0, 1):
        painter.blit(meter_bead(painter.assets, 28.0), box.centre[0] + 31 * number, box.centre[1], "center")


def _draw_step(painter: Painter, box: Box) -> None:
    """Draw a puppet beside the mark of a step."""
    x, y = box.centre
    _figure(painter, 0, "stand", x - 24, y + 24)
    painter.blit(mark_step(painter.assets, 0.8), x + 28, y + 6, "center")


def _draw_kick(painter: Painter, box: Box) -> None:
    """Draw a puppet and the ball it kicks."""
    (x, y), assets = box.centre, painter.assets
    _figure(painter, 0, "stand", x - 30, y + 24)
    painter.blit(arrow(assets, 26, -14, GOLD, 8, 15), x + 18 - ARROW_ROOM, y - 12 - ARROW_ROOM)
    painter.blit(art_ball(assets, 26.0), x + 6, y + 10, "center")


def _draw_sock(painter: Painter, box: Box) -> None:
    """Draw a puppet and another that it has socked."""
    x, y = box.centre
    _figure(painter, 1, "down", x + 28, y + 26, 42.0)
    painter.blit(impact(painter.assets, 0.32), x + 2, y - 2, "center")
    _figure(painter, 0, "jab", x - 26, y + 24)


def first_page(options: Options) -> FirstPage:
    """Content of the first page of the rules."""
    goals, turns, actions = (options.get_int(name) for name in ("goals", "turns", "actions"))
    by_goals = options.get_str("win") == "goals"
    win = plural("{n} goal wins", "{n} goals win", goals).format(n=goals)
    return FirstPage(
        win if by_goals else _("most goals win"),
        20 * (goals / 3 if by_goals else turns / 40),
        _table,
        (
            RuleLine(_("Kick the ball into the far strip."), _draw_goal, (430, 388), 1),
            RuleLine(_("{n} actions a turn.").format(n=actions), _draw_turn, (246, 40), 3),
            RuleLine(_("Step to a free space."), _draw_step, (112, 132), 3),
            RuleLine(_("Kick it one space away."), _draw_kick, (272, 290), 3),
            RuleLine(_("Sock: down for a turn."), _draw_sock, (112, 332), 3),
        ),
    )
