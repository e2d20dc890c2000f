"""The photos of the album: read from the disk, or made in a process beside the window.

A photo lies among the cached pictures, with what is told of the match, in one file that is written whole.
That process also makes the still and moving pictures by which a match is shared.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.bots.worker import Worker
from game.core.discovery import game_slugs
from game.core.session import Session
from game.i18n import current_language
from game.import_limits import MEGABYTES, SECONDS, resource_limits
from game.match.match_text import course_in_words
from game.store.archive import ArchiveEntry
from game.store.data_folder import StorageReason, write_atomic
from game.ui.core.scene import AppContext
from game.ui.match.offscreen import AnimationFormat, animated, dummy_seats, framed, kept_studio

DEVELOP = "game.scenes.album.photos:developed"
"""The question for it."""
SIZE = (480, 300)
"""Pixels of a photo."""


@dataclass(frozen=True, slots=True)
class RenderedPhoto:
    """What came of it."""

    picture: bytes
    """A JPEG; empty where the record cannot be played, or takes longer than the gate allows."""
    story: str = ""
    """How the lead went, in a sentence or two; empty where nothing is to be told."""


def developed(
    record: str, seats: Sequence[Mapping[str, Any]], conceded: int | None, cache: str, language: str
) -> RenderedPhoto:
    """The photo of a match, as its last move has left it, and how the lead went in words of a language.

    ``cache`` is the folder of finished pictures, empty for none.
    """
    try:
        with resource_limits(SECONDS, MEGABYTES):
            session = Session.from_record(record)
    except ValueError:
        return RenderedPhoto(b"")
    studio = kept_studio(cache)
    studio.speak(language)
    picture, words = studio.photo(session, dummy_seats(session, seats))
    data = io.BytesIO()
    pygame.image.save(framed(picture, SIZE), data, "photo.jpg")
    outcome = session.outcome
    if outcome is None or conceded is not None:
        return RenderedPhoto(data.getvalue())
    return RenderedPhoto(data.getvalue(), course_in_words(words, words.curves(), outcome.winners))


STILL = "game.scenes.album.photos:still"
"""The question for a whole picture of a moment."""
MOVING = "game.scenes.album.photos:moving"
"""The question for a moving one."""


def still(record: str, seats: Sequence[Mapping[str, Any]], at: int, cache: str, language: str) -> bytes:
    """A moment of a match as a PNG, as everybody may see it; ``at`` moves were made by then."""
    session = Session.from_record(record).before(at)
    studio = kept_studio(cache)
    studio.speak(language)
    data = io.BytesIO()
    pygame.image.save(studio.still(session, dummy_seats(session, seats)), data, "still.png")
    return data.getvalue()


def moving(
    record: str, seats: Sequence[Mapping[str, Any]], at: int, cache: str, language: str, kind: AnimationFormat
) -> bytes:
    """The moves of a moment as a moving picture."""
    session = Session.from_record(record)
    studio = kept_studio(cache)
    studio.speak(language)
    return animated(studio, session, dummy_seats(session, seats), at, kind)


SPARE = 32
"""How many photos memory keeps beside those of this page and the next."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, and how the lead went in that match."""

    picture: pygame.Surface
    story: str
    language: str
    """That of the story."""


class PhotoLoader:
    """Has a photo of each match that is asked for, sooner or later."""

    def __init__(self, stage: AppContext) -> None:
        self._stage = stage
        self._kept: OrderedDict[str, Photo] = OrderedDict()
        self._missing: set[str] = set()
        """The digests of which no photo lies on the disk, or a broken one."""
        self._wanted: list[ArchiveEntry] = []
        self._asked: ArchiveEntry | None = None
        self._worker: Worker | None = None
        self.refused: list[ArchiveEntry] = []
        """Whose moves turned out to be such as cannot be played."""
        self.hanging = 0
        """How many hang there at once."""
        self._broken: set[str] = set()
        """The digests of those that could not be made, for which another try would be in vain too."""
        self._language = ""
        """In which the story of the one that was asked for is told."""
        self.read = 0
        """How many files were read."""

    def of(self, entry: ArchiveEntry) -> Photo | None:
        """The photo of a match; `None` where there is none yet, or can be none."""
        if entry.digest in self._kept:
            self._kept.move_to_end(entry.digest)
            return self._kept[entry.digest]
        if not entry.digest or entry.why or entry.digest in self._missing:
            return None
        photo = self._load(entry)
        if photo is None:
            self._missing.add(entry.digest)
        else:
            self._keep(entry, photo)
        return photo

    def want(self, entries: Iterable[ArchiveEntry]) -> None:
        """Have the photos made that are missing of these, or tell their story in another language."""
        language = current_language()
        self._wanted = [
            entry
            for entry in entries
            if entry.digest and not entry.why and entry.match.slug in game_slugs() and entry != self._asked
            if entry.digest not in self._broken
            if (photo := self.of(entry)) is None or photo.language != language
        ]
        self._ask()

    def attend(self) -> bool:
        """Take in what was made; whether there is something new to see."""
        answer = self._worker.answer() if self._worker is not None else None
        if answer is None:
            return False
        entry, self._asked = self._asked, None
        self._wanted = [other for other in self._wanted if other != entry]
        if entry is not None and answer.error:
            self._broken.add(entry.digest)
        new = (
            entry is not None and isinstance(answer.value, RenderedPhoto) and self._take(entry, answer.value)
        )
        self._ask()
        return new

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _take(self, entry: ArchiveEntry, made: RenderedPhoto) -> bool:
        if not made.picture:
            self._stage.stores.archive.refuse(entry.match.name, StorageReason.MOVES)
            self.refused.append(entry)
            return True
        photo = Photo(pygame.image.load(io.BytesIO(made.picture), "photo.jpg"), made.story, self._language)
        self._missing.discard(entry.digest)
        self._keep(entry, photo)
        picture = base64.b64encode(made.picture).decode("ascii")
        data = {"digest": entry.digest, "language": photo.language, "story": made.story, "picture": picture}
        path = self._stage.stores.folder.path(self._stage.stores.archive.photo(entry.match.name))

        def write() -> None:
            with contextlib.suppress(OSError):  # it is made again the next time
                write_atomic(path, json.dumps(data).encode("ascii"))

        self._stage.stores.autosave.also(write)
        return True

    def _keep(self, entry: ArchiveEntry, photo: Photo) -> None:
        self._kept[entry.digest] = photo
        while len(self._kept) > 2 * self.hanging + SPARE:
            self._kept.popitem(last=False)

    def _ask(self) -> None:
        """Have the next one made, where nothing is being made."""
        while self._asked is None and self._wanted:
            entry = self._wanted.pop(0)
            match = self._stage.stores.archive.load(entry.match.name)
            if match is None:
                continue
            if self._worker is None:
                self._worker = self._stage.worker()
            self._asked, self._language = entry, current_language()
            seats = [dict(seat) for seat in match.seats]
            cache = str(self._stage.cache or "")
            self._worker.ask(DEVELOP, match.record, seats, match.conceded, cache, self._language)

    def _load(self, entry: ArchiveEntry) -> Photo | None:
        """The photo on the disk, if it is of this very record."""
        self.read += 1
        text, _why = self._stage.stores.folder.peek(self._stage.stores.archive.photo(entry.match.name))
        with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError, pygame.error):
            data = json.loads(text or "")
            if data["digest"] == entry.digest:
                picture = base64.b64decode(data["picture"], validate=True)
                story, language = str(data["story"]), str(data["language"])
                return Photo(pygame.image.load(io.BytesIO(picture), "photo.jpg"), story, language)
        return None
