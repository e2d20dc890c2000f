"""Scenes, the stack they stand on, and what every one of them may use.

Only the scene on top gets input and time. A scene that is not opaque (a dialog) is drawn over the one below.
`AppContext` is what the program has one of: window, look, devices, sound, storage, bots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game import i18n
from game.bots.worker import Worker
from game.i18n import current_language
from game.match.achievements import AchievementService
from game.match.analysis.job import AnalysisService
from game.match.phone_control import PhoneAction
from game.store.settings import Settings, SpeechRate
from game.store.storage import Storage
from game.ui.core.ahead import Ahead
from game.ui.core.assets import Assets
from game.ui.core.audio import Audio, MusicMood, pan_of
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import KEYS, PADS, InputAction, InputEvent, InputMapper
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.scanning import Item
from game.ui.core.speech import NarrationContent, NullSpeech, SpeechEngine, Utterance
from game.ui.core.storage_notices import StorageBanner
from game.ui.core.theme import LINEN, THEMES, Palette
from game.ui.core.window import system_languages, trim_memory
from game.ui.match.party_controller import PartyController

INPUT_GRACE_MS = 800.0
"""Milliseconds after a screen has appeared by itself in which nothing answers it, usually."""
LOOKING = frozenset({InputAction.POINT, InputAction.RELEASE, InputAction.SCROLL})
"""What only looks, and is heard at once."""
Prompts = list[tuple[InputAction, str]]
"""What the help strip says: an act, and the word for what it does here."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A button that does something wherever the focus is."""

    act: InputAction
    words: str
    """What the strip says of it; empty for nothing."""
    press: Callable[[], object] | None
    """`None` for what the screen's own `intent` does, as it asks how far, in which direction or by whom."""
    also: tuple[InputAction, ...] = ()
    """Other buttons that do the same, of which nothing is told."""
    key: str = ""
    """The element of the screen's tree by which a pointer does the same."""


def prompts_of(shortcuts: Iterable[Shortcut]) -> Prompts:
    """What the strip says of them."""
    return [(one.act, one.words) for one in shortcuts if one.words]


