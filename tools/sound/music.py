"""Stems of a room: its score, played in the room over its background, at the loudness of music."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.store.settings import Settings
from game.ui.core.audio import MUSIC, STEM_LEVELS, STEMS, MusicMood, mixer_gain
from tools.sound.beds import BEDS
from tools.sound.loudness import above, loudness
from tools.sound.rooms import SCORES
from tools.sound.synth import Sound, room, softened

WOOL = 5200.0  # hertz above which music is softened
BALANCE = {"base": 0.0, "tune": 0.0, "drive": -2.0}  # LU, loudness of the stems relative to each other
BED = -9.0  # LU, loudness of the background relative to the chords
AIM = MUSIC - 20 * math.log10(mixer_gain(Settings().music))
"""LUFS of a room's files together, so that they match `MUSIC` at the default volume."""


def stems(name: str) -> dict[str, Sound]:
    """Return the stems of a room by name."""
    score = SCORES[name]
    made = {}
    for stem in STEMS:
        lines = [score.played(line) for line in score.lines if line.stem == stem]
        sound = softened(room(sum(lines[1:], lines[0]), 0.35, size=1.2, loop=True), WOOL)
        if stem == "base":
            bed = BEDS[name]()
            sound = sound + bed * 10 ** ((loudness(sound) + BED - loudness(bed)) / 20)
        sound = above(sound, 45.0)
        made[stem] = sound * 10 ** ((BALANCE[stem] - loudness(sound)) / 20)
    gain = 10 ** ((AIM - loudness(together(made, MusicMood.CLOSE))) / 20)
    return {stem: sound * gain for stem, sound in made.items()}


def together(made: Mapping[str, Sound], mood: MusicMood) -> Sound:
    """Return the mix of the stems in a mood."""
    parts = [level * made[stem] for stem, level in zip(STEMS, STEM_LEVELS[mood], strict=True)]
    return np.asarray(np.sum(parts, axis=0))
