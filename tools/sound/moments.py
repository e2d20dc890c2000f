"""Effects of big moments, for the attention of everyone in the room."""

from __future__ import annotations

from tools.sound.stuff import Hand, cloth, in_room, notes
from tools.sound.synth import (
    Sound,
    bandpass,
    laid,
    line,
    mixed,
    shaped,
    wide,
)
from tools.sound.voices import flute, kalimba, marimba, music_box, pitch, tuba, vibraphone


def goal(hand: Hand) -> Sound:
    """The crowd of odd socks goes wild."""
    top = hand.of("G5", "A5")
    fanfare = [
        (at, 0.9, wide(kalimba(pitch(name), 0), place))
        for at, name, place in ((0, "G4", -0.4), (0.12, "C5", -0.1), (0.24, "E5", 0.1), (0.36, top, 0.4))
    ]
    chord = [
        (0.54, 0.5, wide(kalimba(pitch(name), 0), place))
        for name, place in (("C5", -0.4), ("E5", 0), ("G5", 0.4))
    ]
    horns = [(0.54, 0.16, wide(tuba(pitch(name), 0.7))) for name in ("C4", "G4", "E4")]
    swell = line(0, 0.7, 1, 0.9, 0.75, 0.5, 0.3, 0.1, 0)
    crowd = [
        (0, gain, wide(shaped(bandpass(hand.hiss(1.9), middle, 0.35), swell), place))
        for middle, gain, place in (
            (line(500, 820, 760, 700), 0.8, -0.6), (line(520, 800, 780, 680), 0.8, 0.6),
            (line(900, 1350, 1200, 1100), 0.6, 0.3), (line(880, 1300, 1250, 1050), 0.6, -0.3),
        )
    ]  # fmt: skip
    return in_room(laid(*fanfare, *chord, *horns, *crowd), 0.25, 2.2)


def claim(hand: Hand) -> Sound:
    """A soft chord that rises: something is yours."""
    names = hand.of(("C5", "E5", "G5", "C6"), ("C5", "F5", "A5", "C6"))
    return in_room(notes(kalimba, 0.1, *names, ring=0.6, spread=0.6), 0.3, 1.2)


def win(hand: Hand) -> Sound:
    """The music box takes a bow."""
    fifth = hand.of("Bb5", "G5")
    tune = ((0, "C5"), (0.16, "F5"), (0.32, "A5"), (0.48, "C6"), (0.8, fifth), (0.96, "C6"))
    parts = [(at, 0.8, wide(music_box(pitch(name), 0), 0.5 * at - 0.25)) for at, name in tune]
    chord = [
        (1.2, 0.5, wide(music_box(pitch(name), 0), place))
        for name, place in (("F4", -0.5), ("C5", 0), ("A5", 0.5))
    ]
    low = [(at, 0.5, wide(marimba(pitch(name), 0))) for at, name in ((0.0, "F4"), (0.8, "C4"), (1.2, "F4"))]
    return in_room(laid(*parts, *chord, *low), 0.35, 2.6)


def lose(hand: Hand) -> Sound:
    """Three notes sit down, the last one on the floor."""
    second = hand.of("G#4", "G4")
    tune = ((0, "A4", 0.26), (0.3, second, 0.26), (0.6, "F4", 0.5))
    blown = mixed(*((at, 0.9, flute(pitch(name), held)) for at, name, held in tune))
    bars = mixed(*((at, 0.4, vibraphone(pitch(name), held)) for at, name, held in tune))
    floor = shaped(cloth(hand, 0.4, 520), line(0, 1, 0.5, 0.2, 0))
    return in_room(
        laid((0, 1, wide(blown, -0.15)), (0, 1, wide(bars, 0.15)), (0.62, 0.8, wide(floor))), 0.3, 1.8
    )


def hand_end(hand: Hand) -> Sound:
    """The end of a hand: the drawer is pushed shut, and what was won rings."""
    drawer = shaped(mixed((0, 1, cloth(hand, 0.45, 520, rough=0.8))), line(0, 0.5, 1, 0.6, 0))
    names = hand.of(("G4", "C5", "E5"), ("G4", "D5", "G5"))
    return in_room(
        laid((0, 0.8, wide(drawer)), (0.3, 0.8, notes(marimba, 0.12, *names, ring=0.7, spread=0.4))), 0.3, 1.6
    )
