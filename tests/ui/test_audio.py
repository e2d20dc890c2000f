"""Audio player on SDL's silent driver, and without any driver."""

from __future__ import annotations

import atexit
import math
import os
import queue
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random, getstate

import pygame
import pytest

from game.launch import leave_sound
from game.ui.core import audio as module
from game.ui.core.audio import (
    CACHE_SIZE,
    DUCK_FACTOR,
    MAX_LOUDNESS_SPREAD,
    MAX_SIMULTANEOUS,
    PAN_WIDTH,
    PITCH_SHIFTS,
    RESERVED_CHANNELS,
    SAMPLE_RATE,
    SOUND_FOLDER,
    STEM_LEVELS,
    STEMS,
    TIERS,
    Audio,
    EffectPriority,
    MatchTension,
    MusicMixer,
    MusicMood,
    PlayingEffect,
    SoundBank,
    gain_now,
    mixer_gain,
    mood_of,
    move_towards,
    pan_of,
    place_for,
    sides,
)
from tests.sampling import PATIENCE

ROOT = Path(__file__).parent.parent.parent
LENGTHS = {"title": 100, "beach": 200, "city": 300}
"""Stem lengths of these rooms in frames, by which they are recognised."""


@pytest.fixture(autouse=True)
def silent_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()  # earlier tests may have left it open
    yield
    pygame.mixer.quit()


@pytest.fixture
def audio() -> Iterator[Audio]:
    player = Audio()
    yield player
    player.close()


@pytest.fixture
def mixer() -> None:
    pygame.mixer.init(SAMPLE_RATE, -16, 2, 512, allowedchanges=0)
    pygame.mixer.set_num_channels(module.CHANNEL_COUNT)


def write(path: Path, frames: int, left: int = 0, right: int | None = None) -> None:
    path.parent.mkdir(exist_ok=True)
    both = left, left if right is None else right
    with wave.open(str(path), "wb") as file:  # SDL looks at the content of a file, not at its name
        file.setparams((2, 2, SAMPLE_RATE, 0, "NONE", ""))
        file.writeframes(b"".join(side.to_bytes(2, "little", signed=True) for side in both) * frames)


@pytest.fixture(scope="session")
def minutes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of a sound of several minutes, written once."""
    path = tmp_path_factory.mktemp("sound") / "minutes.ogg"
    write(path, SAMPLE_RATE * int(PATIENCE))
    return path


@pytest.fixture
def lasting(tmp_path: Path, minutes: Path) -> Iterator[Audio]:
    """Player whose moment sounds last for minutes, so that none ends before it is counted."""
    (tmp_path / "sound").mkdir()
    for name in ("goal", "claim"):
        (tmp_path / f"sound/{name}-1.ogg").hardlink_to(minutes)
    for name in ("step", "kick"):
        write(tmp_path / f"sound/{name}-1.ogg", 1000)
    for room, frames in LENGTHS.items():
        for stem in STEMS:
            write(tmp_path / f"music/{room}-{stem}.ogg", frames, 1000)
    player = Audio(tmp_path, rng=Random(3))
    yield player
    player.close()


def rooms(player: Audio) -> list[str]:
    """Rooms whose stems sound after all requests are processed."""
    assert player.wait_idle()
    sounds = stems_heard()
    names = {4 * frames: room for room, frames in LENGTHS.items()}
    found = [names[len(sound.get_raw())] for sound in sounds]
    assert all(found.count(room) == len(STEMS) for room in found)
    return sorted(set(found))


def falls_silent(player: Audio) -> bool:
    """True if the music stops, for which SDL's own thread needs time."""
    deadline = time.monotonic() + PATIENCE
    while rooms(player) and time.monotonic() < deadline:
        pygame.time.wait(2)
    return not rooms(player)


def effects_sounding() -> int:
    return sum(
        pygame.mixer.Channel(number).get_busy() for number in range(RESERVED_CHANNELS, module.CHANNEL_COUNT)
    )


# The takes of an effect.


