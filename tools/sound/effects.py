"""Sound effects by name: how they are made, their number of takes, and their loudness."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from game.store.settings import Settings
from game.ui.core.audio import LUFS, MAX_LOUDNESS_SPREAD, TIERS, EffectPriority, mixer_gain
from tools.sound import moments, pieces, presses
from tools.sound.loudness import above, loudness, true_peak
from tools.sound.stuff import Hand
from tools.sound.synth import Sound, samples, wide

CEILING = -1.0  # dBTP that nothing exceeds
LOWEST = 130.0  # hertz below which there is only rumble
FEW = {
    "card_shuffle": 4,
    "joker": 4,
    "join": 4,
    "leave": 4,
    "your_turn": 4,
    "lamp": 4,
    "train": 4,
    "rocket": 4,
    "whistle": 4,
}
"""Longer effects, heard less often, have fewer takes."""

EFFECTS: dict[str, Callable[[Hand], Sound]] = {
    name: getattr(module, "zip_" if name == "zip" else name)
    for module, tier in (
        (presses, EffectPriority.PRESS),
        (pieces, EffectPriority.PIECE),
        (moments, EffectPriority.MOMENT),
    )
    for name, its in TIERS.items()
    if its is tier
}


def takes(name: str) -> int:
    """Return the number of takes of an effect: five if it is heard more than once a minute."""
    return 2 if TIERS[name] is EffectPriority.MOMENT else FEW.get(name, 5)


def aim(tier: EffectPriority) -> float:
    """Return the loudness of a tier's files in LUFS, so that it matches `LUFS` at the default volumes."""
    spread = 0.0 if tier is EffectPriority.MOMENT else MAX_LOUDNESS_SPREAD
    return LUFS[tier] - 20 * math.log10(mixer_gain(Settings().effects)) + spread


def take(name: str, number: int) -> Sound:
    """Return a finished take: silent at both ends, at the loudness of its tier, below the ceiling."""
    made = EFFECTS[name](Hand(name, number))
    made = above(wide(made) if made.ndim == 1 else made, LOWEST)
    first, last = samples(0.002), min(samples(0.05), len(made) // 4)
    ends = np.minimum(1.0, np.arange(len(made)) / first) * np.minimum(1.0, np.arange(len(made))[::-1] / last)
    return levelled(made * ends[:, None], aim(TIERS[name]))


def levelled(sound: Sound, lufs: float) -> Sound:
    """Return the sound at a loudness in LUFS, with soft clipping if its peaks would exceed the ceiling."""
    top = 10 ** ((CEILING - 0.3) / 20)
    gain = 10 ** ((lufs - loudness(sound)) / 20)
    out = sound * gain
    for _ in range(12):
        if true_peak(out) <= CEILING and abs(loudness(out) - lufs) < 0.05:
            break
        out = top * np.tanh(sound * gain / top) if np.abs(sound * gain).max() > 0.6 * top else sound * gain
        gain *= 10 ** ((lufs - loudness(out)) / 20)
    return out
