"""What a player has chosen: a frozen value, and the file that it is kept in.

A setting is one field of `Settings`: its annotation says how it is read (`game.core.schema`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, TypeAlias, TypeVar

from game.core.options import Value
from game.core.schema import (
    EXCLUDE,
    Reader,
    checked_by,
    fields_of,
    letters,
    number,
    optional,
    pair,
    raise_errors,
    read_with_defaults,
    to_json,
)
from game.store.data_folder import DataFolder, StorageIssue

VERSION = 1
FILE = "settings.json"

NEVER = 0
"""How long is waited where nobody is ever asked, and how long a turn may take where there is no clock."""
WAITS = (15, 30, 60, 120, NEVER)
"""So many seconds a house may wait for a phone."""
CLOCKS = (NEVER, 30, 60, 120)
"""So many seconds a turn may take."""
Rules: TypeAlias = Mapping[str, Value]
"""House rules by name."""
Act = TypeVar("Act", bound=str)
"""An action that keys are bound to."""
Bindings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Names of keys, or of a pad's buttons, by action."""


def _one_of(values: Sequence[int]) -> Reader:
    return checked_by(lambda value: type(value) is int and value in values)


class ThemeName(StrEnum):
    """The colours of everything."""

    LINEN = "linen"
    DARK = "dark"
    CONTRAST = "contrast"


class Speed(StrEnum):
    """How fast pictures catch up with the match."""

    RELAXED = "relaxed"
    BRISK = "brisk"
    INSTANT = "instant"


class PreferredDevice(StrEnum):
    """What somebody plays with, as they said."""

    ANYTHING = ""
    MOUSE = "mouse"
    KEYBOARD = "keyboard"
    PAD = "pad"
    PHONE = "phone"


class HelpLevel(StrEnum):
    """How much a player is helped."""

    OFF = "off"
    LEARNING = "learning"
    FULL = "full"


class SpeechRate(StrEnum):
    """Whether the window says aloud what stands there, and how fast."""

    OFF = "off"
    SLOW = "slow"
    USUAL = "usual"
    FAST = "fast"

    @property
    def rate(self) -> int:
        """-1, 0 or 1."""
        return {SpeechRate.SLOW: -1, SpeechRate.FAST: 1}.get(self, 0)


class ScanMode(StrEnum):
    """Whether all that can be done is offered one after the other, and what steps and takes."""

    OFF = "off"
    TIME = "time"
    """Time steps, a press takes."""
    REST = "rest"
    """A press steps, and what one rests on is taken."""
    STEP = "step"
    """A press steps, another switch takes."""


class SwitchInput(StrEnum):
    """What is pressed; the second one takes, where there are two."""

    SPACE = "space"
    """And Enter."""
    PAD = "pad"
    """A, and B."""
    CLICK = "click"
    """Left, and right."""


class ForwardedHeader(StrEnum):
    """The header by which a tunnel tells who calls."""

    NONE = ""
    CLOUDFLARE = "CF-Connecting-IP"
    USUAL = "X-Forwarded-For"


