"""The player's settings: a frozen value, and its file.

A setting is one field of `Settings`; its annotation defines how it is read (`game.core.schema`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, TypeAlias, TypeVar

from game import __version__
from game.core.discovery import find_game, game_slugs
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

NEVER = 0  # value of `patience` and `turn_clock` that switches them off
PATIENCE_CHOICES = (15, 30, 60, 120, NEVER)  # choices for `patience`, in s
TURN_CLOCK_CHOICES = (NEVER, 30, 60, 120)  # choices for `turn_clock`, in s
Rules: TypeAlias = Mapping[str, Value]  # house rules by name
Act = TypeVar("Act", bound=str)  # an action with key bindings
Bindings: TypeAlias = Mapping[str, tuple[str, ...]]  # names of keys, or of controller buttons, by action


def _one_of(values: Sequence[int]) -> Reader:
    """Reader that returns only these integers unchanged, and refuses everything else."""
    return checked_by(lambda value: type(value) is int and value in values)


class ThemeName(StrEnum):
    """Colour theme."""

    LINEN = "linen"
    DARK = "dark"
    CONTRAST = "contrast"


class Speed(StrEnum):
    """Speed of animations."""

    RELAXED = "relaxed"
    BRISK = "brisk"
    INSTANT = "instant"


class PreferredDevice(StrEnum):
    """Input device that the player has chosen."""

    ANYTHING = ""
    MOUSE = "mouse"
    KEYBOARD = "keyboard"
    PAD = "pad"
    PHONE = "phone"


class Vibration(StrEnum):
    """Occasions for which a controller vibrates."""

    OFF = "off"
    SEATS = "seats"  # a seat is taken or left
    BLOWS = "blows"  # also kicks, knocks and other blows
    ALL = "all"  # also every card and step


class RulePreset(StrEnum):
    """Preset of house rules that the program brings."""

    AUTHOR = "author"  # the defaults
    SOCK_DRAWER = "sock_drawer"  # with `GameInfo.recommended`


class HelpLevel(StrEnum):
    """Amount of assistance."""

    OFF = "off"
    LEARNING = "learning"
    FULL = "full"


class SpeechRate(StrEnum):
    """Rate of screen narration, or off."""

    OFF = "off"
    SLOW = "slow"
    USUAL = "usual"
    FAST = "fast"

    @property
    def rate(self) -> int:
        """-1 for slow, 1 for fast, else 0."""
        return {SpeechRate.SLOW: -1, SpeechRate.FAST: 1}.get(self, 0)


class ScanMode(StrEnum):
    """Mode of switch scanning, which offers all options in turn."""

    OFF = "off"
    TIME = "time"  # the timer steps, a press selects
    REST = "rest"  # a press steps, resting selects
    STEP = "step"  # a press steps, the second switch selects


class SwitchInput(StrEnum):
    """Switches for scanning. The second one selects, in modes with two."""

    SPACE = "space"  # and Enter
    PAD = "pad"  # A, and B
    CLICK = "click"  # left, and right


class ForwardedHeader(StrEnum):
    """HTTP header in which a tunnel passes on the caller's address."""

    NONE = ""
    CLOUDFLARE = "CF-Connecting-IP"
    USUAL = "X-Forwarded-For"


