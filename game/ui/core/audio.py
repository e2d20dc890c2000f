"""Sound: effects with several takes, and music, played in a separate thread.

Callers never wait and never see an error: without a sound device, with a broken mixer or a missing file there
is silence. Every sound is also visible on the screen, so no information is lost.

Effects are files `NAME-1.ogg` and so on, takes of one sound, in `assets/common/sound`. `TIERS` in
`ui/core/audio.py` assigns each to a priority: a press (-26 LUFS at the default volumes), a card or piece
(-22), a moment (-17; the music is lowered by 5 dB). `AppContext.play_sound` plays one from where it happens.
No take is played twice in a row (`SoundBank`). Each is shifted randomly by up to 2 semitones and up to 2 dB.
If channels run out, the least important and oldest effect is cut off (`place_for`), never a moment. To add an
effect: add a function to `tools/sound/presses.py`, `tools/sound/pieces.py` or `tools/sound/moments.py`, its
name to `TIERS`, a call in the game, and words or a picture that say the same.

Music: each of the six rooms has two minutes in three stems that start together: `base` (chords and room
ambience), `tune`, `drive`. `MusicMixer` fades them by the `MusicMood`: `MatchView.tension` returns how much
is left and how far the leader is ahead, `mood_of` maps that to a mood. A game may bring its own music
(`music_of`); by default the music of its room plays. Scores are text in `tools/sound/rooms.py`;
`tests/ui/test_sound_files.py` refuses eight repeated bars, melodies off their chords, an audible seam, and
more than 14 MB.
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
    """Importance of an effect, ascending."""

    PRESS = 0
    """Action of a hand on the interface."""
    PIECE = 1
    """Cards, pieces and events on the table."""
    MOMENT = 2
    """Event that all players should notice. The music is lowered."""


_NAMES = {
    EffectPriority.PRESS: "focus confirm back refuse undo hint pause join leave chat tick",
    EffectPriority.PIECE: "place lift step kick sock toss turn your_turn zip pop card_draw card_lay "
    "card_shuffle knock joker envelope chair track rocket phase lamp stars train whistle",
    EffectPriority.MOMENT: "goal claim win lose hand_end",
}
TIERS: dict[str, EffectPriority] = {name: tier for tier, names in _NAMES.items() for name in names.split()}
"""Priority of every effect by name."""
LUFS = {EffectPriority.PRESS: -26.0, EffectPriority.PIECE: -22.0, EffectPriority.MOMENT: -17.0}
"""Loudness in LUFS of each priority at the default volumes."""
MUSIC = -30.0  # LUFS of the music at the default volume
ATTACK_MS = {"step": 69.0, "track": 65.0, "refuse": 20.0}
"""Time in ms from the start of an effect to the attack that belongs to the contact, if it is not at once.

