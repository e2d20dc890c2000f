"""Sound files, measured: tiers, takes, peaks, silent ends, small speakers, seamless loops."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.ui.core.audio import LUFS, MAX_LOUDNESS_SPREAD, MUSIC, STEMS, TIERS, EffectPriority, MusicMood
from tests.sampling import thinned
from tools.build_sound import FOLDER, build
from tools.music_table import AT_FIRST, on_the_beat
from tools.sound.effects import EFFECTS, take, takes
from tools.sound.listening import sides_alike
from tools.sound.loudness import above, body, lost_on_a_laptop, loudness, true_peak
from tools.sound.music import together
from tools.sound.rooms import SCORES
from tools.sound.score import SECONDS
from tools.sound.stuff import Hand
from tools.sound.synth import RATE, Sound, sine, wide
from tools.sound.voices import pitch
from tools.sound_table import as_played, decoded, measured, open_mixer

FILES = sorted(path for kind in ("sound", "music") for path in (FOLDER / kind).iterdir())


@pytest.fixture(scope="module", autouse=True)
def mixer() -> Iterator[None]:
    pygame.mixer.quit()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        open_mixer()
        yield
        pygame.mixer.quit()


@cache
def heard(name: str, number: int) -> Sound:
    return decoded(FOLDER / "sound" / f"{name}-{number}.ogg")


def form(path: Path) -> tuple[int, int, float]:
    """Channels, rate and seconds of a Vorbis file, from its first page and its last."""
    data = path.read_bytes()
    at = data.index(b"\x01vorbis")
    _version, channels, rate = struct.unpack_from("<IBI", data, at + 7)
    (frames,) = struct.unpack_from("<q", data, data.rindex(b"OggS") + 6)
    return channels, rate, frames / rate


def test_sound_files_are_exactly_the_known_sounds() -> None:
    effects = {f"{name}-{number + 1}" for name in EFFECTS for number in range(takes(name))}
    rooms = {f"{room}-{stem}" for room in SCORES for stem in STEMS}
    assert {path.stem for path in FILES} == effects | rooms
    assert set(EFFECTS) == set(TIERS)
    assert sum(path.stat().st_size for path in FILES) < 14e6


def test_files_are_stereo_and_frequent_effects_have_many_takes() -> None:
    for path in FILES:
        channels, rate, seconds = form(path)
        assert (channels, rate) == (2, RATE)
        assert seconds == SECONDS if path.parent.name == "music" else 0.1 <= seconds <= 3
    assert all(4 <= takes(name) <= 6 for name, tier in TIERS.items() if tier is not EffectPriority.MOMENT)


@thinned(5)
@pytest.mark.parametrize("name", sorted(TIERS))
def test_effect_has_clean_edges_and_peaks(name: str) -> None:
    it = measured(name)
    assert LUFS[it.tier] - 0.6 <= it.lufs[0] <= it.lufs[1] <= LUFS[it.tier] + 0.6
    assert it.peak <= -0.5
    assert it.lost <= 3.0
    assert it.body >= 0.4
    for number in range(1, it.takes + 1):
        sound = heard(name, number)
        assert np.abs(sound[[0, -1]]).max() < 0.04  # pre-echo of the codec before a click
        assert np.abs(sound.mean(axis=0)).max() < 0.003


@pytest.mark.parametrize("name", ["step", "tick", "card_lay", "focus", "confirm", "chat", "goal"])
def test_takes_differ(name: str) -> None:
    for one, other in combinations(range(1, takes(name) + 1), 2):
        a, b = heard(name, one)[:, 0], heard(name, other)[:, 0]
        count = min(len(a), len(b))
        assert abs(np.corrcoef(a[:count], b[:count])[0, 1]) < 0.9


def test_any_effect_can_have_one_more_take() -> None:
    for name, make in EFFECTS.items():
        assert len(make(Hand(name, takes(name)))), name


@pytest.mark.parametrize("name", ["focus", "card_lay", "knock"])
def test_rebuilding_gives_the_same_samples(name: str) -> None:
    built, shipped = take(name, 1), heard(name, 2)
    assert len(built) == len(shipped)
    assert np.corrcoef(built[:, 0], shipped[:, 0])[0, 1] > 0.98


def test_builder_names_an_unknown_sound(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no sound 'gong'.*whistle"):
        build(["gong"], tmp_path)
    assert list(tmp_path.iterdir()) == []


# Loudness.


def test_loudness_matches_the_standard() -> None:
    tone = sine(5.0, 997.0)
    assert loudness(np.stack([tone, 0 * tone], axis=1)) == pytest.approx(-3.01, abs=0.02)
    assert loudness(wide(0.1 * tone)) == pytest.approx(-20, abs=0.02)
    # The gate of the measurement ignores ten seconds of silence around it.
    quiet = np.zeros((5 * RATE, 2))
    assert loudness(np.concatenate([quiet, wide(tone), quiet])) == pytest.approx(0, abs=0.3)


def test_peaks_between_the_samples_count() -> None:
    # A quarter of the rate, sampled half a step beside its peaks.
    tone = np.sin(np.pi / 2 * np.arange(RATE) + np.pi / 4)
    assert true_peak(wide(tone)) == pytest.approx(0, abs=0.1)
    assert np.abs(tone).max() < 0.71


def test_laptop_speakers_lose_low_frequencies() -> None:
    low, middle = wide(sine(1.0, 90.0)), wide(sine(1.0, 600.0))
    assert lost_on_a_laptop(low) > 20
    assert lost_on_a_laptop(middle) < 0.1
    assert body(middle) > 0.99
    assert np.abs(above(middle, 130.0)).max() == pytest.approx(1, abs=0.05)


def test_tiers_differ_in_loudness_at_the_default_volumes() -> None:
    assert LUFS[EffectPriority.PRESS] < LUFS[EffectPriority.PIECE] < LUFS[EffectPriority.MOMENT]
    assert as_played(EffectPriority.MOMENT) - as_played(EffectPriority.PIECE) == pytest.approx(
        MAX_LOUDNESS_SPREAD
    )


# Music.


@thinned(1)
@pytest.mark.parametrize("name", sorted(SCORES))
def test_room_loop_is_seamless(name: str) -> None:
    """Seconds from the middle, and the seam."""
    part, seam = {}, []
    for stem in STEMS:
        sound = pygame.mixer.Sound(FOLDER / "music" / f"{name}-{stem}.ogg")
        raw = memoryview(sound.get_raw()).cast("h")
        part[stem] = np.array(raw[60 * RATE : 72 * RATE]).reshape(-1, 2) / 32_768
        seam.append(max(abs(raw[0] - raw[-2]), abs(raw[1] - raw[-1])) / 32_768)
    for stem in STEMS:
        assert np.abs(part[stem]).max() < 0.7
        assert sides_alike(part[stem][::50]) < 0.95, "it is mono"
    # The step from end to start is no larger than other steps of the loop.
    steps = [np.quantile(np.abs(np.diff(sound, axis=0)), 0.9999) for sound in part.values()]
    assert all(over <= usual + 0.002 for over, usual in zip(seam, steps, strict=True))
    assert loudness(together(part, MusicMood.CLOSE)) + AT_FIRST == pytest.approx(MUSIC, abs=2)
    assert loudness(together(part, MusicMood.LOBBY)) < loudness(together(part, MusicMood.CALM)) - 1


@pytest.mark.parametrize("name", sorted(SCORES))
def test_melody_fits_its_chords(name: str) -> None:
    chord, key = on_the_beat(SCORES[name])
    assert chord >= 0.9
    assert key >= 0.9


def test_pitch_matches_the_note() -> None:
    assert pitch("A4") == 440
    assert math.isclose(pitch("C4"), 261.6256, rel_tol=1e-6)
    assert math.isclose(pitch("Bb3"), pitch("A#3"))
    assert [round(b / a, 3) for a, b in pairwise([pitch("A3"), pitch("A4"), pitch("A5")])] == [2, 2]
