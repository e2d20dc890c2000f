"""Analysis of music by measurement: key, tempo, roughness, and similarity of its half-minutes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tools.sound.synth import RATE, Sound

HOP = 2048
_MAJOR = np.array([6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88])
_MINOR = np.array([6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17])
"""Fit of each tone to a key, from listening tests (Krumhansl and Kessler)."""
_NAMES = ("C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B")


def spectra(sound: Sound, size: int = 8192, hop: int = HOP) -> tuple[Sound, Sound]:
    """Return the frequencies in hertz, and their strengths in every frame."""
    mono = sound.mean(axis=1)
    window = np.hanning(size)
    starts = range(0, len(mono) - size, hop)
    frames = np.array([np.abs(np.fft.rfft(mono[at : at + size] * window)) for at in starts], dtype=np.float32)
    return np.fft.rfftfreq(size, 1 / RATE), frames


def chroma(pitch: Sound, frames: Sound) -> Sound:
    """Return the strength of the twelve tones in every frame."""
    heard = (pitch > 100) & (pitch < 2000)
    tone = np.round(69 + 12 * np.log2(pitch[heard] / 440)).astype(int) % 12
    return np.stack([frames[:, heard][:, tone == number].sum(axis=1) for number in range(12)], axis=1)


def key(tones: Sound) -> str:
    """Return the key that fits the tones best, for example ``F major``."""
    total = tones.sum(axis=0)
    fits = {
        f"{_NAMES[tonic]} {kind}": float(np.corrcoef(np.roll(profile, tonic), total)[0, 1])
        for tonic in range(12)
        for kind, profile in (("major", _MAJOR), ("minor", _MINOR))
    }
    return max(fits, key=lambda name: fits[name])


def onsets(sound: Sound) -> Sound:
    """Return the strength of onsets in each frame of 512 samples."""
    _, frames = spectra(sound, 1024, 512)
    rise = np.maximum(0.0, np.diff(np.log1p(50 * frames), axis=0)).sum(axis=1)
    return np.asarray(rise - rise.mean())


def tempo_strength(sound: Sound, tempo: float) -> float:
    """Return how much more the onsets repeat after a beat of this tempo than after other times.

    In standard deviations.
    """
    rise = onsets(sound)
    alike = np.correlate(rise[:10_000], rise[:10_000], "full")[len(rise[:10_000]) - 1 :]
    lag = round(60 / tempo * RATE / 512)
    others = alike[round(0.2 * RATE / 512) : round(2.0 * RATE / 512)]
    return float((alike[lag - 1 : lag + 2].max() - others.mean()) / others.std())


def roughness(pitch: Sound, frames: Sound) -> float:
    """Return the beating of neighbouring partials (Plomp and Levelt): 0 for none, about 1 for a cluster."""
    out = []
    for frame in frames[:: max(1, len(frames) // 300)]:
        tops = np.flatnonzero((frame[1:-1] > frame[:-2]) & (frame[1:-1] > frame[2:])) + 1
        tops = tops[pitch[tops] < 5000]
        tops = tops[np.argsort(frame[tops])[-24:]]
        level, at = frame[tops].astype(float), pitch[tops]
        apart = np.abs(at[:, None] - at[None, :]) / (0.021 * np.minimum(at[:, None], at[None, :]) + 19)
        beating = (np.exp(-3.5 * 0.24 * apart) - np.exp(-5.75 * 0.24 * apart)) / 0.18
        both = level[:, None] * level[None, :]
        np.fill_diagonal(both, 0.0)
        out.append(float((both * beating).sum() / max(both.sum(), 1e-12)))
    return float(np.median(out))


def alike(tones: Sound, frames: int) -> list[float]:
    """Return the similarity of each stretch of ``frames`` to the next: 1 if repeated, about 0 if not."""
    loud = np.log1p(tones / tones.mean())
    loud = loud - loud.mean(axis=0)
    parts = [loud[at : at + frames].ravel() for at in range(0, len(loud) - frames + 1, frames)]
    return [float(np.corrcoef(one, other)[0, 1]) for one, other in pairwise(parts)]


def sides_alike(sound: Sound) -> float:
    """Return the correlation of left and right, 1 for mono."""
    return float(np.corrcoef(sound[:, 0], sound[:, 1])[0, 1])
