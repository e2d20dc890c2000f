"""Sound for one ear: nothing of either side is lost, and a setting turns it on for what plays already."""

import time
import wave
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.ui.core.audio import RATE, RESERVED, STEMS, Audio, SoundBank
from tests.scale import PATIENCE

FRAMES = 3000


def write(path: Path, left: int, right: int) -> None:
    path.parent.mkdir(exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes(b"".join(side.to_bytes(2, "little", signed=True) for side in (left, right)) * FRAMES)


def sides_of(sound: pygame.mixer.Sound) -> tuple[int, int]:
    raw = sound.get_raw()[FRAMES * 2 : FRAMES * 2 + 4]  # from its middle
    return int.from_bytes(raw[:2], "little", signed=True), int.from_bytes(raw[2:], "little", signed=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A room and an effect that are heard on the left alone."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    write(tmp_path / "sound/goal-1.ogg", 30_000, 0)
    for stem in STEMS:
        write(tmp_path / f"music/beach-{stem}.ogg", 20_000, -2_000)
    yield tmp_path
    pygame.mixer.quit()


def test_an_effect_from_the_left_is_heard_on_both_sides(folder: Path) -> None:
    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    bank = SoundBank(folder / "sound", Random(1))
    usual = bank.pick("goal")
    bank.clear()
    bank.mono = True
    mono = bank.pick("goal")
    assert usual is not None
    assert mono is not None
    assert (sides_of(usual), sides_of(mono)) == ((30_000, 0), (15_000, 15_000))


def heard(player: Audio, wanted: tuple[int, int]) -> bool:
    """Whether music with these sides alone sounds, once that before has faded out in its own time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert player.settle()
        channels = [pygame.mixer.Channel(number) for number in range(RESERVED)]
        sounds = [sound for one in channels if one.get_busy() and (sound := one.get_sound())]
        if {sides_of(sound) for sound in sounds} == {wanted}:
            return True
        pygame.time.wait(2)
    return False


def test_the_music_that_plays_is_heard_so_too_and_as_before_again(folder: Path) -> None:
    player = Audio(folder)
    player.start()
    player.music("beach")
    for mono, sides in ((False, (20_000, -2_000)), (True, (9_000, 9_000)), (False, (20_000, -2_000))):
        player.set_mono(mono=mono)
        assert heard(player, sides)
    player.close()