Steps and track have two: the second foot, and the second click.
"""
MAX_LOUDNESS_SPREAD = 2.0  # maximum random change in dB of effects below `EffectPriority.MOMENT`


def mixer_gain(volume: int) -> float:
    """Mixer gain (0 to 1) for a volume of 0 to 100. 50 sounds half as loud; the mixer has steps of 1/128."""
    volume = min(100, max(0, volume))
    return 0.0 if volume == 0 else max(1 / 128, (volume / 100) ** 1.6)


def tier_of(name: str) -> EffectPriority:
    """Priority of an effect. Unknown effects count as pieces."""
    return TIERS.get(name, EffectPriority.PIECE)


def gain_now(name: str, rng: Random) -> float:
    """Random gain (-4 to 0 dB, as a factor of 0.63 to 1) for playing an effect once. Moments always get 1."""
    if tier_of(name) is EffectPriority.MOMENT:
        return 1.0
    return float(10 ** ((rng.uniform(-MAX_LOUDNESS_SPREAD, MAX_LOUDNESS_SPREAD) - MAX_LOUDNESS_SPREAD) / 20))


def sides(level: float, pan: float) -> tuple[float, float]:
    """(left, right) volume at ``pan``, -1 (left) to 1 (right): ``level`` on the nearer side, else less."""
    return level * min(1.0, 1.0 - pan), level * min(1.0, 1.0 + pan)


# samples per second of every file and of the mixer, so that only pitch shifts need a conversion
SAMPLE_RATE = 44_100
PITCH_SHIFTS = (-2, -1, 0, 1, 2)  # semitones by which a take may be shifted
CACHE_SIZE = 160  # about 10 MB; the least recently used is dropped


class SoundBank:
    """Loads takes from a folder of files ``NAME-1.ogg``, ``NAME-2.ogg`` and so on."""

    def __init__(self, folder: Path, rng: Random) -> None:
        """``rng`` chooses takes and pitches. It is independent of the random numbers of the rules."""
        self.mono = False  # True to mix both sides of newly read sounds
        self._folder = folder
        self._chance = rng
        self._takes: dict[str, list[Path]] = {}
        self._last: dict[str, Path] = {}
        self._cache: OrderedDict[tuple[Path, int], pygame.mixer.Sound] = OrderedDict()

    def choose(self, name: str) -> tuple[Path, int] | None:
        """(path, semitones -2 to 2) of a random take, if possible not the last one. None without files.

        Moments are not shifted.
        """
        takes = self._takes.get(name)
        if takes is None:
            takes = self._takes[name] = sorted(self._folder.glob(f"{name}-*.ogg"))
        if not takes:
            return None
        others = [path for path in takes if path != self._last.get(name)] or takes
        path = self._last[name] = self._chance.choice(others)
        # Fanfares stay in tune with themselves and with the music.
        return path, 0 if tier_of(name) is EffectPriority.MOMENT else self._chance.choice(PITCH_SHIFTS)

    def pick(self, name: str, tone: int | None = None) -> pygame.mixer.Sound | None:
        """Sound of a random take, cached. None if there is no take, or none that can be read.

        ``tone`` is the number of semitones by which it is higher; None for a small random step.
        """
        import pygame

        while (chosen := self.choose(name)) is not None:
            try:
                return self._read(chosen[0], chosen[1] if tone is None else tone)
            except (pygame.error, OSError):
                self._takes[name].remove(chosen[0])  # an unreadable take is not tried again
        return None

    @property
    def cached_count(self) -> int:
        """Number of cached sounds."""
        return len(self._cache)

    def clear(self) -> None:
        """Drop all cached sounds."""
        self._cache.clear()

    def _read(self, path: Path, step: int) -> pygame.mixer.Sound:
        """Cached sound of a take, ``step`` semitones higher, mono if set. Raises pygame.error, OSError."""
        import pygame

        sound = self._cache.pop((path, step), None)
        if sound is None:
            sound = pygame.mixer.Sound(path)
            if step:
                sound = _shift_pitch(sound, step)
            if self.mono:
                both_sides(sound)
        self._cache[path, step] = sound
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return sound


def both_sides(sound: pygame.mixer.Sound) -> None:
    """Mix left and right into both sides, in place, so that listeners with one ear miss nothing."""
    from pygame import sndarray  # late import, because it loads numpy, which nothing else here needs

    samples = sndarray.samples(sound)
    samples[:] = (samples[:, :1] >> 1) + (samples[:, 1:] >> 1)  # halved first, because the sum would overflow


def _shift_pitch(sound: pygame.mixer.Sound, step: int) -> pygame.mixer.Sound:
    """Return a copy ``step`` semitones higher, and accordingly shorter (or longer if negative).

    The samples are declared with another rate, and the mixer converts them to its own.
    """
    import pygame

    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((2, 2, round(SAMPLE_RATE * 2 ** (step / 12)), 0, "NONE", ""))
        out.writeframes(sound.get_raw())
    file.seek(0)
    return pygame.mixer.Sound(file)


MAX_SIMULTANEOUS = 3  # simultaneous plays of one effect; more would add up to noise


@dataclass(frozen=True, slots=True)
class PlayingEffect:
    """An effect on a mixer channel."""

    name: str
    order: int  # running number of the effect since the start


def place_for(name: str, channels: list[PlayingEffect | None]) -> int | None:
    """Channel for an effect: free, or one to cut off. None if none may be cut, or at `MAX_SIMULTANEOUS`.

    The least important effect is cut off, of equals the oldest; never one above ``name``, and no moment.
    """
    if sum(effect is not None and effect.name == name for effect in channels) >= MAX_SIMULTANEOUS:
        return None
    for number, effect in enumerate(channels):
        if effect is None:
            return number
    ranks = [
        (tier_of(effect.name), effect.order, number)
        for number, effect in enumerate(channels)
        if effect is not None
    ]
    tier, _order, number = min(ranks)
    is_replaceable = tier < tier_of(name) or (tier == tier_of(name) and tier is not EffectPriority.MOMENT)
    return number if is_replaceable else None


class ChannelAllocator:
    """Mixer channels from ``first`` on, and the effects that play on them."""

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._sounding: list[PlayingEffect | None] = [None] * count
        self._order = 0

    def play(self, name: str, sound: pygame.mixer.Sound, level: float, pan: float) -> bool:
        """Play a sound (level 0 to 1, pan -1 to 1). False, and silence, if `place_for` has no channel."""
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
        """Stop the effects on all channels."""
        import pygame

        for number in range(len(self._sounding)):
            pygame.mixer.Channel(self._first + number).stop()


class MusicMood(Enum):
    """Mood of the music."""

    LOBBY = "lobby"  # players talk: only ambience and chords
    CALM = "calm"
    CLOSE = "close"
    LAST = "last"  # last cards, or the deciding goal


STEMS = ("base", "tune", "drive")  # ambience with chords, melody, accompaniment
STEM_LEVELS: dict[MusicMood, tuple[float, float, float]] = {
    MusicMood.LOBBY: (0.95, 0.0, 0.0),
    MusicMood.CALM: (1.0, 1.0, 0.0),
    MusicMood.CLOSE: (0.9, 0.9, 0.7),
    MusicMood.LAST: (0.7, 0.9, 1.0),
}
"""Volume of each stem by mood, 0 to 1."""
NEAR_END, FROM_NOW_ON, TOGETHER = 0.2, 0.5, 0.34


@dataclass(frozen=True, slots=True)
class MatchTension:
    """State of a match for the choice of the music, as reported by a view."""

    left: float = 1.0  # share of the match or hand still to play: 1 at the start
    gap: float = 1.0  # lead of the first over the second: 0 for level, 1 for the maximum


def mood_of(standing: MatchTension) -> MusicMood:
    """Mood for a state of the match: LAST near the end, CLOSE in a level second half, else CALM."""
    if standing.left <= NEAR_END:
        return MusicMood.LAST
    if standing.left <= FROM_NOW_ON and standing.gap <= TOGETHER:
        return MusicMood.CLOSE
    return MusicMood.CALM


DECK_COUNT = 2  # rooms that can be heard at once: one plays, one fades out
RESERVED_CHANNELS = DECK_COUNT * len(STEMS)  # mixer channels from 0 on that are reserved for music
FADE_MS = 900  # ms of the cross-fade between two rooms
MIN_HEARD_S = 0.2  # s before a room can be faded out: the mixer skips a channel that is still at volume 0
MAX_START_GAP_S, START_ATTEMPTS = (
    0.002,
    20,
)  # maximum s between the starts of the stems, and attempts to reach it
DUCK_FACTOR = 10 ** (-5 / 20)  # factor on the music during a moment
LEVEL_STEP_S = 0.02  # s between two changes of the levels
STEM_FADE_S, DUCK_S, UNDUCK_S = (
    4.0,
    0.15,
    1.2,
)  # s for a stem to fade, for the music to be lowered, and for it to return


def move_towards(value: float, target: float, max_step: float) -> float:
    """Return ``value`` moved towards ``target`` by at most ``max_step``."""
    return min(value + max_step, target) if value < target else max(value - max_step, target)


class MusicMixer:
    """Plays and cross-fades the music of the rooms. Called by the sound thread only.

    Attributes:
        target_room: room that should play, None for silence.
        mood: selects the volume of the stems.
        volume: of all music, 0 to 1.
        levels: volume of each stem, 0 to 1.
        duck_factor: factor on the music, below 1 during a moment.
        is_waiting: True while all sound is muted. A room chosen meanwhile starts afterwards.
    """

    def __init__(self, folder: Path, post: Callable[[Callable[[], None]], None]) -> None:
        """Silent at first. Files are ``ROOM-STEM.ogg``. ``post`` runs a function in the sound thread."""
        self._folder = folder
        self._post = post
        self.target_room: str | None = None
        self.mood = MusicMood.CALM
        self.volume = 0.0
        self._mono = False
        self.is_waiting = False
        self._playing: str | None = None
        self._loading: str | None = None
        self._reader: threading.Thread | None = None
        self._sounds: list[pygame.mixer.Sound] = []
        self.levels = [0.0] * len(STEMS)
        self.duck_factor, self._duck_until = 1.0, 0.0
        self._began = self._last_tick_s = 0.0
        self._deck = 0

    @property
    def is_loading(self) -> bool:
        """True while stems are being read."""
        return self._loading is not None

    @property
    def is_moving(self) -> bool:
        """True if music plays, and levels change or it is lowered, so that `tick` has to be called."""
        is_at_target = self.levels == list(STEM_LEVELS[self.mood]) and self.duck_factor >= 1.0
        return bool(self._sounds) and (not is_at_target or monotonic() < self._duck_until)

    def switch_room(self) -> None:
        """Set the volume and, unless muted, switch to `target_room`, or to none if the volume is 0."""
        target = self.target_room if self.volume > 0 else None
        for sound in self._sounds:
            sound.set_volume(self.volume)
        if self.is_waiting or target == self._playing:
            return
        self._leave()
        self._playing = target
        if target is not None and self._loading is None:
            self._load(target)

    def set_mono(self, *, mono: bool) -> None:
        """Stop the music; `switch_room` will read it again, mixed to mono or in stereo."""
        self._mono = mono
        self._leave()
        self._playing = None

    def close(self) -> None:
        """Release all sounds. Waits up to 2 s for a file being read: the mixer must not end before."""
        self._playing = self.target_room = None
        self._sounds = []
        if self._reader is not None:
            self._reader.join(2.0)

    def duck(self, seconds: float) -> None:
        """Have `tick` lower the music for ``seconds`` from now, or longer if already requested."""
        self._duck_until = max(self._duck_until, monotonic() + seconds)

    def tick(self) -> None:
        """Move levels and ducking by the time since the last call, at most 0.1 s, and set the channels."""
        now_s = monotonic()
        elapsed_s, self._last_tick_s = min(now_s - self._last_tick_s, 0.1), now_s
        under = now_s < self._duck_until
        self.duck_factor = move_towards(
            self.duck_factor,
            DUCK_FACTOR if under else 1.0,
            (1 - DUCK_FACTOR) * elapsed_s / (DUCK_S if under else UNDUCK_S),
        )
        self.levels = [
            move_towards(level, aim, elapsed_s / STEM_FADE_S)
            for level, aim in zip(self.levels, STEM_LEVELS[self.mood], strict=True)
        ]
        self._set_levels()

    def _set_levels(self) -> None:
        """Set the channels to the levels of the stems, times the factor of ducking."""
        for channel, level in zip(self._channels(), self.levels, strict=False):
            channel.set_volume(level * self.duck_factor, level * self.duck_factor)

    def _channels(self) -> list[pygame.mixer.Channel]:
        """Mixer channels of the stems that play."""
        import pygame

        first = self._deck * len(STEMS)
        return [pygame.mixer.Channel(first + number) for number in range(len(self._sounds))]

    def _leave(self) -> None:
        """Fade out and forget the stems that play."""
        for channel in self._channels():
            if monotonic() - self._began < MIN_HEARD_S:
                channel.stop()
            else:
                channel.fadeout(FADE_MS)
        self._sounds = []

    def _load(self, room: str) -> None:
        """Read a room's stems in a thread, because it takes most of a second and must not delay effects."""
        self._loading, mono = room, self._mono

        def read() -> None:
            """Read the stems, then start them in the sound thread."""
            sounds = stems_of(self._folder, room, mono=mono)
            self._post(lambda: self._start_room(room, sounds, mono=mono))

        self._reader = threading.Thread(target=read, name="music", daemon=True)
        self._reader.start()

    def _start_room(self, room: str, sounds: list[pygame.mixer.Sound], *, mono: bool) -> None:
        """Start a room that has been read, or load the one wanted by now. Nothing if none is wanted."""
        self._loading = None
        if self._playing is not None and (room, mono) != (self._playing, self._mono):
            self._load(self._playing)
        elif self._playing == room:
            self._begin(sounds)

    def _begin(self, sounds: list[pygame.mixer.Sound]) -> None:
        """Start all stems of a room at once, paused if all sound is muted."""
        self._deck = (self._deck + 1) % DECK_COUNT
        self._sounds, self.levels = sounds, list(STEM_LEVELS[self.mood])
        channels = self._channels()
        for sound in sounds:
            sound.set_volume(self.volume)
        for _ in range(START_ATTEMPTS):
            self._began = self._last_tick_s = monotonic()
            for channel, sound in zip(channels, sounds, strict=True):
                channel.play(sound, loops=-1, fade_ms=FADE_MS)
            if monotonic() - self._began < MAX_START_GAP_S:
                break
        self._set_levels()
        if self.is_waiting:
            for channel in channels:
                channel.pause()


