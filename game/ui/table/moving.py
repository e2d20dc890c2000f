"""A moment of a match as a moving picture that a messenger takes: WebP or GIF, under five megabytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from enum import StrEnum

import pygame

from game.core.session import Session
from game.match.film import turns_of
from game.match.seats import Seat
from game.ui.table.photo import Studio

FRAME = 100.0
"""From picture to picture, in ms."""
MOST = 5_000_000
"""Bytes."""
LONGEST = 150
"""Pictures at most: a moment is no film."""
LAST = 12
"""How many pictures the end stands still."""
SIZES = ((640, 360), (480, 270), (320, 180))
"""Pixels, tried one after the other."""
MOVES = 8
"""Moves at most."""
SAMPLED = 5
"""From so many frames, about, the colours of a GIF are taken."""


class Kind(StrEnum):
    """What moving pictures there are."""

    WEBP = "webp"
    GIF = "gif"


def moves_at(session: Session, at: int) -> range:
    """The moves to be seen of a moment: its last turns, of the beginning the first ones; never too many."""
    if not at:
        near = [turn for turn in turns_of(session.log) if 0 < turn <= MOVES]
        return range(max(near, default=min(MOVES, len(session.log))))
    near = [start for start in turns_of(session.log[:at]) if 0 < at - start <= MOVES]
    return range(min(near, default=max(0, at - MOVES)), at)


def animated(studio: Studio, session: Session, seats: Sequence[Seat], at: int, kind: Kind) -> bytes:
    """The moves of a moment, as a file; nothing of the session changes.

    Args:
        studio: draws it.
        session: the match.
        seats: who sits there.
        at: so many moves were made by then.
        kind: what file.

    Raises:
        ValueError: it is too large in any size, or so many moves were not made.
    """
    seen = moves_at(session, at)
    moves = [session.log[number][1] for number in seen]
    shown = studio.moving(session.before(seen.start), moves, seats, FRAME, None)
    pictures = [pygame.transform.smoothscale(picture, SIZES[0]) for picture in _first(shown, LONGEST)]
    # A GIF has no room for much, and takes long where it is large.
    for size in SIZES if kind is Kind.WEBP else SIZES[1:]:
        data = _packed([pygame.transform.smoothscale(picture, size) for picture in pictures], kind)
        if len(data) <= MOST:
            return data
    raise ValueError("The moving picture is too large in any size.")


def _first(pictures: Iterator[pygame.Surface], most: int) -> Iterator[pygame.Surface]:
    """So many pictures; of more than that the last, however much was left out before it."""
    last = None
    for number, picture in enumerate(pictures):
        last = picture
        if number < most:
            yield picture
            last = None
    if last is not None:
        yield last


def _packed(pictures: Sequence[pygame.Surface], kind: Kind) -> bytes:
    # Only here: nothing else needs it, and it takes a moment to import.
    from PIL import Image

    frames = [
        Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
        for picture in pictures
    ]
    # The end stands for a while, before all begins again.
    lengths = [round(FRAME)] * (len(frames) - 1) + [round(FRAME) * LAST]
    data = io.BytesIO()
    if kind is Kind.GIF:
        # One palette for all: what stands still is then the same in every frame, and takes no room.
        some = frames[:: max(1, len(frames) // SAMPLED)]
        sample = Image.new("RGB", (some[0].width, some[0].height * len(some)))
        for number, frame in enumerate(some):
            sample.paste(frame, (0, number * frame.height))
        palette = sample.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    extra = {"quality": 70, "method": 3} if kind is Kind.WEBP else {"optimize": False}
    frames[0].save(
        data, kind.value.upper(), save_all=True, append_images=frames[1:], duration=lengths, loop=0, **extra
    )
    return data.getvalue()
