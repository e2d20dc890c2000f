"""Effects of cards and pieces, from paper, wood and cloth."""

from __future__ import annotations

import numpy as np

from tools.sound.stuff import Hand, card, cloth, in_room, notes, paper, thump, wood
from tools.sound.synth import (
    RATE,
    Sound,
    bandpass,
    cut,
    fall,
    glide,
    laid,
    line,
    lowpass,
    mixed,
    samples,
    shaped,
    sine,
    struck,
    throbbing,
    wide,
)
from tools.sound.voices import flute, kalimba, marimba, music_box, pitch


def place(hand: Hand) -> Sound:
    """A piece set down on the table: a stuffed foot, and the board under it."""
    foot = thump(hand, 0.2, 460, 300, soft=0.9)
    return mixed((0, 0.8, foot), (0.006, 0.5, wood(hand, 420, 0.04)))


def lift(hand: Hand) -> Sound:
    """A piece picked up: cloth, upwards."""
    brushed = shaped(
        bandpass(hand.hiss(0.17), glide(hand.near(520), hand.near(1300)), 0.8), line(0, 0.5, 1, 0.5, 0)
    )
    rise = shaped(sine(0.15, glide(hand.near(330), hand.near(520))), line(0, 1, 0.7, 0.3, 0))
    return mixed((0, 1.3, brushed), (0, 0.35, rise))


def step(hand: Hand) -> Sound:
    """A scamper of wool feet over the rug."""
    at, feet = 0.0, []
    for foot in range(4):
        sole = thump(hand, 0.1, 520 + 60 * (foot % 2), 340, soft=1.2)
        feet.append((at, 0.7 + 0.3 * (foot % 2), wide(sole, 0.25 * (-1) ** foot)))
        at += hand.near(0.064, 0.12)
    return laid(*feet)


def kick(hand: Hand) -> Sound:
    """A ball of socks kicked: a pop, then it rolls off over wool."""
    roll = fall(throbbing(cloth(hand, 0.42, 640), glide(hand.near(21), 10), 0.8), 0.12, rise=0.03)
    return mixed((0, 1, thump(hand, 0.22, 640, 320, soft=1.1)), (0.05, 1.6, roll))


def sock(hand: Hand) -> Sound:
    """The blow that the game is named for: a heavy sock meets a soft belly, and lint flies."""
    body = fall(sine(0.4, glide(hand.near(430), hand.near(210), 0.35)), 0.1)
    belly = fall(sine(0.3, glide(hand.near(720), 340)), 0.06)
    slap = fall(lowpass(hand.hiss(0.16), glide(2600, 700)), 0.028)
    lint = shaped(bandpass(hand.hiss(0.5), glide(1400, 700), 0.9), line(0, 0.5, 0.25, 0.12, 0.04, 0))
    return mixed((0, 0.7, body), (0, 0.9, belly), (0, 1.5, slap), (0.02, 0.5, lint))


def toss(hand: Hand) -> Sound:
    """A button flipped into the air, spinning, and caught in wool."""
    ting = struck(0.55, hand.near(1180, 0.03), ((1, 1, 0.16), (2.4, 0.2, 0.08), (1.51, 0.35, 0.12)))
    spin = lowpass(throbbing(ting, glide(15, 30), 0.9), 3200.0)
    return mixed((0, 0.6, spin), (hand.near(0.55, 0.03), 1.2, thump(hand, 0.2, 480, 320)))


def turn(hand: Hand) -> Sound:
    """The turn passes: a nudge of the thumb piano."""
    first = hand.of("G4", "A4", "G4", "C5", "A4")
    return notes(kalimba, hand.near(0.11), first, "D5", ring=0.45)


