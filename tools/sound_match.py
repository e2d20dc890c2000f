"""Plot the loudness of half an hour of a match: ``python -m tools.sound_match GAME OUT.png [MINUTES]``.

Bots play in an invisible window with a simulated clock. Its sounds are mixed like in the window, at the
default volumes.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.app import App
from game.core.discovery import find_game
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.settings import Settings
from game.store.storage import Storage
from game.ui.core.audio import (
    DUCK_FACTOR,
    DUCK_S,
    LEVEL_STEP_S,
    STEM_FADE_S,
    STEM_LEVELS,
    STEMS,
    UNDUCK_S,
    Audio,
    EffectPriority,
    MusicMood,
    SoundBank,
    gain_now,
    mixer_gain,
    move_towards,
    sides,
    tier_of,
)
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tools.build_sound import FOLDER
from tools.command import command
from tools.music_table import room_of
from tools.sound.pictures import curve_of, save_level
from tools.sound.synth import RATE, Sound
from tools.sound_table import decoded, open_mixer

FRAME = 60.0
STRETCH = 8  # levels of 400 ms in a stretch of about 3 s
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")


class BlindApp(App):
    """Program without pictures."""

    def paint(self, screen: pygame.Surface) -> None:
        """Draw nothing."""


class Heard(Audio):
    """Audio that plays nothing and records what would play, with its time in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.room = "title"
        self.effects: list[tuple[float, str, float]] = []
        self.moods: list[tuple[float, MusicMood]] = []

    def play(self, name: str, pan: float = 0.0, tone: int | None = None) -> None:
        self.effects.append((self.now, name, pan))

    def music(self, room: str | None) -> None:
        self.room = room or self.room

    def mood(self, mood: MusicMood) -> None:
        self.moods.append((self.now, mood))


def listen(slug: str, seconds: float) -> Heard:
    """Let bots play for ``seconds``, match after match, and return the recorded audio."""
    recording, info, seed = Heard(), find_game(slug).info, 1
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as home:
        context = AppContext(Storage(Path(home)), recording, lambda: recording.now * 1000, SCREENS)
        app = BlindApp(context, pygame.display.set_mode((640, 360)))
        context.open_scene("title")
        names = NAMES[: info.default_players]
        match = None
        while recording.now < seconds:
            if match is None or context.scenes.top is not match:
                context.scenes.reset(SCREENS["title"]())
                seats = [Seat(name, number, "easy") for number, name in enumerate(names)]
                match = match_scene(context, Session.new(slug, len(names), seed, names=names), seats)
                context.scenes.push(match)
                seed += 1
            if not match.animations.is_busy:
                pygame.time.wait(1)  # a bot thinks in a worker process
            recording.now += (FRAME if match.animations.is_busy else 5) / 1000
            app.step_frame(pygame.event.get())
        context.close_workers()
        context.stores.close()
    return recording


def levels(recording: Heard, seconds: float) -> Sound:
    """Return the level of each stem, every `LEVEL_STEP_S` seconds."""
    bank, time, duck, duck_end = list(STEM_LEVELS[MusicMood.CALM]), 0.0, 1.0, 0.0
    moods, moments = (
        list(recording.moods),
        [at for at, name, _ in recording.effects if tier_of(name) is EffectPriority.MOMENT],
    )
    mood, rows = MusicMood.CALM, []
    while time < seconds:
        while moods and moods[0][0] <= time:
            mood = moods.pop(0)[1]
        while moments and moments[0] <= time:
            duck_end = moments.pop(0) + 2.0
        duck = move_towards(
            duck,
            DUCK_FACTOR if time < duck_end else 1.0,
            (1 - DUCK_FACTOR) * LEVEL_STEP_S / (DUCK_S if time < duck_end else UNDUCK_S),
        )
        bank = [
            move_towards(level, aim, LEVEL_STEP_S / STEM_FADE_S)
            for level, aim in zip(bank, STEM_LEVELS[mood], strict=True)
        ]
        rows.append([duck * level for level in bank])
        time += LEVEL_STEP_S
    return np.array(rows)


