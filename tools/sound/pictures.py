"""Pictures of sounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pygame

from tools.sound.loudness import k_weighted
from tools.sound.synth import RATE, Sound, shares

SIZE = 1280, 360
LEFT, TOP, BOTTOM = 60, 16, 30
COLOURS = "#2E6FB7", "#2E8B57", "#D98E04", "#C0392B"
LOWEST, HIGHEST = 50.0, 12_000.0
SOFTEST, LOUDEST = -60.0, -10.0


def curve_of(sound: Sound, seconds: float = 0.4) -> Sound:
    """Return the loudness in LUFS of every stretch of ``seconds``."""
    power = np.sum(k_weighted(sound) ** 2, axis=1)
    count = round(seconds * RATE)
    rows = power[: len(power) // count * count].reshape(-1, count).mean(axis=1)
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(rows, 1e-9)))


def save_spectrogram(path: Path, sound: Sound) -> None:
    """Draw a spectrogram from 50 Hz to 12 kHz, over 80 dB."""
    wide, high = SIZE[0] - LEFT, SIZE[1] - TOP - BOTTOM
    mono, size = sound.mean(axis=1), 4096
    starts = np.linspace(0, len(mono) - size, wide).astype(int)
    pitch = np.fft.rfftfreq(size, 1 / RATE)
    rows = np.searchsorted(pitch, LOWEST * (HIGHEST / LOWEST) ** (np.arange(high)[::-1] / high))
    table = np.array([np.abs(np.fft.rfft(mono[at : at + size] * np.hanning(size)))[rows] for at in starts])
    level = np.clip(1 + 20 * np.log10(table / table.max() + 1e-9) / 80, 0, 1)
    colour = np.stack([level**0.8, level**1.6, 0.25 + 0.5 * level * (1 - level)], axis=2) * 255
    surface, font = _paper()
    surface.blit(pygame.surfarray.make_surface(colour.astype(np.uint8)), (LEFT, TOP))
    for hertz in (100, 300, 1000, 1500, 5000, 10_000):
        y = TOP + high * (1 - np.log(hertz / LOWEST) / np.log(HIGHEST / LOWEST))
        surface.blit(font.render(f"{hertz} Hz", antialias=True, color="black"), (4, y - 6))
    _seconds(surface, font, len(sound) / RATE)
    pygame.image.save(surface, str(path))


def save_level(path: Path, curves: Mapping[str, Sound], seconds: float = 0.4) -> None:
    """Draw loudness over time, each curve in another colour."""
    surface, font = _paper()
    wide, high = SIZE[0] - LEFT, SIZE[1] - TOP - BOTTOM
    for lufs in range(int(SOFTEST), int(LOUDEST) + 1, 10):
        y = TOP + high * (LOUDEST - lufs) / (LOUDEST - SOFTEST)
        pygame.draw.line(surface, "#cccccc", (LEFT, y), (SIZE[0], y))
        surface.blit(font.render(f"{lufs} LUFS", antialias=True, color="black"), (2, y - 6))
    for number, (name, curve) in enumerate(curves.items()):
        heights = TOP + high * (LOUDEST - np.clip(curve, SOFTEST, LOUDEST)) / (LOUDEST - SOFTEST)
        points = list(zip(LEFT + wide * shares(len(curve)), heights, strict=True))
        pygame.draw.lines(surface, COLOURS[number % 4], closed=False, points=points)
        surface.blit(
            font.render(name, antialias=True, color=COLOURS[number % 4]), (LEFT + 10 + 90 * number, 2)
        )
        _seconds(surface, font, len(curve) * seconds)
    pygame.image.save(surface, str(path))


def _paper() -> tuple[pygame.Surface, pygame.font.Font]:
    pygame.font.init()
    surface = pygame.Surface(SIZE)
    surface.fill("white")
    return surface, pygame.font.Font(None, 16)


def _seconds(surface: pygame.Surface, font: pygame.font.Font, seconds: float) -> None:
    """Draw the time axis."""
    for part in range(9):
        words = f"{seconds * part / 8:.0f} s"
        x = LEFT + (SIZE[0] - LEFT - 40) * part / 8
        surface.blit(font.render(words, antialias=True, color="black"), (x, SIZE[1] - 20))
