"""Sound as arrays: oscillators, noise, filters, envelopes, a small room.

Everything is at `RATE` samples a second, nominally within -1..1, and depends on its arguments alone. One row
of samples is mono; two columns are left and right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
TAU = 2 * math.pi
FRAME = 1024
"""Samples in which a moving filter holds still."""

Sound: TypeAlias = NDArray[np.floating[Any]]
Curve: TypeAlias = Callable[[Sound], Sound]
"""Values over the shares (0..1) of a sound that have passed."""


def quick(count: int) -> int:
    """The next number of samples that a Fourier transform is quick with: a product of 2, 3, 5 and 7."""
    while True:
        rest = count
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return count
        count += 1


def samples(seconds: float) -> int:
    """How many samples last so long."""
    return round(seconds * RATE)


def shares(count: int) -> Sound:
    """The share of the whole that has passed at each of so many samples."""
    return np.arange(count) / max(1, count)


def line(*points: float) -> Curve:
    """A curve of straight pieces through these evenly spaced values."""
    places = np.linspace(0, 1, len(points))
    return lambda share: np.interp(share, places, points)


def glide(start: float, end: float, bend: float = 1.0) -> Curve:
    """A pitch that goes from one frequency to another evenly to the ear; a bend under 1 hurries at first."""
    return lambda share: start * (end / start) ** (share**bend)


def steady(value: float) -> Curve:
    """A curve that stays where it is."""
    return lambda share: np.full(np.shape(share), value)


def sine(seconds: float, pitch: Curve | float, *, vibrato: tuple[float, float] = (0.0, 0.0)) -> Sound:
    """A sine of this pitch in hertz; vibrato is (hertz, share of the pitch)."""
    count = samples(seconds)
    curve = steady(pitch) if isinstance(pitch, float | int) else pitch
    rate, depth = vibrato
    wave = curve(shares(count)) * (1 + depth * np.sin(TAU * rate * np.arange(count) / RATE))
    return np.sin(TAU * np.cumsum(wave) / RATE)


def hiss(seconds: float, seed: int) -> Sound:
    """White noise, the same for the same seed."""
    return np.random.default_rng(seed).uniform(-1, 1, samples(seconds))


def struck(seconds: float, pitch: float, partials: Iterable[tuple[float, float, float]]) -> Sound:
    """Something hit: partials as (ratio to the pitch, gain, seconds until a third is left)."""
    time = np.arange(samples(seconds)) / RATE
    heard = [part for part in partials if pitch * part[0] < 12_000]
    return sum(
        (gain * np.sin(TAU * pitch * ratio * time) * np.exp(-time / fall) for ratio, gain, fall in heard),
        np.zeros(len(time)),
    )


def fall(sound: Sound, seconds: float, *, rise: float = 0.003) -> Sound:
    """The sound dying away, a third left after so long, with a rounded start."""
    time = np.arange(len(sound)) / RATE
    return sound * np.exp(-time / seconds) * np.minimum(1.0, time / max(rise, 1 / RATE))


def shaped(sound: Sound, curve: Curve) -> Sound:
    """The sound with its loudness following a curve."""
    return sound * curve(shares(len(sound)))


def throbbing(sound: Sound, hertz: Curve | float, depth: float) -> Sound:
    """The sound coming and going so often a second, down to ``1 - depth`` of itself."""
    return sound * (1 - depth / 2 + depth / 2 * sine(len(sound) / RATE, hertz)[: len(sound)])


def lowpass(sound: Sound, cutoff: Curve | float, slope: int = 2) -> Sound:
    """What lies under the cutoff in hertz; a slope of 1 is 6 dB an octave."""
    return _filtered(sound, cutoff, lambda pitch, edge: 1 / np.sqrt(1 + (pitch / edge) ** (2 * slope)))


def highpass(sound: Sound, cutoff: Curve | float, slope: int = 2) -> Sound:
    """What lies over the cutoff in hertz."""
    return _filtered(
        sound,
        cutoff,
        lambda pitch, edge: 1 / np.sqrt(1 + (edge / np.maximum(pitch, 1e-3)) ** (2 * slope)),
    )


def bandpass(sound: Sound, middle: Curve | float, width: float) -> Sound:
    """What lies around a frequency; the width is a share of it."""

    def around(pitch: Sound, centre: Sound) -> Sound:
        pitch = np.maximum(pitch, 1e-3)
        return 1 / np.sqrt(1 + ((pitch / centre - centre / pitch) / width) ** 2)

    return _filtered(sound, middle, around)


def _filtered(sound: Sound, edge: Curve | float, keep: Callable[[Sound, Sound], Sound]) -> Sound:
    """Each frequency kept to a share that may change with time."""
    if isinstance(edge, float | int):
        padded = np.concatenate([sound, np.zeros(quick(len(sound) + RATE // 50) - len(sound))])
        pitch = np.fft.rfftfreq(len(padded), 1 / RATE)
        spectrum = np.fft.rfft(padded) * keep(pitch, np.full(len(pitch), float(edge)))
        return np.fft.irfft(spectrum, len(padded))[: len(sound)]
    hop = FRAME // 2
    padded = np.concatenate([np.zeros(hop), sound, np.zeros(FRAME + hop)])
    out = np.zeros(len(padded))
    window = 0.5 - 0.5 * np.cos(TAU * np.arange(FRAME) / FRAME)
    pitch = np.fft.rfftfreq(FRAME, 1 / RATE)
    for at in range(0, len(padded) - FRAME, hop):
        share = np.array([min(1.0, at / max(1, len(sound)))])
        gains = keep(pitch, np.full(len(pitch), float(edge(share)[0])))
        out[at : at + FRAME] += np.fft.irfft(np.fft.rfft(padded[at : at + FRAME] * window) * gains, FRAME)
    return out[hop : hop + len(sound)]


def softened(loop: Sound, cutoff: float) -> Sound:
    """A stereo loop without what lies over the cutoff; its end is heard before its start."""
    pitch = np.fft.rfftfreq(len(loop), 1 / RATE)
    keep = 1 / np.sqrt(1 + (pitch / cutoff) ** 2)
    return np.fft.irfft(np.fft.rfft(loop, axis=0) * keep[:, None], len(loop), axis=0)


def mixed(*parts: tuple[float, float, Sound]) -> Sound:
    """Sounds laid over each other, each as (seconds it starts at, gain, sound)."""
    placed = [(samples(at), gain, sound) for at, gain, sound in parts]
    out = np.zeros(max(at + len(sound) for at, _, sound in placed))
    for at, gain, sound in placed:
        out[at : at + len(sound)] += gain * sound
    return out


def wide(sound: Sound, place: float = 0.0) -> Sound:
    """Left and right of a mono sound at a place from -1 (left) to 1 (right), equally loud everywhere."""
    angle = (place + 1) * math.pi / 4
    return np.stack([sound * math.cos(angle), sound * math.sin(angle)], axis=1) * math.sqrt(2)


def laid(*parts: tuple[float, float, Sound]) -> Sound:
    """Stereo sounds laid over each other, each as (seconds it starts at, gain, sound)."""
    left, right = ([(at, gain, sound[:, side]) for at, gain, sound in parts] for side in (0, 1))
    return np.stack([mixed(*left), mixed(*right)], axis=1)


def room(sound: Sound, wet: float, *, size: float = 1.0, loop: bool = False) -> Sound:
    """A sound in a small soft room, in stereo; a looping one rings on from its end into its start."""
    dry = wide(sound) if sound.ndim == 1 else sound
    length = samples(0.55 * size)
    count = len(dry) if loop else len(dry) + length
    out = np.zeros((count, 2))
    fits = 1 << (len(dry) + length - 1).bit_length()
    for side in (0, 1):
        walls = fall(lowpass(hiss(length / RATE, 700 + side), 3200.0), 0.11 * size, rise=0.012)
        walls = highpass(walls, 180.0)
        walls = walls / np.sqrt(np.sum(walls**2))
        tail = np.fft.irfft(np.fft.rfft(dry[:, side], fits) * np.fft.rfft(walls, fits), fits)
        if loop:
            ring = tail[: len(dry)].copy()
            ring[:length] += tail[len(dry) : len(dry) + length]
            tail = ring
        out[: len(dry), side] = dry[:, side]
        out[:, side] += wet * tail[:count]
    return out


def cut(sound: Sound, seconds: float) -> Sound:
    """Its beginning."""
    return sound[: samples(seconds)]
