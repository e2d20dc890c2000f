"""Sound: effects in many takes and the music of the rooms, played from a thread of their own.

Whoever calls never waits and never sees an error: without a sound device, with a broken mixer or a missing
file there is silence. Every sound has its picture on the screen too, so silence loses nothing.

Effects are files `NAME-1.ogg` and so on, takes of one sound, in `assets/common/sound`. `TIERS` in
`ui/core/audio.py` says how important each is: a press (-26 LUFS at the first volumes), a card or piece
(-22), a moment (-17, and the music steps back 5 dB). `AppContext.sound` plays one from where it happens. No
take comes twice in a row (`SoundBank`), each is up to 2 semitones higher or lower and up to 2 dB louder or
softer, by a chance of its own; where channels run out, the least and oldest gives way (`place_for`), never
a moment. A new effect: a function in `tools/sound/presses.py`, `tools/sound/pieces.py` or
`tools/sound/moments.py`, its name in `TIERS`, its place in the game, and words or a picture that say the
same.

Music: each of the six rooms has two minutes in three stems that begin together: `base` (chords, and the bed
of the room), `tune`, `drive`. `MusicMixer` lets them come and go by the `MusicMood`: `MatchView.standing`
says how much is left and how far the first is ahead, `mood_of` what that means. A game may bring music of its
own (`music_of`); else the one of its room plays. Scores are text in `tools/sound/rooms.py`;
`tests/ui/test_sound_files.py` refuses eight bars that come again, melodies off their chords, a seam, and 14
MB.
"""

from __future__ import annotations

import io
import os
import queue
import sys
import threading
import wave
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from game.core.discovery import find_game, game_file, game_folder
from game.resources import ASSETS

if TYPE_CHECKING:
    import pygame


class EffectPriority(IntEnum):
    """Three kinds of effects, the most important last."""

    PRESS = 0
    """What a hand does to the interface."""
    PIECE = 1
    """Cards, pieces, and what happens on the table."""
    MOMENT = 2
    """What everybody in the room looks up for; the music steps back."""


_NAMES = {
    EffectPriority.PRESS: "focus confirm back refuse undo hint pause join leave chat tick",
    EffectPriority.PIECE: "place lift step kick sock toss turn your_turn zip pop card_draw card_lay "
    "card_shuffle knock joker envelope chair track rocket phase lamp stars train whistle",
    EffectPriority.MOMENT: "goal claim win lose hand_end",
}
TIERS: dict[str, EffectPriority] = {name: tier for tier, names in _NAMES.items() for name in names.split()}
"""The tier of every effect by name."""
LUFS = {EffectPriority.PRESS: -26.0, EffectPriority.PIECE: -22.0, EffectPriority.MOMENT: -17.0}
"""How loud each tier is at the volumes that the settings begin with."""
MUSIC = -30.0
"""How loud the music is then."""
SPREAD = 2.0
"""An effect under `EffectPriority.MOMENT` sounds up to so many dB louder or softer each time."""


def mixer_gain(volume: int) -> float:
    """What the mixer, which steps by 1/128, is told for a volume of 0 to 100: 50 sounds half as loud."""
    volume = min(100, max(0, volume))
    return 0.0 if volume == 0 else max(1 / 128, (volume / 100) ** 1.6)


def tier_of(name: str) -> EffectPriority:
    """The tier of an effect; one that is not in the list is a piece."""
    return TIERS.get(name, EffectPriority.PIECE)


def gain_now(name: str, chance: Random) -> float:
    """How loud an effect is this time, 0 to 1: no piece falls twice alike; moments are as loud as can be."""
    if tier_of(name) is EffectPriority.MOMENT:
        return 1.0
    return float(10 ** ((chance.uniform(-SPREAD, SPREAD) - SPREAD) / 20))


def sides(level: float, pan: float) -> tuple[float, float]:
    """How loud left and right are for a sound from -1 (left) to 1 (right)."""
    return level * min(1.0, 1.0 - pan), level * min(1.0, 1.0 + pan)


RATE = 44_100
"""Samples a second of every file and of the mixer, so that nothing is converted but what is meant to be."""
STEPS = (-2, -1, 0, 1, 2)
"""Semitones by which a take may be higher than it was made."""
KEPT = 160
"""So many sounds stay in memory, some 10 MB; those not heard for longest are read anew."""


