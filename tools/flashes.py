"""Measure flashes of the picture at the end of matches: ``python -m tools.flashes [GAME ...]``.

Bots play the ends of matches. Counts general flashes and red flashes as defined by WCAG 2.2: luminance (or
saturated red) that changes by a tenth (or 20 of 320) and back. More than `FLASHES` within a second, together
on more than a quarter of ten degrees of the visual field, are a failure; then the exit status is 1.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import numpy as np
import pygame
from numpy.typing import NDArray

from game.app import App
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tests.matches import GAMES, record_of
from tools.command import command

RATE = 20  # pictures per second, enough for ten flashes per second
MOVES = 10  # last moves of a match that are played
AFTER = 12.0  # seconds of results after the match
SIZE = (960, 540)
BLOCKS = (64, 36)  # blocks of 15 by 15 pixels
WIDE = 55
"""Blocks: a quarter of 341 by 256 pixels of a picture of 1024 by 768, as in the guideline."""
FLASHES = 3
LIGHT, DARK, RED = 0.1, 0.8, 20 / 320
"""Change of luminance that counts if the darker one is below the second value, and change of red."""

Values = NDArray[np.float64]


def main(games: list[str]) -> int:
    """Measure these games, or all if the list is empty. Returns the exit status."""
    pygame.display.init()
    pygame.font.init()
    worst = 0
    for slug in games or GAMES:
        pictures = np.array(list(played(slug)))
        light, red = measured(pictures)
        counts = [flashes(changes(light, LIGHT, DARK)), flashes(changes(red, RED, np.inf))]
        worst = max(worst, *counts)
        print(
            f"{slug:10} {len(pictures) / RATE:5.0f} s: at most {counts[0]} flashes a second, "
            f"{counts[1]} red ones"
        )
    print(f"Where more than {WIDE} of {BLOCKS[0] * BLOCKS[1]} blocks flash together (bar {FLASHES})")
    return int(worst > FLASHES)


def measured(pictures: NDArray[np.uint8]) -> tuple[Values, Values]:
    """Return luminance and red saturation from 0 to 1: one row per picture, one column per block."""
    values = pictures.reshape(len(pictures), -1, 3) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    light = linear @ (0.2126, 0.7152, 0.0722)
    red, others = linear[..., 0], linear[..., 1] + linear[..., 2]
    saturated = red >= 0.8 * np.maximum(red + others, 1e-9)
    return light, np.where(saturated, np.maximum(red - others, 0), 0)


def changes(values: Values, min_change: float, below: float) -> NDArray[np.bool_]:
    """Return a mask, picture by block, True where a block has become lighter or darker by ``min_change``."""
    has_changed = np.zeros(values.shape, bool)
    extreme, falls = values[0].copy(), np.zeros(values.shape[1], bool)
    for number, current in enumerate(values):
        extreme = np.where(falls, np.minimum(extreme, current), np.maximum(extreme, current))
        turns = (np.abs(current - extreme) >= min_change) & (np.minimum(current, extreme) < below)
        has_changed[number] = turns
        falls ^= turns
        extreme = np.where(turns, current, extreme)
    return has_changed


def flashes(change_mask: NDArray[np.bool_]) -> int:
    """Return the most flashes within a second that a large enough part of the picture shares."""
    total = np.vstack([np.zeros(change_mask.shape[1], int), change_mask.cumsum(0)])
    within = total[RATE:] - total[:-RATE] if len(total) > RATE else total[-1:]
    # A flash is two changes. Take the block that ``WIDE`` blocks equal or exceed.
    return int(np.sort(within // 2, axis=1)[:, -WIDE].max())


def played(slug: str) -> Iterator[NDArray[np.uint8]]:
    """Yield pictures of the end of a bot match and its results."""
    time = 0.0
    with tempfile.TemporaryDirectory() as home:
        context = AppContext(Storage(Path(home)), Audio(), lambda: time, SCREENS)
        app = App(context, pygame.display.set_mode(SIZE))
        context.open_scene("title")
        full_session = Session.from_record(record_of(slug))
        session = full_session.before(max(0, len(full_session.log) - MOVES))
        seats = [Seat(name, number, "normal") for number, name in enumerate(session.names)]
        match = match_scene(context, session, seats)
        context.scenes.push(match)
        due = 0.0
        rest = AFTER
        while rest > 0:
            is_busy = match.animations.is_busy or session.outcome is not None
            if not is_busy:
                pygame.time.wait(1)  # a bot thinks in a worker process
            time += 1000 / RATE if is_busy else 5
            app.step_frame(pygame.event.get())
            if time < due:
                continue
            due = time + 1000 / RATE
            rest -= (session.outcome is not None and not match.animations.is_busy) / RATE
            app.draw()
            small = pygame.transform.smoothscale(app.screen, BLOCKS)
            yield pygame.surfarray.array3d(small)
        context.close_workers()
        context.stores.close()


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("games", nargs="*", help="which games; default: all")
    sys.exit(main(parser.parse_args().games))