class Mixer:
    """Mixes effects like the window: random takes, pitches and levels, panned."""

    def __init__(self) -> None:
        self._chance = Random(1)
        self._bank = SoundBank(FOLDER / "sound", self._chance)
        self._takes: dict[tuple[Path, int], Sound] = {}

    def add(self, out: Sound, at: int, name: str, pan: float) -> None:
        """Add an effect at a sample index."""
        chosen = self._bank.choose(name)
        if chosen is None:
            return
        if chosen not in self._takes:
            take = decoded(chosen[0])
            positions = np.arange(0, len(take) - 1, 2 ** (chosen[1] / 12))
            shifted = [np.interp(positions, np.arange(len(take)), side) for side in take.T]
            self._takes[chosen] = np.stack(shifted, axis=1)
        sound = self._takes[chosen]
        level = mixer_gain(Settings().effects) * gain_now(name, self._chance)
        count = min(len(sound), len(out) - at)
        out[at : at + count] += sound[:count] * np.array(sides(level, pan))


def curves_of(recording: Heard, seconds: float) -> tuple[dict[str, Sound], float, int]:
    """Return the loudness over time of the music and of everything, the peak, and the clipped samples.

    Mixes minute by minute. The peak is 1 for the largest value that a file can hold.
    """
    stems, gains, mixer = room_of(recording.room), levels(recording, seconds), Mixer()
    minute, tail = 60 * RATE, 4 * RATE
    mix = np.zeros((minute + tail, 2))
    curves: dict[str, list[Sound]] = {"music": [], "all": []}
    highest, clipped = 0.0, 0
    for start in range(0, int(seconds) * RATE, minute):
        time = start + np.arange(minute)
        music = np.zeros((minute, 2))
        for number, stem in enumerate(STEMS):
            level = np.interp(time / RATE, np.arange(len(gains)) * LEVEL_STEP_S, gains[:, number])
            music += mixer_gain(Settings().music) * level[:, None] * stems[stem][time % len(stems[stem])]
        mix[:minute] += music
        for at, name, pan in recording.effects:
            if start <= round(at * RATE) < start + minute:
                mixer.add(mix, round(at * RATE) - start, name, pan)
        curves["music"].append(curve_of(music))
        curves["all"].append(curve_of(mix[:minute]))
        amplitudes = np.abs(mix[:minute])
        highest, clipped = max(highest, float(amplitudes.max())), clipped + int((amplitudes > 1).sum())
        mix = np.concatenate([mix[minute:], np.zeros((minute, 2))])
    return {name: np.concatenate(parts) for name, parts in curves.items()}, highest, clipped


def ranged(curve: Sound) -> float:
    """Return the loudness range in LU, between 10% and 95% of stretches of about 3 s."""
    power = 10 ** (curve / 10)
    count = len(power) // STRETCH
    stretches = 10 * np.log10(power[: count * STRETCH].reshape(count, STRETCH).mean(axis=1))
    low, high = np.percentile(stretches, (10, 95))
    return float(high - low)


def main(slug: str, out: Path, minutes: float) -> None:
    """Play, mix, plot, and print the results."""
    audio = listen(slug, 60 * minutes)
    open_mixer()
    curves, highest, clipped = curves_of(audio, 60 * minutes)
    save_level(out, curves)
    counts = Counter(name for _, name, _ in audio.effects)
    repeats = sum(effect[1] == next_effect[1] for effect, next_effect in pairwise(audio.effects))
    print(
        f"{slug}: {len(audio.effects)} effects in {minutes:.0f} minutes, {repeats} after one of the same name"
    )
    print(
        "  " + ", ".join(f"{name} {count / len(audio.effects):.0%}" for name, count in counts.most_common(8))
    )
    spent: dict[str, float] = dict.fromkeys((mood.value for mood in MusicMood), 0.0)
    for (at, mood), (end, _) in zip(
        audio.moods, [*audio.moods[1:], (60 * minutes, MusicMood.CALM)], strict=False
    ):
        spent[mood.value] += end - at
    print("  " + ", ".join(f"{name} {seconds / 60:.1f} min" for name, seconds in spent.items()))
    for name, curve in curves.items():
        low, middle, high = np.percentile(curve, (10, 50, 95))
        print(f"  {name}: 10 % under {low:.1f}, half under {middle:.1f}, 5 % over {high:.1f} LUFS (400 ms)")
    top = 20 * np.log10(highest)
    print(f"  range {ranged(curves['all']):.1f} LU; highest sample {top:.1f} dBFS, {clipped} clipped")


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("out", type=Path)
    parser.add_argument("minutes", nargs="?", type=float, default=30.0)
    arguments = parser.parse_args()
    main(arguments.game, arguments.out, arguments.minutes)
