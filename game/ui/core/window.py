"""The window, and other services of the operating system: clipboard, reduced motion, memory.

The window opens at its saved place and size if a screen is there. Every service may be missing on a system; a
missing service never raises.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.resources import ICONS
from game.store.settings import Settings

if TYPE_CHECKING:
    from ctypes import CDLL


MIN_SIZE = (960, 540)  # px; the window cannot be made smaller
POSITION_VARIABLE = (
    "SDL_VIDEO_WINDOW_POS"  # environment variable from which SDL takes the position of a new window
)
_TITLE_BAR_HEIGHT = 32  # px above the window for the system's title bar, by which it can be dragged
POLL_MS: Final = 20.0  # ms between two checks of an empty queue if the system cannot wait for an event
_Size = tuple[int, int]


def system_languages() -> list[str]:
    """Language codes that the user prefers, such as ``de``, best first."""
    return [preferred["language"] for preferred in pygame.system.get_pref_locales()]


def wait_for_event(ms: float, *, polled: bool) -> None:
    """Wait for an event, at most ``ms``; if that is impossible or ``polled``, sleep at most `POLL_MS` ms.

    Args:
        ms: maximum time to wait.
        polled: True while a controller is open, because SDL polls controllers itself every ms.
    """
    wait = None if polled else _event_wait()
    if wait is None:
        pygame.time.wait(max(1, round(min(ms, POLL_MS))))
    else:
        wait(None, max(1, round(ms)))


@cache
def _event_wait() -> Callable[[None, int], int] | None:
    """SDL's blocking wait for an event, None if unavailable.

    pygame's wait polls every ms, which takes 2% of a core.
    """
    import ctypes

    try:
        wait = _sdl().SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    wait.argtypes = ctypes.c_void_p, ctypes.c_int
    return wait


def _sdl() -> CDLL:
    """SDL's library, as pygame has loaded it. Raises OSError if it cannot be opened."""
    import ctypes

    return ctypes.CDLL("SDL2" if os.name == "nt" else pygame.base.__file__)


def unit_of(instance: int) -> str:
    """Serial number of an open controller, else the system's path of its port. Empty if unknown."""
    import ctypes

    try:
        sdl = _sdl()
        sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
        if joystick := sdl.SDL_JoystickFromInstanceID(instance):
            for ask in sdl.SDL_JoystickGetSerial, sdl.SDL_JoystickPath:
                ask.argtypes, ask.restype = [ctypes.c_void_p], ctypes.c_char_p
                if unit := ask(joystick):
                    return str(unit, errors="replace")
    except (OSError, AttributeError):
        pass
    return ""


def make_window(settings: Settings) -> pygame.Surface:
    """Create the window as saved or full screen, and return its surface. `pygame.error` if no display."""
    # Before the window exists, because some systems accept the icon only then.
    pygame.display.set_icon(pygame.image.load(ICONS / "sock-drawer-64.png"))
    if settings.fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    place, size = place_on_screens(
        settings.window_place, settings.window_size, _screens(settings.window_place)
    )
    if place is not None:
        os.environ[POSITION_VARIABLE] = "{},{}".format(*place)
    elif settings.window_place is not None:
        # Set for an earlier window, possibly on a screen that is gone.
        os.environ.pop(POSITION_VARIABLE, None)
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    # The screen may be smaller than `MIN_SIZE`.
    _current_window().minimum_size = min(MIN_SIZE[0], size[0]), min(MIN_SIZE[1], size[1])
    return screen


def min_window_size() -> _Size:
    """(width, height) in px below which the window cannot be made, zeros for no limit."""
    w, h = _current_window().minimum_size
    return w, h


def place_on_screens(
    place: _Size | None, size: _Size, screens: Sequence[pygame.Rect]
) -> tuple[_Size | None, _Size]:
    """(place, size) in px of a window fitted into a display; place is None if unset or off all displays."""
    requested = pygame.Rect(place or (0, 0), (max(MIN_SIZE[0], size[0]), max(MIN_SIZE[1], size[1])))
    # Without a place all are equal, and max() returns the first, which is the main display.
    screen = max(screens, key=lambda screen: _area(screen.clip(requested)) if place else 0)
    w, h = min(requested.w, screen.w), min(requested.h, screen.h)
    if place is None or not _area(screen.clip(requested)):
        return None, (w, h)
    top = screen.top + min(_TITLE_BAR_HEIGHT, screen.h - h)
    x = min(max(requested.x, screen.left), screen.right - w)
    y = min(max(requested.y, top), screen.bottom - h)
    return (x, y), (w, h)


def _area(rect: pygame.Rect) -> int:
    """Area in square pixels."""
    return rect.w * rect.h