class ThreatVisibility(StrEnum):
    """When what threatens is shown."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class SavedSeatSetup:
    """Who sat in one seat of the lobby the last time, but for guests on phones: how it is without them."""

    name: str
    colour: str
    level: str = ""
    """A bot's level; empty for a person."""
    empty: bool = False
    device: str = ""
    """What a person held; empty for anything at the screen."""
    chosen: bool = False
    """Whether somebody has said that a bot plays here: then a phone rather takes another seat."""
    phone: bool = False
    """Whether a phone had it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every choice that outlives the program; a new one is made by `with_changes` and its relatives."""

    fullscreen: bool = False
    window_size: Annotated[tuple[int, int], pair(200, 20_000)] = (1280, 720)
    """Width and height of the window in pixels, when it is not full-screen."""
    window_place: Annotated[tuple[int, int] | None, optional(pair(-100_000, 100_000))] = None
    """Its left and top in pixels, `None` for wherever the system puts it."""
    text_size: Annotated[int, number(100, 200, 25)] = 100
    """Percent, 100 to 200 in steps of 25."""
    theme: ThemeName = ThemeName.LINEN
    outlines: bool = False
    """Whether the outlines of what has the focus are thick."""
    reduced_motion: bool = False
    scenery: bool = True
    """Whether anything moves by itself: breathing, weather, a shaking view."""
    animation_speed: Speed = Speed.RELAXED
    bubbles: bool = True
    """Whether computer players say a word now and then."""
    effects: Annotated[int, number(0, 100)] = 80
    """Volume, 0 to 100."""
    music: Annotated[int, number(0, 100)] = 60
    """Volume, 0 to 100."""
    volume: Annotated[int, number(0, 100)] = 100
    """Of all that is heard, 0 to 100; both others are shares of it."""
    mono: bool = False
    """Whether both ears hear the same."""
    rumble: bool = True
    """Whether pads shake."""
    ask_first: bool = False
    """Whether a move that cannot be taken back is asked about before it is made."""
    hold: bool = True
    """Whether a key can be held for as long as something is wanted; else each press turns it on or off."""
    speech: SpeechRate = SpeechRate.OFF
    """Whether the window speaks, and how fast."""
    scan: ScanMode = ScanMode.OFF
    """Playing with one switch."""
    switch: SwitchInput = SwitchInput.SPACE
    """Which one."""
    scan_time: Annotated[int, number(600, 4000, 100)] = 1200
    """How long each step is offered, in ms, 600 to 4000."""
    hints: HelpLevel = HelpLevel.LEARNING
    lamp: HelpLevel = HelpLevel.LEARNING
    """The lamp of the card tables: it answers when it is asked, or it always burns and mends."""
    fit: HelpLevel = HelpLevel.LEARNING
    """Fitting picked cards in: told whether there is a way, or the way is laid."""
    missed: HelpLevel = HelpLevel.LEARNING
    """What a turn could have laid: how many cards more, or the whole play."""
    threats: ThreatVisibility = ThreatVisibility.REQUEST
    """What the other side could do next, on the boards; at the card tables what has been played."""
    reactions: bool = True
    """Whether what watchers throw is shown."""
    patience: Annotated[int, _one_of(WAITS)] = 30
    """Seconds until the others are asked whether a bot plays for a phone that sleeps; `NEVER` for never."""
    turn_clock: Annotated[int, _one_of(CLOCKS)] = NEVER
    """Seconds that a turn may take; `NEVER` for as long as it takes."""
    public: Annotated[str, letters(200)] = ""
    """Where guests elsewhere find the party, as in ``https://name``: what a tunnel is called."""
    forwarded: ForwardedHeader = ForwardedHeader.NONE
    """By which header it tells who calls; none where nobody has said that it does."""
    relay: Annotated[str, letters(400)] = ""
    """Which computer passes sealed messages on to friends elsewhere, as in ``wss://name``; empty for none."""
    language: str = ""
    """As in ``de``; empty for the system's."""
    plays_with: PreferredDevice = PreferredDevice.ANYTHING
    """Whose keys and buttons are told of before anything is pressed; with a phone, lobbies let phones in."""
    keys: Bindings = field(default_factory=dict)
    """Keys by action, only where they differ from the defaults; see `key_bindings`."""
    pads: Bindings = field(default_factory=dict)
    """The same for the buttons of a pad."""
    house_rules: Mapping[str, Rules] = field(default_factory=dict)
    """The house rules last played with, by game."""
    presets: Mapping[str, Mapping[str, Rules]] = field(default_factory=dict)
    """House rules that were given a name, by game and that name."""
    seats: Mapping[str, tuple[SavedSeatSetup, ...]] = field(default_factory=dict)
    """The seats of the last lobby, by game."""
    lessons: Mapping[str, Rules] = field(default_factory=dict)
    """How far the lessons were taken, by game and lesson; see `game.match.lesson`."""
    names: tuple[str, ...] = ()
    """What the seats of the last lobby were called, whatever was played: the host first, and no guest."""
    unknown: Annotated[Mapping[str, Any], EXCLUDE] = field(default_factory=dict)
    """What the file holds beside these, kept for whoever understands it."""

    def with_changes(self, **changes: object) -> Settings:
        """A copy with these fields changed.

        Raises:
            ValueError: there is no such field, or it does not take this value.
        """
        read: dict[str, Any] = {}
        for name, change in changes.items():
            if name not in _READERS:
                raise ValueError(f"There is no setting {name!r}; the settings are: {', '.join(_READERS)}.")
            read[name] = _READERS[name](change, name, raise_errors)
        return replace(self, **read)

    def with_keys(self, action: str, names: Sequence[str] | None) -> Settings:
        """A copy with these keys bound to an action; `None` for its defaults again."""
        return self.with_changes(keys=_with(self.keys, action, names))

    def with_pad(self, action: str, names: Sequence[str] | None) -> Settings:
        """A copy with these pad buttons bound to an action; `None` for its defaults again."""
        return self.with_changes(pads=_with(self.pads, action, names))

    def with_house_rules(self, game: str, rules: Rules) -> Settings:
        return self.with_changes(house_rules=_with(self.house_rules, game, rules))

    def with_preset(self, game: str, name: str, rules: Rules | None) -> Settings:
        """A copy with a named preset of house rules; `None` removes it."""
        return self.with_changes(
            presets=_with(self.presets, game, _with(self.presets.get(game, {}), name, rules))
        )

    def with_seats(self, game: str, seats: Sequence[SavedSeatSetup]) -> Settings:
        return self.with_changes(seats=_with(self.seats, game, tuple(seats)))

    def with_lessons(self, game: str, kept: Rules) -> Settings:
        return self.with_changes(lessons=_with(self.lessons, game, kept))

    def key_bindings(self, defaults: Mapping[Act, tuple[str, ...]]) -> dict[Act, tuple[str, ...]]:
        """The keys of every action of the defaults, as they are or as they were changed."""
        return {action: self.keys.get(action, names) for action, names in defaults.items()}

    def pad_bindings(self, defaults: Mapping[Act, tuple[str, ...]]) -> dict[Act, tuple[str, ...]]:
        """The same for the buttons of a pad."""
        # Chosen ones last: whoever binds them lets the last win, should a default have taken a button since.
        chosen = {action: self.pads[action] for action in defaults if action in self.pads}
        return {action: names for action, names in defaults.items() if action not in chosen} | chosen


