"""Every effect of the game: short, soft and woolly."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from tools.sound.synth import (
    RATE,
    TAU,
    Sound,
    bandpass,
    fall,
    finished,
    glide,
    highpass,
    hiss,
    line,
    lowpass,
    mixed,
    room,
    samples,
    shaped,
    sine,
    struck,
)
from tools.sound.voices import block, flute, kalimba, music_box, pitch, thud, tuba, vibraphone


def focus() -> Sound:
    """A fingertip on felt."""
    tap = mixed(
        (0, 1, fall(sine(0.09, glide(620, 480)), 0.018)),
        (0, 0.5, fall(lowpass(hiss(0.05, 31), 1600.0), 0.006)),
    )
    return finished(tap, 0.22)


def confirm() -> Sound:
    """A button done up: two notes of the music box, upwards."""
    return finished(_notes(music_box, 0.09, "C6", "F6", ring=0.35), 0.4, fade=0.15)


def back() -> Sound:
    """The same button undone."""
    return finished(_notes(music_box, 0.09, "F6", "C6", ring=0.3), 0.32, fade=0.15)


def refuse() -> Sound:
    """A shake of the head behind closed lips."""
    hum = [_hum(0.13, 196, 185), _hum(0.19, 165, 147)]
    return finished(mixed((0, 1, hum[0]), (0.15, 1, hum[1])), 0.36, fade=0.05)


def place() -> Sound:
    """A piece set down on cloth."""
    return finished(_thump(0.2, 210, 92, cloth=0.9, seed=32), 0.5, fade=0.06)


def lift() -> Sound:
    """The same piece picked up."""
    rise = shaped(sine(0.12, glide(190, 330)), line(0, 1, 0.7, 0.3, 0))
    brushed = shaped(bandpass(hiss(0.12, 33), glide(900, 1800), 0.8), line(0, 0.4, 1, 0))
    return finished(mixed((0, 1, rise), (0, 0.5, brushed)), 0.34)


def step() -> Sound:
    """A scamper of wool feet."""
    feet = [_thump(0.07, 260 + 40 * (foot % 2), 150, cloth=0.6, seed=34 + foot) for foot in range(4)]
    return finished(mixed(*((0.062 * at, 0.7 + 0.3 * (at % 2), foot) for at, foot in enumerate(feet))), 0.36)


def kick() -> Sound:
    """A ball of socks kicked: a pop, then it rolls off."""
    roll = lowpass(hiss(0.4, 40), glide(900, 220))
    turns = [value * (0.6 + 0.4 * math.sin(TAU * 17 * at / RATE)) for at, value in enumerate(roll)]
    parts = (0, 1, _thump(0.22, 360, 120, cloth=1.2, seed=41)), (0.05, 1.1, fall(turns, 0.12, rise=0.03))
    return finished(mixed(*parts), 0.55, fade=0.1)


def sock() -> Sound:
    """The thump that the game is named for: a heavy sock meets a soft belly, and lint flies."""
    body = fall(sine(0.5, lambda share: 52 + 120 * math.exp(-share * 16)), 0.13)
    belly = fall(sine(0.3, glide(420, 150)), 0.06)
    slap = fall(lowpass(hiss(0.16, 42), glide(2400, 500)), 0.022)
    lint = shaped(bandpass(hiss(0.5, 43), glide(1500, 600), 0.9), line(0, 0.5, 0.25, 0.12, 0.04, 0))
    return finished(
        mixed((0, 0.8, body), (0, 0.9, belly), (0, 1.5, slap), (0.02, 0.5, lint)), 0.68, fade=0.12
    )


def stars() -> Sound:
    """Stars round a dizzy head."""
    names = ("E6", "B6", "G6", "D7", "B6", "E7", "G6", "B6")
    ring = mixed(*((0.085 * at, 0.9**at, music_box(pitch(name), 0)) for at, name in enumerate(names)))
    dizzy = [value * (0.75 + 0.25 * math.sin(TAU * 7 * at / RATE)) for at, value in enumerate(ring)]
    return finished(_cut(room(dizzy, 0.4), 1.3), 0.34, fade=0.5)


def goal() -> Sound:
    """The crowd of odd socks is beside itself."""
    fanfare = mixed(
        *(
            (at, 0.9, kalimba(pitch(name), 0))
            for at, name in ((0, "G4"), (0.12, "C5"), (0.24, "E5"), (0.36, "G5"))
        ),
        *((0.54, 0.55, kalimba(pitch(name), 0)) for name in ("C5", "E5", "G5", "C6")),
        *((0.54, 0.16, tuba(pitch(name), 0.7)) for name in ("C3", "G3", "E4")),
    )
    crowd = mixed(
        *((0, gain, bandpass(hiss(1.8, seed), formant, 0.35)) for seed, formant, gain in
          ((44, line(500, 820, 760, 700), 1.0), (45, line(900, 1350, 1200, 1100), 0.7), (46, 2300.0, 0.25)))
    )  # fmt: skip
    cheer = shaped(crowd, line(0, 0.7, 1, 0.9, 0.75, 0.5, 0.3, 0.1, 0))
    return finished(room(mixed((0.02, 1, fanfare), (0, 0.85, cheer)), 0.3), 0.6, fade=0.4)


def whistle() -> Sound:
    """A referee's whistle, blown into a scarf."""
    pea = sine(0.55, lambda share: 1750 + 90 * math.sin(TAU * 13 * share))
    rattle = [value * (0.7 + 0.3 * math.sin(TAU * 26 * at / RATE)) for at, value in enumerate(pea)]
    air = bandpass(hiss(0.55, 47), 1900.0, 0.3)
    blown = shaped(mixed((0, 1, rattle), (0, 0.4, air)), line(0, 1, 1, 0.9, 0.9, 0.8, 0.3, 0))
    return finished(room(lowpass(blown, 2600.0), 0.25), 0.22, fade=0.1)