class Scene:
    """A screen: hooks that the `SceneStack` calls, and that do nothing unless they are filled in."""

    opaque = True
    """Whether it covers all that lies below."""
    strip = 18.0
    """How far the help strip lies above the lower edge of the canvas, in units."""
    strip_aside = 0.0
    """What of the width the strip leaves free on its left, in units; 0 for a strip in the middle."""
    strip_on_wood = True
    """Whether wood with a button at each end may lie below the strip."""
    strip_keeps: Collection[InputAction] = ()
    """What stays on the strip before all else, where there is more than it has room for."""
    is_match = False
    """Whether a match is played in it."""
    is_prepared = True
    """Whether its pictures are there; what was there before is seen until then, whole."""
    any_press = False
    """Whether it is told of presses too that mean nothing, as something there ends at any press."""
    uncalled = False
    """Whether it appears by itself: what was meant for the screen before must not answer it."""
    deaf = INPUT_GRACE_MS
    """For how long then, in ms."""
    wants_calm = False
    """Whether each press of whoever still hurries what was there before leaves it deaf a while longer."""
    appeared = 0.0
    """When it could first be seen, in ms."""
    music = ""
    """The room whose music plays here; empty for the one that plays already."""
    mood: MusicMood | None = None
    """What its stems say; `None` for what they say already."""

    stage: AppContext
    """Everything that a scene may use; set before `enter`."""
    stale = True
    """Whether the picture no longer shows the state; set it, and the stack draws."""

    def enter(self) -> None:
        """Called once, when the scene has come onto the stack, before its first `layout`."""

    def layout(self) -> None:
        """Called after `enter`, and again whenever window, theme, text size or language have changed."""

    def appears(self) -> None:
        """What it shows is new from now on, and once more when it was drawn, however slow its pictures."""
        self.appeared = self.stage.now
        self.stage.scenes.when_seen(lambda: setattr(self, "appeared", self.stage.now))

    def retell(self) -> None:
        """Called when another language is spoken, before `layout`: words that were kept are said anew."""

    def back(self) -> None:
        """Leave it for what lies below."""
        self.stage.audio.play("back")
        self.stage.scenes.pop()

    def shortcuts(self) -> Sequence[Shortcut]:
        """What buttons do now wherever the focus is, in the order of the strip."""
        return ()

    def shortcut(self, act: InputAction) -> bool:
        """Do what this button does wherever the focus is; whether it does anything."""
        found = next((one for one in self.shortcuts() if act is one.act or act in one.also), None)
        if found is None or found.press is None:
            return False
        found.press()
        self.stale = True
        return True

    def intent(self, intent: InputEvent) -> None:
        """Called for every intent while the scene is on top."""
        self.shortcut(intent.act)

    def tick(self, now: float) -> bool:
        """Called before every frame while the scene is on top; ``now`` in ms.

        Returns whether something is moving, that is, whether the next frame should come at once.
        """
        return False

    def due(self) -> Iterable[float]:
        """Called on top before the loop waits: times, in ms, at which it is to tick though nothing happens.

        Times that have passed are passed over. What waits for an event that wakes the loop needs none.
        """
        return ()

    def idle(self, now: float) -> list[Box]:
        """Called up to 12 times a second while nothing else moves; the boxes whose idle life has changed."""
        return []

    def warm(self, painter: Painter) -> Iterator[None]:
        """Called once on top, then continued between frames: make pictures that will be needed, one a step.

        The painter draws on nothing; what it draws lies in the cache of the assets afterwards.
        """
        return iter(())

    def draw(self, painter: Painter) -> None:
        """Called to draw the whole scene, under a clip where only a part is stale. Changes no state."""

    def draw_over(self, painter: Painter) -> None:
        """Called after `draw`: what lies over whatever a scene of this kind draws. Changes no state."""

    def returned(self, result: Any) -> None:
        """Called when the scene above was popped with a result and nothing else was to receive it."""

    def dropped(self, path: Path) -> bool:
        """Called on top when somebody drops a file on the window; whether it was meant for this screen."""
        return False

    def paused(self) -> None:
        """Called when the window loses the focus."""

    def covered(self) -> None:
        """Called when another scene has come on top of it: time stands still here until that has gone."""

    def leave(self) -> None:
        """Called once, when the scene has gone off the stack."""

    def decisions(self) -> Sequence[PhoneAction]:
        """What phones can decide while this is on the stack, the same ones as long as nothing changes.

        Asked in every turn while a party is open.
        """
        return ()

    def help(self) -> Prompts:
        """What the buttons do here, for the help strip."""
        return prompts_of(self.shortcuts())

    def buttons(self) -> Prompts:
        """What the buttons that the screen draws do besides; all of it together is the list of "?"."""
        return []

    def ask_help(self) -> None:
        """Show all that the buttons do here."""
        if self.help():
            self.stage.open("help", self)

    def aloud(self) -> NarrationContent | None:
        """What is said to whoever does not see it; `None` for the words that stand on it."""
        return None

    def targets(self) -> Sequence[Item] | None:
        """What can be taken with one switch besides the strip; `None` where focus or form tell that."""
        return None

    def likely(self) -> str:
        """The name of what is most likely taken here: one switch is offered it first; empty for none."""
        return ""

    def focusable(self) -> Sequence[tuple[str, Box]]:
        """What can have the focus, by name, and where; nothing where a form or a view knows it."""
        return ()

    def has_strip(self, owner: object) -> bool:
        """Whether this is the scene whose help strip the owner draws."""
        return owner is self

    def speaks_for(self, owner: object) -> bool:
        """Whether it draws a strip of its own in the place of that of this owner, a part of it."""
        return False


