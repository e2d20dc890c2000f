"""Sound as arrays: oscillators, noise, filters, envelopes, a small room.

Everything has `RATE` samples per second, nominally within -1 to 1, and depends only on its arguments. A
one-dimensional array is mono; two columns are left and right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
TAU = 2 * math.pi
FRAME = 1024  # samples for which a moving filter is constant

Sound: TypeAlias = NDArray[np.floating[Any]]
Curve: TypeAlias = Callable[[Sound], Sound]
"""Function from progress (0 to 1) of a sound to values."""


def quick(count: int) -> int:
    """Return the next length with a fast Fourier transform: a product of 2, 3, 5 and 7."""
    while True:
        rest = count
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return count
        count += 1


def samples(seconds: float) -> int:
    """Return the number of samples in ``seconds``."""
    return round(seconds * RATE)


def shares(count: int) -> Sound:
    """Return the progress (0 to 1) at each of ``count`` samples."""
    return np.arange(count) / max(1, count)


def line(*points: float) -> Curve:
    """Return a piecewise linear curve through evenly spaced values."""
    places = np.linspace(0, 1, len(points))
    return lambda share: np.interp(share, places, points)


def glide(start: float, end: float, bend: float = 1.0) -> Curve:
    """Return a pitch curve between two frequencies, even to the ear. ``bend`` below 1: faster at first."""
    return lambda share: start * (end / start) ** (share**bend)


def steady(value: float) -> Curve:
    """Return a constant curve."""
    return lambda share: np.full(np.shape(share), value)


def sine(seconds: float, pitch: Curve | float, *, vibrato: tuple[float, float] = (0.0, 0.0)) -> Sound:
    """Return a sine with a pitch in hertz. ``vibrato`` is (hertz, share of the pitch)."""
    count = samples(seconds)
    curve = steady(pitch) if isinstance(pitch, float | int) else pitch
    rate, depth = vibrato
    wave = curve(shares(count)) * (1 + depth * np.sin(TAU * rate * np.arange(count) / RATE))
    return np.sin(TAU * np.cumsum(wave) / RATE)


def hiss(seconds: float, seed: int) -> Sound:
    """Return white noise, determined by its seed."""
    return np.random.default_rng(seed).uniform(-1, 1, samples(seconds))


def struck(seconds: float, pitch: float, partials: Iterable[tuple[float, float, float]]) -> Sound:
    """Return a struck sound. Partials are (ratio to the pitch, gain, seconds until a third is left)."""
    time = np.arange(samples(seconds)) / RATE
    heard = [part for part in partials if pitch * part[0] < 12_000]
    return sum(
        (gain * np.sin(TAU * pitch * ratio * time) * np.exp(-time / fall) for ratio, gain, fall in heard),
        np.zeros(len(time)),
    )


def fall(sound: Sound, seconds: float, *, rise: float = 0.003) -> Sound:
    """Return the sound with an exponential decay, a third left after ``seconds``, and a soft attack."""
    time = np.arange(len(sound)) / RATE
    return sound * np.exp(-time / seconds) * np.minimum(1.0, time / max(rise, 1 / RATE))


def shaped(sound: Sound, curve: Curve) -> Sound:
    """Return the sound with its loudness following a curve."""
    return sound * curve(shares(len(sound)))


def throbbing(sound: Sound, hertz: Curve | float, depth: float) -> Sound:
    """Return the sound with a tremolo of ``hertz``, down to ``1 - depth``."""
    return sound * (1 - depth / 2 + depth / 2 * sine(len(sound) / RATE, hertz)[: len(sound)])


def lowpass(sound: Sound, cutoff: Curve | float, slope: int = 2) -> Sound:
    """Return the sound below the cutoff in hertz. A slope of 1 is 6 dB per octave."""
    return _filtered(sound, cutoff, lambda pitch, edge: 1 / np.sqrt(1 + (pitch / edge) ** (2 * slope)))


def highpass(sound: Sound, cutoff: Curve | float, slope: int = 2) -> Sound:
    """Return the sound above the cutoff in hertz."""
    return _filtered(
        sound,
        cutoff,
        lambda pitch, edge: 1 / np.sqrt(1 + (edge / np.maximum(pitch, 1e-3)) ** (2 * slope)),
    )


def bandpass(sound: Sound, middle: Curve | float, width: float) -> Sound:
    """Return the sound around a frequency. ``width`` is a share of it."""

    def around(pitch: Sound, centre: Sound) -> Sound:
        pitch = np.maximum(pitch, 1e-3)
        return 1 / np.sqrt(1 + ((pitch / centre - centre / pitch) / width) ** 2)

    return _filtered(sound, middle, around)


def _filtered(sound: Sound, edge: Curve | float, keep: Callable[[Sound, Sound], Sound]) -> Sound:
    """Return the sound with each frequency scaled by ``keep``, whose edge may change over time."""
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
    """Return a stereo loop without the frequencies above the cutoff, filtered across its seam."""
    pitch = np.fft.rfftfreq(len(loop), 1 / RATE)
    keep = 1 / np.sqrt(1 + (pitch / cutoff) ** 2)
    return np.fft.irfft(np.fft.rfft(loop, axis=0) * keep[:, None], len(loop), axis=0)


def mixed(*parts: tuple[float, float, Sound]) -> Sound:
    """Mix mono sounds, each as (start in seconds, gain, sound)."""
    placed = [(samples(at), gain, sound) for at, gain, sound in parts]
    out = np.zeros(max(at + len(sound) for at, _, sound in placed))
    for at, gain, sound in placed:
        out[at : at + len(sound)] += gain * sound
    return out


def wide(sound: Sound, place: float = 0.0) -> Sound:
    """Return a mono sound in stereo at a position from -1 (left) to 1 (right), with constant power."""
    angle = (place + 1) * math.pi / 4
    return np.stack([sound * math.cos(angle), sound * math.sin(angle)], axis=1) * math.sqrt(2)


def laid(*parts: tuple[float, float, Sound]) -> Sound:
    """Mix stereo sounds, each as (start in seconds, gain, sound)."""
    left, right = ([(at, gain, sound[:, side]) for at, gain, sound in parts] for side in (0, 1))
    return np.stack([mixed(*left), mixed(*right)], axis=1)


def room(sound: Sound, wet: float, *, size: float = 1.0, loop: bool = False) -> Sound:
    """Return a sound in a small soft room, in stereo. In a loop the end rings into the start."""
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
    """Return the first ``seconds`` of a sound."""
    return sound[: samples(seconds)]
