"""Every sound file, measured: no clipping, no offset, silent ends, loops without a seam."""

from __future__ import annotations

import math
import wave
from array import array
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tools.build_sound import FOLDER, build
from tools.sound.effects import EFFECTS
from tools.sound.loops import LOOPS, Loop, Part
from tools.sound.synth import RATE
from tools.sound.voices import music_box, pitch

FULL = 32_768
NEEDED = [
    "focus",
    "confirm",
    "back",
    "refuse",
    "place",
    "lift",
    "step",
    "kick",
    "sock",
    "stars",
    "goal",
    "whistle",
    "toss",
    "turn",
    "tick",
    "zip",
    "pop",
    "card_draw",
    "card_lay",
    "card_shuffle",
    "knock",
    "joker",
    "rocket",
    "envelope",
    "chair",
    "track",
    "train",
    "claim",
    "win",
    "lose",
    "chat",
    "undo",
]
ROOMS = ["title", "beach", "space", "office", "pitch", "city"]


@cache
def heard(where: str) -> array[int]:
    with wave.open(str(FOLDER / f"{where}.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        data = array("h")
        data.frombytes(file.readframes(file.getnframes()))
    return data


def peak(data: array[int]) -> float:
    return max(map(abs, data)) / FULL


def decibels(data: array[int]) -> float:
    return 20 * math.log10(math.sqrt(sum(value * value for value in data) / len(data)) / FULL)


def offset(data: array[int]) -> float:
    return abs(sum(data) / len(data)) / FULL


def test_every_sound_is_there_and_no_other() -> None:
    assert {path.stem for path in (FOLDER / "sound").iterdir()} == set(NEEDED) == set(EFFECTS)
    assert {path.stem for path in (FOLDER / "music").iterdir()} == set(ROOMS) == set(LOOPS)
    assert sum(path.stat().st_size for kind in ("sound", "music") for path in (FOLDER / kind).iterdir()) < 6e6


@pytest.mark.parametrize("name", NEEDED)
def test_effect(name: str) -> None:
    data = heard(f"sound/{name}")
    assert 0.04 <= len(data) / RATE <= 3.0
    assert 0.15 <= peak(data) <= 0.75
    assert -30 <= decibels(data) <= -15
    assert offset(data) < 0.003
    assert data[0] == data[-1] == 0
    assert peak(data[:8]) < 0.08
    assert peak(data[-60:]) < 0.02


@pytest.mark.parametrize("name", ROOMS)
def test_loop(name: str) -> None:
    data = heard(f"music/{name}")
    assert 8 <= len(data) / RATE <= 20
    assert peak(data) <= 0.72
    assert -22.5 <= decibels(data) <= -20.5
    assert offset(data) < 0.0005
    blocks = [decibels(data[at : at + RATE]) for at in range(0, len(data) - RATE, RATE)]
    assert min(blocks) > -34, "it falls silent"


@pytest.mark.parametrize("name", ROOMS)
def test_loop_has_no_seam(name: str) -> None:
    """The step, and the change of step, from end to start are ones that the loop makes all the time."""
    data = heard(f"music/{name}")
    steps = [b - a for a, b in pairwise(data)]
    bends = sorted(abs(b - a) for a, b in pairwise(steps))
    usual_step = sorted(map(abs, steps))[int(len(steps) * 0.999)]
    usual_bend = bends[int(len(bends) * 0.999)]
    over = data[0] - data[-1]
    assert abs(over) <= usual_step
    assert abs(over - steps[-1]) <= usual_bend
    assert abs(steps[0] - over) <= usual_bend
    end, start = decibels(data[-RATE // 20 :]), decibels(data[: RATE // 20])
    assert abs(end - start) < 25, "it fades at its seam"


def test_loops_differ_in_character() -> None:
    """No two loops share their rhythm of loud and soft."""
    shapes = {}
    for name in ROOMS:
        data = heard(f"music/{name}")
        slice_ = len(data) // 64
        shapes[name] = tuple(round(decibels(data[at * slice_ : (at + 1) * slice_])) for at in range(64))
    assert len(set(shapes.values())) == len(ROOMS)


@pytest.mark.parametrize("name", ["focus", "card_lay", "tick", "knock"])
def test_rebuilding_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    (path,) = build([name], tmp_path)
    assert path.read_bytes() == (FOLDER / "sound" / f"{name}.wav").read_bytes()


def test_builder_names_what_it_does_not_know(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no sound 'gong'.*whistle"):
        build(["gong"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_rings_past_the_end_rings_at_the_start() -> None:
    loop = Loop(4, 240)
    loop.play(Part(music_box, 1.0, "-/3 A4", loose=0.0))
    assert max(map(abs, loop.sound[: loop.beat])) > 0.05


def test_bars_that_do_not_fill_the_loop_are_refused() -> None:
    with pytest.raises(ValueError, match=r"3\.5 beats written, 4 needed"):
        Loop(4, 240).play(Part(music_box, 1.0, "A4 A4 A4/1.5"))


def test_pitch() -> None:
    assert pitch("A4") == 440
    assert math.isclose(pitch("C4"), 261.6256, rel_tol=1e-6)
    assert math.isclose(pitch("Bb3"), pitch("A#3"))
