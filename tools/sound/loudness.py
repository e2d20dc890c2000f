"""Loudness of sounds: ITU-R BS.1770 loudness, true peak, and the loss on a small speaker."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.sound.synth import RATE, Sound, quick

Turns: TypeAlias = NDArray[np.complex128]
"""Points on the unit circle."""

BLOCK = 0.4  # seconds of the momentary window of BS.1770
GATED = 3.0
"""Seconds from which loudness is gated over the whole sound; shorter sounds use their loudest window."""
SILENCE = -120.0


def loudness(sound: Sound) -> float:
    """Return the loudness in LUFS of a stereo sound: gated, or the loudest window of a short one."""
    weighted = k_weighted(sound)
    if len(sound) < GATED * RATE:
        return moment(weighted)
    blocks = _blocks(weighted, hop=0.1)
    loud = blocks[_lufs(blocks) > -70]
    if not len(loud):
        return SILENCE
    gate = float(_lufs(loud.mean())) - 10
    return float(_lufs(loud[_lufs(loud) > gate].mean()))


def moment(weighted: Sound) -> float:
    """Return the loudness in LUFS of the loudest window. Shorter sounds are surrounded by silence."""
    pad = np.zeros((round(BLOCK * RATE), 2))
    return float(_lufs(_blocks(np.concatenate([pad, weighted, pad]), hop=0.01).max()))


def loudness_range(sound: Sound) -> float:
    """Return the loudness range in LU between stretches of 3 s, as in EBU Tech 3342."""
    blocks = _blocks(k_weighted(sound), hop=0.5, length=3.0)
    levels = _lufs(blocks)
    levels = levels[(levels > -70) & (levels > float(_lufs(blocks[levels > -70].mean())) - 20)]
    return float(np.percentile(levels, 95) - np.percentile(levels, 10))


def true_peak(sound: Sound) -> float:
    """Return the true peak in dBTP, by fourfold oversampling."""
    top = 1e-9
    for start in range(0, len(sound), RATE * 10):
        piece = sound[start : start + RATE * 10]
        spectrum = np.fft.rfft(piece, axis=0)
        finer = np.fft.irfft(spectrum, 4 * len(piece), axis=0) * 4
        top = max(top, float(np.abs(finer).max()), float(np.abs(piece).max()))
    return 20 * math.log10(top)


def lost_on_a_laptop(sound: Sound) -> float:
    """Return how many LU a speaker loses that plays nothing below 250 Hz."""
    return loudness(sound) - loudness(above(sound, 250.0))


def body(sound: Sound) -> float:
    """Return the share of the K-weighted energy between 300 and 1,500 Hz."""
    power = np.sum(np.abs(np.fft.rfft(k_weighted(sound), axis=0)) ** 2, axis=1)
    pitch = np.fft.rfftfreq(len(sound), 1 / RATE)
    return float(power[(pitch >= 300) & (pitch <= 1500)].sum() / power.sum())


def above(sound: Sound, hertz: float) -> Sound:
    """Return the sound after a fourth-order high-pass at ``hertz``."""
    size = quick(len(sound))
    pitch = np.maximum(np.fft.rfftfreq(size, 1 / RATE), 1e-3)
    keep = 1 / np.sqrt(1 + (hertz / pitch) ** 8)
    return np.fft.irfft(np.fft.rfft(sound, size, axis=0) * keep[:, None], size, axis=0)[: len(sound)]


def k_weighted(sound: Sound) -> Sound:
    """Return the K-weighted sound of BS.1770. Computed by FFT, because only the power matters."""
    size = quick(len(sound) + RATE // 10)
    turn = np.exp(-2j * np.pi * np.fft.rfftfreq(size, 1 / RATE) / RATE)
    weight = np.abs(_shelf(turn) * _high(turn))
    return np.fft.irfft(np.fft.rfft(sound, size, axis=0) * weight[:, None], size, axis=0)[: len(sound)]


def _shelf(
    turn: Turns,
) -> Turns:
    """Return the response of the first BS.1770 filter, which models the head."""
    k = math.tan(math.pi * 1681.974450955533 / RATE)
    high = 10 ** (3.999843853973347 / 20)
    band, q = high**0.4996667741545416, 0.7071752369554196
    a0 = 1 + k / q + k * k
    over = high + band * k / q + k * k + 2 * (k * k - high) * turn + (high - band * k / q + k * k) * turn**2
    under = a0 + 2 * (k * k - 1) * turn + (1 - k / q + k * k) * turn**2
    return np.asarray(over / under)


def _high(
    turn: Turns,
) -> Turns:
    """Return the response of the second BS.1770 filter, a high-pass."""
    k = math.tan(math.pi * 38.13547087602444 / RATE)
    q = 0.5003270373238773
    a0 = 1 + k / q + k * k
    return (1 - 2 * turn + turn**2) / (1 + (2 * (k * k - 1) * turn + (1 - k / q + k * k) * turn**2) / a0)


def _blocks(weighted: Sound, *, hop: float, length: float = BLOCK) -> Sound:
    """Return the power of overlapping windows, summed over both channels."""
    power = np.concatenate([[0.0], np.cumsum(np.sum(weighted**2, axis=1))])
    count, step = round(length * RATE), round(hop * RATE)
    starts = np.arange(0, max(1, len(weighted) - count + 1), step)
    ends = np.minimum(starts + count, len(weighted))
    return np.asarray((power[ends] - power[starts]) / count)


def _lufs(power: Sound | float) -> Sound:
    return -0.691 + 10 * np.log10(np.maximum(power, 1e-12))