def toss() -> Sound:
    """A button flipped into the air, spinning, and caught in wool."""
    ting = struck(0.55, 1480, ((1, 1, 0.16), (2.4, 0.3, 0.08), (1.51, 0.35, 0.12)))
    spin = [
        value * (0.55 + 0.45 * math.sin(TAU * (15 + 9 * at / RATE) * at / RATE))
        for at, value in enumerate(ting)
    ]
    caught = _thump(0.2, 200, 95, cloth=0.6, seed=48)
    return finished(mixed((0, 0.8, lowpass(spin, 3600.0)), (0.56, 1.1, caught)), 0.42, fade=0.06)


def turn() -> Sound:
    """It is somebody else's turn: a nudge of the thumb piano."""
    return finished(_notes(kalimba, 0.11, "G4", "D5", ring=0.5), 0.42, fade=0.2)


def tick() -> Sound:
    """A stitch counted."""
    return finished(mixed((0, 1, lowpass(block(pitch("A5"), 0), 2400.0))), 0.24)


def zip_() -> Sound:
    """A zip, closed with care: teeth, faster and higher."""
    teeth = bandpass(hiss(0.34, 49), glide(800, 2700), 0.5)
    phase = 0.0
    out: Sound = []
    for at, value in enumerate(teeth):
        phase += (55 + 90 * at / len(teeth)) / RATE
        out.append(value * (0.25 + 0.75 * (1 - phase % 1) ** 2))
    return finished(shaped(out, line(0, 0.6, 0.8, 1, 1, 0)), 0.34, fade=0.04)


def pop() -> Sound:
    """A bubble of wool."""
    return finished(shaped(sine(0.11, glide(260, 780, 0.7)), line(0, 1, 0.8, 0.4, 0.15, 0)), 0.34)


def card_draw() -> Sound:
    """A card slides off the stock."""
    slide = shaped(bandpass(hiss(0.2, 50), glide(900, 2600), 0.9), line(0, 0.4, 0.9, 1, 0.4, 0))
    return finished(mixed((0, 1, slide), (0.12, 0.35, _thump(0.09, 240, 150, cloth=0.5, seed=51))), 0.3)


def card_lay() -> Sound:
    """A card laid on felt."""
    return finished(_card(52, 1.0), 0.42, fade=0.04)


def card_shuffle() -> Sound:
    """A riffle, then the halves pushed together."""
    draw = Random(53).random
    flicks, at = [], 0.0
    for number in range(22):
        flicks.append((at, 0.45 + 0.4 * draw(), _card(54 + number, 0.35)))
        at += 0.034 - 0.0007 * number + 0.006 * draw()
    push = shaped(bandpass(hiss(0.3, 80), glide(1300, 800), 0.9), line(0, 0.8, 1, 0.3, 0))
    return finished(mixed(*flicks, (at + 0.02, 0.5, push), (at + 0.26, 0.7, _card(81, 1.0))), 0.36, fade=0.06)


