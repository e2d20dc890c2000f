"""Paths of the shipped files and the name of the command, for every kind of installation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from game.core.discovery import game_folder

_GAME: Final = Path(__file__).resolve().parent
_INSIDE: Final = _GAME / "shipped"
"""A wheel has its files inside the package; a checkout and the unpacked program have them next to it."""

SHIPPED: Final = _INSIDE if _INSIDE.is_dir() else _GAME.parent
ASSETS: Final = SHIPPED / "assets"
ICONS: Final = ASSETS / "icons"
LEVELS: Final = SHIPPED / "levels"

# application id for desktops and their icons; used by the files in packaging/
APP: Final = "io.github.sock_drawer.SockDrawer"
# command to start the program
COMMAND: Final = "sock-drawer" if _INSIDE.is_dir() or getattr(sys, "frozen", False) else "python main.py"


def levels_of(slug: str) -> Path:
    """Folder of a game's maps, top-level or its own; it may not exist. ValueError if the game does not."""
    shipped = LEVELS / slug
    return shipped if shipped.is_dir() else game_folder(slug) / "levels"
