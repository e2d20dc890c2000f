"""The six pieces of music, one a room and one for the title, each a loop without a seam.

A part is written as bars of notes, ``C5/2`` for one of two beats and ``-`` for a rest; ``C4+E4`` sound
together. Whatever rings past the end of a loop rings on at its start.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tools.sound.synth import RATE, TAU, Sound, bandpass, hiss, lowpass, room
from tools.sound.voices import (
    Voice,
    bass,
    block,
    brush,
    flute,
    kalimba,
    marimba,
    music_box,
    pad,
    pitch,
    thud,
    tines,
    tuba,
    vibraphone,
)

LOUDNESS = 0.085
"""Root mean square of every loop: under the effects, and equal from room to room."""
CEILING = 0.7


@dataclass(frozen=True, slots=True)
class Part:
    """One instrument's bars."""

    voice: Voice
    gain: float
    bars: str
    swing: float = 0.0
    """How late, in beats, a note on the second half of a beat comes."""
    loose: float = 0.008
    """How far, in seconds, a hand strays from the beat at most."""


class Loop:
    """A stretch of time that bites its own tail."""

    def __init__(self, beats: int, tempo: float) -> None:
        """Make it silent: so many beats, at a tempo in beats a minute."""
        self.beat = round(RATE * 60 / tempo)
        self.beats = beats
        self.sound: Sound = [0.0] * (beats * self.beat)

    def add(self, at: int, gain: float, sound: Sound) -> None:
        """Lay a sound in at a sample, going round the end."""
        count = len(self.sound)
        at %= count
        while sound:
            here, sound = sound[: count - at], sound[count - at :]
            old = self.sound[at : at + len(here)]
            self.sound[at : at + len(here)] = [a + gain * b for a, b in zip(old, here, strict=True)]
            at = 0

    def play(self, part: Part) -> None:
        """Play a part, a little unevenly, as hands do.

        Raises:
            ValueError: its bars do not fill the loop.
        """
        tokens = part.bars.replace("|", " ").split()
        draw = Random(" ".join(tokens)).random
        at = 0.0
        for token in tokens:
            names, _, length = token.partition("/")
            held = float(length or 1)
            late = part.swing if at % 1 == 0.5 else 0.0
            for strum, name in enumerate(names.split("+") if names != "-" else ()):
                stray = (draw() - 0.5) * 2 * part.loose + 0.012 * strum
                gain = part.gain * (0.85 + 0.3 * draw())
                note = part.voice(pitch(name), held * self.beat / RATE)
                self.add(round((at + late) * self.beat + stray * RATE), gain, note)
            at += held
        if abs(at - self.beats) > 1e-6:
            raise ValueError(
                f"{part.voice.__name__}: {at} beats written, {self.beats} needed: {part.bars[:40]}"
            )


def title() -> Sound:
    """A music box: a lullaby waltz in F."""
    loop = Loop(48, 150)
    tune = """C5 F5 A5 | G5/2 E5 | F5 D5 A5 | F5/2 D5 | C5 F5 A5 | Bb5/2 A5 | G5/3 | - E5 G5
              Bb5/2 A5 | G5 E5 G5 | A5/2 C6 | A5 F5 D5 | G5 Bb5 D6 | C6 Bb5 G5 | A5/2 G5 | F5/3"""
    under = """F3 A4 C5 | E3 G4 C5 | D3 F4 A4 | Bb3 D4 F4 | F3 A4 C5 | G3 Bb4 D5 | C4 E4 G4 | C3 E4 Bb4
               Bb3 D4 F4 | C4 E4 G4 | A3 C4 E4 | D4 F4 A4 | G3 Bb4 D5 | C4 E4 Bb4 | F3 A4 C5 | F3 C4 A4"""
    loop.play(Part(music_box, 0.5, tune, loose=0.012))
    loop.play(Part(music_box, 0.22, under, loose=0.012))
    return _mastered(room(loop.sound, 0.5, size=1.3, loop=True))


