"""Make the icons of the program from its own art, in all sizes that desktops ask for.

Run as ``python -m tools.build_icons``; the pictures are kept in ``assets/icons``.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.resources import ICONS
from game.ui.art.icons import rounded_emblem
from tools.command import command

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def build(folder: Path = ICONS) -> list[Path]:
    """Draw them all; the files."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"sock-drawer-{size}.png" for size in SIZES]
    for size, file in zip(SIZES, files, strict=True):
        pygame.image.save(rounded_emblem(size), file)
    return files


if __name__ == "__main__":
    command(__doc__).parse_args()
    print("\n".join(path.name for path in build()))
