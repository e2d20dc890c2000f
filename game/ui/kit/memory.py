"""Memory that nobody uses any more goes back to the system."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ctypes import CDLL

_ARENA_MAX: Final = -8
"""What the library that hands memory out calls the greatest number of its heaps."""


def share_heap() -> None:
    """Let all threads take memory from one heap, where `give_back` reaches all of it.

    A room of music is 60 MB and read by a thread of its own, which would get a heap of its own too. What is
    free at the end of such a one stays: 20 to 60 MB of a room that nobody hears any more. So this comes
    before the first thread.
    """
    _ask(lambda library: library.mallopt(_ARENA_MAX, 1))


def give_back() -> None:
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