def beach() -> Sound:
    """Marimba on a mat, two long waves behind it."""
    loop = Loop(32, 100)
    tune = """A4 C5/.5 D5/.5 - E5 | G5/.5 E5/.5 D5 -/2 | C5 D5/.5 E5/.5 - A4 | G4/1.5 A4/.5 -/2
              A4 C5/.5 D5/.5 - G5 | A5/.5 G5/.5 E5 -/2 | D5 E5/.5 D5/.5 C5 A4 | A4/2 -/2"""
    under = """A2/1.5 E3/.5 A3 E3 | A2/1.5 E3/.5 A3 E3 | F2/1.5 C3/.5 F3 C3 | C3/1.5 G3/.5 C4 G3
               A2/1.5 E3/.5 A3 E3 | D3/1.5 A3/.5 D4 A3 | F2/1.5 C3/.5 G2 D3 | A2/1.5 E3/.5 A3 E3"""
    loop.play(Part(marimba, 0.5, tune))
    loop.play(Part(marimba, 0.42, under))
    loop.play(Part(flute, 0.035, "-/8 E5/4 -/4 -/8 C5/4 A4/4"))
    wave = _ringed(hiss(len(loop.sound) / RATE, 21), lambda noise: lowpass(noise, 700.0))
    hush = _ringed(hiss(len(loop.sound) / RATE, 22), lambda noise: bandpass(noise, 1900.0, 0.9))
    for at in range(len(loop.sound)):
        turn = TAU * 2 * at / len(loop.sound)
        swell = (0.5 - 0.5 * math.cos(turn)) ** 2
        froth = (0.5 - 0.5 * math.cos(turn - 0.9)) ** 5
        loop.sound[at] += 0.22 * (0.25 + swell) * wave[at] + 0.16 * froth * hush[at]
    return _mastered(room(loop.sound, 0.3, loop=True))


def space() -> Sound:
    """Slow pads over the night shift, a far signal now and then."""
    loop = Loop(16, 53.0)
    loop.play(Part(pad, 0.20, "F3+C4+A4/4 G3+D4+B4/4 D3+A3+F#4/4 C3+G3+E4/4", loose=0.0))
    loop.play(Part(pad, 0.20, "-/2 E4+G4/4 F#4+A4/4 A3+E4/4 E4+D5/2", loose=0.0))
    loop.play(Part(bass, 0.16, "F2/4 G2/4 D2/4 C2/4"))
    signal = (
        "-/1.5 E5/.25 B5/.25 -/2 | -/1 A5/.25 -/2.75 | -/2.5 F#5/.25 E5/.25 -/1 | -/1.5 G5/.25 D5/.25 -/2"
    )
    for echo in range(4):
        loop.play(Part(kalimba, 0.16 * 0.55**echo, _later(signal, 0.375 * echo), loose=0.0))
    return _mastered(room(loop.sound, 0.9, size=1.7, loop=True))


def office() -> Sound:
    """A shuffle between desks: walking bass, a shut piano, brushes, somebody typing."""
    loop = Loop(32, 104)
    walk = """G2 B2 D3 E3 | E2 G2 B2 D3 | A2 C3 E3 G3 | D3 C3 A2 F#2
              G2 A2 B2 D3 | C3 E3 D3 C#3 | A2 E3 D3 F#2 | G2 D3 E3 F#3"""
    stabs = """-/1.5 F#3+B3+D4/.5 - F#3+B3/.5 -/.5 | -/1.5 G3+B3+D4/.5 -/2
               -/1.5 G3+C4+E4/.5 - G3+C4/.5 -/.5 | -/1.5 F#3+C4+E4/.5 -/2
               -/1.5 F#3+B3+D4/.5 - F#3+B3/.5 -/.5 | -/1.5 G3+B3+E4/.5 -/2
               -/1.5 G3+C4+E4/.5 -/.5 F#3+C4/.5 - | -/1.5 F#3+B3+D4/.5 -/2"""
    tune = """-/2.5 D5/.5 E5/.5 G5/.5 | B4/1.5 -/2.5 | -/2.5 E5/.5 G5/.5 A5/.5 | F#5/1.5 -/2.5
              -/2.5 D5/.5 E5/.5 G5/.5 | A5/.5 G5/.5 E5/1 -/2 | -/2 C5/.5 E5/.5 D5/.5 A4/.5 | B4/1.5 -/2.5"""
    loop.play(Part(bass, 0.42, walk))
    loop.play(Part(tines, 0.14, stabs, swing=0.16))
    loop.play(Part(vibraphone, 0.17, tune, swing=0.16))
    loop.play(Part(brush, 0.16, "A3 A3/.5 A3/.5 " * 16, swing=0.16))
    loop.play(Part(block, 0.07, "-/6 C6/.5 C6/.25 C6/.25 C6/.5 A5/.5 " * 4, loose=0.015))
    return _mastered(room(loop.sound, 0.22, size=0.8, loop=True))


