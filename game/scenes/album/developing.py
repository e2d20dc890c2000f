"""What a process beside the window works out of a match for the album: its photo, and how the lead went."""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from game.core.session import Session
from game.scenes.story import course
from game.ui.match.photo import Kind, Studio, animated, framed, sitters

DEVELOP = "game.scenes.album.developing:developed"
"""The question for it."""
SIZE = (480, 300)
"""Pixels of a photo."""


@dataclass(frozen=True, slots=True)
class Developed:
    """What came of it."""

    picture: bytes
    """A JPEG; empty where the moves of the record cannot be played."""
    story: str = ""
    """How the lead went, in a sentence or two; empty where nothing is to be told."""


def developed(
    record: str, seats: Sequence[Mapping[str, Any]], conceded: int | None, cache: str, language: str
) -> Developed:
    """The photo of a match, as its last move has left it.

    Args:
        record: the match.
        seats: what is known of who sat there.
        conceded: who has given it up.
        cache: the folder of finished pictures; empty for none.
        language: that of the words.
    """
    try:
        session = Session.from_record(record)
    except ValueError:
        return Developed(b"")
    studio = _studio(cache)
    studio.speak(language)
    picture, words = studio.photo(session, sitters(session, seats))
    data = io.BytesIO()
    pygame.image.save(framed(picture, SIZE), data, "photo.jpg")
    outcome = session.outcome
    if outcome is None or conceded is not None:
        return Developed(data.getvalue())
    return Developed(data.getvalue(), course(words, words.curves(), outcome.winners))


STILL = "game.scenes.album.developing:still"
"""The question for a whole picture of a moment."""
MOVING = "game.scenes.album.developing:moving"
"""The question for a moving one."""


def still(record: str, seats: Sequence[Mapping[str, Any]], at: int, cache: str, language: str) -> bytes:
    """A moment of a match as a PNG, as everybody may see it; ``at`` moves were made by then."""
    session = Session.from_record(record).before(at)
    studio = _studio(cache)
    studio.speak(language)
    data = io.BytesIO()
    pygame.image.save(studio.still(session, sitters(session, seats)), data, "still.png")
    return data.getvalue()


def moving(
    record: str, seats: Sequence[Mapping[str, Any]], at: int, cache: str, language: str, kind: Kind
) -> bytes:
    """The moves of a moment as a moving picture."""
    session = Session.from_record(record)
    studio = _studio(cache)
    studio.speak(language)
    return animated(studio, session, sitters(session, seats), at, kind)


@functools.cache
def _studio(cache: str) -> Studio:
    """The stage of all photos of this process: the second of a game takes a tenth of the time."""
    return Studio(Path(cache) if cache else None)
