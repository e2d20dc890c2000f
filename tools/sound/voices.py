"""Instruments: each a function of pitch (hertz) and held time (seconds) that returns a note."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np

from tools.sound.synth import (
    RATE,
    TAU,
    Sound,
    fall,
    hiss,
    line,
    lowpass,
    mixed,
    samples,
    shaped,
    sine,
    struck,
    throbbing,
)

Voice: TypeAlias = Callable[[float, float], Sound]

_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SIGNS = {"#": 1, "b": -1}


@cache
def pitch(note: str) -> float:
    """Return the frequency in hertz of a note such as ``Bb4`` or ``F#5``. A4 is 440."""
    letter, octave = note[0], int(note[-1])
    step = _STEPS[letter] + sum(_SIGNS[sign] for sign in note[1:-1])
    return float(440 * 2 ** ((step - 9 + 12 * (octave - 4)) / 12))


@cache
def music_box(hertz: float, _held: float) -> Sound:
    """Steel comb in a wooden box. It rings independently of the held time."""
    comb = struck(
        1.5,
        hertz,
        ((1, 1.0, 0.42), (2, 0.22, 0.22), (2.76, 0.16, 0.10), (5.4, 0.10, 0.035), (0.5, 0.05, 0.3)),
    )
    pluck = fall(lowpass(hiss(0.02, 11), 3200.0), 0.004)
    return _soft(mixed((0, 1, comb), (0, 0.25, pluck)), 0.25)


@cache
def marimba(hertz: float, _held: float) -> Sound:
    """Rosewood under a wool mallet."""
    wood = struck(0.9, hertz, ((1, 1.0, 0.22), (3.93, 0.22, 0.05), (9.2, 0.05, 0.018)))
    mallet = fall(lowpass(hiss(0.03, 12), 900.0), 0.007)
    return _soft(mixed((0, 1, wood), (0, 0.7, mallet)), 0.2)


@cache
def kalimba(hertz: float, _held: float) -> Sound:
    """Thumbed tongues over a gourd."""
    tongue = struck(0.9, hertz, ((1, 1.0, 0.24), (2, 0.10, 0.12), (5.6, 0.14, 0.03), (6.3, 0.06, 0.02)))
    return _soft(mixed((0, 1, tongue), (0, 0.4, fall(lowpass(hiss(0.02, 13), 1500.0), 0.005))), 0.2)


@cache
def vibraphone(hertz: float, _held: float) -> Sound:
    """Metal bars with slow fans."""
    bars = struck(2.2, hertz, ((1, 1.0, 0.75), (4, 0.16, 0.14), (10, 0.03, 0.04)))
    return _soft(throbbing(bars, 4.6, 0.36), 0.4)


@cache
def tines(hertz: float, held: float) -> Sound:
    """An electric piano with the lid shut."""
    time = np.arange(samples(held + 0.2)) / RATE
    phase = TAU * hertz * time
    return _soft(np.exp(-time / 0.7) * np.sin(phase + 1.1 * np.exp(-time / 0.16) * np.sin(phase)), 0.15)


@cache
def bass(hertz: float, held: float) -> Sound:
    """A plucked double bass, all felt; its overtones carry it on small speakers."""
    string = struck(
        held + 0.2, hertz, ((1, 0.8, 0.4), (2, 0.7, 0.3), (3, 0.5, 0.2), (4, 0.3, 0.14), (5, 0.16, 0.08))
    )
    return _soft(mixed((0, 1, string), (0, 0.5, fall(lowpass(hiss(0.03, 14), 700.0), 0.008))), 0.12)


@cache
def tuba(hertz: float, held: float) -> Sound:
    """A round horn that puffs rather than blares."""
    phase = TAU * hertz * np.arange(samples(held + 0.08)) / RATE
    wave = np.sin(phase) + 0.6 * np.sin(2 * phase) + 0.35 * np.sin(3 * phase) + 0.15 * np.sin(4 * phase)
    return shaped(wave, line(0, 0.75, 0.6, 0.5, 0.42, 0.35, 0.25, 0.12, 0))


@cache
def pad(hertz: float, held: float) -> Sound:
    """A slow breath of three strings a little out of tune, coming and going in a third of its time."""
    time = np.arange(samples(held * 1.35)) / RATE
    wave = np.zeros(len(time))
    for share in (0.9975, 1.0, 1.0029):
        phase = TAU * hertz * share * time
        wave += (np.sin(phase) + 0.3 * np.sin(2 * phase + 1) + 0.1 * np.sin(3 * phase)) / 3
    return shaped(wave, lambda share: 0.5 - 0.5 * np.cos(TAU * share))


@cache
def flute(hertz: float, held: float) -> Sound:
    """A bottle blown softly."""
    length = held + 0.1
    tone = mixed(
        (0, 1, sine(length, hertz, vibrato=(5.0, 0.004))),
        (0, 0.12, sine(length, 2 * hertz)),
        (0, 0.25, lowpass(hiss(length, 15), 1400.0)),
    )
    return shaped(tone, line(0, 0.8, 1, 0.95, 0.9, 0.8, 0.6, 0))


@cache
def brush(_hertz: float, held: float) -> Sound:
    """Brush on a cushion. The pitch is ignored."""
    return fall(lowpass(hiss(held, 16), 3000.0), held / 4, rise=0.006)


@cache
def thud(hertz: float, held: float) -> Sound:
    """A wool beater on a big drum, falling to its pitch."""
    drop = sine(held, lambda share: hertz * (1 + 0.9 * (1 - share) ** 12))
    skin = sine(held, lambda share: 2.3 * hertz * (1 + 0.5 * (1 - share) ** 12))
    return _soft(mixed((0, 1, fall(drop, held / 4)), (0, 0.5, fall(skin, held / 8))), 0.05)


@cache
def block(hertz: float, _held: float) -> Sound:
    """A small wood block in a mitten."""
    return _soft(struck(0.09, hertz, ((1, 1.0, 0.016), (1.51, 0.4, 0.012))), 0.02)


def _soft(sound: Sound, fade: float) -> Sound:
    """Return the sound with a soft start and a fade of ``fade`` seconds at the end."""
    place, count = np.arange(len(sound)), len(sound)
    last = min(samples(fade), count // 2)
    return sound * np.minimum(1.0, place / samples(0.003)) * np.minimum(1.0, (count - 1 - place) / last)
