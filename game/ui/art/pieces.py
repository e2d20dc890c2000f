"""Cards and pieces that a game brings as drawings (``pieces/NAME.svg``), for the window and phones.

A phone gets the files as they are; it shows one wherever a word of a move, or of what its seat sees, is NAME.
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
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

PICTURE = 150.0
"""How high a drawing stands among the rules, in units."""


def piece_drawing(slug: str, name: str) -> Drawing:
    """The drawing of a piece.

    Raises:
        KeyError: the game has none of this name.
    """
    if name not in piece_names(slug):
        raise KeyError(name)
    return drawing_in(game_folder(slug) / "pieces" / f"{name}.svg")


@cached_drawing
def piece(assets: Assets, slug: str, name: str, height: float) -> pygame.Surface:
    """A piece of a game so high, in units; as wide as its drawing is then.

    Raises:
        KeyError: the game has none of this name.
    """
    found = piece_drawing(slug, name)
    return rasterize_units(assets, found.body, height * found.box[2] / found.box[3], height, found.box)


def served(slug: str) -> Mapping[str, bytes]:
    """The drawings of a game for phones, by the names of the files that they ask for."""
    own = game_folder(slug) / "pieces"
    found = {f"{slug}.piece.{name}.svg": (own / f"{name}.svg").read_bytes() for name in piece_names(slug)}
    if (lend := find_game(slug).part("phone_art")) is not None:
        found |= {f"{slug}.{name}.svg": text.encode() for name, text in lend().items()}
    return {f"{slug}.emblem.svg": emblem_drawing(slug).encode(), **found}


def rule_pictures(slug: str) -> Mapping[str, tuple[float, Callable[[Painter, Box], None]]]:
    """What a game's rules may show of its folder: its ``emblem``, and its pieces by their names."""

    def draw_sock(painter: Painter, box: Box) -> None:
        painter.blit(big_sock(painter.assets, slug, 0, round(box.h / 330, 3)), *box.centre, "center")

    def draw_piece(name: str, painter: Painter, box: Box) -> None:
        painter.blit(piece(painter.assets, slug, name, box.h), *box.centre, "center")

    drawn_pieces = {name: (PICTURE, partial(draw_piece, name)) for name in piece_names(slug)}
    return {"emblem": (PICTURE, draw_sock), **drawn_pieces}


def emblem_photo(assets: Assets, slug: str, room: str, size: tuple[float, float]) -> pygame.Surface:
    """The sock of a game in its room, so large, for an album in which there is no picture of its table."""
    w, h = size
    whole = lobby_room(assets, w, h, room, w).copy()
    sock = big_sock(assets, slug, 0, h / 480)
    whole.blit(sock, sock.get_rect(center=whole.get_rect().center))
    return whole
