"""Background sound of each room: waves and rain, a hangar, an office, a crowd, a city at night, a drawer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tools.sound.score import SECONDS
from tools.sound.stuff import Hand, card, cloth, thump, wood
from tools.sound.synth import RATE, TAU, Sound, bandpass, fall, glide, line, room, shaped, sine, wide
from tools.sound.voices import flute, pitch

COUNT = SECONDS * RATE


def _noise(seed: int, low: float, high: float) -> Sound:
    """Return stereo noise between two frequencies, which loops without a seam."""
    frequency = np.maximum(np.fft.rfftfreq(COUNT, 1 / RATE), 1e-3)
    keep = 1 / np.sqrt((1 + (low / frequency) ** 4) * (1 + (frequency / high) ** 4))
    sides = [np.random.default_rng([seed, side]).standard_normal(COUNT) for side in (0, 1)]
    both = np.stack([np.fft.irfft(np.fft.rfft(side) * keep, COUNT) for side in sides], axis=1)
    return np.asarray(both / both.std())


def _swell(seed: int, slow: int, fast: int) -> Sound:
    """Return levels of 0 to 1 that rise and fall ``slow`` to ``fast`` times per loop, without a seam."""
    draw = np.random.default_rng(seed)
    time = np.arange(COUNT) / COUNT
    wave = sum(
        (np.sin(TAU * (times * time + draw.uniform())) / np.sqrt(times) for times in range(slow, fast + 1)),
        np.zeros(COUNT),
    )
    return np.asarray((wave - wave.min()) / (wave.max() - wave.min()))


def _strewn(seed: int, count: int, make: Callable[[Hand], Sound], gain: float) -> Sound:
    """Return small sounds at random times and positions."""
    out = np.zeros((COUNT, 2))
    draw = np.random.default_rng([seed, 7])
    for number in range(count):
        sound = wide(make(Hand(f"bed {seed}", number)), float(draw.uniform(-0.8, 0.8)))
        at = (np.arange(len(sound)) + int(draw.integers(COUNT))) % COUNT
        out[at] += gain * float(draw.uniform(0.4, 1.0)) * sound
    return out


def drawer() -> Sound:
    """A drawer of socks: wool that settles, a board that creaks."""
    air = 0.05 * _noise(1, 200, 900) * (0.4 + 0.6 * _swell(1, 3, 9))[:, None]
    rustle = _strewn(2, 26, lambda hand: shaped(cloth(hand, 1.1, 640), line(0, 1, 0.5, 0.8, 0)), 0.5)
    boards = _strewn(3, 9, lambda hand: wood(hand, 330, 0.06), 0.14)
    return air + room(rustle + boards, 0.4, loop=True)


def beach() -> Sound:
    """Waves that come in, and rain that comes and goes."""
    waves = _noise(11, 180, 800) * (_swell(11, 9, 14) ** 2)[:, None]
    foam = _noise(12, 900, 2600) * (np.roll(_swell(11, 9, 14), RATE // 2) ** 4)[:, None]
    shower = _swell(13, 1, 3) ** 2
    drops = _strewn(
        14, 700, lambda hand: fall(bandpass(hand.hiss(0.04), hand.near(1900, 0.4), 0.5), 0.006), 1.2
    )
    rain = 0.10 * _noise(15, 1200, 3000) + drops
    return 0.30 * waves + 0.10 * foam + 0.8 * rain * shower[:, None]


def hangar() -> Sound:
    """A hall of steel: air, a hum far off, now and then something set down."""
    air = 0.16 * _noise(21, 150, 700) * (0.5 + 0.5 * _swell(21, 2, 6))[:, None]
    time = np.arange(COUNT) / RATE
    hum = (
        wide(0.03 * np.sin(TAU * 147 * time) + 0.02 * np.sin(TAU * 220.5 * time)) * _swell(22, 2, 5)[:, None]
    )
    things = _strewn(23, 16, lambda hand: wood(hand, hand.near(520, 0.4), 0.12), 0.22)
    return air + hum + room(things, 1.2, size=3.0, loop=True)


def office() -> Sound:
    """Air conditioning, keys here and there, paper, a chair."""
    air = 0.11 * _noise(31, 160, 620)

    def typing(hand: Hand) -> Sound:
        out = np.zeros(RATE * 2)
        at = 0.0
        while at < 1.7:
            key = wood(hand, hand.near(980, 0.2), 0.008, mitten=1.2)
            out[round(at * RATE) : round(at * RATE) + len(key)] += hand.near(0.5, 0.4) * key
            at += hand.near(0.14, 0.5)
        return out

    keys = _strewn(32, 24, typing, 0.10)
    sheets = _strewn(33, 14, card, 0.25)
    return air + room(keys + sheets, 0.3, loop=True)


def crowd() -> Sound:
    """Odd socks on the stands: murmur in waves, a clap, a far whistle."""
    voices = sum(
        (
            _noise(41 + at, middle * 0.8, middle * 1.25) * (0.35 + 0.65 * _swell(50 + at, 4, 16))[:, None]
            for at, middle in enumerate((420, 560, 760, 1050))
        ),
        np.zeros((COUNT, 2)),
    )
    claps = _strewn(60, 90, lambda hand: thump(hand, 0.12, 760, 500, soft=1.5), 0.10)
    calls = _strewn(
        61, 7, lambda hand: shaped(sine(0.5, glide(900, hand.near(1200))), line(0, 1, 0.8, 0)), 0.05
    )
    return 0.07 * voices + room(claps + calls, 0.5, size=1.5, loop=True)


def night() -> Sound:
    """The city at night: wheels on wet roads, a train far off, a cricket."""
    roads = _noise(71, 160, 700) * (0.3 + 0.7 * _swell(71, 6, 18))[:, None]

    def cricket(hand: Hand) -> Sound:
        return shaped(sine(0.9, hand.near(2100, 0.05)) * (sine(0.9, 21) > 0), line(0, 1, 1, 0))

    def train(hand: Hand) -> Sound:
        return flute(pitch("E4"), 1.4) + flute(pitch("B4"), 1.4)

    far = room(_strewn(73, 5, train, 0.06), 1.2, size=3.0, loop=True)
    return 0.13 * roads + _strewn(72, 22, cricket, 0.02) + far


BEDS: dict[str, Callable[[], Sound]] = {
    "title": drawer, "beach": beach, "space": hangar, "office": office, "pitch": crowd, "city": night,
}  # fmt: skip
