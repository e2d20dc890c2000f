"""How much the picture flashes: bots play the ends of matches, and every change of light is counted.

``python -m tools.flashes``, or ``python -m tools.flashes socki city``. Counted is what WCAG 2.2 calls a
general flash and a red flash: light (or saturated red) that changes by a tenth (or 20 of 320) and back. More
than `FLASHES` of them within a second, on more than a quarter of ten degrees of sight together, are a
failure; the exit status is 1.
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

RATE = 20
"""Pictures a second: a flash of ten a second is seen in them."""
MOVES = 10
"""The last moves of a match, and what comes after them."""
AFTER = 12.0
"""Seconds of results, and the same long of the table at rest before."""
SIZE = (960, 540)
BLOCKS = (64, 36)
"""The picture is looked at in blocks of 15 by 15 pixels."""
WIDE = 55
"""Blocks: a quarter of 341 by 256 pixels of a picture of 1024 by 768, as the guideline has it."""
FLASHES = 3
LIGHT, DARK, RED = 0.1, 0.8, 20 / 320
"""The change of light that counts, where the darker one is below the second; and that of red."""

Values = NDArray[np.float64]


def main(games: list[str]) -> int:
    """Measure these games, or all."""
    pygame.display.init()
    pygame.font.init()
    worst = 0
    for slug in games or GAMES:
        pictures = np.array(list(played(slug)))
        light, red = measured(pictures)
        most = [flashes(changes(light, LIGHT, DARK)), flashes(changes(red, RED, np.inf))]
        worst = max(worst, *most)
        print(
            f"{slug:10} {len(pictures) / RATE:5.0f} s: at most {most[0]} flashes a second, {most[1]} red ones"
        )
    print(f"Where more than {WIDE} of {BLOCKS[0] * BLOCKS[1]} blocks flash together (bar {FLASHES})")
    return int(worst > FLASHES)


def measured(pictures: NDArray[np.uint8]) -> tuple[Values, Values]:
    """Light, and how saturated a red there is, both from 0 to 1: a line of blocks for each picture."""
    share = pictures.reshape(len(pictures), -1, 3) / 255
    straight = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    light = straight @ (0.2126, 0.7152, 0.0722)
    red, others = straight[..., 0], straight[..., 1] + straight[..., 2]
    saturated = red >= 0.8 * np.maximum(red + others, 1e-9)
    return light, np.where(saturated, np.maximum(red - others, 0), 0)


def changes(values: Values, least: float, below: float) -> NDArray[np.bool_]:
    """When each block has turned by so much, from lighter to darker or back."""
    found = np.zeros(values.shape, bool)
    furthest, falls = values[0].copy(), np.zeros(values.shape[1], bool)
    for number, now in enumerate(values):
        furthest = np.where(falls, np.minimum(furthest, now), np.maximum(furthest, now))
        turns = (np.abs(now - furthest) >= least) & (np.minimum(now, furthest) < below)
        found[number] = turns
        falls ^= turns
        furthest = np.where(turns, now, furthest)
    return found


def flashes(turned: NDArray[np.bool_]) -> int:
    """The most flashes within a second that a wide enough part of the picture has together."""
    total = np.vstack([np.zeros(turned.shape[1], int), turned.cumsum(0)])
    within = total[RATE:] - total[:-RATE] if len(total) > RATE else total[-1:]
    # A flash is two changes. Of the blocks that one counts which so many others equal or outdo.
    return int(np.sort(within // 2, axis=1)[:, -WIDE].max())


def played(slug: str) -> Iterator[NDArray[np.uint8]]:
    """The end of a match between bots and what follows, as the window shows it."""
    time = 0.0
    with tempfile.TemporaryDirectory() as home:
        stage = AppContext(Storage(Path(home)), Audio(), lambda: time, SCREENS)
        app = App(stage, pygame.display.set_mode(SIZE))
        stage.open("title")
        whole = Session.from_record(record_of(slug))
        session = whole.before(max(0, len(whole.log) - MOVES))
        seats = [Seat(name, number, "normal") for number, name in enumerate(session.names)]
        match = match_scene(stage, session, seats)
        stage.scenes.push(match)
        due = 0.0
        rest = AFTER
        while rest > 0:
            busy = match.playback.is_busy or session.outcome is not None
            if not busy:
                pygame.time.wait(1)  # a bot thinks in its own process
            time += 1000 / RATE if busy else 5
            app.turn(pygame.event.get())
            if time < due:
                continue
            due = time + 1000 / RATE
            rest -= (session.outcome is not None and not match.playback.is_busy) / RATE
            app.draw()
            small = pygame.transform.smoothscale(app.screen, BLOCKS)
            yield pygame.surfarray.array3d(small)
        stage.thinker.close()
        stage.helper.close()
        stage.stores.close()


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("games", nargs="*", help="which games; default: all")
    sys.exit(main(parser.parse_args().games))
