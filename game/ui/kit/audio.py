"""Sound: effects and one loop of music a room, played from a thread of their own.

Whoever calls never waits and never sees an error: without a sound device, with a broken mixer or a missing
file there is silence. Every sound has its picture on the screen too, so silence loses nothing.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pygame

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "common"
RATE = 22_050
"""Samples a second of every file, so that nothing is converted."""
BUFFER = 512
CHANNELS = 16
DECKS = 3
"""Channels kept for music: one that plays, and two that may still be fading out."""
SAME = 3
"""How many of one effect may sound at once."""
HEARD = 0.2
"""Seconds after which a loop can be faded out: the mixer passes over a channel that is still at volume 0."""
FADE = 700
"""Milliseconds in which one loop gives way to the next."""


class Audio:
    """The sound of the window.

    Nothing is opened before `start`, which belongs after the first frame is on the screen: opening a device
    can take a tenth of a second. Music that was asked for earlier begins then; effects are not made up for.
    """

    def __init__(self, folder: Path = ASSETS, *, effects: int = 80, music: int = 60) -> None:
        """Make it, silent.

        Args:
            folder: where ``sound/NAME.wav`` and ``music/NAME.wav`` lie.
            effects: volume of the effects, 0 to 100.
            music: volume of the music, 0 to 100.
        """
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._player = _Player(folder, effects, music)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Open the device in the background; again does nothing."""
        if self._thread is None:
            self._tasks.put(self._player.open)
            # A daemon: a driver that hangs must not keep the whole process from ending.
            self._thread = threading.Thread(target=self._work, name="audio", daemon=True)
            self._thread.start()

    def play(self, name: str) -> None:
        """Sound an effect once; at most `SAME` of one effect sound together, the others are dropped."""
        if self._thread is not None:
            self._tasks.put(lambda: self._player.play(name))

    def music(self, name: str | None) -> None:
        """Let this loop fade in and the one before fade out; `None` fades to silence."""
        self._tasks.put(lambda: self._player.music(name))

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, 0 to 100, also of what sounds now."""
        self._tasks.put(lambda: self._player.set_volumes(effects, music))

    def mute(self, *, muted: bool) -> None:
        """Be silent for a while, as when the window loses the focus; the music waits where it is."""
        self._tasks.put(lambda: self._player.mute(muted=muted))

    def settle(self, seconds: float = 60.0) -> bool:
        """Wait until everything asked for so far is done, for tests and for leaving; whether it is."""
        if self._thread is None:
            return True
        done = threading.Event()
        self._tasks.put(done.set)
        return done.wait(seconds)

    def close(self) -> None:
        """Fall silent for good and give the device back; does not wait for a device that hangs."""
        if self._thread is not None and self._thread.is_alive():
            self._tasks.put(self._player.close)
            self._tasks.put(None)
            self._thread.join(3.0)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            # Whatever a driver may raise, sound is never a reason to stop a match.
            try:
                task()
            except Exception:
                self._player.give_up()


class _Player:
    """What the thread knows; only the thread calls it, once it runs."""

    def __init__(self, folder: Path, effects: int, music: int) -> None:
        self._folder = folder
        self._mixer: object | None = None  # None: every call is silence
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._volumes = {"sound": effects, "music": music}
        self._muted = False
        self._wanted: str | None = None
        self._playing: str | None = None
        self._began = 0.0
        self._deck = 0

    def open(self) -> None:
        """Open the mixer; where that fails, all else does nothing."""
        os.environ.setdefault("SDL_AUDIO_DEVICE_APP_NAME", "Sock Drawer")
        import pygame

        # No changes allowed: with the device's own rate every file would have to be converted as it is read.
        pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(DECKS)
        self._mixer = pygame.mixer
        self._follow()

    def give_up(self) -> None:
        """Stay silent after a failure of the mixer itself."""
        self._mixer = None

    def close(self) -> None:
        if self._mixer is not None:
            import pygame

            self._mixer = None
            self._sounds.clear()
            pygame.mixer.quit()

    def play(self, name: str) -> None:
        if self._mixer is None or self._muted or self._level("sound") == 0:
            return
        sound = self._load("sound", name)
        # A volley of the same sound adds up to noise, and would take the channels of the others.
        if sound is not None and sound.get_num_channels() < SAME:
            sound.play()

    def music(self, name: str | None) -> None:
        self._wanted = name
        self._follow()

    def set_volumes(self, effects: int, music: int) -> None:
        self._volumes = {"sound": effects, "music": music}
        for where, sound in self._sounds.items():
            if sound is not None:
                sound.set_volume(self._level(where.partition("/")[0]))
        self._follow()

    def mute(self, *, muted: bool) -> None:
        self._muted = muted
        if self._mixer is not None:
            import pygame

            (pygame.mixer.pause if muted else pygame.mixer.unpause)()
        self._follow()

    def _follow(self) -> None:
        """Make the loop that plays the one that is wanted: none while it could not be heard."""
        target = self._wanted if self._level("music") > 0 else None
        # Muted music is paused where it is; a loop chosen meanwhile begins when the sound comes back.
        if self._mixer is None or self._muted or target == self._playing:
            return
        import pygame

        if self._playing is not None:
            deck = pygame.mixer.Channel(self._deck)
            if monotonic() - self._began < HEARD:
                deck.stop()
            else:
                deck.fadeout(FADE)
        self._playing = target
        sound = None if target is None else self._load("music", target)
        if sound is not None:
            self._deck = (self._deck + 1) % DECKS
            self._began = monotonic()
            pygame.mixer.Channel(self._deck).play(sound, loops=-1, fade_ms=FADE)

    def _load(self, kind: str, name: str) -> pygame.mixer.Sound | None:
        """The sound, read on first use; `None` for one that cannot be read."""
        where = f"{kind}/{name}"
        if where not in self._sounds:
            import pygame

            try:
                sound = pygame.mixer.Sound(self._folder / f"{where}.wav")
                sound.set_volume(self._level(kind))
            except (pygame.error, OSError):
                self._sounds[where] = None  # told once: a missing file is not looked for at every press
            else:
                self._sounds[where] = sound
        return self._sounds[where]

    def _level(self, kind: str) -> float:
        """What the mixer wants for a volume: it steps by 1/128, and half of 100 should sound half as loud."""
        volume = min(100, max(0, self._volumes[kind]))
        return 0.0 if volume == 0 else max(1 / 128, (volume / 100) ** 1.6)
