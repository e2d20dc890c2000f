"""Cards and pieces that a game provides as drawings (``pieces/NAME.svg``), for the window and phones.

Phones get the unchanged files, and show one for each word NAME in a move or in what their seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from game.core.discovery import find_game, game_folder, piece_names
from game.ui.art.layers import rasterize_units
from game.ui.art.rooms import lobby_room
from game.ui.art.socks import big_sock, emblem_drawing
from game.ui.art.svg import Drawing, drawing_in
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import HEIGHT, Box
from game.ui.core.paint import Painter

PICTURE_HEIGHT = 150.0  # height of a drawing in the rules, in units


def piece_drawing(slug: str, name: str) -> Drawing:
    """SVG drawing of a game's piece. Raises KeyError if the game has no piece of this name."""
    if name not in piece_names(slug):
        raise KeyError(name)
    return drawing_in(game_folder(slug) / "pieces" / f"{name}.svg")


@cached_drawing
def piece(assets: Assets, slug: str, name: str, height: float) -> pygame.Surface:
    """Picture of a piece ``height`` units high, as wide as its drawing demands. KeyError if unknown."""
    drawing = piece_drawing(slug, name)
    return rasterize_units(
        assets, drawing.body, height * drawing.box[2] / drawing.box[3], height, drawing.box
    )


def phone_drawings(slug: str) -> Mapping[str, bytes]:
    """SVG files for phones by name: ``SLUG.emblem.svg``, ``SLUG.piece.NAME.svg``, extra ``SLUG.NAME.svg``."""
    folder = game_folder(slug) / "pieces"
    files = {f"{slug}.piece.{name}.svg": (folder / f"{name}.svg").read_bytes() for name in piece_names(slug)}
    if (phone_art := find_game(slug).component("phone_art")) is not None:
        files |= {f"{slug}.{name}.svg": text.encode() for name, text in phone_art().items()}
    return {f"{slug}.emblem.svg": emblem_drawing(slug).encode(), **files}


def rule_pictures(slug: str) -> Mapping[str, tuple[float, Callable[[Painter, Box], None]]]:
    """(height in units, draw function) of each drawing for a game's rules: ``emblem``, and pieces by name."""

    def draw_sock(painter: Painter, box: Box) -> None:
        """Draw the game's sock in the middle of a box."""
        painter.blit(big_sock(painter.assets, slug, 0, round(box.h / 330, 3)), *box.centre, "center")

    def draw_piece(name: str, painter: Painter, box: Box) -> None:
        """Draw a piece in the middle of a box."""
        painter.blit(piece(painter.assets, slug, name, box.h), *box.centre, "center")

    drawn_pieces = {name: (PICTURE_HEIGHT, partial(draw_piece, name)) for name in piece_names(slug)}
    return {"emblem": (PICTURE_HEIGHT, draw_sock), **drawn_pieces}


def emblem_photo(assets: Assets, slug: str, room: str, size: tuple[float, float]) -> pygame.Surface:
    """Sock of a game in its small room, a new surface of ``size`` units, where there is no picture yet."""
    w, h = size
    wide = w * HEIGHT / h
    whole = lobby_room(Assets(assets.scale * h / HEIGHT), wide, HEIGHT, room, wide).copy()
    sock = big_sock(assets, slug, 0, h / 480)
    whole.blit(sock, sock.get_rect(center=whole.get_rect().center))
    return whole