class ThreatVisibility(StrEnum):
    """Setting of the display of threats."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class SavedSeatSetup:
    """A seat of the last lobby. Seats of guests on phones are saved as they are without them."""

    name: str
    colour: str
    level: str = ""  # of a bot; empty for a person
    empty: bool = False
    device: str = ""  # input device of a person; empty for any at the screen
    chosen: bool = False
    """True if the bot was chosen by hand, so that phones prefer other seats."""
    phone: bool = False  # had a phone


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Immutable; `with_changes` and the other ``with_`` methods return changed copies."""

    fullscreen: bool = False
    window_size: Annotated[tuple[int, int], pair(200, 20_000)] = (1280, 720)  # px, when not full screen
    # left, top in px; None lets the system choose
    window_place: Annotated[tuple[int, int] | None, optional(pair(-100_000, 100_000))] = None
    text_size: Annotated[int, number(100, 200, 25)] = 100  # percent, 100 to 200 in steps of 25
    theme: ThemeName = ThemeName.LINEN
    outlines: bool = False  # thick outline of the focused control
    reduced_motion: bool = False
    scenery: bool = True  # idle animations: breathing, weather, camera shake
    animation_speed: Speed = Speed.RELAXED
    bubbles: bool = True  # remarks of bots
    effects: Annotated[int, number(0, 100)] = 80  # volume, 0 to 100
    music: Annotated[int, number(0, 100)] = 60  # volume, 0 to 100
    volume: Annotated[int, number(0, 100)] = 100  # master volume, 0 to 100
    mono: bool = False  # same sound on both channels
    vibration: Vibration = Vibration.ALL  # of controllers
    ask_first: bool = False  # ask before a move that cannot be undone
    auto_pass: bool = True  # pass for a person alone against bots who cannot play
    hold: bool = True  # held keys act while pressed; if False, each press toggles
    speech: SpeechRate = SpeechRate.OFF
    scan: ScanMode = ScanMode.OFF  # switch scanning
    switch: SwitchInput = SwitchInput.SPACE  # switches for scanning
    scan_time: Annotated[int, number(600, 4000, 100)] = 1200  # ms for each step, 600 to 4000
    hints: HelpLevel = HelpLevel.LEARNING
    # status lamp of the card tables: on request, or always on with repair
    lamp: HelpLevel = HelpLevel.LEARNING
    fit: HelpLevel = HelpLevel.LEARNING  # fitting picked cards in: show if it is possible, or do it
    missed: HelpLevel = HelpLevel.LEARNING  # missed plays: number of cards, or the full play
    # the opponent's possible moves on boards; played cards at card tables
    threats: ThreatVisibility = ThreatVisibility.REQUEST
    reactions: bool = True  # reactions of spectators
    # s before the others may vote for a bot in place of an absent phone; NEVER for never
    patience: Annotated[int, _one_of(PATIENCE_CHOICES)] = 30
    turn_clock: Annotated[int, _one_of(TURN_CLOCK_CHOICES)] = NEVER  # s for a turn; NEVER for no limit
    # address of the party for remote guests, such as https://name of a tunnel
    public: Annotated[str, letters(200)] = ""
    forwarded: ForwardedHeader = ForwardedHeader.NONE  # header of the tunnel with the caller's address
    # relay server for encrypted messages of remote guests, such as wss://name; empty for none
    relay: Annotated[str, letters(400)] = ""
    language: str = ""  # such as de; empty for the system's
    # device for prompts before any input; with PHONE, lobbies admit phones
    plays_with: PreferredDevice = PreferredDevice.ANYTHING
    # keys by action, only if not the default; see `key_bindings`
    keys: Bindings = field(default_factory=dict)
    pads: Bindings = field(default_factory=dict)  # controller buttons by action, only if not the default
    # differences of the last used rules from the chosen preset, by game
    house_rules: Mapping[str, Rules] = field(default_factory=dict)
    chosen_presets: Mapping[str, RulePreset] = field(default_factory=dict)  # by game; the author's if missing
    # own presets of house rules, by game and name: differences from Sock Drawer's rules, as in old files
    presets: Mapping[str, Mapping[str, Rules]] = field(default_factory=dict)
    # seats of the last lobby, by game
    seats: Mapping[str, tuple[SavedSeatSetup, ...]] = field(default_factory=dict)
    # progress by game and lesson; see `game.match.lesson`
    lessons: Mapping[str, Rules] = field(default_factory=dict)
    names: tuple[str, ...] = ()  # names of the last lobby's seats in any game: host first, without guests
    # unknown entries of the file, written back unchanged
    unknown: Annotated[Mapping[str, Any], EXCLUDE] = field(default_factory=dict)

    def with_changes(self, **changes: object) -> Settings:
        """Return a copy with these fields changed; ValueError for an unknown field or an unusable value."""
        read: dict[str, Any] = {}
        for name, change in changes.items():
            if name not in _READERS:
                raise ValueError(f"There is no setting {name!r}; the settings are: {', '.join(_READERS)}.")
            read[name] = _READERS[name](change, name, raise_errors)
        return replace(self, **read)

    def with_keys(self, action: str, names: Sequence[str] | None) -> Settings:
        """Return a copy with these keys bound to an action; `None` restores its defaults."""
        return self.with_changes(keys=_with(self.keys, action, names))

    def with_pad(self, action: str, names: Sequence[str] | None) -> Settings:
        """Return a copy with these controller buttons bound to an action; `None` restores its defaults."""
        return self.with_changes(pads=_with(self.pads, action, names))

    def with_house_rules(self, game: str, rules: Rules, preset: RulePreset = RulePreset.AUTHOR) -> Settings:
        """Return a copy with the last used house rules of a game: a preset, and differences from it."""
        return self.with_changes(
            house_rules=_with(self.house_rules, game, rules),
            chosen_presets=_with(self.chosen_presets, game, preset),
        )

    def with_preset(self, game: str, name: str, rules: Rules | None) -> Settings:
        """Return a copy with a named preset of house rules; `None` removes it."""
        return self.with_changes(
            presets=_with(self.presets, game, _with(self.presets.get(game, {}), name, rules))
        )

    def with_seats(self, game: str, seats: Sequence[SavedSeatSetup]) -> Settings:
        """Return a copy with the seats of a game's last lobby."""
        return self.with_changes(seats=_with(self.seats, game, tuple(seats)))

    def with_lessons(self, game: str, progress: Rules) -> Settings:
        """Return a copy with the progress in the lessons of a game."""
        return self.with_changes(lessons=_with(self.lessons, game, progress))

    def key_bindings(self, defaults: Mapping[Act, tuple[str, ...]]) -> dict[Act, tuple[str, ...]]:
        """Keys of every action in ``defaults``, with the player's changes."""
        return {action: self.keys.get(action, names) for action, names in defaults.items()}

    def pad_bindings(self, defaults: Mapping[Act, tuple[str, ...]]) -> dict[Act, tuple[str, ...]]:
        """Controller buttons of every action in ``defaults``, with the player's changes."""
        # Changed ones last: the last binding of a button wins, if a default uses it too.
        own_bindings = {action: self.pads[action] for action in defaults if action in self.pads}
        return {
            action: names for action, names in defaults.items() if action not in own_bindings
        } | own_bindings


