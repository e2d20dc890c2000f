"""Opening the program: the display, one window only, the first picture; and what becomes of own faults."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import pygame

from game.app import UNTIDY, App
from game.party.public_address import PublicAddress
from game.resources import APP, COMMAND
from game.scenes import SCREENS
from game.store.crash import report, write_report
from game.store.saves import SLOW
from game.store.storage import Storage
from game.ui.core import window
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.core.speech import SystemSpeech
from game.ui.core.window import SMALLEST, make_window, share_heap
from game.ui.match.match_scene import MatchScene

UNSEEN = "offscreen"
"""What SDL falls back on where there is no display."""

NO_DISPLAY = (
    "Sock Drawer needs a display to open its window; without one, try: "
    f"{COMMAND} simulate socker, {COMMAND} rules socki, or {COMMAND} replay FILE."
)

LAST = 2.5
"""Seconds within which the program ends after SIGTERM."""

IN_ALBUM = "The match is in the album of the window that is open already."
MANY_IN_ALBUM = "{n} matches are in the album of the window that is open already."
GONE = "The display has gone, and with it the window of Sock Drawer."
GONE_KEPT = "The match is kept, and waits on the title."
ALREADY = "Sock Drawer is open already; look for its window."


def run(files: Sequence[Path] = (), public: PublicAddress | None = None) -> int:
    """Open the window and stay until the player leaves; returns the exit status.

    Args:
        files: matches for the album, and maps for the boards.
        public: where guests elsewhere find a party of this start.
    """
    share_heap()  # before any thread has one of its own
    stores = Storage()
    if not stores.instance.acquire():
        if files:
            return take_into_album(stores, files)
        if not has_place(stores):
            print(ALREADY, file=sys.stderr)
            stores.close()
            return 1
    start = perf_counter()
    try:
        _find_display()
        pygame.font.init()
        stage = AppContext(stores, Audio(), lambda: 1000 * (perf_counter() - start), SCREENS, stores.pictures)
        stage.speaker = SystemSpeech()
        screen = make_window(stage.settings)
    except pygame.error:
        stores.close()
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    pygame.display.set_caption("Sock Drawer")
    _handler = window.when_lost(lambda: _lost(stage))
    try:
        stage.phones.tunnel = public
        rest_as_the_system(stage)
        app = begun(stage, screen)
        _end_when_terminated(app)
        if files:
            stage.open("taken_in", stage, *files)
        return guarded(app)
    finally:
        if _put_away(stage):
            pygame.quit()
        else:
            leave_sound()


def _put_away(stage: AppContext) -> bool:
    """Close all but the window; whether the sound is silent, too."""
    stage.thinker.close()
    stage.helper.close()
    stage.ahead.close()
    stage.insights.close()
    stage.phones.close(5.0)
    silent = stage.audio.close()
    stage.speaker.close()
    stage.stores.close()
    return silent


def _end_when_terminated(app: App) -> None:
    """Have SIGTERM end the program in time, whatever hangs: a system that shuts down waits for nobody."""

    def end(_number: int, _frame: object) -> None:
        deadline = threading.Timer(LAST, os._exit, [1])
        deadline.daemon = True
        deadline.start()
        app.terminate()

    signal.signal(signal.SIGTERM, end)


def _save_matches(stage: AppContext) -> list[MatchScene]:
    """Hand over the matches on the screen once more; there may be room on the disk again."""
    matches = [scene for scene in stage.scenes.scenes if isinstance(scene, MatchScene) and scene.is_kept]
    for scene in matches:
        scene.save()
    return matches


def _lost(stage: AppContext) -> None:
    """End where the display has gone: what was on it is kept."""
    matches = _save_matches(stage)
    _put_away(stage)
    kept = matches and not any(stage.stores.autosave.why_lost(scene.match.session.game) for scene in matches)
    print(f"{GONE} {GONE_KEPT}" if kept else GONE, file=sys.stderr, flush=True)
    os._exit(1)  # nothing may touch the display any more, as an orderly end would


def leave_sound() -> None:
    """Close the window and end without the sound device, which hangs: to give it back would take for ever."""
    atexit.unregister(pygame.quit)
    pygame.display.quit()


def take_into_album(stores: Storage, files: Sequence[Path]) -> int:
    """Take matches and maps in while the window of another start is open; the exit status.

    Each file of which nothing comes is told, and the others are taken all the same.
    """
    from game.levels import load
    from game.match.persistence import read_match
    from game.scenes.album.sharing import keep_board, save_to_archive

    taken = boards = 0
    try:
        for file in files:
            try:
                if file.suffix.lower() == ".tmx":
                    print(keep_board(stores, load(file), file))
                    boards += 1
                    continue
                match = read_match(file)
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else error
                print(f"{file.name}: {why}", file=sys.stderr)
                continue
            if stores.archive.holds(match.record) or save_to_archive(stores.archive, match):
                taken += 1
            else:
                print(f"{file.name} could not be kept.", file=sys.stderr)
    finally:
        stores.close()
    if taken:
        print(IN_ALBUM if taken == 1 else MANY_IN_ALBUM.format(n=taken))
    return 0 if taken + boards == len(files) else 1


def _find_display() -> None:
    """Start the display; one that nobody can see is none, unless it was asked for.

    Raises:
        pygame.error: there is no display.
    """
    for system in ("X11", "WAYLAND"):
        os.environ[f"SDL_VIDEO_{system}_WMCLASS"] = APP  # pygame has set the name of the script
    pygame.display.init()
    if pygame.display.get_driver() == UNSEEN and os.environ.get("SDL_VIDEODRIVER") != UNSEEN:
        raise pygame.error("no display but one that nobody can see")


def has_place(stores: Storage) -> bool:
    """Say in a window that another one is open; whether that has made room and this one may go on."""
    from game.scenes.info_screens import AlreadyRunningScene

    settings = stores.settings.load()
    with tempfile.TemporaryDirectory() as home:
        own = Storage(Path(home))  # the other window has the real one, and writes there
        try:
            _find_display()
            pygame.font.init()
            stage = AppContext(own, Audio(), lambda: 1000 * perf_counter(), SCREENS, stores.pictures)
            stage.apply(settings.with_changes(fullscreen=False))
            app = App(stage, pygame.display.set_mode(SMALLEST, pygame.RESIZABLE))
        except pygame.error:
            own.close()
            return False
        pygame.display.set_caption("Sock Drawer")
        _open_devices()
        has = False
        while not has:
            stage.open("already")
            scene = stage.scenes.top
            app.run()
            if stage.leaving or not (isinstance(scene, AlreadyRunningScene) and scene.again):
                break
            has = stores.instance.acquire()
        own.close()
    return has


def rest_as_the_system(stage: AppContext) -> None:
    """Move as little as the system does, where nobody has chosen anything yet; they see the switch first."""
    if stage.stores.settings.are_new and window.asked_for():
        stage.apply(stage.settings.with_changes(reduced_motion=True))


def begun(stage: AppContext, screen: pygame.Surface) -> App:
    """The window with its first screen on it; devices and sound come after the first picture."""
    app = App(stage, screen)
    open_first(stage)
    app.turn([])
    _open_devices()
    stage.audio.start()
    if stage.undecided:
        app.narration.invite()
    stage.stores.tidy()
    settle()
    return app


def settle() -> None:
    """Have what the program is made of left out wherever Python looks for garbage: it stays to the end.

    To look through all of it takes as long as three frames, and comes at any moment of a match. Of what a
    long evening adds the same is true: `App` has it looked through in turns in which nothing is drawn, and
    Python does so by itself only where there are none for very long.
    """
    gc.collect()
    gc.freeze()
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, max(old, 10 * UNTIDY))


def open_first(stage: AppContext) -> None:
    """Open the title; where nobody has chosen anything yet, the screen that asks for it."""
    stage.devices.expect(stage.settings.plays_with)
    stage.open("first_start" if stage.stores.settings.are_new else "title")


def guarded(app: App) -> int:
    """Run, and end a fault of our own in a dialog that says where the report lies; the exit status."""
    stage = app.stage
    while True:
        try:
            app.run()
            app.remember_place()
            _save_matches(stage)
            return 0
        except Exception as error:
            from game.scenes.info_screens import CrashDialog

            scenes = stage.scenes.scenes
            played = next((scene for scene in scenes if isinstance(scene, MatchScene)), None)
            text = report(error, played.match.session.record() if played else None)
            path = write_report(stage.stores.folder, text)
            print(f"Sock Drawer met a fault of its own; the report is in {path}.", file=sys.stderr)
            if any(isinstance(scene, CrashDialog) for scene in scenes):  # a second one would break too
                return 3
            stage.scenes.abandon()
            slug = played.match.session.game if played and played.is_kept else ""
            settled = stage.stores.autosave.settle(SLOW)  # before it is asked what was kept
            kept = bool(slug) and settled and stage.stores.saves.load(slug) is not None
            # A hall goes on behind the dialog, and on the title.
            stage.open("crash", text, path, kept=kept, goes_on=stage.phones.guest is not None)


def _open_devices() -> None:
    """Pads, after the first picture stands: looking for them takes a moment."""
    from pygame._sdl2 import controller

    try:
        controller.init()
    except pygame.error:
        return
