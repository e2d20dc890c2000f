"""The music of one room: stems that begin together, follow the match, and step back for big moments."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from game.ui.kit.moods import LEVELS, STEMS, Mood
from game.ui.kit.sound_bank import both_sides

if TYPE_CHECKING:
    import pygame

DECKS = 2
"""Rooms that can be heard at once: one that plays, and one that fades out."""
RESERVED = DECKS * len(STEMS)
"""Channels of the mixer, from 0, that are kept for music."""
FADE = 900
"""Milliseconds in which one room gives way to the next."""
HEARD = 0.2
"""Seconds after which a room can be faded out: the mixer passes over a channel that is still at volume 0."""
TOGETHER, TRIES = 0.002, 20
"""Stems are begun within so many seconds of each other, or all anew, so many times."""
DUCK = 10 ** (-5 / 20)
"""What is left of the music under a big moment."""
STEP = 0.02
"""Seconds between two changes of the levels while they move."""
SWELL, DOWN, UP = 4.0, 0.15, 1.2
"""Seconds for a stem to come or go, for the music to step back, and to return."""


def nearer(value: float, target: float, most: float) -> float:
    """The value moved towards the target by so much at most."""
    return min(value + most, target) if value < target else max(value - most, target)


class MusicDeck:
    """What plays in the rooms; only the thread of the sound calls it.

    Attributes:
        wanted: the room that is to be heard.
        mood: what its stems are to say.
        volume: of all music, 0 to 1.
        levels: how loud each stem is, 0 to 1.
        ducked: what is left of the music under a big moment, 1 for all of it.
        is_waiting: whether everything is muted: what is chosen meanwhile begins afterwards.
    """

    def __init__(self, folder: Path, post: Callable[[Callable[[], None]], None]) -> None:
        """Make it, silent.

        Args:
            folder: with files ``ROOM-STEM.ogg``.
            post: has something done by the thread of the sound.
        """
        self._folder = folder
        self._post = post
        self.wanted: str | None = None
        self.mood = Mood.CALM
        self.volume = 0.0
        self._mono = False
        self.is_waiting = False
        self._playing: str | None = None
        self._loading: str | None = None
        self._reader: threading.Thread | None = None
        self._sounds: list[pygame.mixer.Sound] = []
        self.levels = [0.0] * len(STEMS)
        self.ducked, self._duck_until = 1.0, 0.0
        self._began = self._ticked = 0.0
        self._deck = 0

    @property
    def is_loading(self) -> bool:
        """Whether a room is being read."""
        return self._loading is not None

    @property
    def is_moving(self) -> bool:
        """Whether levels are on their way, so that `tick` has to be called."""
        aims = list(LEVELS[self.mood])
        return bool(self._sounds) and (
            self.levels != aims or self.ducked < 1.0 or monotonic() < self._duck_until
        )

    def follow(self) -> None:
        """Make the room that plays the one that is wanted: none while it could not be heard."""
        target = self.wanted if self.volume > 0 else None
        for sound in self._sounds:
            sound.set_volume(self.volume)
        if self.is_waiting or target == self._playing:
            return
        self._leave()
        self._playing = target
        if target is not None and self._loading is None:
            self._load(target)

    def hear(self, *, mono: bool) -> None:
        """Read the room that plays anew, with both sides the same, or each its own again."""
        self._mono = mono
        self._leave()
        self._playing = None

    def close(self) -> None:
        """Let go of everything; the mixer must not end while a file is read."""
        self._playing = self.wanted = None
        self._sounds = []
        if self._reader is not None:
            self._reader.join(2.0)

    def duck(self, seconds: float) -> None:
        """Step back for so long."""
        self._duck_until = max(self._duck_until, monotonic() + seconds)

    def tick(self) -> None:
        """Move the levels on."""
        now = monotonic()
        gone, self._ticked = min(now - self._ticked, 0.1), now
        under = now < self._duck_until
        self.ducked = nearer(self.ducked, DUCK if under else 1.0, (1 - DUCK) * gone / (DOWN if under else UP))
        self.levels = [
            nearer(level, aim, gone / SWELL)
            for level, aim in zip(self.levels, LEVELS[self.mood], strict=True)
        ]
        self._set_levels()

    def _set_levels(self) -> None:
        for channel, level in zip(self._channels(), self.levels, strict=False):
            channel.set_volume(level * self.ducked, level * self.ducked)

    def _channels(self) -> list[pygame.mixer.Channel]:
        """Those of the stems that play."""
        import pygame

        first = self._deck * len(STEMS)
        return [pygame.mixer.Channel(first + number) for number in range(len(self._sounds))]

    def _leave(self) -> None:
        """Fade out what plays."""
        for channel in self._channels():
            if monotonic() - self._began < HEARD:
                channel.stop()
            else:
                channel.fadeout(FADE)
        self._sounds = []

    def _load(self, room: str) -> None:
        """Read a room in a thread of its own: effects need not wait the better part of a second for it."""
        self._loading, mono = room, self._mono

        def read() -> None:
            sounds = _stems(self._folder, room, mono=mono)
            self._post(lambda: self._arrived(room, sounds, mono=mono))

        self._reader = threading.Thread(target=read, name="music", daemon=True)
        self._reader.start()

    def _arrived(self, room: str, sounds: list[pygame.mixer.Sound], *, mono: bool) -> None:
        """A room has been read; somebody may want another one by now."""
        self._loading = None
        if self._playing is not None and (room, mono) != (self._playing, self._mono):
            self._load(self._playing)
        elif self._playing == room:
            self._begin(sounds)

    def _begin(self, sounds: list[pygame.mixer.Sound]) -> None:
        """Let all stems of a room begin at once."""
        self._deck = (self._deck + 1) % DECKS
        self._sounds, self.levels = sounds, list(LEVELS[self.mood])
        channels = self._channels()
        for sound in sounds:
            sound.set_volume(self.volume)
        for _ in range(TRIES):
            self._began = self._ticked = monotonic()
            for channel, sound in zip(channels, sounds, strict=True):
                channel.play(sound, loops=-1, fade_ms=FADE)
            if monotonic() - self._began < TOGETHER:
                break
        self._set_levels()
        if self.is_waiting:
            for channel in channels:
                channel.pause()


def _stems(folder: Path, room: str, *, mono: bool) -> list[pygame.mixer.Sound]:
    """The stems of a room, all or none."""
    import pygame

    try:
        sounds = [pygame.mixer.Sound(folder / f"{room}-{stem}.ogg") for stem in STEMS]
    except (pygame.error, OSError):
        return []
    for sound in sounds if mono else ():
        both_sides(sound)
    return sounds
