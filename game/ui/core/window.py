"""The window, and what else only the system can give: the clipboard, less motion, memory handed back.

It opens at its remembered place and size as far as a screen is there. Everything here may be missing on a
system, and nothing of it is ever a reason to stop.
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
from typing import TYPE_CHECKING, Final

import pygame

from game.resources import ICONS
from game.store.settings import Settings

if TYPE_CHECKING:
    from ctypes import CDLL


SMALLEST = (960, 540)
"""Pixels; the system lets nobody drag the window smaller."""
PLACE = "SDL_VIDEO_WINDOW_POS"
"""The environment variable that SDL takes the place of a new window from."""
_BAR = 32
"""Pixels above the window in which the system has its title bar, by which it can be dragged."""
NAP: Final = 20.0
"""Milliseconds between two looks at an empty queue, where the system cannot wait for an event."""
_Size = tuple[int, int]


def system_languages() -> list[str]:
    """The codes of the languages that the player has told the system, best first; SDL asks every system."""
    return [preferred["language"] for preferred in pygame.system.get_pref_locales()]


def wait_for_event(ms: float, *, polled: bool) -> None:
    """Return when there is an event, or after so many milliseconds.

    Args:
        ms: the longest wait.
        polled: true while a controller is open, which SDL itself asks every millisecond.
    """
    wait = None if polled else _waiting()
    if wait is None:
        pygame.time.wait(max(1, round(min(ms, NAP))))
    else:
        wait(None, max(1, round(ms)))


@cache
def _waiting() -> Callable[[None, int], int] | None:
    """SDL's wait for an event, which sleeps; pygame's own looks every millisecond, at 2 % of a core."""
    import ctypes

    try:
        wait = _sdl().SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    wait.argtypes = ctypes.c_void_p, ctypes.c_int
    return wait


def _sdl() -> CDLL:
    import ctypes

    return ctypes.CDLL("SDL2" if os.name == "nt" else pygame.base.__file__)


def unit_of(instance: int) -> str:
    """The serial number of an open controller, else the system's path to its port; empty if unknown."""
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
    """The window at its remembered size and place as far as a screen is there, or the whole screen.

    Raises:
        pygame.error: there is no display.
    """
    # Before there is a window: some systems take it only then.
    pygame.display.set_icon(pygame.image.load(ICONS / "sock-drawer-64.png"))
    if settings.fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    place, size = place_on_screens(
        settings.window_place, settings.window_size, _screens(settings.window_place)
    )
    if place is not None:
        os.environ[PLACE] = "{},{}".format(*place)
    elif settings.window_place is not None:
        # Set by an earlier window, maybe for a screen that has gone since.
        os.environ.pop(PLACE, None)
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    # Where the screen itself is smaller, the window may be too.
    _own().minimum_size = min(SMALLEST[0], size[0]), min(SMALLEST[1], size[1])
    return screen


def min_window_size() -> _Size:
    """Width and height that the window can be dragged down to, in pixels; zeros for any."""
    w, h = _own().minimum_size
    return w, h


def place_on_screens(
    place: _Size | None, size: _Size, screens: Sequence[pygame.Rect]
) -> tuple[_Size | None, _Size]:
    """A place and a size at which the whole window can be seen on these displays, the main one first.

    They are those that are wanted, moved and made smaller as far as needed; no place where none of the
    displays is there, or where the system is to choose.
    """
    wanted = pygame.Rect(place or (0, 0), (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1])))
    # Without a place all are equal, and the first of them, the main one, is taken.
    screen = max(screens, key=lambda screen: _area(screen.clip(wanted)) if place else 0)
    w, h = min(wanted.w, screen.w), min(wanted.h, screen.h)
    if place is None or not _area(screen.clip(wanted)):
        return None, (w, h)
    top = screen.top + min(_BAR, screen.h - h)
    x = min(max(wanted.x, screen.left), screen.right - w)
    y = min(max(wanted.y, top), screen.bottom - h)
    return (x, y), (w, h)


def _area(rect: pygame.Rect) -> int:
    return rect.w * rect.h