def music_of(slug: str) -> str:
    """Argument of `Audio.music` for a game: path to its own music without ``.ogg``, else the room's name."""
    folder = game_folder(slug) / "music"
    brings = any(game_file(slug, f"music{part}.ogg") for part in ("", f"-{STEMS[0]}"))
    return str(folder) if brings else find_game(slug).info.room


def stems_of(folder: Path, room: str, *, mono: bool) -> list[pygame.mixer.Sound]:
    """Sounds of the stems of a room, or of its single file. Empty if one cannot be read."""
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


SOUND_FOLDER = ASSETS / "common"
BUFFER_SIZE = 512
CHANNEL_COUNT = RESERVED_CHANNELS + 16
PAN_WIDTH = 0.7  # pan of a sound at the edge of the picture; 1 would silence the other side


def pan_of(x: float, width: float) -> float:
    """Pan of a sound at ``x`` in a picture of this width, from -`PAN_WIDTH` (left edge) to `PAN_WIDTH`."""
    return PAN_WIDTH * max(-1.0, min(1.0, 2 * x / width - 1))


class Audio:
    """Sound of the window.

    No device is opened before `start`. Call it after the first frame is on the screen, because opening a
    device can take a tenth of a second. Music requested earlier starts then; earlier effects are dropped.
    """

    def __init__(
        self, folder: Path = SOUND_FOLDER, *, effects: int = 80, music: int = 60, rng: Random | None = None
    ) -> None:
        """Silent at first. Reads ``sound/NAME-1.ogg`` and ``music/ROOM-STEM.ogg``. Volumes are 0 to 100."""
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._player = _AudioThread(folder, rng or Random(), self._tasks.put)
        self._player.volumes = effects, music
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Open the device in the background. Further calls do nothing."""
        if self._thread is None:
            self._tasks.put(self._player.open)
            # A daemon, because a driver that hangs must not keep the process from ending.
            self._thread = threading.Thread(target=self._work, name="audio", daemon=True)
            self._thread.start()

    def play(self, name: str, pan: float = 0.0, tone: int | None = None) -> None:
        """Play an effect once at a pan of -1 (left) to 1 (right). Ignored before `start` or if unknown.

        ``tone`` as in `SoundBank.pick`.
        """
        if self._thread is not None:
            self._tasks.put(lambda: self._player.play(name, pan, tone))

    def music(self, room: str | None) -> None:
        """Cross-fade to a room or to the result of `music_of`. None fades to silence."""
        self._tasks.put(lambda: self._player.music(room))

    def mood(self, mood: MusicMood) -> None:
        """Fade the stems of the music to a mood."""
        self._tasks.put(lambda: self._player.mood(mood))

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, 0 to 100, also of sounds that play now."""
        self._tasks.put(lambda: self._player.set_volumes(effects, music))

    def set_mono(self, *, mono: bool) -> None:
        """Play the same on both sides from now on, or in stereo again."""
        self._tasks.put(lambda: self._player.set_mono(mono=mono))

    def mute(self, *, muted: bool) -> None:
        """Silence all sound and pause the music, or end that with ``muted=False``."""
        self._tasks.put(lambda: self._player.mute(muted=muted))

    def wait_idle(self, seconds: float = 60.0) -> bool:
        """Wait until requests and music loading are done. False after ``seconds``; True if not started."""
        if self._thread is None:
            return True
        is_idle = threading.Event()
        self._tasks.put(lambda: self._player.tell_when_ready(is_idle.set))
        return is_idle.wait(seconds)

    def close(self, seconds: float = 3.0) -> bool:
        """Stop all sound, release the device. False if that takes over ``seconds``; it is then abandoned."""
        if self._thread is not None and self._thread.is_alive():
            self._tasks.put(self._player.close)
            self._tasks.put(None)
            self._thread.join(seconds)
            return not self._thread.is_alive()
        return True

    def _work(self) -> None:
        """Run the tasks of the sound thread until one is None. After any error in a task there is silence."""
        while True:
            # A driver may raise anything, and sound must never stop a match.
            try:
                task = self._tasks.get(timeout=LEVEL_STEP_S if self._player.is_moving else None)
                if task is None:
                    return
                task()
                self._player.tick()
            except queue.Empty:
                self._tasks.put(self._player.tick)
            except (RuntimeError, OSError):  # no device, or one that is gone: usually `pygame.error`
                self._player.give_up()
            except Exception as error:
                print(f"Sound stopped because of a bug: {error!r}", file=sys.stderr)
                self._player.give_up()


