"""What nobody uses goes back to the system; two hours of matches take no more than the first half hour."""

import ctypes
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.ui.core.window import give_back
from tests.scale import scale
from tools.window_memory import in_memory

ROOT = Path(__file__).parents[2]
MORE = 1.05
"""What the window may have after two hours, as a share of what it had in the beginning."""
FIRST = 3
"""Of so many looks the most counts as the beginning: by then all that is kept is there."""


ASKED = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only the C library of GNU is asked",
)
READER = """
import threading
import pygame
from game.ui.core.window import give_back, share_heap
from tools.window_memory import in_memory
share_heap()
before = in_memory()
pygame.Surface((2600, 2600), 0, 32)  # from now on the library keeps as much for the next one
reader = threading.Thread(target=lambda: pygame.Surface((2500, 2500), 0, 32).fill("#123456"))
reader.start()
reader.join()
give_back()
print(in_memory() - before)
"""


@ASKED
def test_freed_pictures_go_back_to_the_system() -> None:
    pictures = [pygame.Surface((200, 120), pygame.SRCALPHA) for _ in range(800)]
    for picture in pictures:
        picture.fill("#123456")
    kept = pictures.pop()  # above all the others, it would keep them
    pictures.clear()
    before = in_memory()
    give_back()
    assert in_memory() < before - 40
    assert kept.get_at((0, 0)) == pygame.Color("#123456")


@ASKED
def test_what_a_thread_has_read_goes_back_to_the_system() -> None:
    """In a process of its own: there the thread is the first one."""
    told = subprocess.run(
        [sys.executable, "-c", READER], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    assert float(told.split()[-1]) < 10


@pytest.mark.skipif(scale() == 1, reason="two hours of matches are for a soak")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has")
def test_two_hours_of_matches_take_no_more_than_the_first_half_hour(figure: Callable[[str], None]) -> None:
    """In a process of its own: windows of tests share their pictures."""
    command = [sys.executable, "-m", "tools.window_memory", "--minutes", "120"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    sizes = [float(size) for size in re.findall(r"min +([\d.]+) MB", told)]
    figure(f"the window after ten minutes of matches: {sizes[0]:.0f} MB; after two hours: {sizes[-1]:.0f} MB")
    assert len(sizes) == 12
    assert sizes[-1] <= MORE * max(sizes[:FIRST])
