"""Pictures of positions, which a worker process renders one by one and the picture cache keeps.

Games without a board show their sock instead, and so does a position whose picture is not ready.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.session import Session
from game.i18n import current_language
from game.ui.art.album import photo
from game.ui.art.pieces import emblem_photo
from game.ui.core.assets import DiskImageCache, sources_digest
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.match.offscreen import crop_to_size, dummy_seats, kept_studio

SIZE = (480, 264)  # pixels


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """A picture to render.

    Attributes:
        slug: its game.
        key: its name, unique in the game.
        digest: text of everything that it shows, for the cache.
        function: worker's function, "module:name", which returns a JPEG, or nothing if there is no picture.
        arguments: first arguments of the function; the cache folder and the language follow.
    """

    slug: str
    key: str
    digest: str
    function: str
    arguments: tuple[object, ...]


def encoded_close_up(session: Session, eyes: int, names: Iterable[str], cache: str, language: str) -> bytes:
    """Return the JPEG of the board around the named things, as a seat sees it; empty if there is none."""
    studio = kept_studio(cache)
    studio.speak(language)
    picture = studio.close_up(session, dummy_seats(session, ()), eyes, tuple(names), SIZE[0] / SIZE[1])
    if picture is None:
        return b""
    data = io.BytesIO()
    pygame.image.save(crop_to_size(picture, SIZE), data, "photo.jpg")
    return data.getvalue()


class BoardPhotos:
    """Pictures of a screen, rendered one by one in the background."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._language = current_language()
        self._disk = DiskImageCache(_folder(app.cache)) if app.cache is not None else None
        self._pictures: dict[str, pygame.Surface] = {}
        self._framed_photos: dict[tuple[str, float, float, float], pygame.Surface] = {}
        """By key, width, height, and pixels per unit."""
        self._worker: Worker | None = None
        self._pending: PhotoRequest | None = None
        self._queue: list[PhotoRequest] = []

    def want(self, requests: Iterable[PhotoRequest]) -> None:
        """Load cached pictures and queue the missing ones, in place of those that still wait."""
        self._queue = []
        for request in requests:
            if request.key in self._pictures or request == self._pending:
                continue
            cached = self._disk.read(self._key(request)) if self._disk is not None else None
            if cached is not None:
                self._pictures[request.key] = cached
            elif find_game(request.slug).has_component("view"):
                self._queue.append(request)
        self._ask()

    def _key(self, request: PhotoRequest) -> tuple[str, ...]:
        """Key of a picture in the cache on disk."""
        return "photo", request.slug, request.key, request.digest, self._language

    @property
    def is_busy(self) -> bool:
        """True while a picture is being rendered."""
        return self._pending is not None

    def has(self, key: str) -> bool:
        """True if a picture is loaded."""
        return key in self._pictures

    def poll(self) -> bool:
        """Take a finished picture from the worker. Returns True if there is a new one."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is None or self._pending is None:
            return False
        request, self._pending = self._pending, None
        if answer.value and not answer.error:
            picture = pygame.image.load(io.BytesIO(answer.value), "photo.jpg").convert_alpha()
            self._pictures[request.key] = picture
            if self._disk is not None:
                with contextlib.suppress(OSError):  # it is made again the next time
                    self._disk.write(self._disk.file(self._key(request)), picture, opaque=False)
        self._ask()
        return request.key in self._pictures

    def close(self) -> None:
        """Close the worker, if there is one. Loaded pictures stay."""
        self._pending = None
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _ask(self) -> None:
        """Request the next picture from the worker, or stop the worker if none is left."""
        if self._pending is not None:
            return
        if not self._queue:
            self.close()
            return
        if self._worker is None:
            self._worker = self._stage.worker()
        self._pending = request = self._queue.pop(0)
        cache = str(self._stage.cache or "")
        self._worker.submit(request.function, *request.arguments, cache, self._language)

    def draw(self, painter: Painter, box: Box, slug: str, key: str, _is_ready: int) -> None:
        """Draw a picture, else its game's sock. ``_is_ready`` only invalidates a cached element."""
        assets, size = painter.assets, (round(box.w, 1), round(box.h, 1))
        picture, cache_key = self._pictures.get(key), (key, *size, painter.view.scale)
        if picture is None:
            picture = emblem_photo(assets, slug, find_game(slug).info.room, size)
            cache_key = (f"sock of {slug}", *cache_key[1:])
        if cache_key not in self._framed_photos:
            self._framed_photos[cache_key] = photo(assets, picture, *size)
        painter.blit(self._framed_photos[cache_key], box.x, box.y)


def _folder(cache: Path) -> Path:
    """Return the cache folder of pictures at one pixel per unit."""
    return cache / f"{sources_digest()}-{1:.4f}"
