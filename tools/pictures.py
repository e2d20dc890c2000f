"""Make the pictures of the README and the player's guide: ``make pictures``.

Stills come from the screenshot sheet. One moving picture shows bots playing each game in turn; the release
notes have one for each of `CLIPS`. The phones are only updated if Chromium is available.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
from PIL import Image

from game.app import App
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.art.layers import LINEN
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tests.party.browser_phones import SIX, BrowserRoom
from tools.browser import Chromium, find_browser
from tools.command import command
from tools.shots import LOOKS, saved_in, sheet
from tools.shots_moments import STRIPS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PLAYTHROUGHS = FOLDER.parent.parent / "tests" / "playthroughs"
LOOK = "1280x720"
STILLS = {
    "free": {"title": "title"}, "rules": {"lobby": "lobby-socker"},
    "socker": {"socker": "socker-choose", "threats": "socker-threats"},
    "socki": {"socki": "socki-turn", "lamp": "socki-broken"}, "city": {"city": "city-way"},
    "sociable": {"sociable": "sociable-picked"}, "rockit": {"rockit": "rockit-carried"},
    "debrief": {"debrief": "debrief-5-1-chairs"}, "lessons": {"lesson": "lesson-socker-kick-2"},
}  # fmt: skip
"""Picture name and shot, by scene of the sheet."""
SIZE = (640, 360)  # pixels of a moving picture
RATE = 10  # frames per second of bots playing
SECONDS = 10  # seconds per game
# players, seed, moves made before
MATCHES = {
    "socker": (2, 5, 14),
    "socki": (4, 7, 9),
    "city": (2, 3, 20),
    "sociable": (5, 4, 12),
    "rockit": (3, 6, 12),
}
CLIPS = {
    "knock": ("socki-knock", 1500), "goal": ("socker-goal", 1700), "lift-off": ("rockit-launch", 2500)
}  # fmt: skip
"""Picture name, strip of `tools.frame_strips`, and its length in ms."""
CLIP_STEP = 50  # ms between its frames
CLIP_ENDS = 600, 1200  # ms for which its first and last frame stay
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Pip")
PHONE = (412, 915)
GAP = 24  # pixels between phones
MOST, CLIP_MOST = 4_000_000, 1_500_000  # bytes, largest moving picture and clip


def main() -> int:
    """Make all pictures. Returns 1 if a moving picture is too large."""
    command(__doc__).parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        home, shots = Path(folder, "home"), Path(folder, "shots")
        shots.mkdir()
        size, settings = LOOKS[LOOK]
        sheet(saved_in(shots, LOOK), size, settings, home, STILLS)
        for name, shot in (still for stills in STILLS.values() for still in stills.items()):
            with Image.open(shots / f"{LOOK}-{shot}.png") as picture:
                picture.save(FOLDER / f"{name}.webp", quality=82, method=6)
    browser = find_browser()
    if browser is None:
        print("No Chromium is at hand: the phones stay as they were.")
    else:
        phones(browser).save(FOLDER / "phones.webp", quality=82, method=6)
    frames = [frame for slug in MATCHES for frame in played(slug)]
    clip = FOLDER / "play.webp"
    frames[0].save(
        clip, save_all=True, append_images=frames[1:], duration=1000 // RATE, loop=0, quality=16, method=4
    )
    for name in CLIPS:
        save_clip(name)
    sizes = {path.stem: path.stat().st_size for path in sorted(FOLDER.iterdir())}
    for name, size_in_bytes in sizes.items():
        print(f"{name}: {size_in_bytes / 1000:.0f} kB")
    return int(sizes["play"] > MOST or max(sizes[name] for name in CLIPS) > CLIP_MOST)


def save_clip(name: str) -> None:
    """Write a moving picture of a moment."""
    strip, ms = CLIPS[name]
    frames: list[Image.Image] = []
    STRIPS[strip] = replace(STRIPS[strip], times=range(0, ms, CLIP_STEP))
    with tempfile.TemporaryDirectory() as home:
        sheet(lambda _caption, app: frames.append(small(app)), LOOKS[LOOK][0], {}, Path(home), [strip])
    first, last = CLIP_ENDS
    durations = [first, *[CLIP_STEP] * (len(frames) - 2), last]
    frames[0].save(
        FOLDER / f"{name}.webp", save_all=True, append_images=frames[1:], duration=durations, loop=0,
        quality=60, method=4,
    )  # fmt: skip


def small(app: App) -> Image.Image:
    """Return the window as a frame of a moving picture."""
    scaled = pygame.transform.smoothscale(app.screen, SIZE)
    return Image.frombytes("RGB", SIZE, pygame.image.tobytes(scaled, "RGB"))


def phones(path: str) -> Image.Image:
    """Return a picture of three phones: two of one match and one of another game."""
    browser, images = Chromium(path), []
    try:
        sessions = (
            _middle_session("socki", 45),
            Session.from_position("sociable", f"{SIX} turn=0", names=NAMES),
        )
        for session, seats in zip(sessions, (2, 1), strict=True):
            with tempfile.TemporaryDirectory() as home:
                room = BrowserRoom(Path(home), browser, session, seats, PHONE, beat=1.0)
                pages = [room.join(number) for number in range(seats)]
                room.until(partial(room.may_play, pages[session.to_move or 0]))
                for number, page in enumerate(pages):
                    shot = Path(home, f"{number}.png")
                    page.shot(shot)
                    with Image.open(shot) as picture:
                        images.append(picture.convert("RGB"))
                room.close()
    finally:
        browser.close()
    width, height = PHONE
    collage = Image.new("RGB", (len(images) * (width + GAP) + GAP, height + 2 * GAP), LINEN)
    for number, image in enumerate(images):
        collage.paste(image, (GAP + number * (width + GAP), GAP))
    return collage


def _middle_session(slug: str, moves: int) -> Session:
    """Return the golden match after about ``moves`` moves, with the first seat to move."""
    record = (PLAYTHROUGHS / f"{slug}.txt").read_text("utf-8").partition("--- told ---")[0]
    session = Session.from_record(record.rstrip() + "\n")
    return session.before(next(ply for ply in range(moves, len(session.log)) if session.log[ply][0] == 0))


def played(slug: str) -> Iterator[Image.Image]:
    """Yield frames of bots playing a game."""
    players, seed, min_moves = MATCHES[slug]
    time = 0.0
    with tempfile.TemporaryDirectory() as home:
        context = AppContext(Storage(Path(home)), Audio(), lambda: time, SCREENS)
        app = App(context, pygame.display.set_mode(LOOKS[LOOK][0]))
        names = NAMES[:players]
        session = Session.new(slug, players, seed, names=names)
        seats = [Seat(name, number, "normal") for number, name in enumerate(names)]
        match = match_scene(context, session, seats)
        context.scenes.push(match)
        end = None
        while end is None or time < end:
            if match.animations.is_busy:
                time += 1000 / (3 * RATE)
            else:
                pygame.time.wait(1)  # a bot thinks in a worker process
                time += 5
            app.step_frame([])
            if len(session.log) < min_moves:
                continue
            if end is None:
                end = due = time
                end += 1000 * SECONDS
            if time >= due:
                due += 1000 / RATE
                app.draw()
                yield small(app)
        context.close_workers()
        context.stores.close()


if __name__ == "__main__":
    sys.exit(main())