def _screens(place: _Size | None) -> list[pygame.Rect]:
    """Rectangle of each display in px; all at (0, 0) if ``place`` is None. May open a hidden window."""
    sizes = pygame.display.get_desktop_sizes()  # gives sizes only, no positions
    screens = [pygame.Rect((0, 0), size) for size in sizes]
    if place is None or len(sizes) == 1:
        return screens
    probe = pygame.Window(size=(2, 2), hidden=True)
    for number, screen in enumerate(screens):
        middle = pygame.WINDOWPOS_CENTERED | number  # SDL's code for the centre of that display
        probe.position = middle, middle
        x, y = probe.position
        screen.topleft = x - (screen.w - 2) // 2, y - (screen.h - 2) // 2
    probe.destroy()
    return screens


def when_lost(end: Callable[[], None]) -> object:
    """Have ``end`` called when an X11 display is lost. Returns the handler to be kept alive; None elsewhere.

    X11 kills the process right afterwards, without an event. Other systems send a quit event.
    """
    if pygame.display.get_driver() != "x11":
        return None
    from ctypes import CDLL, CFUNCTYPE, c_int, c_void_p

    library = "libX11.so.6"  # in a variable, because PyInstaller would pack a literal

    def called(_display: object) -> int:
        """Call ``end`` and return 0, for X11."""
        end()
        return 0

    handler = CFUNCTYPE(c_int, c_void_p)(called)
    with suppress(OSError, AttributeError):
        CDLL(library).XSetIOErrorHandler(handler)
    return handler


def _current_window() -> pygame.Window:
    """The window that pygame's display module has opened."""
    with warnings.catch_warnings():
        # Deprecated for drawing only; the window's properties have no other access.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


ANSWER_TIMEOUT_S = 1.0  # s to wait for an answer of the system; then the default applies
_GET_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION


def wants_reduced_motion(system: str = sys.platform) -> bool:
    """True if the user has asked the system for reduced motion; False if that is unknown.

    Supports Windows, macOS, and desktops with ``gsettings``.
    """
    if system == "win32":
        return _windows_rests()
    if system == "darwin":
        return _command_output("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    return _command_output("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"


def _command_output(*text: str) -> str:
    """Output of a system command without white space at its ends, empty if it is missing or fails."""
    command = shutil.which(text[0])
    if command is None:
        return ""
    try:
        result = subprocess.run(
            [command, *text[1:]], capture_output=True, text=True, timeout=ANSWER_TIMEOUT_S, check=False,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return result.stdout.strip()


def _windows_rests() -> bool:
    """True if Windows is set to show no animations. False on other systems, or if it does not answer."""
    if sys.platform != "win32":
        return False
    import ctypes

    animates = ctypes.c_int(1)
    is_answered = ctypes.windll.user32.SystemParametersInfoW(
        _GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0
    )
    return bool(is_answered) and not animates.value


def is_there() -> bool:
    """True if there may be a clipboard. Access can still fail."""
    return hasattr(pygame.scrap, "put_text")


def put(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if that fails."""
    try:
        pygame.scrap.put_text(text)
    except (AttributeError, pygame.error):
        return False
    return True


def clipboard_text() -> str | None:
    """Text in the clipboard, None if there is none or no access."""
    try:
        return pygame.scrap.get_text()
    except (AttributeError, pygame.error):
        return None


_ARENA_MAX: Final = -8  # M_ARENA_MAX of glibc's mallopt


def share_heap() -> None:
    """Make glibc use one arena, so that `trim_memory` returns what threads free, such as 60 MB of music.

    Call this before the first thread starts.
    """
    _call_library(lambda library: library.mallopt(_ARENA_MAX, 1))


def trim_memory() -> None:
    """Return freed memory, of which glibc keeps as much as is in use. Other systems return it themselves."""
    _call_library(lambda library: library.malloc_trim(0))


def _call_library(question: Callable[[CDLL], object]) -> None:
    """Call a function with the C library, on Linux only; without glibc nothing happens."""
    if sys.platform == "linux":
        import ctypes  # other systems do not need it

        with suppress(OSError, AttributeError):  # not every Linux has glibc
            question(ctypes.CDLL(None))


def open_folder(path: Path) -> bool:
    """Open a folder in the system's file manager; True if that was started, False if it is impossible."""
    try:
        if sys.platform == "win32":
            os.startfile(path)
            return True
        # Not waited for, because the file manager may stay open all evening.
        subprocess.Popen(
            ["open" if sys.platform == "darwin" else "xdg-open", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:  # not available here; the caller shows the path anyway
        return False
    return True
