"""Sound: effects in many takes and the music of the rooms, played from a thread of their own.

Whoever calls never waits and never sees an error: without a sound device, with a broken mixer or a missing
file there is silence. Every sound has its picture on the screen too, so silence loses nothing.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

from game.shipped import ASSETS
from game.ui.kit.moods import Mood
from game.ui.kit.music_deck import RESERVED, STEP, MusicDeck
from game.ui.kit.sound_bank import RATE, SoundBank
from game.ui.kit.sound_channels import SoundChannels
from game.ui.kit.tiers import Tier, gain_now, heard, tier_of

SOUNDS = ASSETS / "common"
BUFFER = 512
CHANNELS = RESERVED + 16
WIDTH = 0.7
"""How far to one side a sound at the edge of the picture comes from; 1 would leave the other side silent."""


def pan_of(x: float, width: float) -> float:
    """From where a sound comes whose place is so far to the right in a picture of this width."""
    return WIDTH * max(-1.0, min(1.0, 2 * x / width - 1))


class Audio:
    """The sound of the window.

    Nothing is opened before `start`, which belongs after the first frame is on the screen: opening a device
    can take a tenth of a second. Music that was asked for earlier begins then; effects are not made up for.
    """

    def __init__(
        self, folder: Path = SOUNDS, *, effects: int = 80, music: int = 60, chance: Random | None = None
    ) -> None:
        """Make it, silent.

        Args:
            folder: where ``sound/NAME-1.ogg`` and ``music/ROOM-STEM.ogg`` lie.
            effects: volume of the effects, 0 to 100.
            music: volume of the music, 0 to 100.
            chance: chooses among the takes of an effect.
        """
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._player = _Player(folder, chance or Random(), self._tasks.put)
        self._player.volumes = effects, music
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Open the device in the background; again does nothing."""
        if self._thread is None:
            self._tasks.put(self._player.open)
            # A daemon: a driver that hangs must not keep the whole process from ending.
            self._thread = threading.Thread(target=self._work, name="audio", daemon=True)
            self._thread.start()

    def play(self, name: str, pan: float = 0.0) -> None:
        """Sound an effect once, from -1 (left) to 1 (right); see `pan_of`."""
        if self._thread is not None:
            self._tasks.put(lambda: self._player.play(name, pan))

    def music(self, room: str | None) -> None:
        """Let the music of this room fade in and the one before fade out; `None` fades to silence."""
        self._tasks.put(lambda: self._player.music(room))

    def mood(self, mood: Mood) -> None:
        """Let the stems of the music come and go until they say this."""
        self._tasks.put(lambda: self._player.mood(mood))

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, 0 to 100, also of what sounds now."""
        self._tasks.put(lambda: self._player.set_volumes(effects, music))

    def set_mono(self, *, mono: bool) -> None:
        """Let both ears hear the same from now on, or each its side again."""
        self._tasks.put(lambda: self._player.set_mono(mono=mono))

    def mute(self, *, muted: bool) -> None:
        """Be silent for a while, as when the window loses the focus; the music waits where it is."""
        self._tasks.put(lambda: self._player.mute(muted=muted))

    def settle(self, seconds: float = 60.0) -> bool:
        """Wait until everything asked for so far is done, for tests and for leaving; whether it is."""
        if self._thread is None:
            return True
        done = threading.Event()
        self._tasks.put(lambda: self._player.tell_when_ready(done.set))
        return done.wait(seconds)

    def close(self, seconds: float = 3.0) -> bool:
        """Fall silent for good and give the device back; whether it is given back: one that hangs is left."""
        if self._thread is not None and self._thread.is_alive():
            self._tasks.put(self._player.close)
            self._tasks.put(None)
            self._thread.join(seconds)
            return not self._thread.is_alive()
        return True

    def _work(self) -> None:
        while True:
            # Whatever a driver may raise, sound is never a reason to stop a match.
            try:
                task = self._tasks.get(timeout=STEP if self._player.is_moving else None)
                if task is None:
                    return
                task()
                self._player.tick()
            except queue.Empty:
                self._tasks.put(self._player.tick)
            except (RuntimeError, OSError):  # no device, or one that has gone: `pygame.error` is the first
                self._player.give_up()
            except Exception as error:
                print(f"Sound met a fault of its own: {error!r}", file=sys.stderr)
                self._player.give_up()


class _Player:
    """What the thread knows; only the thread calls it, once it runs."""

    def __init__(self, folder: Path, chance: Random, post: Callable[[Callable[[], None]], None]) -> None:
        self._is_open = False
        self._chance = chance
        self._bank = SoundBank(folder / "sound", chance)
        self._channels = SoundChannels(RESERVED, CHANNELS - RESERVED)
        self._deck = MusicDeck(folder / "music", post)
        self.volumes = 80, 60
        self._muted = False
        self._ready: list[Callable[[], object]] = []

    def open(self) -> None:
        """Open the mixer; where that fails, all else does nothing."""
        os.environ.setdefault("SDL_AUDIO_DEVICE_APP_NAME", "Sock Drawer")
        import pygame

        # No changes allowed: with the device's own rate every file would have to be converted as it is read.
        pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(RESERVED)
        self._is_open = True
        self.set_volumes(*self.volumes)

    def give_up(self) -> None:
        """Stay silent after a failure of the mixer itself."""
        self._is_open = False
        self._answer()

    def close(self) -> None:
        if self._is_open:
            import pygame

            self._is_open = False
            self._bank.clear()
            self._deck.close()
            pygame.mixer.quit()

    @property
    def is_moving(self) -> bool:
        """Whether `tick` has to be called soon."""
        return self._is_open and not self._muted and self._deck.is_moving

    def tick(self) -> None:
        """Move the levels of the music on."""
        if self.is_moving:
            self._deck.tick()
        if not self._deck.is_loading:
            self._answer()

    def tell_when_ready(self, tell: Callable[[], object]) -> None:
        """Tell somebody when no music is being read any more."""
        self._ready.append(tell)

    def _answer(self) -> None:
        for tell in self._ready:
            tell()
        self._ready.clear()

    def play(self, name: str, pan: float) -> None:
        level = heard(self.volumes[0])
        if not self._is_open or self._muted or level == 0:
            return
        sound = self._bank.pick(name)
        if sound is None:
            return
        sound.set_volume(level)
        is_moment = tier_of(name) is Tier.MOMENT
        pan = 0.0 if self._bank.mono else pan
        if self._channels.play(name, sound, gain_now(name, self._chance), pan) and is_moment:
            self._deck.duck(sound.get_length())

    def music(self, room: str | None) -> None:
        self._deck.wanted = room
        self._follow()

    def mood(self, mood: Mood) -> None:
        self._deck.mood = mood

    def set_volumes(self, effects: int, music: int) -> None:
        self.volumes = effects, music
        self._deck.volume = heard(music)
        if self._is_open and effects <= 0:
            self._channels.stop()
        self._follow()

    def set_mono(self, *, mono: bool) -> None:
        if mono != self._bank.mono:
            self._bank.clear()
            self._bank.mono = mono
            self._deck.hear(mono=mono)
            self._follow()

    def mute(self, *, muted: bool) -> None:
        self._muted = self._deck.is_waiting = muted
        if self._is_open:
            import pygame

            (pygame.mixer.pause if muted else pygame.mixer.unpause)()
        self._follow()

    def _follow(self) -> None:
        if self._is_open:
            self._deck.follow()