def your_turn(hand: Hand) -> Sound:
    """Your turn: a sock tugs at the sleeve, and three notes wait for an answer."""
    names = hand.of(("C5", "E5", "G5"), ("C5", "F5", "G5"), ("D5", "E5", "G5"), ("C5", "G5", "E5"))
    tug = wide(fall(cloth(hand, 0.2, 620), 0.05, rise=0.01))
    return laid((0, 1.0, tug), (0.05, 0.8, notes(marimba, hand.near(0.105), *names, ring=0.5, spread=0.3)))


def zip_(hand: Hand) -> Sound:
    """A zip, closed with care: teeth, faster and higher."""
    teeth = bandpass(hand.hiss(0.34), glide(hand.near(520), hand.near(1400)), 0.4)
    place_ = np.cumsum(55 + 90 * np.arange(len(teeth)) / len(teeth)) / RATE
    return shaped(teeth * (0.25 + 0.75 * (1 - place_ % 1) ** 2), line(0, 0.6, 0.8, 1, 1, 0))


def pop(hand: Hand) -> Sound:
    """A bubble of wool."""
    bubble = shaped(sine(0.13, glide(hand.near(340), hand.near(900), 0.7)), line(0, 1, 0.8, 0.4, 0.15, 0))
    return mixed((0, 0.8, bubble), (0.01, 0.8, fall(cloth(hand, 0.12, 900), 0.03)))


def card_draw(hand: Hand) -> Sound:
    """A card slides off the stock."""
    slide = shaped(paper(hand, 0.23), line(0, 0.4, 0.9, 1, 0.4, 0))
    return mixed((0, 1.2, slide), (hand.near(0.15), 0.3, card(hand, 0.8)))


def card_lay(hand: Hand) -> Sound:
    """A card laid on felt."""
    return card(hand)


def card_shuffle(hand: Hand) -> Sound:
    """A riffle from both sides, then the halves pushed together."""
    at, flicks = 0.0, []
    for number in range(22):
        flicks.append((at, hand.near(0.5, 0.4), wide(card(hand, 0.3), 0.5 * (-1) ** number)))
        at += hand.near(0.031 - 0.0007 * number, 0.12)
    push = shaped(paper(hand, 0.3, 1100), line(0, 0.8, 1, 0.3, 0))
    return laid(*flicks, (at + 0.02, 0.7, wide(push)), (at + 0.26, 0.7, wide(card(hand))))


def knock(hand: Hand) -> Sound:
    """Knuckles on the table, twice."""
    return mixed((0, 1, wood(hand, 430, 0.035)), (hand.near(0.15), 0.85, wood(hand, 410, 0.035)))


def joker(hand: Hand) -> Sound:
    """A slide whistle with a wink."""
    up = sine(0.3, glide(hand.near(420), hand.near(1150), 0.8), vibrato=(7, 0.01))
    down = sine(0.26, glide(1150, hand.near(640, 0.15)), vibrato=(9, 0.03))
    tune = mixed(
        (0, 1, shaped(up, line(0, 0.9, 1, 0.8, 0))), (0.29, 0.9, shaped(down, line(0, 1, 0.8, 0.5, 0)))
    )
    return mixed((0, 1, tune), (0, 0.2, bandpass(hand.hiss(0.5), 1200.0, 0.8)))


def envelope(hand: Hand) -> Sound:
    """A letter pulled over the desk, its flap pressed down."""
    slide = shaped(throbbing(paper(hand, 0.28, 1250), 11, 0.5), line(0, 0.7, 1, 0.6, 0))
    return mixed((0, 1.0, slide), (hand.near(0.29), 0.6, card(hand)), (0.3, 0.3, wood(hand, 380, 0.03)))


def chair(hand: Hand) -> Sound:
    """An office chair rolls and turns."""
    castors = throbbing(bandpass(hand.hiss(0.6), hand.near(430), 0.8), hand.near(23), 0.8)
    creak = shaped(sine(0.3, line(520, 610, 560, 640), vibrato=(31, 0.05)), line(0, 0.5, 1, 0.4, 0))
    return mixed((0, 1.6, shaped(castors, line(0, 1, 0.8, 0.5, 0))), (hand.near(0.22), 0.11, creak))