class SceneStack:
    """The scene manager: a stack, whose top alone gets input and time."""

    def __init__(self, stage: AppContext) -> None:
        self._stage = stage
        self._stack: list[tuple[Scene, Callable[[Any], None] | None]] = []
        self._unseen: list[Callable[[], None]] = []
        """What is told, once, that something new has been drawn."""

    @property
    def top(self) -> Scene | None:
        """The scene that has input and time; `None` when all have gone, and the window closes."""
        return self._stack[-1][0] if self._stack else None

    @property
    def scenes(self) -> list[Scene]:
        return [scene for scene, _ in self._stack]

    def push(self, scene: Scene, then: Callable[[Any], None] | None = None) -> None:
        """Put a scene on top; ``then`` gets the result that it is popped with."""
        scene.stage = self._stage
        scene.appears()
        if self.top is not None:
            self.top.covered()
        self._stack.append((scene, then))
        scene.enter()
        scene.layout()
        scene.stale = True
        self._stage.scene_changed()

    def when_seen(self, then: Callable[[], None]) -> None:
        """Have this called once all is drawn: only then is seen what is new, however slow its pictures."""
        self._unseen.append(then)

    def seen(self) -> None:
        """Called when all was drawn."""
        while self._unseen:
            self._unseen.pop()()

    @property
    def is_deaf(self) -> bool:
        """Whether the top scene has come so newly, and by itself, that nobody can mean it yet."""
        top = self.top
        return top is not None and top.uncalled and self._stage.now - top.appeared < top.deaf

    def intent(self, intent: InputEvent) -> None:
        """Pass an intent to the top scene."""
        top = self.top
        if top is None or (intent.act is InputAction.OTHER and not top.any_press):
            return
        if intent.act not in LOOKING and self.is_deaf:
            if top.wants_calm and intent.act is InputAction.CONFIRM:
                top.appeared = max(top.appeared, self._stage.now - top.deaf + INPUT_GRACE_MS)
            return
        # Where something ends at any press, it ends at this one too.
        if intent.act is InputAction.HELP and not top.any_press:
            top.ask_help()
        else:
            top.intent(intent)

    def pop(self, result: Any = None) -> None:
        """Take the top scene off; its result goes to the ``then`` of its push, or to the scene below."""
        scene, then = self._stack.pop()
        scene.leave()
        below = self.top
        if below is not None:
            below.stale = True
            below.layout()
        self._stage.scene_changed()
        if then is not None:
            then(result)
        elif below is not None:
            below.returned(result)

    def close(self, scene: Scene) -> None:
        """Take this scene off, and all above it."""
        while self.top is not None and self.top is not scene:
            self.pop()
        self.pop()

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""
        gone, then = self._stack.pop()
        gone.leave()
        self.push(scene, then)

    def reset(self, *scenes: Scene) -> None:
        """Take everything off and start again with these scenes, the lowest first."""
        while self._stack:
            self._stack.pop()[0].leave()
        for scene in scenes:
            self.push(scene)
        trim_memory()  # all that the scenes before have shown

    def abandon(self) -> None:
        """Take everything off without a word to the scenes: one of them is broken."""
        self._stack.clear()

    def relayout(self) -> None:
        """Lay every scene out again: window, theme, text size or language have changed."""
        for scene, _ in self._stack:
            scene.stale = True
            scene.layout()

    def retell(self) -> None:
        """Have every scene say its words anew: the language has changed."""
        for scene, _ in self._stack:
            scene.retell()

    def draw(self, painter: Painter) -> None:
        """Draw the lowest scene that can be seen, and all above it."""
        shown = self.scenes
        first = max((number for number, scene in enumerate(shown) if scene.opaque), default=0)
        for scene in shown[first:]:
            scene.draw(painter)
            scene.draw_over(painter)


BOLD = 1.8
"""How much thicker outlines are where they are to be thick."""
WAKE = pygame.event.custom_type()
"""Posted from other threads when the loop has something to look at."""


@dataclass
class AppContext:
    """What the program has one of, handed to every scene."""

    stores: Storage
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
    speaker: SpeechEngine = field(default_factory=NullSpeech)
    """Whoever says things aloud."""
    stood: dict[str, object] = field(default_factory=dict)
    """Where things stood last that had to find their place, by what they belong to: they had better stay."""
    heard: list[str] = field(default_factory=list)
    """News that are still to be said aloud; nobody keeps them while nothing is."""

    def __post_init__(self) -> None:
        self.devices = InputMapper()
        self.type = TextRenderer()
        self.scenes = SceneStack(self)
        self.thinker = Worker(_wake)
        self.helper = Worker(_wake, patient=True)
        self.ahead = Ahead(Worker(_wake))
        self.insights = AnalysisService(self.worker, self.stores.insights, self.stores.autosave)
        self.socks = AchievementService(self.stores.socks)
        self.phones = PartyController(self, _wake)
        # A save fails in a thread of its own, maybe while the loop sleeps:
        # the banner has to come all the same.
        self.stores.autosave.listener = _wake
        self.banner = StorageBanner(self.stores.autosave)
        self.theme: Palette = LINEN
        self.view = Canvas.of(1280, 720)
        self.assets = self.make_assets(1.0, self.cache)
        self.settings = self.stores.settings.load()
        self.apply(self.settings)

    @property
    def now(self) -> float:
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
        i18n.set_language(settings.language, system_languages())
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
        if words and self.settings.speech is not SpeechRate.OFF:
            self.speaker.say(Utterance(words), language=current_language(), rate=self.settings.speech.rate)

    def tell_aloud(self, words: str) -> None:
        """Have this said in its turn, where the window speaks."""
        if words and self.settings.speech is not SpeechRate.OFF:
            self.heard.append(words)

    def sound(self, name: str, x: float | None = None) -> None:
        """Sound an effect from where it happens, so many units to the right, or from the middle."""
        self.audio.play(name, 0.0 if x is None else pan_of(x, self.view.w))

    def worker(self) -> Worker:
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
