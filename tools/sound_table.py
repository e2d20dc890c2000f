"""Measure every shipped sound effect: ``python -m tools.sound_table``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from game.store.settings import Settings
from game.ui.core.audio import LUFS, MAX_LOUDNESS_SPREAD, TIERS, EffectPriority, mixer_gain
from tools.build_sound import FOLDER
from tools.command import command
from tools.sound.loudness import body, lost_on_a_laptop, loudness, true_peak
from tools.sound.synth import RATE, Sound


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements of all takes of an effect."""

    name: str
    tier: EffectPriority
    takes: int
    lufs: tuple[float, float]  # softest and loudest take at the default volumes
    peak: float  # dBTP of the file
    lost: float  # LU that a laptop's speaker loses of the worst take
    body: float  # smallest share of energy between 300 and 1,500 Hz
    seconds: float


def decoded(path: Path) -> Sound:
    """Return a file as SDL reads it, in stereo. The mixer must be open."""
    import pygame

    data = np.frombuffer(pygame.mixer.Sound(path).get_raw(), dtype="<i2").reshape(-1, 2)
    return data.astype(np.float64) / 32_768


def open_mixer() -> None:
    """Open a mixer without output, in the format of the files."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    import pygame

    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)


def as_played(tier: EffectPriority) -> float:
    """Return the average gain in dB of a file on the way to the speakers."""
    return float(20 * np.log10(mixer_gain(Settings().effects))) - (
        0.0 if tier is EffectPriority.MOMENT else MAX_LOUDNESS_SPREAD
    )


def measured(name: str, folder: Path = FOLDER) -> Measured:
    """Return the measurements of all takes of an effect."""
    takes = [decoded(path) for path in sorted((folder / "sound").glob(f"{name}-*.ogg"))]
    levels = [loudness(sound) + as_played(TIERS[name]) for sound in takes]
    return Measured(
        name,
        TIERS[name],
        len(takes),
        (min(levels), max(levels)),
        max(map(true_peak, takes)),
        max(map(lost_on_a_laptop, takes)),
        min(map(body, takes)),
        max(len(sound) for sound in takes) / RATE,
    )


def main() -> None:
    """Print the table."""
    command(__doc__).parse_args()
    open_mixer()
    print(f"{'effect':<13} tier    bar  LUFS at first volumes  dBTP  takes  lost<250 Hz  body   seconds")
    for name, tier in TIERS.items():
        result = measured(name)
        loudness_text = f"{result.lufs[0]:8.1f} .. {result.lufs[1]:6.1f}"
        print(
            f"{name:<13} {tier.name:<6} {LUFS[tier]:5.0f}  {loudness_text}   {result.peak:6.1f}"
            f"  {result.takes:4}  {result.lost:8.1f} LU  {result.body:5.0%}  {result.seconds:6.2f}"
        )
    files = [path for kind in ("sound", "music") for path in (FOLDER / kind).iterdir()]
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
