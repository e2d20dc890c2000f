"""Start of the program: display, single instance, first frame; and the handling of crashes."""

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

from game import log
from game.app import COLLECTIONS_PER_FULL, App
from game.core.extras import extras
from game.party.public_address import PublicAddress
from game.resources import APP, COMMAND
from game.scenes import SCREENS
from game.store.crash import FOLDER, report, versions, write_report
from game.store.saves import MAX_QUERY_WAIT_S
from game.store.storage import Storage
from game.ui.core import window
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.core.speech import SystemSpeech
from game.ui.core.window import MIN_SIZE, make_window, share_heap
from game.ui.match.match_scene import MatchScene

OFFSCREEN_DRIVER = "offscreen"  # SDL's fallback driver without a display

NO_DISPLAY = (
    "Sock Drawer needs a display to open its window. Without one, try: "
    f"{COMMAND} simulate socker, {COMMAND} rules socki, or {COMMAND} replay FILE."
)

MAX_SHUTDOWN_S = 2.5  # s until the program ends after SIGTERM

IN_ALBUM = "The match is in the album of the window that is already open."
MANY_IN_ALBUM = "{n} matches are in the album of the window that is already open."
DISPLAY_LOST = "The display is gone, and Sock Drawer's window with it."
MATCH_SAVED = "The match is saved: you'll find it on the title screen."
ALREADY_OPEN = "Sock Drawer is already open: look for its window."


def run(files: Sequence[Path] = (), public: PublicAddress | None = None) -> int:
    """Open the window and run until the player leaves. Returns 0; 1 without a window, 3 after a crash.

    Args:
        files: matches for the album, and maps for the boards.
        public: public address for remote guests of this start's parties.
    """
    share_heap()  # before any thread has its own heap
    stores = Storage()
    if not stores.instance.acquire():
        if files:
            return take_into_album(stores, files)
        if not has_place(stores):
            print(ALREADY_OPEN, file=sys.stderr)
            stores.close()
            return 1
    start = perf_counter()
    try:
        _find_display()
        pygame.font.init()
        context = AppContext(
            stores, Audio(), lambda: 1000 * (perf_counter() - start), SCREENS, stores.pictures
        )
        context.speaker = SystemSpeech()
        screen = make_window(context.settings)
    except pygame.error:
        stores.close()
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    pygame.display.set_caption("Sock Drawer")
    _handler = window.when_lost(lambda: _end_without_display(context))
    try:
        context.phones.tunnel = public
        rest_as_the_system(context)
        app = start_app(context, screen)
        log.start(stores.folder.path(FOLDER))
        log.log("start", "%s", versions())
        log.log("start", "driver %s, window %d x %d", pygame.display.get_driver(), *screen.get_size())
        log.log("start", "extras: %s", ", ".join(extra.name for extra in extras()))
        end_when_terminated(app)
        if files:
            context.open_scene("import_files", context, *files)
        return run_guarded(app)
    finally:
        if _close_services(context):
            pygame.quit()
        else:
            leave_sound()


def _close_services(app: AppContext) -> bool:
    """Close everything except the window; True if the sound device is closed too."""
    app.close_workers()
    app.insights.close()
    app.phones.close(5.0)
    silent = app.audio.close()
    app.speaker.close()
    app.stores.close()
    log.log("end", "sound is %s", "closed" if silent else "stuck")
    log.stop()
    return silent


def end_when_terminated(app: App) -> None:
    """Make SIGTERM end the program in time, even if it hangs, because a system shutdown does not wait."""

    def end(_number: int, _frame: object) -> None:
        """Let the app end, and end the process by force after `MAX_SHUTDOWN_S` seconds."""
        deadline = threading.Timer(MAX_SHUTDOWN_S, os._exit, [1])
        deadline.daemon = True
        deadline.start()
        app.terminate()

    signal.signal(signal.SIGTERM, end)


def _save_matches(app: AppContext) -> list[MatchScene]:
    """Save the matches on the screen once more, in case there is space now; returns their scenes."""
    matches = [scene for scene in app.scenes.scenes if isinstance(scene, MatchScene) and scene.is_kept]
    for scene in matches:
        scene.save()
    return matches


def _end_without_display(app: AppContext) -> None:
    """Save the matches after the display is gone, print whether they are saved, and exit with status 1."""
    matches = _save_matches(app)
    _close_services(app)
    is_saved = matches and not any(
        app.stores.autosave.why_lost(scene.match.session.game) for scene in matches
    )
    print(f"{DISPLAY_LOST} {MATCH_SAVED}" if is_saved else DISPLAY_LOST, file=sys.stderr, flush=True)
    os._exit(1)  # an orderly end would access the display


def leave_sound() -> None:
    """Close the window without closing the sound device, which hangs and would block forever."""
    atexit.unregister(pygame.quit)
    pygame.display.quit()