_READERS: dict[str, Reader] = {item.name: item.reader for item in fields_of(Settings)}
STEAM_VARIABLES = (
    "SteamDeck",
    "SteamTenfoot",
)  # environment variables that Steam sets to 1 on a Deck, and in TV mode


def default_settings(surroundings: Mapping[str, str]) -> Settings:
    """Default settings: a window or, by Steam's environment variables, full screen with a controller."""
    if any(surroundings.get(name) == "1" for name in STEAM_VARIABLES):
        return Settings(fullscreen=True, plays_with=PreferredDevice.PAD)
    return Settings()


class SettingsFile:
    """File of the `Settings`."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self.are_old = True
        """True until they are read or written with the program's version. Files up to 1.0 do not have it."""

    @property
    def are_new(self) -> bool:
        """True if there is no file yet, not even a quarantined one."""
        return not self._folder.exists(FILE)

    def load(self) -> Settings:
        """Load the settings, defaults without a file; an unusable value gets its default, with a notice."""
        data = self._folder.read_json(FILE, VERSION)
        if data is None:
            return default_settings(os.environ)
        self.are_old = "program" not in data
        tell = partial(self._folder.add_notice, StorageIssue.VALUE, FILE)
        read = read_with_defaults(Settings, data, lambda where: tell(name=where))
        if "chosen_presets" not in data:  # before there was this choice, all lobbies had Sock Drawer's rules
            changed = [slug for slug in game_slugs() if find_game(slug).info.recommended]
            read = replace(read, chosen_presets=dict.fromkeys(changed, RulePreset.SOCK_DRAWER))
        if "vibration" not in data and data.get("rumble") is False:  # before 1.1 it was on or off
            read = replace(read, vibration=Vibration.OFF)
        unknown = {name: data[name] for name in data if name not in {*_READERS, "version", "program"}}
        return replace(read, unknown=unknown)

    def save(self, settings: Settings) -> bool:
        """Write the settings and the unknown entries; False if that fails."""
        self.are_old = False
        data = {"program": __version__, **settings.unknown, **to_json(settings)}
        return self._folder.write_json(FILE, data, VERSION)


def _with(old: Mapping[str, Any], key: str, new: object) -> dict[str, Any]:
    """Copy of a mapping with ``new`` at ``key``, or without the key if ``new`` is `None`."""
    rest = {name: value for name, value in old.items() if name != key}
    return rest if new is None else {**rest, key: new}
