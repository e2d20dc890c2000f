"""Memory that nobody uses any more goes back to the system."""

from __future__ import annotations

import sys
from contextlib import suppress


def give_back() -> None:
    """Hand back what freed pictures and sounds leave behind.

    The library that hands memory out on Linux keeps most of it, in pieces: after some matches as much as is
    in use. Other systems do so without being asked.
    """
    if sys.platform == "linux":
        import ctypes  # late: the first picture does not wait for it

        with suppress(OSError, AttributeError):  # not every Linux has this library
            ctypes.CDLL(None).malloc_trim(0)
