"""Measure the shipped music: ``python -m tools.music_table [DIR]``; pictures of it are written to DIR."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from game.store.settings import Settings
from game.ui.core.audio import STEMS, MusicMood, mixer_gain
from tools.build_sound import FOLDER
from tools.command import command
from tools.sound.listening import alike, chroma, key, roughness, sides_alike, spectra, tempo_strength
from tools.sound.loudness import loudness, loudness_range
from tools.sound.music import together
from tools.sound.pictures import curve_of, save_level, save_spectrogram
from tools.sound.rooms import SCORES
from tools.sound.score import Score
from tools.sound.synth import Sound
from tools.sound_table import decoded, open_mixer

AT_FIRST = 20 * np.log10(mixer_gain(Settings().music))  # dB from the files to the default volume


def on_the_beat(score: Score) -> tuple[float, float]:
    """Return the share of on-beat melody notes in the chord, and of all its notes in the key."""
    notes = [note for line in score.lines if line.stem == "tune" for note in score.notes(line)]
    strong = [note for note in notes if note.beat % 1 == 0 and note.held >= 1]
    return (
        sum(note.is_chord_tone for note in strong) / len(strong),
        sum(note.midi % 12 in score.keys for note in notes) / len(notes),
    )


def room_of(name: str) -> dict[str, Sound]:
    """Return the shipped stems of a room. The mixer must be open."""
    return {stem: decoded(FOLDER / "music" / f"{name}-{stem}.ogg") for stem in STEMS}


def describe(name: str, folder: Path | None) -> None:
    """Print the measurements of a room, and write its pictures to ``folder`` if given."""
    stems, score = room_of(name), SCORES[name]
    full = together(stems, MusicMood.LAST)
    levels = {mood: loudness(together(stems, mood)) + AT_FIRST for mood in MusicMood}
    pitch, frames = spectra(full)
    tones = chroma(pitch, frames)
    chord, scale = on_the_beat(score)
    halves = alike(tones, len(tones) // 4)
    columns = [f"{name:<7}", *(f"{levels[mood]:6.1f}" for mood in MusicMood), f"{loudness_range(full):5.1f}"]
    columns += [f" {key(chroma(*spectra(stems['base'] + stems['tune']))):<9}", f"{score.tempo:4}"]
    columns += [f"{tempo_strength(stems['drive'], score.tempo):5.1f}", f" {chord:5.0%} {scale:5.0%}"]
    columns += [f" {roughness(pitch, frames):5.2f}", f" {sides_alike(full):5.2f} "]
    print(" ".join(columns), " ".join(f"{value:.2f}" for value in halves))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        save_spectrogram(folder / f"{name}-spectrogram.png", full)
        save_level(
            folder / f"{name}-level.png",
            {mood.value: curve_of(together(stems, mood)) + AT_FIRST for mood in MusicMood},
        )


def main(folder: Path | None) -> None:
    """Print the table."""
    open_mixer()
    print("LUFS at first volumes in each mood; range in LU; key of the tones; tempo, and how it stands out;")
    print("melody on the beat in its chord, and in its key; roughness; left like right; half-minutes alike")
    moods = " ".join(f"{mood.value:>6}" for mood in MusicMood)
    print(f"room    {moods}  LRA   key      beat   out  chord   key  rough  L:R   alike")
    for name in SCORES:
        describe(name, folder)


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR")
    main(parser.parse_args().folder)
