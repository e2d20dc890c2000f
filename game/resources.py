"""What comes with the program: where its files lie, and how it is called, however it was installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from game.core.discovery import game_folder

_GAME: Final = Path(__file__).resolve().parent
_INSIDE: Final = _GAME / "shipped"
"""A wheel has its files inside the package; a checkout and the unpacked program have them beside it."""

SHIPPED: Final = _INSIDE if _INSIDE.is_dir() else _GAME.parent
ASSETS: Final = SHIPPED / "assets"
ICONS: Final = ASSETS / "icons"
LEVELS: Final = SHIPPED / "levels"

APP: Final = "io.github.sock_drawer.SockDrawer"
"""What desktops call it, and find its icon by; the files in ``packaging/`` have this name."""
COMMAND: Final = "sock-drawer" if _INSIDE.is_dir() or getattr(sys, "frozen", False) else "python main.py"
"""What is typed to start it."""


def levels_of(slug: str) -> Path:
    """Where the maps of a game lie: at the top, or in its own folder.

    Raises:
        ValueError: there is no such game.
    """
    shipped = LEVELS / slug
    return shipped if shipped.is_dir() else game_folder(slug) / "levels"