class SoundBank:
    """Finds the takes in a folder of files ``NAME-1.ogg``, ``NAME-2.ogg`` and so on."""

    def __init__(self, folder: Path, chance: Random) -> None:
        """``chance`` chooses takes and pitches; it has nothing to do with that of the rules."""
        self.mono = False
        """Whether both sides of what is read are to be the same."""
        self._folder = folder
        self._chance = chance
        self._takes: dict[str, list[Path]] = {}
        self._last: dict[str, Path] = {}
        self._cache: OrderedDict[tuple[Path, int], pygame.mixer.Sound] = OrderedDict()

    def choose(self, name: str) -> tuple[Path, int] | None:
        """Another take than the last time, and how many semitones higher; `None` where there is none."""
        takes = self._takes.get(name)
        if takes is None:
            takes = self._takes[name] = sorted(self._folder.glob(f"{name}-*.ogg"))
        if not takes:
            return None
        others = [path for path in takes if path != self._last.get(name)] or takes
        path = self._last[name] = self._chance.choice(others)
        # Fanfares stay in tune with themselves and with the music.
        return path, 0 if tier_of(name) is EffectPriority.MOMENT else self._chance.choice(STEPS)

    def pick(self, name: str) -> pygame.mixer.Sound | None:
        """The take to be heard now; `None` where none can be read."""
        import pygame

        while (chosen := self.choose(name)) is not None:
            try:
                return self._read(*chosen)
            except (pygame.error, OSError):
                self._takes[name].remove(chosen[0])  # told once: it is not tried again at every press
        return None

    @property
    def kept(self) -> int:
        return len(self._cache)

    def clear(self) -> None:
        self._cache.clear()

    def _read(self, path: Path, step: int) -> pygame.mixer.Sound:
        """A take so many semitones higher."""
        import pygame

        sound = self._cache.pop((path, step), None)
        if sound is None:
            sound = pygame.mixer.Sound(path)
            if step:
                sound = _shifted(sound, step)
            if self.mono:
                both_sides(sound)
        self._cache[path, step] = sound
        if len(self._cache) > KEPT:
            self._cache.popitem(last=False)
        return sound


def both_sides(sound: pygame.mixer.Sound) -> None:
    """Give both sides of a sound what each had for itself: nothing is lost to somebody with one ear."""
    from pygame import sndarray  # late: it brings numpy with it, which nobody else here needs

    samples = sndarray.samples(sound)
    samples[:] = (samples[:, :1] >> 1) + (samples[:, 1:] >> 1)  # halved first: their sum would not fit


def _shifted(sound: pygame.mixer.Sound, step: int) -> pygame.mixer.Sound:
    """The same samples said to be of another rate, which the mixer then converts to its own."""
    import pygame

    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((2, 2, round(RATE * 2 ** (step / 12)), 0, "NONE", ""))
        out.writeframes(sound.get_raw())
    file.seek(0)
    return pygame.mixer.Sound(file)


SAME = 3
"""How many of one effect may sound at once: a volley of the same sound adds up to noise."""


@dataclass(frozen=True, slots=True)
class PlayingEffect:
    """An effect that sounds."""

    name: str
    order: int
    """Which effect it was since the start, counted."""


def place_for(name: str, channels: list[PlayingEffect | None]) -> int | None:
    """The channel that an effect gets: a free one, or that of the least and oldest sound; `None` for none."""
    if sum(one is not None and one.name == name for one in channels) >= SAME:
        return None
    for number, one in enumerate(channels):
        if one is None:
            return number
    ranked = [
        (tier_of(one.name), one.order, number) for number, one in enumerate(channels) if one is not None
    ]
    tier, _order, number = min(ranked)
    gives_way = tier < tier_of(name) or (tier == tier_of(name) and tier is not EffectPriority.MOMENT)
    return number if gives_way else None


class ChannelAllocator:
    """The channels of the mixer from a number on, and what sounds there."""

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._sounding: list[PlayingEffect | None] = [None] * count
        self._order = 0

    def play(self, name: str, sound: pygame.mixer.Sound, level: float, pan: float) -> bool:
        """Sound a take, so loud (0 to 1), from -1 (left) to 1 (right); whether there was a channel for it."""
        import pygame

        for number in range(len(self._sounding)):
            if not pygame.mixer.Channel(self._first + number).get_busy():
                self._sounding[number] = None
        chosen = place_for(name, self._sounding)
        if chosen is None:
            return False
        self._order += 1
        self._sounding[chosen] = PlayingEffect(name, self._order)
        channel = pygame.mixer.Channel(self._first + chosen)
        channel.play(sound)
        channel.set_volume(*sides(level, pan))
        return True

    def stop(self) -> None:
        import pygame

        for number in range(len(self._sounding)):
            pygame.mixer.Channel(self._first + number).stop()


class MusicMood(Enum):
    """What the music has to say."""

    LOBBY = "lobby"
    """People talk: only the room and its chords."""
    CALM = "calm"
    CLOSE = "close"
    LAST = "last"
    """The last cards, the goal that decides."""


