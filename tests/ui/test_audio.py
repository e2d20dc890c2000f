"""The player of sounds, on SDL's silent driver, and without any driver at all."""

import os
import shutil
import subprocess
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.ui.kit import audio as module
from game.ui.kit.audio import ASSETS, DECKS, RATE, SAME, Audio
from tests.scale import PATIENCE

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def audio(monkeypatch: pytest.MonkeyPatch) -> Iterator[Audio]:
    pygame.mixer.quit()  # whoever tested before may have left it open
    yield from played(ASSETS, monkeypatch)


def played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Audio]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = Audio(folder)
    yield player
    player.close()
    pygame.mixer.quit()


@pytest.fixture
def lasting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Audio]:
    """Its effects sound for minutes, so that none of them has ended before it is counted."""
    (tmp_path / "sound").mkdir()
    for name in ("win", "goal"):
        with wave.open(str(tmp_path / f"sound/{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(bytes(2 * RATE * int(PATIENCE)))
    (tmp_path / "music").mkdir()
    shutil.copy(ASSETS / "music/title.wav", tmp_path / "music")
    yield from played(tmp_path, monkeypatch)


def sounding(player: Audio) -> list[pygame.mixer.Sound]:
    """What the music channels play, once all requests are through."""
    assert player.settle()
    channels = [pygame.mixer.Channel(number) for number in range(DECKS)]
    return [sound for channel in channels if channel.get_busy() and (sound := channel.get_sound())]


def length(kind: str, name: str) -> int:
    return len(pygame.mixer.Sound(ASSETS / kind / f"{name}.wav").get_raw())


def falls_silent(player: Audio) -> bool:
    """Whether the music stops, which SDL's own thread does in its own time."""
    deadline = time.monotonic() + PATIENCE
    while sounding(player) and time.monotonic() < deadline:
        pygame.time.wait(2)
    return not sounding(player)


def effects_sounding() -> int:
    return sum(pygame.mixer.Channel(number).get_busy() for number in range(DECKS, module.CHANNELS))


def test_nothing_is_opened_before_start(audio: Audio) -> None:
    audio.music("title")
    audio.play("pop")
    assert audio.settle()
    assert pygame.mixer.get_init() is None


def test_music_asked_for_before_start_plays(audio: Audio) -> None:
    audio.music("title")
    audio.start()
    assert [len(sound.get_raw()) for sound in sounding(audio)] == [length("music", "title")]


def test_rooms_cross_fade(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE", 60_000)
    monkeypatch.setattr(module, "HEARD", 0.0)
    audio.start()
    audio.music("title")
    audio.music("beach")
    lengths = sorted(len(sound.get_raw()) for sound in sounding(audio))
    assert lengths == sorted([length("music", "title"), length("music", "beach")])


def test_a_room_left_at_once_does_not_play_on(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEARD", PATIENCE)
    audio.start()
    audio.music("title")
    audio.music("beach")
    assert [len(sound.get_raw()) for sound in sounding(audio)] == [length("music", "beach")]


def test_same_room_again_does_not_start_over(audio: Audio) -> None:
    audio.start()
    audio.music("space")
    (before,) = sounding(audio)
    audio.music("space")
    assert sounding(audio) == [before]


def test_music_stops(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE", 20)
    audio.start()
    audio.music("city")
    assert len(sounding(audio)) == 1
    audio.music(None)
    assert falls_silent(audio)


def test_every_effect_is_played_somewhere() -> None:
    """A sound that nobody hears is no reason for a larger download."""
    game = ROOT / "game"
    files = [path for path in game.rglob("*.py") if "art" not in path.parts]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    shipped = {path.stem for path in (ASSETS / "sound").glob("*.wav")}
    assert shipped
    assert {name for name in shipped if f'"{name}"' not in code} == set()


def test_effect_sounds_and_few_of_one_together(lasting: Audio) -> None:
    lasting.start()
    for _ in range(10):
        lasting.play("win")
    assert lasting.settle()
    assert effects_sounding() == SAME
    lasting.play("goal")
    assert lasting.settle()
    assert effects_sounding() == SAME + 1


def test_effects_never_take_the_musics_channels(lasting: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAME", 100)
    lasting.start()
    lasting.music("title")
    for _ in range(100):
        lasting.play("win")
    assert len(sounding(lasting)) == 1
    assert effects_sounding() == module.CHANNELS - DECKS


def test_volumes_reach_what_already_sounds(audio: Audio) -> None:
    audio.start()
    audio.music("title")
    (sound,) = sounding(audio)
    loud = sound.get_volume()
    audio.set_volumes(80, 5)
    assert audio.settle()
    assert 0 < sound.get_volume() < loud


def test_softest_volume_is_not_silence(audio: Audio) -> None:
    audio.set_volumes(1, 1)
    audio.music("title")
    audio.start()
    (sound,) = sounding(audio)
    assert sound.get_volume() > 0


def test_volume_nought_stops_and_any_other_goes_on(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FADE", 0)
    audio.start()
    audio.music("office")
    audio.set_volumes(0, 0)
    audio.play("win")
    assert falls_silent(audio)
    assert effects_sounding() == 0
    audio.set_volumes(50, 50)
    assert len(sounding(audio)) == 1


def test_mute_drops_effects_and_keeps_the_music_waiting(audio: Audio) -> None:
    audio.start()
    audio.music("pitch")
    (before,) = sounding(audio)
    audio.mute(muted=True)
    audio.play("win")
    audio.music("city")
    assert sounding(audio) == [before]
    assert effects_sounding() == 0
    audio.mute(muted=False)
    assert length("music", "city") in [len(sound.get_raw()) for sound in sounding(audio)]


def test_missing_and_broken_files_are_silent(audio: Audio, tmp_path: Path) -> None:
    shutil.copytree(ASSETS / "sound", tmp_path / "sound")
    (tmp_path / "sound/pop.wav").write_bytes(b"RIFF no wave")
    (tmp_path / "sound/win.wav").write_bytes(b"")
    player = Audio(tmp_path)
    player.start()
    for name in ("pop", "win", "nowhere", "../sound/pop"):
        player.play(name)
    player.music("title")
    assert player.settle()
    assert effects_sounding() == 0
    player.play("goal")
    assert player.settle()
    assert effects_sounding() == 1
    player.close()


def test_start_and_close_twice(audio: Audio) -> None:
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
def test_mixer_that_will_not_open_is_silence(
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
    assert audio.settle()
    assert pygame.mixer.get_init() is None


def test_mixer_that_disappears_is_silence(audio: Audio) -> None:
    audio.start()
    audio.music("title")
    assert audio.settle()
    pygame.mixer.quit()
    for _ in range(3):
        audio.play("pop")
        audio.music("city")
        audio.mute(muted=True)
        audio.mute(muted=False)
    assert audio.settle()


def test_no_driver_at_all_in_a_fresh_process() -> None:
    script = (
        "from game.ui.kit.audio import Audio\n"
        "player = Audio(); player.music('title'); player.start(); player.play('pop')\n"
        "print(player.settle()); player.close(); print('left')\n"
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


def test_importing_it_imports_no_pygame() -> None:
    script = "import sys, game.ui.kit.audio; print('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