def track(hand: Hand) -> Sound:
    """A length of track snaps in: click, clack, on wood."""
    click = struck(0.12, hand.near(840), ((1, 1, 0.014), (2.2, 0.3, 0.008)))
    return mixed((0, 0.6, lowpass(click, 2600.0)), (hand.near(0.065), 1, wood(hand, 520, 0.035)))


def phase(hand: Hand) -> Sound:
    """The next part begins: a page turned, and two notes."""
    page = wide(shaped(paper(hand, 0.32, 900), line(0, 0.5, 1, 0.4, 0)), -0.2)
    return laid((0, 1.1, page), (0.2, 0.6, notes(marimba, 0.13, "D4", hand.of("A4", "G4"), ring=0.6)))


def lamp(hand: Hand) -> Sound:
    """The lamp has mended a pile: needle and thread go through, and it glows."""
    thread = wide(
        shaped(bandpass(hand.hiss(0.26), glide(800, hand.near(1700)), 0.6), line(0, 0.6, 1, 0.4, 0))
    )
    glow = notes(music_box, 0.1, "E5", hand.of("A5", "G5", "B5", "A5"), ring=0.6, spread=0.3)
    return laid((0, 0.9, thread), (0.2, 0.7, glow))


def stars(hand: Hand) -> Sound:
    """Stars round a dizzy head."""
    scale = ("E5", "B5", "G5", "D6", "B5", "E6", "G5", "B5")
    names = scale[hand.take :] + scale[: hand.take]
    ring = [
        (hand.near(0.085) * at, 0.9**at, wide(music_box(pitch(name), 0), 0.7 * np.sin(at)))
        for at, name in enumerate(names)
    ]
    return in_room(laid(*ring), 0.3, 1.3)


def rocket(hand: Hand) -> Sound:
    """A small rocket of yarn goes up."""
    roar = [lowpass(bandpass(hand.hiss(1.7), glide(420, 1150, 0.8), 0.9), 2000.0) for _ in range(2)]
    swell = line(0, 0.6, 1, 0.9, 0.7, 0.4, 0.15, 0)
    rise = shaped(sine(1.7, glide(170, hand.near(760))), line(0, 0.5, 0.7, 0.6, 0.4, 0.1, 0))
    sides = [
        (0, 1.0, wide(shaped(side, swell), place)) for side, place in zip(roar, (-0.7, 0.7), strict=True)
    ]
    return laid(*sides, (0, 0.3, wide(rise)))


def train(hand: Hand) -> Sound:
    """A little train far off: it puffs from left to right, then greets."""
    puffs = [
        (
            0.19 * at,
            2.6 - 0.3 * at,
            wide(fall(bandpass(hand.hiss(0.2), 620, 0.9), 0.05, rise=0.012), at / 4 - 0.5),
        )
        for at in range(5)
    ]
    horn = mixed(*((0, 0.3, cut(flute(pitch(name), 0.34), 0.5)) for name in ("E4", "G4", "B4")))
    greet = [(hand.near(at, 0.04), 0.9, wide(horn, 0.3)) for at in (0.42, 0.86)]
    return in_room(laid(*puffs, *greet), 0.3, 1.5)


def whistle(hand: Hand) -> Sound:
    """A referee's whistle, blown into a scarf."""
    pea = throbbing(sine(0.55, hand.near(1320, 0.03), vibrato=(13, 0.04)), hand.near(26), 0.6)
    air = bandpass(hand.hiss(0.55), 1300.0, 0.3)
    blown = shaped(mixed((0, 1, pea), (0, 0.6, air)), line(0, 1, 1, 0.9, 0.9, 0.8, 0.3, 0))
    return in_room(lowpass(blown, 2400.0), 0.25, 0.55 + samples(0.3) / RATE)