def knock() -> Sound:
    """Knuckles on the drawer, twice."""
    wood = mixed(
        (0, 1, struck(0.22, 172, ((1, 1, 0.045), (1.72, 0.6, 0.03), (2.9, 0.3, 0.016)))),
        (0, 0.5, fall(lowpass(hiss(0.05, 82), 1300.0), 0.006)),
    )
    return finished(room(mixed((0, 1, wood), (0.17, 0.85, wood)), 0.18, size=0.6), 0.55, fade=0.06)


def joker() -> Sound:
    """A slide whistle with a wink."""
    up = sine(0.3, glide(420, 1150, 0.8), vibrato=(7, 0.01))
    down = sine(0.26, glide(1150, 640), vibrato=(9, 0.03))
    tune = mixed(
        (0, 1, shaped(up, line(0, 0.9, 1, 0.8, 0))), (0.29, 0.9, shaped(down, line(0, 1, 0.8, 0.5, 0)))
    )
    return finished(mixed((0, 1, tune), (0, 0.2, bandpass(hiss(0.5, 83), 1200.0, 0.8))), 0.26, fade=0.06)


def rocket() -> Sound:
    """A small rocket of yarn goes up."""
    roar = lowpass(hiss(1.7, 84), glide(180, 1900, 0.8))
    rumble = lowpass(hiss(1.7, 85), 140.0, again=True)
    rise = shaped(sine(1.7, glide(70, 520)), line(0, 0.5, 0.7, 0.6, 0.4, 0.1, 0))
    lift_off = mixed(
        (0, 1, shaped(roar, line(0, 0.6, 1, 0.9, 0.7, 0.4, 0.15, 0))),
        (0, 2.4, shaped(rumble, line(0, 1, 0.9, 0.5, 0.2, 0))),
        (0, 0.25, rise),
    )
    return finished(lift_off, 0.55, fade=0.4)


def envelope() -> Sound:
    """A letter pulled over the desk, its flap pressed down."""
    paper = [
        value * (0.6 + 0.4 * abs(math.sin(TAU * 11 * at / RATE))) for at, value in enumerate(hiss(0.28, 86))
    ]
    slide = shaped(bandpass(paper, glide(1600, 2300), 0.8), line(0, 0.7, 1, 0.6, 0))
    return finished(mixed((0, 0.8, slide), (0.29, 1, _card(87, 0.8))), 0.32, fade=0.05)


def chair() -> Sound:
    """An office chair rolls and turns."""
    castors = lowpass(hiss(0.6, 88), 420.0)
    rattle = [value * (0.6 + 0.4 * math.sin(TAU * 23 * at / RATE)) for at, value in enumerate(castors)]
    creak = shaped(sine(0.3, line(520, 610, 560, 640), vibrato=(31, 0.05)), line(0, 0.5, 1, 0.4, 0))
    return finished(
        mixed((0, 1.6, shaped(rattle, line(0, 1, 0.8, 0.5, 0))), (0.22, 0.11, creak)), 0.4, fade=0.1
    )


def track() -> Sound:
    """A length of track snaps in: click, clack."""
    click = struck(0.12, 840, ((1, 1, 0.012), (2.2, 0.4, 0.008)))
    clack = struck(0.2, 560, ((1, 1, 0.022), (1.8, 0.5, 0.015), (0.5, 0.6, 0.03)))
    return finished(
        lowpass(mixed((0, 0.6, click), (0.06, 1, clack), (0.06, 0.6, thud(110, 0.15))), 3200.0), 0.45
    )


def train() -> Sound:
    """A little train far off: it puffs, then greets."""
    puffs = [
        (0.19 * at, 2.2 - 0.3 * at, fall(lowpass(hiss(0.16, 89 + at), 1100.0), 0.045, rise=0.012))
        for at in range(5)
    ]
    horn = mixed(*((0, 0.3, flute(pitch(name), 0.34)) for name in ("E4", "G4", "B4")))
    return finished(room(mixed(*puffs, (0.42, 0.8, horn), (0.86, 0.6, horn)), 0.35), 0.42, fade=0.25)