_READERS: dict[str, Reader] = {one.name: one.reader for one in fields_of(Settings)}
STEAM = ("SteamDeck", "SteamTenfoot")
"""Environment variables that Steam sets to 1: on a Deck, and where it fills a TV."""


def to_begin_with(surroundings: Mapping[str, str]) -> Settings:
    """What nobody has chosen yet: a window, but the whole screen and a pad on a Deck and on a TV."""
    if any(surroundings.get(name) == "1" for name in STEAM):
        return Settings(fullscreen=True, plays_with=PreferredDevice.PAD)
    return Settings()


class SettingsFile:
    """Where `Settings` are kept."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    @property
    def are_new(self) -> bool:
        """Whether nobody has ever chosen anything: there is no file, nor one that was set aside."""
        return not self._folder.knows(FILE)

    def load(self) -> Settings:
        """The settings; what cannot be used has its default, with a notice."""
        data = self._folder.read_json(FILE, VERSION)
        if data is None:
            return to_begin_with(os.environ)
        tell = partial(self._folder.tell, StorageIssue.VALUE, FILE)
        read = read_with_defaults(Settings, data, lambda where: tell(name=where))
        unknown = {name: data[name] for name in data if name not in _READERS and name != "version"}
        return replace(read, unknown=unknown)

    def save(self, settings: Settings) -> bool:
        return self._folder.write_json(FILE, {**settings.unknown, **to_json(settings)}, VERSION)


def _with(old: Mapping[str, Any], key: str, new: object) -> dict[str, Any]:
    rest = {name: kept for name, kept in old.items() if name != key}
    return rest if new is None else {**rest, key: new}
