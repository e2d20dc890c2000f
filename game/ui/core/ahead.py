"""Preloading of images, in slices that fit between two frames.

A scene's `preload` hook runs as a coroutine: in a thread that alternates with the main loop and never runs at
the same time, so that it can pause in the middle of a drawing. It pauses after each step, after a slice of
pixels from disk, and at an image that is neither in memory nor on disk. A worker process draws that image
into the disk cache meanwhile, because an SVG as large as a window takes up to two seconds and pygame holds
the GIL all that time. Images that only this process can draw are drawn here, one between two pauses.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Hashable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pygame

from game.bots.worker import Worker
from game.core.discovery import import_object
from game.ui.core.assets import Assets, Job

PIXELS_PER_STEP: Final = 80_000  # pixels loaded from disk before a step pauses
# steps in a row without a missing image, after which preloading no longer keeps the loop awake
MAX_FRUITLESS_STEPS: Final = 200
_MEMORY_LIMIT: Final = 32_000_000  # bytes of surfaces that the worker process keeps


class Ahead:
    """Preloads images for one scene at a time. The worker process starts at the first missing image."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._thread: threading.Thread | None = None
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._cancelled = False
        self._error: Exception | None = None
        self._left = 0  # pixels that the current slice may still load
        self._is_useful = False  # True if the current step needed an image that was not in memory
        self._fruitless = MAX_FRUITLESS_STEPS
        self._waits = False  # True while a step waits for the worker
        self._draws = True  # False once the worker failed to store an image on disk

    @property
    def is_due(self) -> bool:
        """True if `step` should be called soon. False if the worker draws, or no useful steps are left."""
        return not self._waits and self._fruitless < MAX_FRUITLESS_STEPS

    @property
    def is_busy(self) -> bool:
        """True if the worker draws or a step is due."""
        return self._waits or self.is_due

    def begin(self, steps: Iterator[None], assets: Assets) -> None:
        """Hand over the preload steps of a scene or scale for `step`, and drop those of the previous one."""
        self.close()
        self._assets, self._fruitless, self._draws = assets, 0, True
        self._thread = threading.Thread(target=self._run_steps, args=(steps,), daemon=True)
        self._thread.start()

    def step(self) -> None:
        """Run the preload steps until their next pause, and re-raise an error of theirs.

        Does nothing while the worker draws, or when all steps are done.
        """
        if self._thread is None:
            return
        if self._waits:
            answer = self._worker.poll_result()
            if answer is None:
                return
            self._waits = False
        self._left, self._is_useful, self._assets.ahead = PIXELS_PER_STEP, False, self.load
        self._go.release()
        self._back.acquire()
        self._assets.ahead = None
        self._fruitless = 0 if self._is_useful else self._fruitless + 1
        if self._thread is None:
            self._fruitless = MAX_FRUITLESS_STEPS
        if self._fruitless >= MAX_FRUITLESS_STEPS:
            self._worker.close()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def close(self) -> None:
        """Drop the steps that are left and end the worker process."""
        if self._thread is not None:
            self._cancelled = True
            self._go.release()
            self._back.acquire()
        self._cancelled, self._waits, self._fruitless = False, False, MAX_FRUITLESS_STEPS
        self._worker.close()

    # The methods below run in the preload thread.

    def load(self, assets: Assets, key: Hashable, job: Job | None) -> pygame.Surface | None:
        """Image of a key from disk, if needed drawn by the worker in a pause. None: it must be drawn here."""
        self._is_useful = True
        image = assets.read_from_disk(key, self._spend_pixels)
        if image is None and job is not None and self._draws and assets.has_disk_cache:
            self._worker.submit("game.ui.core.ahead:draw", assets.cache, assets.scale, assets.bold, job)
            self._waits = True
            self._pause()
            image = assets.read_from_disk(key, self._spend_pixels)
            self._draws = image is not None
            self._pause()
        elif image is None:
            self._pause()
        return image

    def _spend_pixels(self, pixels: int) -> None:
        """Count pixels from disk, after a pause if the slice is used up."""
        if self._left <= 0:
            self._pause()
        self._left -= pixels

    def _pause(self) -> None:
        """Let the main loop run until the next step. Raises `_Cancelled` if the steps are dropped."""
        self._back.release()
        self._go.acquire()
        if self._cancelled:
            raise _Cancelled

    def _run_steps(self, steps: Iterator[None]) -> None:
        """Run all steps in the thread, with a pause after each, and keep an exception for `step`."""
        self._go.acquire()
        try:
            if not self._cancelled:
                for _step in steps:
                    self._pause()
        except _Cancelled:
            pass
        except Exception as error:
            self._error = error
        self._thread = None
        self._back.release()


class _Cancelled(BaseException):
    """Ends the thread in the middle of a drawing.

    A BaseException, so that no ``except Exception`` catches it.
    """


def draw(cache: Path, scale: float, bold: float, job: Job) -> None:
    """Draw an image into the disk cache. Runs in the worker process.

    The first item of ``job`` is ``module:name`` or a method of `Assets`.
    """
    source, args, kwargs = job
    assets = _assets(cache, scale, bold)
    function: Any = import_object(source) if ":" in source else getattr(Assets, source)
    function(assets, *args, **kwargs)
    while assets.save_some():
        pass


@lru_cache(maxsize=1)
def _assets(cache: Path, scale: float, bold: float) -> Assets:
    """Image cache of the worker process, cached. Opens a 1 x 1 dummy window for its pixel format."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))  # only with a window can surfaces be converted to its format
    assets = Assets(scale, cache, _MEMORY_LIMIT)
    assets.bold = bold
    return assets
