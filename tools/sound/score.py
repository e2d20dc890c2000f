"""Music as text: chords by bars, and melody cells in steps from the root of the present chord.

A cell is written as ``1 3 5/2 -``: steps of the key, counted from the chord's root (1 is the root, 8 its
octave), each one beat long, or as many beats as its number after the slash. ``-`` is a rest, ``1+3+5`` sound
together. Chord tones are those of the chord, even if they are not in the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

import numpy as np

from tools.sound.synth import RATE, Sound, wide
from tools.sound.voices import Voice

SECONDS = 120  # length of every room; nothing in it repeats within two minutes
MAJOR, MINOR = (0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10)
_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_KINDS = {
    "": (0, 4, 7, 11), "m": (0, 3, 7, 10), "7": (0, 4, 7, 10), "m7": (0, 3, 7, 10), "maj7": (0, 4, 7, 11),
    "sus": (0, 5, 7, 10), "dim": (0, 3, 6, 9),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chord:
    """Chord: a root, and its tones above it in semitones."""

    name: str
    root: int  # pitch class, 0 for C
    tones: tuple[int, ...]

    @classmethod
    def named(cls, name: str) -> Chord:
        """Return the chord of a name such as ``Bbmaj7``."""
        sign = name[1:2] if name[1:2] in ("#", "b") else ""
        root = (_LETTERS[name[0]] + {"#": 1, "b": -1, "": 0}[sign]) % 12
        return cls(name, root, _KINDS[name[1 + len(sign) :]])

    def step(self, number: int, scale: frozenset[int]) -> int:
        """Return the semitones from the root to a step of the key above it; 8 is the octave."""
        octave, at = divmod(number - 1, 7)
        if at % 2 == 0:
            return 12 * octave + self.tones[at // 2]
        # Between two chord tones, use a step of the key, else the tone two semitones above the lower one.
        low = self.tones[(at - 1) // 2]
        high = self.tones[(at + 1) // 2] if at < 6 else 12
        between = [tone for tone in range(low + 1, high) if (self.root + tone) % 12 in scale]
        return 12 * octave + (between[0] if between else low + 2)


@dataclass(frozen=True, slots=True)
class Note:
    """Note of a line."""

    beat: float
    held: float  # beats
    midi: int
    chord: Chord
    gain: float = 1.0

    @property
    def is_chord_tone(self) -> bool:
        return (self.midi - self.chord.root) % 12 in {tone % 12 for tone in self.chord.tones}


@dataclass(frozen=True, slots=True)
class Line:
    """Part of one instrument, section by section."""

    stem: str
    voice: Voice
    gain: float
    centre: int  # MIDI number around which it plays
    cells: Mapping[str, str]
    plan: Mapping[str, str]
    """Letters of each section's cells, one per bar, repeated. A section that is left out is silent."""
    place: float = 0.0  # -1 (left) to 1 (right)
    late: float = 0.0  # beats that a note on the second half of a beat is late: swing
    loose: float = 0.008  # seconds, largest deviation from the beat


@dataclass(frozen=True, slots=True)
class Score:
    """Music of a room."""

    tempo: int  # beats per minute
    beats: int  # per bar
    tonic: int  # pitch class
    scale: tuple[int, ...]
    parts: Mapping[str, str]  # chords of each section in order, one per bar
    lines: tuple[Line, ...] = field(default=())

    @property
    def keys(self) -> frozenset[int]:
        """Pitch classes of the key."""
        return frozenset((self.tonic + tone) % 12 for tone in self.scale)

    def bars(self) -> list[tuple[str, int, Chord]]:
        """Return every bar as (section, number in the section, chord).

        Raises:
            ValueError: the bars do not fill ``SECONDS``.
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
        """Yield the notes of a line.

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
        """Return the root of a cell as a MIDI number, in the octave with a small leap near the centre."""
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
        """Return a line in stereo with slightly uneven timing. Notes that ring past the end wrap around."""
        count = SECONDS * RATE
        out = np.zeros(count)
        draw = Random(f"{line.stem} {line.centre} {self.tempo}").random
        beat = 60 / self.tempo
        for note in self.notes(line):
            late = line.late if note.beat % 1 == 0.5 else 0.0
            at = round(((note.beat + late) * beat + (draw() - 0.5) * 2 * line.loose) * RATE) % count
            sound = line.voice(440 * 2 ** ((note.midi - 69) / 12), note.held * beat)
            # Stress the first beat of a bar a little.
            gain = line.gain * (0.85 + 0.25 * draw()) * (1.1 if note.beat % self.beats == 0 else 1.0)
            fits = min(len(sound), count - at)
            out[at : at + fits] += gain * sound[:fits]
            out[: len(sound) - fits] += gain * sound[fits:]
        return wide(out, line.place)