def take_into_album(stores: Storage, files: Sequence[Path]) -> int:
    """Import matches and maps while another instance is open. Returns 0, or 1 if any file failed.

    Files that cannot be imported are reported, and the others imported all the same.
    """
    from game.levels import load
    from game.match.persistence import read_match
    from game.scenes.album.sharing import keep_board, save_to_archive

    match_count = boards = 0
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
            if stores.archive.find_by_record(match.record) or save_to_archive(stores.archive, match):
                match_count += 1
            else:
                print(f"{file.name} couldn't be added to the album.", file=sys.stderr)
    finally:
        stores.close()
    if match_count:
        print(IN_ALBUM if match_count == 1 else MANY_IN_ALBUM.format(n=match_count))
    return 0 if match_count + boards == len(files) else 1


def _find_display() -> None:
    """Start the display; raises pygame.error if there is none. SDL's invisible one must be requested."""
    for system in ("X11", "WAYLAND"):
        os.environ[f"SDL_VIDEO_{system}_WMCLASS"] = APP  # pygame has set it to the script's name
    pygame.display.init()
    if (
        pygame.display.get_driver() == OFFSCREEN_DRIVER
        and os.environ.get("SDL_VIDEODRIVER") != OFFSCREEN_DRIVER
    ):
        raise pygame.error("only an invisible display")


def has_place(stores: Storage) -> bool:
    """Show that another window is open; True once it is closed, False if the player leaves or no display."""
    from game.scenes.info_screens import AlreadyRunningScene

    settings = stores.settings.load()
    with tempfile.TemporaryDirectory() as home:
        storage = Storage(Path(home))  # the other instance uses the real one
        try:
            _find_display()
            pygame.font.init()
            context = AppContext(storage, Audio(), lambda: 1000 * perf_counter(), SCREENS, stores.pictures)
            context.apply_settings(settings.with_changes(fullscreen=False))
            app = App(context, pygame.display.set_mode(MIN_SIZE, pygame.RESIZABLE))
        except pygame.error:
            storage.close()
            return False
        pygame.display.set_caption("Sock Drawer")
        _open_devices()
        has_lock = False
        while not has_lock:
            context.open_scene("already_running")
            scene = context.scenes.top
            app.run()
            if context.is_quitting or not (isinstance(scene, AlreadyRunningScene) and scene.again):
                break
            has_lock = stores.instance.acquire()
        storage.close()
    return has_lock


def rest_as_the_system(app: AppContext) -> None:
    """Use the system's setting for reduced motion at the first start."""
    if app.stores.settings.are_new and window.wants_reduced_motion():
        app.apply_settings(app.settings.with_changes(reduced_motion=True))


def start_app(context: AppContext, screen: pygame.Surface) -> App:
    """Create the app with its first screen; devices and sound start after the first frame."""
    app = App(context, screen)
    open_first(context)
    app.step_frame([])
    _open_devices()
    context.audio.start()
    if context.is_first_start:
        app.narration.invite()
    context.stores.clean_up()
    settle()
    return app


def settle() -> None:
    """Exempt the present objects from garbage collection, and make full collections rare.

    A full collection takes as long as three frames, at any moment of a match. The same would be true for
    objects created later: `App` collects them in frames without drawing, and Python does so automatically
    only if there are no such frames for very long.
    """
    gc.collect()
    gc.freeze()
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, max(old, 10 * COLLECTIONS_PER_FULL))


def open_first(app: AppContext) -> None:
    """Open the title, or at the first start the screen for the first choices."""
    app.devices.assume_device(app.settings.plays_with)
    app.open_scene("first_start" if app.stores.settings.are_new else "title")


def run_guarded(app: App) -> int:
    """Run the app; after a crash, continue with a dialog. Returns 0, or 3 if that crashes too."""
    context = app.context
    while True:
        try:
            app.run()
            app.remember_place()
            _save_matches(context)
            return 0
        except Exception as error:
            from game.scenes.info_screens import CrashDialog

            scenes = context.scenes.scenes
            log.log("crash", "%s in %s", log.place_of(error), type(context.scenes.top).__name__)
            played = next((scene for scene in scenes if isinstance(scene, MatchScene)), None)
            text = report(error, played.match.session.record() if played else None)
            path = write_report(context.stores.folder, text)
            print(f"Sorry, something went wrong in Sock Drawer. The report is in {path}.", file=sys.stderr)
            if any(isinstance(scene, CrashDialog) for scene in scenes):  # a second one would crash too
                return 3
            context.scenes.abandon()
            slug = played.match.session.game if played and played.is_kept else ""
            is_flushed = context.stores.autosave.flush(MAX_QUERY_WAIT_S)  # before checking the save
            is_saved = bool(slug) and is_flushed and context.stores.saves.load(slug) is not None
            # A class session continues behind the dialog, and on the title.
            context.open_scene(
                "crash", text, path, is_match_saved=is_saved, goes_on=context.phones.guest is not None
            )


def _open_devices() -> None:
    """Start the controllers; after the first frame, because searching for them takes a moment."""
    from pygame._sdl2 import controller

    try:
        controller.init()
    except pygame.error:
        return
