"""Building blocks of the effects: cloth, paper, wood, and voices behind wool.

A small speaker plays nothing below 250 Hz, so the main part of every sound is between 300 and 1,500 Hz.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from tools.sound.synth import (
    RATE,
    Sound,
    bandpass,
    fall,
    glide,
    highpass,
    hiss,
    line,
    lowpass,
    mixed,
    room,
    shaped,
    sine,
    struck,
    wide,
)
from tools.sound.voices import pitch

Choice = TypeVar("Choice")


class Hand:
    """Random variation of one take of an effect."""

    def __init__(self, name: str, take: int) -> None:
        self._draw = np.random.default_rng([*name.encode(), take])
        self.take = take

    def near(self, value: float, share: float = 0.06) -> float:
        """Return a random value within a share of ``value``."""
        return value * (1 + share * float(self._draw.uniform(-1, 1)))

    def of(self, *choices: Choice) -> Choice:
        """Return one of the choices by take, starting over if there are more takes than choices."""
        return choices[self.take % len(choices)]

    def seed(self) -> int:
        return int(self._draw.integers(1 << 30))

    def hiss(self, seconds: float) -> Sound:
        """Return white noise that differs for every take."""
        return hiss(seconds, self.seed())


def cloth(hand: Hand, seconds: float, middle: float = 700.0, *, rough: float = 0.5) -> Sound:
    """Wool over wool: a broad, dark rustle in grains."""
    rustle = lowpass(bandpass(hand.hiss(seconds), hand.near(middle), 1.1), 2600.0)
    grains = lowpass(np.abs(hand.hiss(seconds)), 38.0)
    return np.asarray(rustle * (1 - rough + rough * grains / grains.max()))


def thump(hand: Hand, seconds: float, high: float, low: float, *, soft: float = 0.8) -> Sound:
    """A soft blow with a stuffed thing: a tone that falls quickly, and cloth around it."""
    high, low = hand.near(high), hand.near(low)
    body = fall(sine(seconds, glide(high, low, 0.5)), seconds / 4.5)
    upper = fall(sine(seconds, glide(2.1 * high, 1.8 * low, 0.5)), seconds / 9)
    around = fall(cloth(hand, seconds, 0.5 * (high + low) + 250), seconds / 7, rise=0.002)
    return mixed((0, 1, body), (0, 0.3, upper), (0, 2.2 * soft, around))


def wood(hand: Hand, tone: float, ring: float = 0.03, *, mitten: float = 0.5) -> Sound:
    """A table top touched: three modes of a board, under a mitten."""
    tone = hand.near(tone, 0.04)
    board = struck(
        ring * 7, tone, ((1, 1.0, ring), (1.62, 0.5, ring * 0.7), (2.76, 0.3, ring * 0.45), (0.62, 0.3, ring))
    )
    touch = fall(lowpass(hand.hiss(0.03), 1900.0), 0.006, rise=0.001)
    return mixed((0, 1, fall(board, ring * 3, rise=0.0015)), (0, mitten, touch))


def paper(hand: Hand, seconds: float, middle: float = 1250.0) -> Sound:
    """A card that slides: dry and bright, with the stiffness of its sheet below."""
    dry = hand.hiss(seconds)
    slide = bandpass(dry, glide(hand.near(middle * 0.8), hand.near(middle * 1.25)), 0.6)
    sheet = bandpass(dry, hand.near(820.0), 0.5)
    crackle = lowpass(np.abs(hand.hiss(seconds)), 90.0)
    both = highpass(lowpass(mixed((0, 0.8, slide), (0, 1.3, sheet)), 4500.0), 300.0)
    return np.asarray(both * (0.5 + 0.5 * crackle / crackle.max()))


def card(hand: Hand, weight: float = 1.0) -> Sound:
    """The edge of a card, its sheet that gives, then its face on the felt."""
    flick = fall(highpass(lowpass(hand.hiss(0.08), 4200.0), 900.0), 0.012, rise=0.001)
    sheet = fall(sine(0.12, glide(hand.near(760), hand.near(540))), 0.024)
    face = fall(bandpass(hand.hiss(0.14), hand.near(620), 0.7), 0.035, rise=0.004)
    return mixed((0, 0.8, flick), (0.004, 0.34 * weight, sheet), (0.008, 2.4 * weight, face))


def hum(seconds: float, start: float, end: float) -> Sound:
    """Return a voice behind wool."""
    voice = mixed(
        *(
            (0, 1 / harmonic**1.1, sine(seconds, glide(start * harmonic, end * harmonic)))
            for harmonic in range(1, 7)
        )
    )
    return shaped(voice, line(0, 0.9, 1, 0.85, 0.5, 0))


def notes(
    voice: Callable[[float, float], Sound], gap: float, *names: str, ring: float, spread: float = 0.25
) -> Sound:
    """Return notes one after the other from left to right. The last one rings for ``ring`` seconds."""
    count = max(1, len(names) - 1)
    tune = [
        (gap * at, 0.9, wide(voice(pitch(name), gap), spread * (2 * at / count - 1)))
        for at, name in enumerate(names)
    ]
    left, right = ([(at, gain, sound[:, side]) for at, gain, sound in tune] for side in (0, 1))
    both = np.stack([mixed(*left), mixed(*right)], axis=1)
    return both[: round((gap * (len(names) - 1) + ring) * RATE)]


def in_room(sound: Sound, wet: float, seconds: float, size: float = 1.0) -> Sound:
    """Return the sound in a soft room, cut after ``seconds``."""
    return room(sound, wet, size=size)[: round(seconds * RATE)]