STEMS = ("base", "tune", "drive")
"""The room with its chords, the melody, and what moves under it."""
LEVELS: dict[MusicMood, tuple[float, float, float]] = {
    MusicMood.LOBBY: (0.95, 0.0, 0.0),
    MusicMood.CALM: (1.0, 1.0, 0.0),
    MusicMood.CLOSE: (0.9, 0.9, 0.7),
    MusicMood.LAST: (0.7, 0.9, 1.0),
}
"""How loud each stem is in a mood, 0 to 1."""
NEAR_END, FROM_NOW_ON, TOGETHER = 0.2, 0.5, 0.34


@dataclass(frozen=True, slots=True)
class MatchTension:
    """How a match stands, as a view tells it."""

    left: float = 1.0
    """The share of it, or of its hand, that is still to come: 1 at the start."""
    gap: float = 1.0
    """How far the first is ahead of the second: 0 for level, 1 for as far as can be."""


def mood_of(standing: MatchTension) -> MusicMood:
    """The mood of a match that stands so."""
    if standing.left <= NEAR_END:
        return MusicMood.LAST
    if standing.left <= FROM_NOW_ON and standing.gap <= TOGETHER:
        return MusicMood.CLOSE
    return MusicMood.CALM


DECKS = 2
"""Rooms that can be heard at once: one that plays, and one that fades out."""
RESERVED = DECKS * len(STEMS)
"""Channels of the mixer, from 0, that are kept for music."""
FADE = 900
"""Milliseconds in which one room gives way to the next."""
HEARD = 0.2
"""Seconds after which a room can be faded out: the mixer passes over a channel that is still at volume 0."""
AT_ONCE, TRIES = 0.002, 20
"""Stems are begun within so many seconds of each other, or all anew, so many times."""
DUCK = 10 ** (-5 / 20)
"""What is left of the music under a big moment."""
STEP = 0.02
"""Seconds between two changes of the levels while they move."""
SWELL, DOWN, UP = 4.0, 0.15, 1.2
"""Seconds for a stem to come or go, for the music to step back, and to return."""


def move_towards(value: float, target: float, most: float) -> float:
    """The value moved towards the target by so much at most."""
    return min(value + most, target) if value < target else max(value - most, target)


class MusicMixer:
    """What plays in the rooms; only the thread of the sound calls it.

    Attributes:
        wanted: the room that is to be heard.
        mood: what its stems are to say.
        volume: of all music, 0 to 1.
        levels: how loud each stem is, 0 to 1.
        ducked: what is left of the music under a big moment, 1 for all of it.
        is_waiting: whether everything is muted: what is chosen meanwhile begins afterwards.
    """

    def __init__(self, folder: Path, post: Callable[[Callable[[], None]], None]) -> None:
        """Silent at first; files are ``ROOM-STEM.ogg``; ``post`` has the thread of the sound do something."""
        self._folder = folder
        self._post = post
        self.wanted: str | None = None
        self.mood = MusicMood.CALM
        self.volume = 0.0
        self._mono = False
        self.is_waiting = False
        self._playing: str | None = None
        self._loading: str | None = None
        self._reader: threading.Thread | None = None
        self._sounds: list[pygame.mixer.Sound] = []
        self.levels = [0.0] * len(STEMS)
        self.ducked, self._duck_until = 1.0, 0.0
        self._began = self._ticked = 0.0
        self._deck = 0

    @property
    def is_loading(self) -> bool:
        return self._loading is not None

    @property
    def is_moving(self) -> bool:
        """Whether levels are on their way, so that `tick` has to be called."""
        arrived = self.levels == list(LEVELS[self.mood]) and self.ducked >= 1.0
        return bool(self._sounds) and (not arrived or monotonic() < self._duck_until)

    def follow(self) -> None:
        """Make the room that plays the one that is wanted: none while it could not be heard."""
        target = self.wanted if self.volume > 0 else None
        for sound in self._sounds:
            sound.set_volume(self.volume)
        if self.is_waiting or target == self._playing:
            return
        self._leave()
        self._playing = target
        if target is not None and self._loading is None:
            self._load(target)

    def hear(self, *, mono: bool) -> None:
        """Read the room that plays anew, with both sides the same, or each its own again."""
        self._mono = mono
        self._leave()
        self._playing = None

    def close(self) -> None:
        """Let go of everything; the mixer must not end while a file is read."""
        self._playing = self.wanted = None
        self._sounds = []
        if self._reader is not None:
            self._reader.join(2.0)

    def duck(self, seconds: float) -> None:
        """Step back for so long."""
        self._duck_until = max(self._duck_until, monotonic() + seconds)

    def tick(self) -> None:
        now = monotonic()
        gone, self._ticked = min(now - self._ticked, 0.1), now
        under = now < self._duck_until
        self.ducked = move_towards(
            self.ducked, DUCK if under else 1.0, (1 - DUCK) * gone / (DOWN if under else UP)
        )
        self.levels = [
            move_towards(level, aim, gone / SWELL)
            for level, aim in zip(self.levels, LEVELS[self.mood], strict=True)
        ]
        self._set_levels()

    def _set_levels(self) -> None:
        for channel, level in zip(self._channels(), self.levels, strict=False):
            channel.set_volume(level * self.ducked, level * self.ducked)

    def _channels(self) -> list[pygame.mixer.Channel]:
        """Those of the stems that play."""
        import pygame

        first = self._deck * len(STEMS)
        return [pygame.mixer.Channel(first + number) for number in range(len(self._sounds))]

    def _leave(self) -> None:
        for channel in self._channels():
            if monotonic() - self._began < HEARD:
                channel.stop()
            else:
                channel.fadeout(FADE)
        self._sounds = []

    def _load(self, room: str) -> None:
        """Read a room in a thread of its own: effects need not wait the better part of a second for it."""
        self._loading, mono = room, self._mono

        def read() -> None:
            sounds = _stems(self._folder, room, mono=mono)
            self._post(lambda: self._arrived(room, sounds, mono=mono))

        self._reader = threading.Thread(target=read, name="music", daemon=True)
        self._reader.start()

    def _arrived(self, room: str, sounds: list[pygame.mixer.Sound], *, mono: bool) -> None:
        """A room has been read; somebody may want another one by now."""
        self._loading = None
        if self._playing is not None and (room, mono) != (self._playing, self._mono):
            self._load(self._playing)
        elif self._playing == room:
            self._begin(sounds)

    def _begin(self, sounds: list[pygame.mixer.Sound]) -> None:
        """Let all stems of a room begin at once."""
        self._deck = (self._deck + 1) % DECKS
        self._sounds, self.levels = sounds, list(LEVELS[self.mood])
        channels = self._channels()
        for sound in sounds:
            sound.set_volume(self.volume)
        for _ in range(TRIES):
            self._began = self._ticked = monotonic()
            for channel, sound in zip(channels, sounds, strict=True):
                channel.play(sound, loops=-1, fade_ms=FADE)
            if monotonic() - self._began < AT_ONCE:
                break
        self._set_levels()
        if self.is_waiting:
            for channel in channels:
                channel.pause()


