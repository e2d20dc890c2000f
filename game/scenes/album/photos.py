"""Photos of the album: read from disk or rendered in a worker process.

A photo is one file in the picture cache, written atomically, together with the story of the match. The worker
also renders the still and animated pictures by which a match is shared.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pygame

from game.bots.worker import Worker
from game.core.discovery import game_slugs
from game.core.session import Session
from game.i18n import current_language
from game.import_limits import MAX_CPU_S, MAX_MEGABYTES, resource_limits
from game.match.match_text import course_in_words
from game.scenes.analysis.pictures import board_area
from game.store.archive import ArchiveEntry
from game.store.data_folder import StorageReason, write_atomic
from game.ui.core.scene import AppContext
from game.ui.match.offscreen import (
    AnimationFormat,
    OffscreenMatch,
    crop_to_size,
    dummy_seats,
    encode_animation,
    kept_studio,
)

DEVELOP_REQUEST = "game.scenes.album.photos:developed"  # request for `developed` in a worker
PHOTO_SIZE = (480, 300)  # pixels


@dataclass(frozen=True, slots=True)
class RenderedPhoto:
    """Result of `developed`."""

    picture: bytes
    """JPEG. Empty if the record cannot be played, or exceeds the limits."""
    story: str = ""
    """Sentence or two about how the lead changed; may be empty."""


def developed(
    record: str, seats: Sequence[Mapping[str, Any]], conceded: int | None, cache: str, language: str
) -> RenderedPhoto:
    """Photo of a match's end and story of its lead; an empty photo if the record is bad or too costly."""
    try:
        with resource_limits(MAX_CPU_S, MAX_MEGABYTES):
            session = Session.from_record(record)
    except ValueError:
        return RenderedPhoto(b"")
    studio = kept_studio(cache)
    studio.speak(language)
    picture, match_words = studio.photo(session, dummy_seats(session, seats))
    data = io.BytesIO()
    pygame.image.save(crop_to_size(picture, PHOTO_SIZE), data, "photo.jpg")
    outcome = session.outcome
    if outcome is None or conceded is not None:
        return RenderedPhoto(data.getvalue())
    return RenderedPhoto(data.getvalue(), course_in_words(match_words, match_words.curves(), outcome.winners))


STILL_REQUEST = "game.scenes.album.photos:still"  # request for `still` in a worker
MOVING_REQUEST = "game.scenes.album.photos:moving"  # request for `moving` in a worker


FileAndBoard: TypeAlias = tuple[bytes, tuple[int, ...]]
"""Bytes of a file, and the rectangle of the board in a full picture, in px."""


def still(
    record: str, seats: Sequence[Mapping[str, Any]], ply: int, cache: str, language: str
) -> FileAndBoard:
    """PNG of a position as spectators see it, after ``ply`` moves. Raises ValueError for a bad record."""
    session = Session.from_record(record).before(ply)
    studio = kept_studio(cache)
    studio.speak(language)
    table, data = OffscreenMatch(studio, session, dummy_seats(session, seats), None), io.BytesIO()
    table.draw()
    pygame.image.save(studio.surface, data, "still.png")
    return data.getvalue(), _board(table)


def moving(
    record: str,
    seats: Sequence[Mapping[str, Any]],
    ply: int,
    cache: str,
    language: str,
    kind: AnimationFormat,
) -> FileAndBoard:
    """Encoded animation of the last moves up to ``ply``. Raises ValueError for a bad record."""
    session = Session.from_record(record)
    studio = kept_studio(cache)
    studio.speak(language)
    players = dummy_seats(session, seats)
    board = _board(OffscreenMatch(studio, session, players, None))
    return encode_animation(studio, session, players, ply, kind), board


def _board(table: OffscreenMatch) -> tuple[int, ...]:
    """Rectangle of the board, or of a card table with its plates, in px."""
    return tuple(table.context.app.view.rect(board_area(table.view)))


SPARE_PHOTOS = 32  # photos in memory beyond those of this page and the next


@dataclass(frozen=True, slots=True)
class Photo:
    """Photo of a match, and the story of its lead."""

    picture: pygame.Surface
    story: str
    language: str  # of the story


