"""Everything that a scene may use, in one place: window, look, devices, sound, storage, bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game import words
from game.bots.worker import Worker
from game.match.insight.study import InsightDesk
from game.match.socks import Sockkeeper
from game.store.settings import Settings, Speech
from game.store.stores import Stores
from game.ui.core.assets import Assets
from game.ui.core.audio import Audio, pan_of
from game.ui.core.canvas import Canvas
from game.ui.core.input import KEYS, PADS, Devices
from game.ui.core.paint import Painter, Type
from game.ui.core.scene import Scene, SceneStack
from game.ui.core.speech import Mute, Speaker, SpokenLine
from game.ui.core.storage import Banner
from game.ui.core.theme import LINEN, THEMES, Theme
from game.ui.match.phones import Phones
from game.words import spoken

BOLD = 1.8
"""How much thicker outlines are where they are to be thick."""
WAKE = pygame.event.custom_type()
"""Posted from other threads when the loop has something to look at."""


@dataclass
class AppContext:
    """What the program has one of, handed to every scene."""

    stores: Stores
    audio: Audio
    clock: Callable[[], float]
    """The time in ms."""
    screens: Mapping[str, Callable[..., Scene]] = field(default_factory=dict)
    """The screens around the games by name, for scenes that must not know their modules."""
    cache: Path | None = None
    """Where finished pictures are kept from start to start."""
    make_assets: Callable[[float, Path | None], Assets] = Assets
    """Makes the pictures of a scale, kept in that folder."""
    leaving: bool = False
    """Whether the player wants the window closed."""
    undecided: bool = False
    """Whether the first start is still on the screen: it comes again until it was answered."""
    game: str = ""
    """The game that was played last since the start."""
    speaker: Speaker = field(default_factory=Mute)
    """Whoever says things aloud."""
    stood: dict[str, object] = field(default_factory=dict)
    """Where things stood last that had to find their place, by what they belong to: they had better stay."""
    heard: list[str] = field(default_factory=list)
    """News that are still to be said aloud; nobody keeps them while nothing is."""

    def __post_init__(self) -> None:
        self.devices = Devices()
        self.type = Type()
        self.scenes = SceneStack(self)
        self.thinker = Worker(_wake)
        self.helper = Worker(_wake, patient=True)
        self.insights = InsightDesk(self.worker, self.stores.insights, self.stores.autosave)
        self.socks = Sockkeeper(self.stores.socks)
        self.phones = Phones(self, _wake)
        # A save fails in a thread of its own, maybe while the loop sleeps:
        # the banner has to come all the same.
        self.stores.autosave.listener = _wake
        self.banner = Banner(self.stores.autosave)
        self.theme: Theme = LINEN
        self.view = Canvas.of(1280, 720)
        self.assets = self.make_assets(1.0, self.cache)
        self.settings = self.stores.settings.load()
        self.apply(self.settings)

    @property
    def now(self) -> float:
        """The time in ms."""
        return self.clock()

    @property
    def text_scale(self) -> float:
        """What the sizes of text are multiplied with."""
        return self.settings.text_size / 100

    @property
    def still(self) -> bool:
        """Whether movement is to be replaced by fades."""
        return self.settings.reduced_motion

    @property
    def rests(self) -> bool:
        """Whether nothing is to move by itself, beside what is done."""
        return self.still or not self.settings.scenery

    def resized(self, width: int, height: int) -> None:
        """The window has another size in pixels."""
        self.view = Canvas.of(width, height)
        # A window dragged by one side often keeps its scale, and all its pictures with it.
        if self.assets.scale != self.view.scale:
            self._make_assets()
        self.scenes.relayout()

    @property
    def _bold(self) -> float:
        return BOLD if self.settings.outlines else 1.0

    def _make_assets(self) -> None:
        self.assets = self.make_assets(self.view.scale, self.cache)
        self.assets.bold = self._bold

    def change(self, **changes: object) -> None:
        """Change some settings, use them from now on and keep them."""
        self.apply(self.settings.with_changes(**changes))
        self.keep()

    def keep(self) -> None:
        """Write the settings to disk, unless their first choices are still being made."""
        if not self.undecided:
            self.stores.settings.save(self.settings)

    def apply(self, settings: Settings) -> None:
        """Use these settings from now on."""
        before, self.settings = self.settings.language, settings
        self.theme = THEMES[settings.theme]
        if self.assets.bold != self._bold:
            self._make_assets()
        words.use(settings.language)
        share = settings.volume / 100
        self.audio.set_volumes(round(settings.effects * share), round(settings.music * share))
        self.audio.set_mono(mono=settings.mono)
        self.devices.pads.shakes = settings.rumble
        self.bound = tuple(settings.keys.items()), tuple(settings.pads.items())
        self.devices.bind(settings.key_bindings(KEYS), settings.pad_bindings(PADS))
        if settings.language != before:
            self.scenes.retell()
        self.scenes.relayout()

    @property
    def ruler(self) -> Painter:
        """A painter that only measures text."""
        return self.painter(pygame.Surface((1, 1)))

    def painter(self, surface: pygame.Surface) -> Painter:
        """A painter for a surface of the window's size."""
        return Painter(surface, self.view, self.theme, self.assets, self.type, self.text_scale)

    def scene_changed(self) -> None:
        """Called by the scene manager whenever the stack has changed."""
        # The field that wanted letters may be gone; whoever still wants them says so at the next tick.
        self.devices.typing = False
        self.devices.listening = ""
        top = self.scenes.top
        if top is not None and top.music:
            self.audio.music(top.music)
        if top is not None and top.mood is not None:
            self.audio.mood(top.mood)

    def tell_focus(self, words: str) -> None:
        """Say at once what is offered, where the window speaks."""
        if words and self.settings.speech is not Speech.OFF:
            self.speaker.say(SpokenLine(words), language=spoken(), rate=self.settings.speech.rate)

    def tell_aloud(self, words: str) -> None:
        """Have this said in its turn, where the window speaks."""
        if words and self.settings.speech is not Speech.OFF:
            self.heard.append(words)

    def sound(self, name: str, x: float | None = None) -> None:
        """Sound an effect from where it happens, so many units to the right, or from the middle."""
        self.audio.play(name, 0.0 if x is None else pan_of(x, self.view.w))

    def worker(self) -> Worker:
        """A further worker process for a scene with much to work out; whoever asked for it closes it."""
        return Worker(_wake)

    def open(
        self, name: str, *arguments: Any, then: Callable[[Any], None] | None = None, **named: Any
    ) -> None:
        """Push one of the named screens, made of these arguments."""
        self.scenes.push(self.screens[name](*arguments, **named), then)


def _wake() -> None:
    """Wake the loop from another thread."""
    # A thread may end after the window has: then there is no queue to post to.
    if pygame.get_init() or pygame.display.get_init():
        with suppress(pygame.error):  # the queue is full: there is enough to wake up for
            pygame.event.post(pygame.event.Event(WAKE))
