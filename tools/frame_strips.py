"""Moments of the games as strips of pictures: ``python -m tools.frame_strips DIR [NAME ...]``.

Each strip shows a moment from the move that begins it, picture by picture; under each stands how many
milliseconds it comes after that move. ``GAME-hurried`` shows the moves of others while Enter is pressed over
and over, and on into the own turn; under each picture stands how many moves were made, whether the person
holds something, and ``Enter`` where it was pressed just before. ``--size`` is that of the window, ``--scale``
that of a picture in the strip.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import App
from tools.command import command
from tools.shots import MOMENTS, sheet

COLUMNS = 3
LINE = 24
"""Pixels for the time under each picture."""


def side_by_side(pictures: Sequence[pygame.Surface], words: Sequence[str], scale: float) -> pygame.Surface:
    """The pictures side by side, smaller, each with what stands under it."""
    w, h = (round(side * scale) for side in pictures[0].get_size())
    columns = min(COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    out = pygame.Surface((w * columns, (h + LINE) * rows))
    font = pygame.font.Font(None, LINE)
    for number, (picture, told) in enumerate(zip(pictures, words, strict=True)):
        x, y = number % columns * w, number // columns * (h + LINE)
        out.blit(pygame.transform.smoothscale(picture, (w, h)), (x, y))
        out.blit(font.render(told, antialias=True, color="#FFFFFF"), (x + 8, y + h + 4))
    return out


def main() -> None:
    """Write the strips that are named, or all of them."""
    parser = command(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help=", ".join(MOMENTS))
    parser.add_argument("--size", default="1280x720", help="of the window, in pixels")
    parser.add_argument("--scale", type=float, default=0.5, help="of a picture in the strip")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    width, height = map(int, given.size.split("x"))
    pygame.display.init()
    pygame.font.init()
    for name in given.names or MOMENTS:
        pictures, words = list[pygame.Surface](), list[str]()

        def take(told: str, app: App) -> None:
            pictures.append(app.screen.copy())  # noqa: B023 - taken before the next strip begins
            words.append(told)  # noqa: B023

        with tempfile.TemporaryDirectory() as home:
            sheet(take, (width, height), {}, Path(home), [name])
        pygame.image.save(side_by_side(pictures, words, given.scale), given.out / f"{name}.png")
        print(name, flush=True)


if __name__ == "__main__":
    main()
