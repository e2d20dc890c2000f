"""Music as text: chords by bars, and cells of melody told in steps from the root of whatever chord they meet.

A cell is written as ``1 3 5/2 -``: steps of the key counted from the chord's root (1 is the root, 8 its
octave), each for a beat or for so many; ``-`` rests, ``1+3+5`` sound together. Chord tones are those of the
chord, also where they leave the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

import numpy as np

from tools.sound.synth import RATE, Sound, wide
from tools.sound.voices import Voice

SECONDS = 120
"""How long every room is, so that nothing in it comes again within two minutes."""
MAJOR, MINOR = (0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10)
_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_KINDS = {
    "": (0, 4, 7, 11), "m": (0, 3, 7, 10), "7": (0, 4, 7, 10), "m7": (0, 3, 7, 10), "maj7": (0, 4, 7, 11),
    "sus": (0, 5, 7, 10), "dim": (0, 3, 6, 9),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chord:
    """A root, and its third, fifth and seventh above it in semitones."""

    name: str
    root: int
    """Pitch class, 0 for C."""
    tones: tuple[int, ...]

    @classmethod
    def named(cls, name: str) -> Chord:
        """The chord as in ``Bbmaj7``."""
        sign = name[1:2] if name[1:2] in ("#", "b") else ""
        root = (_LETTERS[name[0]] + {"#": 1, "b": -1, "": 0}[sign]) % 12
        return cls(name, root, _KINDS[name[1 + len(sign) :]])

    def step(self, number: int, scale: frozenset[int]) -> int:
        """Semitones from the root to a step of the key above it; 8 is the octave."""
        octave, at = divmod(number - 1, 7)
        if at % 2 == 0:
            return 12 * octave + self.tones[at // 2]
        # Between two tones of the chord lies a step of the key, else the tone a step above the lower one.
        low = self.tones[(at - 1) // 2]
        high = self.tones[(at + 1) // 2] if at < 6 else 12
        between = [tone for tone in range(low + 1, high) if (self.root + tone) % 12 in scale]
        return 12 * octave + (between[0] if between else low + 2)


@dataclass(frozen=True, slots=True)
class Note:
    """A note of a line."""

    beat: float
    held: float
    """Beats."""
    midi: int
    chord: Chord
    gain: float = 1.0

    @property
    def is_chord_tone(self) -> bool:
        """Whether the chord has it."""
        return (self.midi - self.chord.root) % 12 in {tone % 12 for tone in self.chord.tones}


@dataclass(frozen=True, slots=True)
class Line:
    """What one instrument plays, section by section."""

    stem: str
    voice: Voice
    gain: float
    centre: int
    """The MIDI number that it keeps about."""
    cells: Mapping[str, str]
    plan: Mapping[str, str]
    """For each section the cells of its bars by letters, over and over; a section left out is silent."""
    place: float = 0.0
    """From -1 (left) to 1 (right)."""
    late: float = 0.0
    """How late, in beats, a note on the second half of a beat comes: swing."""
    loose: float = 0.008
    """How far, in seconds, a hand strays from the beat at most."""


@dataclass(frozen=True, slots=True)
class Score:
    """The music of a room."""

    tempo: int
    """Beats a minute."""
    beats: int
    """In a bar."""
    tonic: int
    """Pitch class."""
    scale: tuple[int, ...]
    parts: Mapping[str, str]
    """The chords of each section in order, one a bar."""
    lines: tuple[Line, ...] = field(default=())

    @property
    def keys(self) -> frozenset[int]:
        """The pitch classes of the key."""
        return frozenset((self.tonic + tone) % 12 for tone in self.scale)

    def bars(self) -> list[tuple[str, int, Chord]]:
        """Every bar as its section, its number in there, and its chord.

        Raises:
            ValueError: they do not fill the time.
        """
        bars = [
            (name, number, Chord.named(chord))
            for name, chords in self.parts.items()
            for number, chord in enumerate(chords.split())
        ]
        if len(bars) * self.beats * 60 != SECONDS * self.tempo:
            raise ValueError(f"{len(bars)} bars of {self.beats} at {self.tempo} do not last {SECONDS} s.")
        return bars

    def notes(self, line: Line) -> Iterator[Note]:
        """What a line plays.

        Raises:
            ValueError: a cell does not fill its bar.
        """
        before = line.centre
        for place, (section, number, chord) in enumerate(self.bars()):
            plan = line.plan.get(section, "").replace(" ", "")
            if not plan:
                continue
            cell = line.cells[plan[number % len(plan)]].split()
            written = [(token.partition("/")[0], float(token.partition("/")[2] or 1)) for token in cell]
            if abs(sum(held for _, held in written) - self.beats) > 1e-6:
                raise ValueError(f"{' '.join(cell)!r} does not fill {self.beats} beats.")
            base = self._base(line, chord, written, before)
            beat = float(place * self.beats)
            for steps, held in written:
                for step in steps.split("+") if steps != "-" else ():
                    before = base + chord.step(int(step), self.keys)
                    yield Note(beat, held, before, chord)
                beat += held

    def _base(self, line: Line, chord: Chord, written: list[tuple[str, float]], before: int) -> int:
        """The root from which a cell is counted, in the octave that leaps least and stays in the middle."""
        steps = [
            chord.step(int(step), self.keys)
            for steps, _ in written
            if steps != "-"
            for step in steps.split("+")
        ]
        if not steps:
            return chord.root
        middle = sum(steps) / len(steps)
        roots = [chord.root + 12 * octave for octave in range(10)]
        return min(
            roots, key=lambda root: abs(root + steps[0] - before) + 1.5 * abs(root + middle - line.centre)
        )

    def played(self, line: Line) -> Sound:
        """A line in stereo, a little unevenly, as hands play; what rings past the end rings at the start."""
        count = SECONDS * RATE
        out = np.zeros(count)
        draw = Random(f"{line.stem} {line.centre} {self.tempo}").random
        beat = 60 / self.tempo
        for note in self.notes(line):
            late = line.late if note.beat % 1 == 0.5 else 0.0
            at = round(((note.beat + late) * beat + (draw() - 0.5) * 2 * line.loose) * RATE) % count
            sound = line.voice(440 * 2 ** ((note.midi - 69) / 12), note.held * beat)
            # The first beat of a bar carries a little more weight.
            gain = line.gain * (0.85 + 0.25 * draw()) * (1.1 if note.beat % self.beats == 0 else 1.0)
            fits = min(len(sound), count - at)
            out[at : at + fits] += gain * sound[:fits]
            out[: len(sound) - fits] += gain * sound[fits:]
        return wide(out, line.place)
