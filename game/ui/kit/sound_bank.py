"""The takes of every effect, read when they are first heard; no take sounds twice in a row."""

from __future__ import annotations

import io
import wave
from collections import OrderedDict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from game.ui.kit.tiers import Tier, tier_of

if TYPE_CHECKING:
    import pygame

RATE = 44_100
"""Samples a second of every file and of the mixer, so that nothing is converted but what is meant to be."""
STEPS = (-2, -1, 0, 1, 2)
"""Semitones by which a take may be higher than it was made."""
KEPT = 160
"""So many sounds stay in memory, some 10 MB; those not heard for longest are read anew."""


class SoundBank:
    """Finds the takes in a folder of files ``NAME-1.ogg``, ``NAME-2.ogg`` and so on."""

    def __init__(self, folder: Path, chance: Random) -> None:
        """Know where they lie.

        Args:
            folder: with the files.
            chance: chooses takes and pitches; it has nothing to do with that of the rules.
        """
        self.mono = False
        """Whether both sides of what is read are to be the same."""
        self._folder = folder
        self._chance = chance
        self._takes: dict[str, list[Path]] = {}
        self._last: dict[str, Path] = {}
        self._cache: OrderedDict[tuple[Path, int], pygame.mixer.Sound] = OrderedDict()

    def choose(self, name: str) -> tuple[Path, int] | None:
        """Another take than the last time, and how many semitones higher; `None` where there is none."""
        takes = self._takes.get(name)
        if takes is None:
            takes = self._takes[name] = sorted(self._folder.glob(f"{name}-*.ogg"))
        if not takes:
            return None
        others = [path for path in takes if path != self._last.get(name)] or takes
        path = self._last[name] = self._chance.choice(others)
        # Fanfares stay in tune with themselves and with the music.
        return path, 0 if tier_of(name) is Tier.MOMENT else self._chance.choice(STEPS)

    def pick(self, name: str) -> pygame.mixer.Sound | None:
        """The take to be heard now; `None` where none can be read."""
        import pygame

        while (chosen := self.choose(name)) is not None:
            try:
                return self._read(*chosen)
            except (pygame.error, OSError):
                self._takes[name].remove(chosen[0])  # told once: it is not tried again at every press
        return None

    @property
    def kept(self) -> int:
        """How many sounds are in memory."""
        return len(self._cache)

    def clear(self) -> None:
        """Forget every sound."""
        self._cache.clear()

    def _read(self, path: Path, step: int) -> pygame.mixer.Sound:
        """A take so many semitones higher."""
        import pygame

        sound = self._cache.pop((path, step), None)
        if sound is None:
            sound = pygame.mixer.Sound(path)
            if step:
                sound = _shifted(sound, step)
            if self.mono:
                both_sides(sound)
        self._cache[path, step] = sound
        if len(self._cache) > KEPT:
            self._cache.popitem(last=False)
        return sound


def both_sides(sound: pygame.mixer.Sound) -> None:
    """Give both sides of a sound what each had for itself: nothing is lost to somebody with one ear."""
    from pygame import sndarray  # late: it brings numpy with it, which nobody else here needs

    samples = sndarray.samples(sound)
    samples[:] = (samples[:, :1] >> 1) + (samples[:, 1:] >> 1)  # halved first: their sum would not fit


def _shifted(sound: pygame.mixer.Sound, step: int) -> pygame.mixer.Sound:
    """The same samples said to be of another rate, which the mixer then converts to its own."""
    import pygame

    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((2, 2, round(RATE * 2 ** (step / 12)), 0, "NONE", ""))
        out.writeframes(sound.get_raw())
    file.seek(0)
    return pygame.mixer.Sound(file)
