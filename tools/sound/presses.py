"""Effects of the interface: short and soft."""

from __future__ import annotations

from tools.sound.stuff import Hand, cloth, hum, notes, thump, wood
from tools.sound.synth import Sound, bandpass, fall, glide, laid, line, lowpass, mixed, shaped, sine, wide
from tools.sound.voices import kalimba, music_box


def focus(hand: Hand) -> Sound:
    """A fingertip on felt."""
    tap = fall(sine(0.11, glide(hand.near(690), hand.near(520))), 0.021)
    return mixed((0, 1, tap), (0, 0.8, fall(lowpass(hand.hiss(0.08), 1500.0), 0.009)))


def confirm(hand: Hand) -> Sound:
    """A button done up: cloth, then two notes of the music box, upwards."""
    second = hand.of("F5", "G5", "F5", "A5", "G5")
    rub = wide(fall(cloth(hand, 0.09, 900), 0.025))
    return laid((0, 1, notes(music_box, hand.near(0.085), "C5", second, ring=0.32)), (0, 0.8, rub))


def back(hand: Hand) -> Sound:
    """A button undone."""
    first = hand.of("F5", "E5", "G5", "F5", "A5")
    rub = wide(fall(cloth(hand, 0.09, 700), 0.025))
    return laid((0, 1, notes(music_box, hand.near(0.085), first, "C5", ring=0.28)), (0, 0.8, rub))


def refuse(hand: Hand) -> Sound:
    """Two dry thuds of a stuffed fist on wood, the second one lower."""
    high, low = (
        mixed((0, 1, wood(hand, tone, 0.02)), (0, 0.9, thump(hand, 0.09, tone, 0.7 * tone)))
        for tone in (480.0, 400.0)
    )
    return mixed((0.02, 0.85, high), (0.1, 1, low))


def undo(hand: Hand) -> Sound:
    """A stitch pulled out again."""
    slide = shaped(sine(0.2, glide(hand.near(820), hand.near(420))), line(0, 0.7, 1, 0.5, 0))
    thread = shaped(bandpass(hand.hiss(0.2), glide(1700, 800), 0.7), line(0, 0.5, 1, 0))
    return mixed((0, 0.6, slide), (0, 1.3, thread))


def hint(hand: Hand) -> Sound:
    """A lamp is lit behind the cards: three soft notes that ask."""
    last = hand.of("B5", "A5", "D6", "C6", "B5")
    return notes(kalimba, hand.near(0.09), "G5", "E5", last, ring=0.5, spread=0.4)


def pause(hand: Hand) -> Sound:
    """The needles are laid down: two sticks of wood, a cushion."""
    sticks = mixed((0, 1, wood(hand, 620, 0.022)), (hand.near(0.09), 0.8, wood(hand, 500, 0.03)))
    return mixed((0, 1, sticks), (0.12, 0.9, fall(cloth(hand, 0.3, 480), 0.08, rise=0.02)))


def join(hand: Hand) -> Sound:
    """A player comes in: a door of felt, and up two steps."""
    top = hand.of("D5", "E5", "D5", "E5")
    return notes(kalimba, hand.near(0.1), "G4", "B4", top, ring=0.4, spread=0.5)


def leave(hand: Hand) -> Sound:
    """A player goes: the steps down, and the door."""
    top = hand.of("D5", "E5", "D5", "E5")
    return notes(kalimba, hand.near(0.1), top, "B4", "G4", ring=0.34, spread=0.5)


def chat(hand: Hand) -> Sound:
    """A puppet says two syllables, never the same two."""
    low = hand.of(300, 340, 270, 380, 320)
    ways = (
        (1.1, 1.2, 0.96, 0.84),
        (1.0, 0.9, 1.1, 1.25),
        (1.2, 1.0, 1.0, 0.85),
        (0.9, 1.1, 1.2, 1.0),
        (1, 1, 1.3, 0.9),
    )
    start, end, again, last = (low * way for way in hand.of(*ways))
    say = mixed((0, 1, hum(0.09, start, end)), (hand.near(0.11), 1, hum(0.12, again, last)))
    mouth = line(500, 1100, 600, 1200, 500)
    return mixed((0, 0.5, say), (0, 1.2, bandpass(say, mouth, 0.5)))


def tick(hand: Hand) -> Sound:
    """A stitch counted: the tip of a needle on wood."""
    tone = hand.of(880, 790, 940, 840, 1010)
    return mixed((0, 1, wood(hand, tone, 0.018, mitten=0.3)), (0.012, 0.3, wood(hand, 660, 0.012)))