def pitch_song() -> Sound:
    """A village band of socks: horn, thumb piano, a drum in a blanket."""
    loop = Loop(32, 116)
    tune = """G4/.5 C5/.5 E5 D5/.5 C5/.5 D5 | E5/.5 E5/.5 C5 -/2
              A4/.5 C5/.5 F5 E5/.5 D5/.5 C5 | D5/1.5 G4/.5 -/2
              G4/.5 C5/.5 E5 G5/.5 E5/.5 C5 | A5/.5 G5/.5 F5 -/2
              E5/.5 D5/.5 C5 B4/.5 C5/.5 D5 | C5/1.5 G4/.5 C5 -"""
    roots = (
        "C2 G2 C2 G2  C2 G2 C2 E2  F2 C2 F2 C2  G2 D2 G2 B2  C2 G2 C2 G2  F2 C2 F2 A2  G2 D2 G2 B2  C2 G2 C2"
    )
    oom = " ".join(f"{root}/.75 -/.25" for root in roots.split()) + " -"
    pah = "-/.5 {0}/.5 -/.5 {0}/.5 -/.5 {0}/.5 -/.5 {0}/.5 "
    chords = ("E4+G4", "E4+G4", "F4+A4", "D4+F4", "E4+G4", "F4+A4", "D4+F4", "E4+G4")
    loop.play(Part(kalimba, 0.5, tune))
    loop.play(Part(tuba, 0.26, oom))
    loop.play(Part(marimba, 0.13, "".join(pah.format(chord) for chord in chords)))
    loop.play(Part(thud, 0.3, "C2/2 " * 16))
    loop.play(Part(brush, 0.2, "- A3 " * 15 + "- A3/.5 A3/.5"))
    return _mastered(room(loop.sound, 0.25, loop=True))


def city() -> Sound:
    """The night train: wheels over the joints, a bass that repeats itself, vibraphone at the window."""
    loop = Loop(32, 100)
    ride = "A2/.5 -/.5 A2/.5 C3/.5 - E2/.5 G2/.5 "
    fall_to = "F2/.5 -/.5 F2/.5 A2/.5 - C3/.5 E2/.5 "
    tune = """E5/1.5 D5/.5 C5/2 | -/1 B4/.5 C5/.5 E5/2 | A4/1.5 C5/.5 G5/2 | E5/3 - | F5/1.5 E5/.5 C5/2
              -/1 A4/.5 C5/.5 E5/2 | D5/1.5 C5/.5 B4/2 | A4/3 -"""
    haze = "A3+C4+G4/8 A3+E4+B4/8 F3+A3+E4/8 E3+G3+D4/8"
    loop.play(Part(bass, 0.3, ride * 4 + fall_to * 2 + "D3/.5 -/.5 D3/.5 F2/.5 - E2/.5 G2/.5 " + ride))
    loop.play(Part(vibraphone, 0.24, tune, loose=0.014))
    loop.play(Part(pad, 0.075, haze, loose=0.0))
    wheels = "A3/.25 A3/.25 -/.5 A3/.25 A3/.25 -/2.5 "
    loop.play(Part(brush, 0.3, wheels * 8, loose=0.003))
    loop.play(Part(thud, 0.11, "A1/.25 E2/.25 -/.5 A1/.25 E2/.25 -/2.5 " * 8, loose=0.003))
    rush = _ringed(hiss(len(loop.sound) / RATE, 23), lambda noise: lowpass(noise, 260.0, again=True))
    loop.sound = [value + 0.35 * low for value, low in zip(loop.sound, rush, strict=True)]
    return _mastered(room(loop.sound, 0.35, size=1.2, loop=True))


LOOPS: dict[str, Callable[[], Sound]] = {
    "title": title,
    "beach": beach,
    "space": space,
    "office": office,
    "pitch": pitch_song,
    "city": city,
}


def _later(bars: str, beats: float) -> str:
    """The same bars so many beats on, their last rest shortened."""
    tokens = bars.replace("|", " ").split()
    name, _, length = tokens[-1].partition("/")
    if not beats:
        return bars
    return f"-/{beats} " + " ".join(tokens[:-1]) + f" {name}/{float(length) - beats}"


def _ringed(noise: Sound, work: Callable[[Sound], Sound]) -> Sound:
    """Noise through a filter that has already heard it once, so that its end meets its start."""
    return work(noise + noise)[len(noise) :]


def _mastered(sound: Sound) -> Sound:
    """Woolly, without a standing offset, at the common loudness, and rounded off under the ceiling."""
    soft = _ringed(sound, lambda heard: lowpass(heard, 5200.0))
    rumble = _ringed(soft, lambda heard: lowpass(heard, 28.0))
    clean = [value - low for value, low in zip(soft, rumble, strict=True)]
    middle = sum(clean) / len(clean)
    gain = LOUDNESS / math.sqrt(sum((value - middle) ** 2 for value in clean) / len(clean))
    return [CEILING * math.tanh((value - middle) * gain / CEILING) for value in clean]