def test_no_take_sounds_twice_in_a_row() -> None:
    bank = SoundBank(SOUND_FOLDER / "sound", Random(1))
    for name in ("step", "tick", "card_lay", "goal"):
        last = None
        for _ in range(30):
            chosen = bank.choose(name)
            assert chosen is not None
            assert chosen[0] != last
            last = chosen[0]


def test_takes_vary_in_pitch_but_fanfares_do_not() -> None:
    bank = SoundBank(SOUND_FOLDER / "sound", Random(1))
    chosen = [bank.choose(name) for _ in range(200) for name in ("step", "goal")]
    steps = {(one[0].name[:4], one[1]) for one in chosen if one is not None}
    assert steps == {("step", step) for step in PITCH_SHIFTS} | {("goal", 0)}


def test_higher_sound_is_shorter(mixer: None, tmp_path: Path) -> None:
    write(tmp_path / "step-1.ogg", SAMPLE_RATE)
    bank = SoundBank(tmp_path, Random(1))
    lengths = {sound.get_length() for _ in range(60) if (sound := bank.pick("step")) is not None}
    assert sorted(lengths) == pytest.approx([2 ** (step / 12) for step in PITCH_SHIFTS], rel=0.01)


def test_only_recent_sounds_stay_in_memory(mixer: None) -> None:
    bank = SoundBank(SOUND_FOLDER / "sound", Random(1))
    names = [name for name, tier in TIERS.items() if tier is EffectPriority.PRESS]
    for at in range(CACHE_SIZE * 3):
        bank.pick(names[at % len(names)])
    assert bank.cached_count == CACHE_SIZE


def test_sound_does_not_use_the_global_random_state(lasting: Audio) -> None:
    before = getstate()
    lasting.start()
    for name in ("step", "kick", "goal"):
        lasting.play(name)
    assert lasting.wait_idle()
    assert getstate() == before


# Priorities of effects.


def test_step_never_cuts_off_a_goal() -> None:
    goals: list[PlayingEffect | None] = [PlayingEffect("goal", 0), PlayingEffect("win", 1)]
    for name in ("step", "focus", "claim"):
        assert place_for(name, goals) is None


def test_least_important_and_oldest_sound_is_replaced() -> None:
    full: list[PlayingEffect | None] = [
        PlayingEffect("goal", 0),
        PlayingEffect("kick", 1),
        PlayingEffect("focus", 3),
        PlayingEffect("tick", 2),
    ]
    assert place_for("goal", full) == 3
    assert place_for("focus", full) == 3
    assert (
        place_for("step", [PlayingEffect("goal", 0), PlayingEffect("kick", 2), PlayingEffect("kick", 1)]) == 2
    )
    assert place_for("focus", [PlayingEffect("goal", 0), PlayingEffect("kick", 2)]) is None


def test_free_channel_is_used_first_and_equal_sounds_are_limited() -> None:
    assert place_for("step", [PlayingEffect("focus", 0), None]) == 1
    assert place_for("step", [PlayingEffect("step", at) for at in range(MAX_SIMULTANEOUS)] + [None]) is None


def test_equal_effects_are_limited(lasting: Audio) -> None:
    lasting.start()
    for _ in range(10):
        lasting.play("claim")
    assert lasting.wait_idle()
    assert effects_sounding() == MAX_SIMULTANEOUS
    lasting.play("goal")
    assert lasting.wait_idle()
    assert effects_sounding() == MAX_SIMULTANEOUS + 1