def claim() -> Sound:
    """Something is yours now."""
    return finished(_notes(kalimba, 0.1, "C5", "E5", "G5", "C6", ring=0.6), 0.45, fade=0.3)


def win() -> Sound:
    """The music box takes a bow."""
    tune = ((0, "C5"), (0.16, "F5"), (0.32, "A5"), (0.48, "C6"), (0.8, "Bb5"), (0.96, "C6"))
    notes = [(at, 0.8, music_box(pitch(name), 0)) for at, name in tune]
    chord = [(1.2, 0.5, music_box(pitch(name), 0)) for name in ("F4", "C5", "A5", "F6")]
    low = [(0.0, 0.4, music_box(pitch("F4"), 0)), (0.8, 0.4, music_box(pitch("C4"), 0))]
    return finished(_cut(room(mixed(*notes, *chord, *low), 0.45), 2.5), 0.5, fade=0.8)


def lose() -> Sound:
    """Three notes sit down, the last one on the floor."""
    tune = ((0, "E4", 0.26), (0.3, "Eb4", 0.26), (0.6, "C4", 0.5))
    notes = [(at, 0.9, flute(pitch(name), held)) for at, name, held in tune]
    bars = [(at, 0.35, vibraphone(pitch(name), held)) for at, name, held in tune]
    return finished(_cut(room(mixed(*notes, *bars), 0.3), 1.6), 0.3, fade=0.5)


def chat() -> Sound:
    """A puppet says two syllables."""
    say = mixed((0, 1, _hum(0.09, 330, 360)), (0.1, 1, _hum(0.11, 290, 250)))
    mouth = line(500, 1100, 600, 1200, 500)
    return finished(mixed((0, 0.5, say), (0, 1.2, bandpass(say, mouth, 0.5))), 0.32)


def undo() -> Sound:
    """A stitch pulled out again."""
    slide = shaped(sine(0.2, glide(560, 230)), line(0, 0.7, 1, 0.5, 0))
    thread = shaped(bandpass(hiss(0.2, 95), glide(2200, 900), 0.7), line(0, 0.5, 1, 0))
    return finished(mixed((0, 1, slide), (0, 1.2, thread)), 0.32)


EFFECTS: dict[str, Callable[[], Sound]] = {
    made.__name__.rstrip("_"): made
    for made in (
        focus, confirm, back, refuse, place, lift, step, kick, sock, stars, goal, whistle, toss, turn, tick,
        zip_, pop, card_draw, card_lay, card_shuffle, knock, joker, rocket, envelope, chair, track, train,
        claim, win, lose, chat, undo,
    )
}  # fmt: skip


def _notes(voice: Callable[[float, float], Sound], gap: float, *names: str, ring: float) -> Sound:
    """Notes one after the other, the last ringing on for so long."""
    tune = mixed(*((gap * at, 0.9, voice(pitch(name), gap)) for at, name in enumerate(names)))
    return _cut(tune, gap * (len(names) - 1) + ring)


def _thump(seconds: float, high: float, low: float, *, cloth: float, seed: int) -> Sound:
    """A soft blow: a tone that falls quickly, and the rustle of cloth."""
    body = fall(sine(seconds, glide(high, low, 0.5)), seconds / 4)
    rustle = fall(lowpass(hiss(seconds / 2, seed), 1500.0), seconds / 14)
    return mixed((0, 1, body), (0, cloth, rustle))


def _card(seed: int, weight: float) -> Sound:
    """The edge of a card, then its face on the felt."""
    flick = fall(highpass(lowpass(hiss(0.06, seed), 3400.0), 500.0), 0.009, rise=0.001)
    return mixed((0, 1, flick), (0.008, 0.8 * weight, fall(sine(0.1, glide(190, 110)), 0.022)))


def _hum(seconds: float, start: float, end: float) -> Sound:
    """A voice behind wool."""
    voice = mixed(
        *(
            (0, 1 / harmonic**1.4, sine(seconds, glide(start * harmonic, end * harmonic)))
            for harmonic in range(1, 7)
        )
    )
    return shaped(voice, line(0, 0.9, 1, 0.85, 0.5, 0))


def _cut(sound: Sound, seconds: float) -> Sound:
    return sound[: samples(seconds)]