class PhotoLoader:
    """Loads the photos of matches, or has them rendered in the background."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._photos: OrderedDict[str, Photo] = OrderedDict()
        self._missing: set[str] = set()
        """Digests of records without a photo on disk, or with a broken one."""
        self._queue: list[ArchiveEntry] = []
        self._requested_entry: ArchiveEntry | None = None
        self._worker: Worker | None = None
        self.failed_entries: list[ArchiveEntry] = []
        """Matches whose moves turned out to be unplayable."""
        self.hanging = 0  # cards on the page
        self._broken: set[str] = set()
        """Digests of records whose rendering failed, which are not tried again."""
        self._language = ""  # of the story in the current request
        self.read = 0  # files read, for tests

    def of(self, entry: ArchiveEntry) -> Photo | None:
        """Photo of a match, from memory or disk. None if there is none yet, or none is possible."""
        if entry.digest in self._photos:
            self._photos.move_to_end(entry.digest)
            return self._photos[entry.digest]
        if not entry.digest or entry.why or entry.digest in self._missing:
            return None
        photo = self._load(entry)
        if photo is None:
            self._missing.add(entry.digest)
        else:
            self._keep(entry, photo)
        return photo

    def want(self, entries: Iterable[ArchiveEntry]) -> None:
        """Queue, and request, photos that are missing or whose story is in another language."""
        language = current_language()
        self._queue = [
            entry
            for entry in entries
            if entry.digest
            and not entry.why
            and entry.match.slug in game_slugs()
            and entry != self._requested_entry
            if entry.digest not in self._broken
            if (photo := self.of(entry)) is None or photo.language != language
        ]
        self._ask()

    def poll(self) -> bool:
        """Take in a rendered photo. Returns True if there is a new one, or a match proved unplayable."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is None:
            return False
        entry, self._requested_entry = self._requested_entry, None
        self._queue = [request for request in self._queue if request != entry]
        if entry is not None and answer.error:
            self._broken.add(entry.digest)
        is_new = (
            entry is not None
            and isinstance(answer.value, RenderedPhoto)
            and self._store_photo(entry, answer.value)
        )
        self._ask()
        return is_new

    def close(self) -> None:
        """Close the worker, if there is one."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _store_photo(self, entry: ArchiveEntry, rendered: RenderedPhoto) -> bool:
        """Keep and save a photo, or mark the match as unplayable if it is empty. Returns True."""
        if not rendered.picture:
            self._stage.stores.archive.refuse(entry.match.name, StorageReason.MOVES)
            self.failed_entries.append(entry)
            return True
        photo = Photo(
            pygame.image.load(io.BytesIO(rendered.picture), "photo.jpg"), rendered.story, self._language
        )
        self._missing.discard(entry.digest)
        self._keep(entry, photo)
        picture = base64.b64encode(rendered.picture).decode("ascii")
        data = {
            "digest": entry.digest,
            "language": photo.language,
            "story": rendered.story,
            "picture": picture,
        }
        path = self._stage.stores.folder.path(self._stage.stores.archive.photo(entry.match.name))

        def write() -> None:
            """Write the photo to disk; errors are ignored."""
            with contextlib.suppress(OSError):  # it is rendered again next time
                write_atomic(path, json.dumps(data).encode("ascii"))

        self._stage.stores.autosave.submit(write)
        return True

    def _keep(self, entry: ArchiveEntry, photo: Photo) -> None:
        """Add a photo to those in memory, and drop the least recently used ones beyond the limit."""
        self._photos[entry.digest] = photo
        while len(self._photos) > 2 * self.hanging + SPARE_PHOTOS:
            self._photos.popitem(last=False)

    def _ask(self) -> None:
        """Request the next photo, unless one is being rendered."""
        while self._requested_entry is None and self._queue:
            entry = self._queue.pop(0)
            match = self._stage.stores.archive.load(entry.match.name)
            if match is None:
                continue
            if self._worker is None:
                self._worker = self._stage.worker()
            self._requested_entry, self._language = entry, current_language()
            seats = [dict(seat) for seat in match.seats]
            cache = str(self._stage.cache or "")
            self._worker.submit(DEVELOP_REQUEST, match.record, seats, match.conceded, cache, self._language)

    def _load(self, entry: ArchiveEntry) -> Photo | None:
        """Photo on disk. None if it is missing, broken or of another record."""
        self.read += 1
        text, _why = self._stage.stores.folder.read_or_reason(
            self._stage.stores.archive.photo(entry.match.name)
        )
        with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError, pygame.error):
            data = json.loads(text or "")
            if data["digest"] == entry.digest:
                picture = base64.b64decode(data["picture"], validate=True)
                story, language = str(data["story"]), str(data["language"])
                return Photo(pygame.image.load(io.BytesIO(picture), "photo.jpg"), story, language)
        return None