def _screens(place: _Size | None) -> list[pygame.Rect]:
    """What each display covers; a hidden window finds out where the others lie, if that matters."""
    sizes = pygame.display.get_desktop_sizes()  # tells how large they are, not where they lie
    screens = [pygame.Rect((0, 0), size) for size in sizes]
    if place is None or len(sizes) == 1:
        return screens
    probe = pygame.Window(size=(2, 2), hidden=True)
    for number, screen in enumerate(screens):
        middle = pygame.WINDOWPOS_CENTERED | number  # how SDL says: in the middle of that display
        probe.position = middle, middle
        x, y = probe.position
        screen.topleft = x - (screen.w - 2) // 2, y - (screen.h - 2) // 2
    probe.destroy()
    return screens


def when_lost(end: Callable[[], None]) -> object:
    """Have something done when the display vanishes, as when an X server ends; keep what is given back.

    X11 ends the process right after it, and by itself without a word; other systems ask the window to close.
    """
    if pygame.display.get_driver() != "x11":
        return None
    from ctypes import CDLL, CFUNCTYPE, c_int, c_void_p

    library = "libX11.so.6"  # by a variable: a name in the call would be packed with the program

    def called(_display: object) -> int:
        end()
        return 0

    handler = CFUNCTYPE(c_int, c_void_p)(called)
    with suppress(OSError, AttributeError):
        CDLL(library).XSetIOErrorHandler(handler)
    return handler


def _own() -> pygame.Window:
    with warnings.catch_warnings():
        # Deprecated for drawing; there is no other way to the properties of the display's window.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


PATIENCE = 1.0
"""Seconds for which the system is waited for; who asks for nothing is kept from nothing."""
_ANIMATES = 0x1042
"""What Windows calls the question whether its windows are animated."""


def asked_for(system: str = sys.platform) -> bool:
    """Ask the system, where it can be asked: Windows, macOS, and desktops with ``gsettings``."""
    if system == "win32":
        return _windows_rests()
    if system == "darwin":
        return _answer("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    return _answer("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"


def _answer(*words: str) -> str:
    """What a command of the system says; nothing where there is none."""
    command = shutil.which(words[0])
    if command is None:
        return ""
    try:
        told = subprocess.run(
            [command, *words[1:]], capture_output=True, text=True, timeout=PATIENCE, check=False,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()


def _windows_rests() -> bool:
    if sys.platform != "win32":
        return False
    import ctypes

    animates = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(_ANIMATES, 0, ctypes.byref(animates), 0)
    return bool(asked) and not animates.value


def is_there() -> bool:
    """Whether anything can be put there at all; that may still be refused."""
    return hasattr(pygame.scrap, "put_text")


def put(text: str) -> bool:
    """Put a text there; whether that went well."""
    try:
        pygame.scrap.put_text(text)
    except (AttributeError, pygame.error):
        return False
    return True


def taken() -> str | None:
    """The text that lies there; `None` where there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (AttributeError, pygame.error):
        return None


_ARENA_MAX: Final = -8
"""What the library that hands memory out calls the greatest number of its heaps."""


def share_heap() -> None:
    """Let all threads take memory from one heap, where `trim_memory` reaches all of it.

    A room of music is 60 MB and read by a thread of its own, which would get a heap of its own too. What is
    free at the end of such a one stays: 20 to 60 MB of a room that nobody hears any more. So this comes
    before the first thread.
    """
    _ask(lambda library: library.mallopt(_ARENA_MAX, 1))


def trim_memory() -> None:
    """Hand back what freed pictures and sounds leave behind.

    The library that hands memory out on Linux keeps most of it, in pieces: after some matches as much as is
    in use. Other systems do so without being asked.
    """
    _ask(lambda library: library.malloc_trim(0))


def _ask(question: Callable[[CDLL], object]) -> None:
    if sys.platform == "linux":
        import ctypes  # only here: other systems do without it

        with suppress(OSError, AttributeError):  # not every Linux has this library
            question(ctypes.CDLL(None))