def music_of(slug: str) -> str:
    """What plays at a game, as `Audio.music` takes it: what its folder brings, else its room."""
    own = game_folder(slug) / "music"
    brings = any(game_file(slug, f"music{part}.ogg") for part in ("", f"-{STEMS[0]}"))
    return str(own) if brings else find_game(slug).info.room


def _stems(folder: Path, room: str, *, mono: bool) -> list[pygame.mixer.Sound]:
    """The stems of a room, all or none; what a game brings may be in one piece."""
    import pygame

    whole = folder / f"{room}.ogg"
    paths = [whole] if whole.is_file() else [folder / f"{room}-{stem}.ogg" for stem in STEMS]
    try:
        sounds = [pygame.mixer.Sound(path) for path in paths]
    except (pygame.error, OSError):
        return []
    for sound in sounds if mono else ():
        both_sides(sound)
    return sounds


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
        """Silent at first; of ``sound/NAME-1.ogg`` and ``music/ROOM-STEM.ogg``, at volumes from 0 to 100."""
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._player = _AudioThread(folder, chance or Random(), self._tasks.put)
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
        """Let this music (`music_of`, or a room) fade in and the one before out; `None` fades to silence."""
        self._tasks.put(lambda: self._player.music(room))

    def mood(self, mood: MusicMood) -> None:
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


class _AudioThread:
    """What the thread knows; only the thread calls it, once it runs."""

    def __init__(self, folder: Path, chance: Random, post: Callable[[Callable[[], None]], None]) -> None:
        self._is_open = False
        self._chance = chance
        self._bank = SoundBank(folder / "sound", chance)
        self._channels = ChannelAllocator(RESERVED, CHANNELS - RESERVED)
        self._deck = MusicMixer(folder / "music", post)
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
        level = mixer_gain(self.volumes[0])
        if not self._is_open or self._muted or level == 0:
            return
        sound = self._bank.pick(name)
        if sound is None:
            return
        sound.set_volume(level)
        is_moment = tier_of(name) is EffectPriority.MOMENT
        pan = 0.0 if self._bank.mono else pan
        if self._channels.play(name, sound, gain_now(name, self._chance), pan) and is_moment:
            self._deck.duck(sound.get_length())

    def music(self, room: str | None) -> None:
        self._deck.wanted = room
        self._follow()

    def mood(self, mood: MusicMood) -> None:
        self._deck.mood = mood

    def set_volumes(self, effects: int, music: int) -> None:
        self.volumes = effects, music
        self._deck.volume = mixer_gain(music)
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
