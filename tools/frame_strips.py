"""Write moments of the games as strips of pictures: ``python -m tools.frame_strips DIR [NAME ...]``.

Each strip shows a moment from the move that starts it; below each picture is the time since that move in ms.
``GAME-hurried`` shows other players' moves while Enter is pressed repeatedly, until the player's turn; below
each picture are the number of moves, ``holds`` if the player holds something, and ``Enter`` if it was pressed
just before. Below the pictures of all others are the sounds since the previous picture, with times of attack.
``--size`` is the size of the window, ``--width`` that of a picture in the strip.
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
from tools.shots_moments import STRIPS

WIDTH = 1920  # maximum width of a strip in pixels
LINE = 24  # pixels for the caption of a picture


def side_by_side(pictures: Sequence[pygame.Surface], captions: Sequence[str], w: int) -> pygame.Surface:
    """Return the pictures side by side, each ``w`` px wide, with its caption."""
    h = round(w / pictures[0].get_width() * pictures[0].get_height())
    columns = min(WIDTH // w, len(pictures))
    rows = -(-len(pictures) // columns)
    out = pygame.Surface((w * columns, (h + LINE) * rows))
    font = pygame.font.Font(None, LINE)
    for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        x, y = number % columns * w, number // columns * (h + LINE)
        out.blit(pygame.transform.smoothscale(picture, (w, h)), (x, y))
        out.blit(
            font.render(caption, antialias=True, color="#FFFFFF"), (x + 8, y + h + 4), (0, 0, w - 12, LINE)
        )
    return out


def main() -> None:
    """Write the named strips, or all."""
    parser = command(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help=", ".join(MOMENTS))
    parser.add_argument("--size", default="1280x720", help="of the window, in pixels")
    parser.add_argument("--width", type=int, default=WIDTH // 6, help="of a picture in the strip, in pixels")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    width, height = map(int, arguments.size.split("x"))
    pygame.display.init()
    pygame.font.init()
    for name in arguments.names or MOMENTS:
        pictures, captions = list[pygame.Surface](), list[str]()

        def take(caption: str, app: App) -> None:
            crop = STRIPS[name].crop if name in STRIPS else (0.0, 0.0, 1.0, 1.0)  # noqa: B023
            left, upper, right, lower = (
                round(share * side) for share, side in zip(crop, 2 * (width, height), strict=True)
            )
            box = left, upper, right - left, lower - upper
            pictures.append(app.screen.subsurface(box).copy())  # noqa: B023 - before the next strip begins
            captions.append(caption.removeprefix(f"{name}-"))  # noqa: B023

        with tempfile.TemporaryDirectory() as home:
            sheet(take, (width, height), {}, Path(home), [name])
        pygame.image.save(side_by_side(pictures, captions, arguments.width), arguments.out / f"{name}.png")
        print(name, flush=True)


if __name__ == "__main__":
    main()
