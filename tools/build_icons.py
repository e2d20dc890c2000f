"""Draw the program's icons from its art, in all sizes that desktops need.

Run ``python -m tools.build_icons``; the pictures are written to ``assets/icons``.
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
    """Draw the icons and return their paths."""
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
