"""Sound as lists of floats: oscillators, noise, filters, envelopes, a small room, and WAV files.

Everything is mono at `RATE` samples a second, nominally within -1..1, and depends on its arguments alone:
the same call gives the same samples on every machine.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeAlias

RATE = 22_050
"""Samples a second; nothing here has anything to say above 8 kHz."""
TAU = 2 * math.pi

Sound: TypeAlias = list[float]
Curve: TypeAlias = Callable[[float], float]
"""A value over the share (0..1) of a sound that has passed."""


def samples(seconds: float) -> int:
    """How many samples last so long."""
    return round(seconds * RATE)


def line(*points: float) -> Curve:
    """A curve of straight pieces through these evenly spaced values."""
    last = len(points) - 1

    def value(share: float) -> float:
        place = min(max(share, 0.0), 1.0) * last
        left = min(int(place), last - 1)
        return points[left] + (points[left + 1] - points[left]) * (place - left)

    return value


def glide(start: float, end: float, bend: float = 1.0) -> Curve:
    """A pitch that goes from one frequency to another evenly to the ear; a bend under 1 hurries at first."""
    return lambda share: float(start * (end / start) ** (share**bend))


def sine(seconds: float, pitch: Curve | float, *, vibrato: tuple[float, float] = (0.0, 0.0)) -> Sound:
    """A sine of this pitch in hertz; vibrato is (hertz, share of the pitch)."""
    count = samples(seconds)
    rate, depth = vibrato
    phase = 0.0
    out: Sound = []
    for at in range(count):
        now = pitch if isinstance(pitch, float | int) else pitch(at / count)
        phase += TAU * now * (1 + depth * math.sin(TAU * rate * at / RATE)) / RATE
        out.append(math.sin(phase))
    return out


def hiss(seconds: float, seed: int) -> Sound:
    """White noise, the same for the same seed."""
    draw = Random(seed).random
    return [2 * draw() - 1 for _ in range(samples(seconds))]


def struck(seconds: float, pitch: float, partials: Iterable[tuple[float, float, float]]) -> Sound:
    """Something hit: partials as (ratio to the pitch, gain, seconds until a third is left)."""
    count = samples(seconds)
    out = [0.0] * count
    for ratio, gain, fall in partials:
        if pitch * ratio > RATE * 0.42:
            continue
        step, keep, level = TAU * pitch * ratio / RATE, math.exp(-1 / (fall * RATE)), gain
        for at in range(count):
            out[at] += level * math.sin(step * at)
            level *= keep
    return out


def fall(sound: Sound, seconds: float, *, rise: float = 0.003) -> Sound:
    """The sound dying away, a third left after so long, with a rounded start."""
    keep = math.exp(-1 / (seconds * RATE))
    start = max(1, samples(rise))
    level = 1.0
    out: Sound = []
    for at, value in enumerate(sound):
        out.append(value * level * (at / start if at < start else 1.0))
        level *= keep
    return out


def shaped(sound: Sound, curve: Curve) -> Sound:
    """The sound with its loudness following a curve."""
    count = max(1, len(sound))
    return [value * curve(at / count) for at, value in enumerate(sound)]


def lowpass(sound: Sound, cutoff: Curve | float, *, again: bool = False) -> Sound:
    """What lies under the cutoff in hertz, softly (6 dB an octave; twice that when run again)."""
    count = max(1, len(sound))
    last = 0.0
    share = _share(cutoff) if isinstance(cutoff, float | int) else 0.0
    out: Sound = []
    for at, value in enumerate(sound):
        if not isinstance(cutoff, float | int):
            share = _share(cutoff(at / count))
        last += share * (value - last)
        out.append(last)
    return lowpass(out, cutoff) if again else out


def highpass(sound: Sound, cutoff: float) -> Sound:
    """What lies over the cutoff in hertz."""
    return [value - under for value, under in zip(sound, lowpass(sound, cutoff), strict=True)]


def bandpass(sound: Sound, middle: Curve | float, width: float) -> Sound:
    """What lies around a frequency; the width is a share of it (a state-variable filter)."""
    count = max(1, len(sound))
    low = band = 0.0
    out: Sound = []
    for at, value in enumerate(sound):
        centre = middle if isinstance(middle, float | int) else middle(at / count)
        step = 2 * math.sin(math.pi * min(centre, RATE / 7) / RATE)
        low += step * band
        band += step * (value - low - width * band)
        out.append(band * width)
    return out


def mixed(*parts: tuple[float, float, Sound]) -> Sound:
    """Sounds laid over each other, each as (seconds it starts at, gain, sound)."""
    placed = [(samples(at), gain, sound) for at, gain, sound in parts]
    out = [0.0] * max(at + len(sound) for at, _, sound in placed)
    for at, gain, sound in placed:
        for offset, value in enumerate(sound, start=at):
            out[offset] += gain * value
    return out


def room(sound: Sound, wet: float, *, size: float = 1.0, loop: bool = False) -> Sound:
    """The sound in a small soft room; a looping one rings on from its end into its start."""
    twice = sound + sound if loop else sound
    tail = [0.0] * len(twice)
    for delay, keep in ((0.0297, 0.74), (0.0371, 0.72), (0.0411, 0.70), (0.0437, 0.68)):
        for at, value in enumerate(_comb(twice, samples(delay * size), keep)):
            tail[at] += value / 4
    for delay in (0.0050, 0.0017):
        tail = _allpass(tail, samples(delay))
    if loop:
        tail = tail[len(sound) :]
    return [dry + wet * value for dry, value in zip(sound, tail, strict=True)]


def finished(sound: Sound, peak: float, *, fade: float = 0.02) -> Sound:
    """An effect ready to be written: no rumble, this peak, silent at both ends."""
    clean = highpass(sound, 30.0)
    top = max(map(abs, clean)) or 1.0
    last = len(clean) - 1
    first_fade, last_fade = samples(0.002), min(samples(fade), len(clean) // 3)
    return [
        value * peak / top * min(1.0, at / first_fade, (last - at) / last_fade)
        for at, value in enumerate(clean)
    ]


def write_wav(path: Path, sound: Sequence[float]) -> None:
    """Write 16 bits mono."""
    data = array("h", (round(max(-1.0, min(1.0, value)) * 32_767) for value in sound))
    if sys.byteorder == "big":
        data.byteswap()
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())


def _share(cutoff: float) -> float:
    return 1 - math.exp(-TAU * cutoff / RATE)


def _comb(sound: Sound, delay: int, keep: float) -> Sound:
    ring = [0.0] * delay
    soft = 0.0
    out: Sound = []
    for at, value in enumerate(sound):
        heard = ring[at % delay]
        soft += 0.35 * (heard - soft)
        ring[at % delay] = value + keep * soft
        out.append(heard)
    return out


def _allpass(sound: Sound, delay: int) -> Sound:
    ring = [0.0] * delay
    out: Sound = []
    for at, value in enumerate(sound):
        heard = ring[at % delay]
        ring[at % delay] = value + 0.5 * heard
        out.append(heard - 0.5 * ring[at % delay])
    return out