class _AudioThread:
    """State of the sound thread. Only that thread calls it once it runs."""

    def __init__(self, folder: Path, rng: Random, post: Callable[[Callable[[], None]], None]) -> None:
        self._is_open = False
        self._chance = rng
        self._bank = SoundBank(folder / "sound", rng)
        self._channels = ChannelAllocator(RESERVED_CHANNELS, CHANNEL_COUNT - RESERVED_CHANNELS)
        self._deck = MusicMixer(folder / "music", post)
        self.volumes = 80, 60
        self._muted = False
        self._ready: list[Callable[[], object]] = []

    def open(self) -> None:
        """Open the mixer and apply the volumes. Raises `pygame.error` if that fails."""
        os.environ.setdefault("SDL_AUDIO_DEVICE_APP_NAME", "Sock Drawer")
        import pygame

        # No changes allowed, because with the device's own rate every file would be converted as it is read.
        pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER_SIZE, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNEL_COUNT)
        pygame.mixer.set_reserved(RESERVED_CHANNELS)
        self._is_open = True
        self.set_volumes(*self.volumes)

    def give_up(self) -> None:
        """Stay silent after a failure of the mixer, and call the waiting functions."""
        self._is_open = False
        self._answer()

    def close(self) -> None:
        """Release all sounds and end the mixer, if it is open."""
        if self._is_open:
            import pygame

            self._is_open = False
            self._bank.clear()
            self._deck.close()
            pygame.mixer.quit()

    @property
    def is_moving(self) -> bool:
        """True if the mixer is open, not muted, and music levels change, so that `tick` is needed soon."""
        return self._is_open and not self._muted and self._deck.is_moving

    def tick(self) -> None:
        """Change the music's levels if necessary. Calls the waiting functions unless music is being read."""
        if self.is_moving:
            self._deck.tick()
        if not self._deck.is_loading:
            self._answer()

    def tell_when_ready(self, tell: Callable[[], object]) -> None:
        """Have `tick` call ``tell`` once no music is being read."""
        self._ready.append(tell)

    def _answer(self) -> None:
        """Call and forget the functions from `tell_when_ready`."""
        for tell in self._ready:
            tell()
        self._ready.clear()

    def play(self, name: str, pan: float, tone: int | None = None) -> None:
        """Play an effect once, unless muted or not open. A moment lowers the music for its length."""
        level = mixer_gain(self.volumes[0])
        if not self._is_open or self._muted or level == 0:
            return
        sound = self._bank.pick(name, tone)
        if sound is None:
            return
        sound.set_volume(level)
        is_moment = tier_of(name) is EffectPriority.MOMENT
        pan = 0.0 if self._bank.mono else pan
        if self._channels.play(name, sound, gain_now(name, self._chance), pan) and is_moment:
            self._deck.duck(sound.get_length())

    def music(self, room: str | None) -> None:
        """Set the wanted room, None for silence, and switch to it."""
        self._deck.target_room = room
        self._follow()

    def mood(self, mood: MusicMood) -> None:
        """Set the mood, to which `tick` fades the stems."""
        self._deck.mood = mood

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, 0 to 100. Effects at 0 stop the playing ones."""
        self.volumes = effects, music
        self._deck.volume = mixer_gain(music)
        if self._is_open and effects <= 0:
            self._channels.stop()
        self._follow()

    def set_mono(self, *, mono: bool) -> None:
        """Switch to mono or stereo. A change drops all cached sounds and restarts the music."""
        if mono != self._bank.mono:
            self._bank.clear()
            self._bank.mono = mono
            self._deck.set_mono(mono=mono)
            self._follow()

    def mute(self, *, muted: bool) -> None:
        """Pause all channels and ignore effects, or end that and switch to the wanted room."""
        self._muted = self._deck.is_waiting = muted
        if self._is_open:
            import pygame

            (pygame.mixer.pause if muted else pygame.mixer.unpause)()
        self._follow()

    def _follow(self) -> None:
        """Apply the wanted room and volume to the music, if the mixer is open."""
        if self._is_open:
            self._deck.switch_room()