def test_effects_never_take_the_musics_channels(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.core.audio.MAX_SIMULTANEOUS", 100)
    lasting.start()
    lasting.music("title")
    for _ in range(100):
        lasting.play("claim")
    assert rooms(lasting) == ["title"]
    assert effects_sounding() == module.CHANNEL_COUNT - RESERVED_CHANNELS


# Position and volume.


def test_position_in_the_picture_sets_the_panning() -> None:
    assert [pan_of(x, 1280) for x in (0, 640, 1280, 5000, -9)] == [
        -PAN_WIDTH,
        0,
        PAN_WIDTH,
        PAN_WIDTH,
        -PAN_WIDTH,
    ]
    left, right = sides(0.5, -PAN_WIDTH)
    assert left == 0.5
    assert 0 < right < left
    assert sides(0.5, PAN_WIDTH) == (right, left)
    assert sides(0.5, 0) == (0.5, 0.5)


def test_pieces_vary_in_volume_and_moments_do_not() -> None:
    chance = Random(5)
    heard_ = [20 * math.log10(gain_now("step", chance)) for _ in range(300)]
    assert -2 * MAX_LOUDNESS_SPREAD <= min(heard_) < -2 * MAX_LOUDNESS_SPREAD + 0.2
    assert -0.2 < max(heard_) <= 0
    assert {gain_now("goal", chance) for _ in range(9)} == {1.0}


# The music.


def test_no_device_is_opened_before_start(audio: Audio) -> None:
    audio.music("title")
    audio.play("pop")
    assert audio.wait_idle()
    assert pygame.mixer.get_init() is None


def test_music_asked_for_before_start_plays(lasting: Audio) -> None:
    lasting.music("title")
    lasting.start()
    assert rooms(lasting) == ["title"]


def test_rooms_cross_fade(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE_MS", 60_000)
    monkeypatch.setattr(module, "MIN_HEARD_S", 0.0)
    lasting.start()
    lasting.music("title")
    assert rooms(lasting) == ["title"]
    lasting.music("beach")
    assert rooms(lasting) == ["beach", "title"]
    lasting.music("city")
    assert rooms(lasting) == ["beach", "city"]


def test_a_room_left_at_once_does_not_play_on(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_HEARD_S", PATIENCE)
    lasting.start()
    lasting.music("title")
    assert rooms(lasting) == ["title"]
    lasting.music("beach")
    assert rooms(lasting) == ["beach"]


def test_only_the_last_of_many_rooms_plays(lasting: Audio) -> None:
    lasting.start()
    for room in ("title", "beach", None, "title", "city"):
        lasting.music(room)
    assert rooms(lasting) == ["city"]


def stems_heard() -> list[pygame.mixer.Sound]:
    """Sounds on the channels of the music."""
    channels = [pygame.mixer.Channel(number) for number in range(RESERVED_CHANNELS)]
    return [sound for channel in channels if channel.get_busy() and (sound := channel.get_sound())]


def test_same_room_does_not_start_over(lasting: Audio) -> None:
    lasting.start()
    lasting.music("beach")
    assert rooms(lasting) == ["beach"]
    before = stems_heard()
    lasting.music("beach")
    assert rooms(lasting) == ["beach"]
    assert stems_heard() == before


def test_music_stops(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE_MS", 20)
    lasting.start()
    lasting.music("city")
    assert rooms(lasting) == ["city"]
    lasting.music(None)
    assert falls_silent(lasting)


@pytest.fixture
def deck(mixer: None, lasting: Audio, tmp_path: Path) -> Iterator[MusicMixer]:
    """Music player in a room, without a thread that advances time."""
    tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    playing = MusicMixer(tmp_path / "music", tasks.put)
    playing.target_room, playing.mood, playing.volume = "title", MusicMood.LOBBY, 0.5
    playing.switch_room()
    tasks.get(timeout=PATIENCE)()
    yield playing
    playing.close()


def test_stems_follow_the_match(deck: MusicMixer, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [time.monotonic() + 1]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    assert tuple(deck.levels) == STEM_LEVELS[MusicMood.LOBBY]
    assert not deck.is_moving
    deck.mood = MusicMood.LAST
    deck.tick()
    while tuple(deck.levels) != STEM_LEVELS[MusicMood.LAST]:
        before = list(deck.levels)
        now[0] += 0.05
        deck.tick()
        assert max(abs(a - b) for a, b in zip(before, deck.levels, strict=True)) < 0.02, "it swells"
    assert not deck.is_moving


def test_the_music_steps_back_for_a_moment_and_returns(
    deck: MusicMixer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.monotonic() + 1]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    deck.tick()
    deck.duck(2.0)
    for _ in range(2):
        now[0] += 0.09
        deck.tick()
    assert deck.duck_factor == DUCK_FACTOR
    assert 4 <= -20 * math.log10(DUCK_FACTOR) <= 6
    now[0] += 1.9
    while deck.is_moving:
        now[0] += 0.05
        deck.tick()
    assert deck.duck_factor == 1.0


def test_only_moments_duck_the_music(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    ducked: list[float] = []
    monkeypatch.setattr(MusicMixer, "duck", lambda _deck, seconds: ducked.append(seconds))
    lasting.start()
    lasting.play("step")
    assert lasting.wait_idle()
    assert ducked == []
    lasting.play("goal")
    assert lasting.wait_idle()
    assert ducked == [int(PATIENCE)]


def test_levels_arrive_without_overshooting() -> None:
    assert move_towards(0.0, 1.0, 0.3) == 0.3
    assert move_towards(0.9, 1.0, 0.3) == 1.0
    assert move_towards(0.5, 0.4, 0.3) == 0.4


def test_mood_follows_the_match() -> None:
    assert mood_of(MatchTension()) is MusicMood.CALM
    assert mood_of(MatchTension(left=0.4, gap=0.1)) is MusicMood.CLOSE
    assert mood_of(MatchTension(left=0.4, gap=0.9)) is MusicMood.CALM
    assert mood_of(MatchTension(left=0.9, gap=0.0)) is MusicMood.CALM
    assert mood_of(MatchTension(left=0.1, gap=0.9)) is MusicMood.LAST


# Volumes, silence, faults.


def test_volumes_apply_to_playing_sounds(lasting: Audio) -> None:
    lasting.start()
    lasting.music("title")
    assert rooms(lasting) == ["title"]
    sounds = stems_heard()
    loud = [sound.get_volume() for sound in sounds]
    lasting.set_volumes(80, 5)
    assert lasting.wait_idle()
    assert all(0 < sound.get_volume() < before for sound, before in zip(sounds, loud, strict=True))


def test_softest_volume_is_audible() -> None:
    assert mixer_gain(0) == 0
    assert mixer_gain(1) == 1 / 128
    assert mixer_gain(100) == 1


def test_volume_zero_stops_and_any_other_resumes(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE_MS", 0)
    lasting.start()
    lasting.music("beach")
    lasting.play("claim")
    assert rooms(lasting) == ["beach"]
    lasting.set_volumes(0, 0)
    lasting.play("goal")
    assert falls_silent(lasting)
    assert effects_sounding() == 0
    lasting.set_volumes(50, 50)
    assert rooms(lasting) == ["beach"]


def test_mute_drops_effects_and_keeps_the_music_waiting(lasting: Audio) -> None:
    lasting.start()
    lasting.music("beach")
    assert rooms(lasting) == ["beach"]
    lasting.mute(muted=True)
    lasting.play("goal")
    lasting.music("city")
    assert rooms(lasting) == ["beach"]
    assert effects_sounding() == 0
    lasting.mute(muted=False)
    assert "city" in rooms(lasting)


def test_every_effect_is_played_by_the_code() -> None:
    """A sound that is never played only makes the download larger."""
    game = ROOT / "game"
    files = [path for path in game.rglob("*.py") if "art" not in path.parts and path.name != "tiers.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert {name for name in TIERS if f'"{name}"' not in code} == set()


def test_missing_and_broken_files_are_silent(tmp_path: Path) -> None:
    for name in ("pop-1", "pop-2", "goal-1", "win-1"):
        write(tmp_path / f"sound/{name}.ogg", SAMPLE_RATE)
    (tmp_path / "sound/pop-1.ogg").write_bytes(b"RIFF no wave")
    (tmp_path / "sound/win-1.ogg").write_bytes(b"")
    write(tmp_path / "music/title-base.ogg", SAMPLE_RATE)
    player = Audio(tmp_path, rng=Random(2))
    player.start()
    for name in ("win", "nowhere", "win"):
        player.play(name)
    player.music("title")
    assert player.wait_idle()
    assert effects_sounding() == 0
    for _ in range(4):
        player.play("pop")
    assert player.wait_idle()
    assert effects_sounding() == MAX_SIMULTANEOUS
    player.close()


def test_player_can_start_and_close_twice(audio: Audio) -> None:
    audio.start()
    audio.start()
    audio.close()
    audio.close()
    audio.play("pop")
    audio.music("title")
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize(
    "failure", [pygame.error("no device"), NotImplementedError("mixer module not available"), OSError("gone")]
)
def test_mixer_that_does_not_open_is_silent(
    audio: Audio, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    audio.music("title")
    audio.start()
    audio.play("pop")
    audio.set_volumes(10, 10)
    audio.mute(muted=True)
    audio.mute(muted=False)
    assert audio.wait_idle()
    assert pygame.mixer.get_init() is None


def test_vanished_mixer_is_silent(lasting: Audio) -> None:
    lasting.start()
    lasting.music("title")
    assert lasting.wait_idle()
    pygame.mixer.quit()
    for _ in range(3):
        lasting.play("step")
        lasting.music("city")
        lasting.mood(MusicMood.LAST)
        lasting.mute(muted=True)
        lasting.mute(muted=False)
    assert lasting.wait_idle()


def test_process_without_audio_driver_ends_normally() -> None:
    script = (
        "from game.ui.core.audio import Audio\n"
        "player = Audio(); player.music('title'); player.start(); player.play('pop')\n"
        "print(player.wait_idle()); player.close(); print('left')\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env={**os.environ, "SDL_AUDIODRIVER": "nonsense", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["True", "left"], "")


def test_audio_module_does_not_import_pygame() -> None:
    script = "import sys, game.ui.core.audio; print('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_hanging_device_does_not_block_the_exit(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pygame.quit` or the end of the process would close the device again and wait for ever."""
    hangs, left = threading.Event(), list[object]()
    audio.start()
    assert audio.wait_idle()
    with monkeypatch.context() as patched:
        patched.setattr(pygame.mixer, "quit", hangs.wait)
        patched.setattr(atexit, "unregister", left.append)
        assert not audio.close(0.01)
        leave_sound()
        hangs.set()
        assert audio.close(), "given back as soon as it can be"
    assert left == [pygame.quit]
    pygame.mixer.quit()


# Mono sound keeps both sides, and the setting applies to sounds that already play.


FRAMES = 3000


def sides_of(sound: pygame.mixer.Sound) -> tuple[int, int]:
    raw = sound.get_raw()[FRAMES * 2 : FRAMES * 2 + 4]  # from its middle
    return int.from_bytes(raw[:2], "little", signed=True), int.from_bytes(raw[2:], "little", signed=True)


@pytest.fixture
def one_sided(tmp_path: Path) -> Path:
    """Player with a room and an effect that sound only on the left."""
    write(tmp_path / "sound/goal-1.ogg", FRAMES, 30_000, 0)
    for stem in STEMS:
        write(tmp_path / f"music/beach-{stem}.ogg", FRAMES, 20_000, -2_000)
    return tmp_path


def test_effect_from_the_left_is_heard_on_both_sides(mixer: None, one_sided: Path) -> None:
    bank = SoundBank(one_sided / "sound", Random(1))
    usual = bank.pick("goal")
    bank.clear()
    bank.mono = True
    mono = bank.pick("goal")
    assert usual is not None
    assert mono is not None
    assert (sides_of(usual), sides_of(mono)) == ((30_000, 0), (15_000, 15_000))


def sounds_so(player: Audio, wanted: tuple[int, int]) -> bool:
    """True if only music with these sides sounds once the previous music has faded out."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert player.wait_idle()
        if {sides_of(sound) for sound in stems_heard()} == {wanted}:
            return True
        pygame.time.wait(2)
    return False


def test_mono_setting_applies_to_playing_music_and_back(one_sided: Path) -> None:
    player = Audio(one_sided)
    player.start()
    player.music("beach")
    for mono, both in ((False, (20_000, -2_000)), (True, (9_000, 9_000)), (False, (20_000, -2_000))):
        player.set_mono(mono=mono)
        assert sounds_so(player, both)
    player.close()
