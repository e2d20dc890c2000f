"""`main.py demo`: bots play in an invisible window, and screenshots are written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pygame

from game.app import App
from game.core.discovery import find_game, game_slugs
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

FRAME = 1000 / 30
STEP = 2600.0  # ms of the match between two screenshots


def demo(slug: str, out: Path, seed: int, pictures: int) -> int:
    """Write up to ``pictures`` PNG screenshots of a match between bots into a folder. Always returns 0.

    Raises:
        ValueError: there is no such game, or it has no screen.
        OSError: the folder cannot be written.
    """
    info = find_game(slug).info
    if not find_game(slug).has_component("view"):
        slugs = ", ".join(slug for slug in game_slugs() if find_game(slug).has_component("view"))
        raise ValueError(f"{info.title} has no screen yet. Games with one: {slugs}.")
    out.mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    time = 0.0
    with tempfile.TemporaryDirectory() as home:
        context = AppContext(Storage(Path(home)), Audio(), lambda: time, SCREENS)
        app = App(context, pygame.display.set_mode((1280, 720)))
        context.open_scene("title")
        names = ["Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"][: info.default_players]
        seats = [Seat(name, number, ("normal", "easy")[number % 2]) for number, name in enumerate(names)]
        rules = info.house_rules(len(names))
        match = match_scene(context, Session.new(slug, len(names), seed, rules, names=names), seats)
        context.scenes.push(match)
        due, count = STEP, 0
        while count < pictures and context.scenes.top is match:
            if not match.animations.is_busy:
                pygame.time.wait(1)  # a bot thinks in its own process
            else:
                time += FRAME
            time += 1
            app.step_frame(pygame.event.get())
            if time >= due:
                due, count = time + STEP, count + 1
                app.draw()
                pygame.image.save(app.screen, out / f"{slug}-{count:02}.png")
        context.close_workers()
        context.stores.close()
    pygame.quit()
    print(f"{count} pictures in {out}")
    return 0
