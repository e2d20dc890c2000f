"""Scenes, the scene stack, and the context with services for every scene.

Only the scene on top gets input and ticks. A scene that is not opaque (a dialog) is drawn over the one below.
`AppContext` holds what exists once in the program: window, theme, devices, sound, storage, bots.
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
from game.ui.core.input import DEFAULT_KEYS, DEFAULT_PAD_BUTTONS, InputAction, InputEvent, InputMapper
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.scanning import Item
from game.ui.core.speech import NarrationContent, NullSpeech, SpeechEngine, Utterance
from game.ui.core.storage_notices import StorageBanner
from game.ui.core.theme import LINEN, THEMES, Palette
from game.ui.core.window import system_languages, trim_memory
from game.ui.match.party_controller import PartyController

INPUT_GRACE_MS = 800.0  # default of `Scene.input_grace_ms`
HARMLESS_ACTIONS = frozenset({InputAction.POINT, InputAction.RELEASE, InputAction.SCROLL})
"""Actions that change nothing; they are never ignored during the grace period."""
Prompts = list[tuple[InputAction, str]]
"""Entries of the prompt bar: an action, and the word for its effect here."""


@dataclass(frozen=True, slots=True)
class Controls:
    """Actions that a scene or the view of a match offers."""

    prompts: Prompts
    # returns more for the list of "?": buttons that are drawn anyway
    buttons: Callable[[], Prompts] = list
    pinned: Collection[InputAction] = ()  # prompts to keep if there is too little room for all
    ends_turn: InputAction | None = None  # action that ends a turn, whose prompt is gold


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A button that works regardless of the focus."""

    act: InputAction
    words: str  # label in the prompt bar; empty for none
    press: Callable[[], object] | None
    """Callback. None if the scene's `on_input` handles it, because it needs the direction or the device."""
    also: tuple[InputAction, ...] = ()  # other actions with the same effect, without labels
    key: str = ""  # layout element whose click does the same


def prompts_of(shortcuts: Iterable[Shortcut]) -> Prompts:
    """Prompt bar entries of the shortcuts that have a label."""
    return [(shortcut.act, shortcut.words) for shortcut in shortcuts if shortcut.words]


class Scene:
    """A screen: hooks that the `SceneStack` calls. By default they do nothing."""

    is_opaque = True  # True if it covers all scenes below
    hides_dialogs = False  # True if of those below only the topmost opaque one is drawn
    prompt_bar_offset = 18.0  # distance in units of the prompt bar from the lower edge of the canvas
    prompt_bar_indent = 0.0  # units left of the prompt bar to keep free; 0 centres the bar
    prompt_bar_has_wood = True  # True if the bar may have a wooden background with a button at each end
    # actions that the prompt bar keeps if there is too little room for all
    pinned_prompts: Collection[InputAction] = ()
    ledge_caption: str | None = None
    """Words of the helper beside a shortened prompt bar, empty if they are on a sheet; None for none."""
    is_match = False  # True if a match is played in it
    is_prepared = True  # False until its images are made; until then the previous scene stays visible
    wants_unbound_presses = False  # True to get presses of unbound keys too, because any press ends something
    is_interrupting = False
    """True if it appears unasked, so presses meant for the previous screen must be ignored for a while."""
    input_grace_ms = INPUT_GRACE_MS  # duration in ms of that grace period
    extends_grace = False  # True if each confirming press in the grace period extends it
    appeared = 0.0  # time in ms at which it was first drawn
    music = ""  # room whose music plays here; empty to leave the music as it is
    mood: MusicMood | None = None  # mood of the music; None to leave it as it is

    app: AppContext
    """Services of the program; set before `on_enter`."""
    needs_redraw = True  # True if the scene must be redrawn; set it to make the stack draw

    def on_enter(self) -> None:
        """Hook for being pushed on the stack, once, before the first `on_layout`. Does nothing by default."""

    def on_layout(self) -> None:
        """Hook to lay the scene out for window, theme, text size, language. Does nothing by default.

        Called after `on_enter`, and again when the window, theme, text size or language changes.
        """

    def mark_appeared(self) -> None:
        """Restart the grace period now, and once more when the scene has been drawn, however slow that is."""
        self.appeared = self.app.now
        self.app.scenes.when_seen(lambda: setattr(self, "appeared", self.app.now))

    def on_language_changed(self) -> None:
        """Hook to renew cached texts, before `on_layout`. Does nothing by default."""

    def back(self) -> None:
        """Pop the scene on top, with a sound."""
        self.app.audio.play("back")
        self.app.scenes.pop()

    def shortcuts(self) -> Sequence[Shortcut]:
        """Buttons that work regardless of the focus, in the order of the prompt bar. Empty by default."""
        return ()

    def shortcut(self, act: InputAction) -> bool:
        """Run the callback of an action's shortcut, ask for a redraw. False without shortcut or callback."""
        target = next(
            (shortcut for shortcut in self.shortcuts() if act is shortcut.act or act in shortcut.also), None
        )
        if target is None or target.press is None:
            return False
        target.press()
        self.needs_redraw = True
        return True

    def on_input(self, intent: InputEvent) -> None:
        """Handle an input event on top. By default runs the shortcut of its action."""
        self.shortcut(intent.act)

    def tick(self, now: float) -> bool:
        """Advance to ``now`` (ms); True if something moves and needs the next frame. False by default.

        Called before every frame while the scene is on top.
        """
        return False

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which `tick` is needed without an event; past ones are ignored. Empty by default.

        Called on top before the loop waits. Work that ends with a waking event needs no time here.
        """
        return ()

    def tick_idle(self, now: float) -> list[Box]:
        """Advance idle animations to ``now`` (ms). Returns the boxes to redraw, in units; by default empty.

        Called at most 12 times a second while nothing else moves, else in each frame of `moved_boxes`.
        """
        return []

    def moved_boxes(self) -> Sequence[Box] | None:
        """Boxes of all changes since the last frame but idle ones, in units. By default None for unknown.

        Called while `needs_redraw`.
        """
        return None

    def preload(self, painter: Painter) -> Iterator[None]:
        """Hook to make images that will be needed, with a yield after each to pause. By default no yield.

        The painter paints nowhere. The images are in the cache of the assets afterwards.
        """
        return iter(())

    def draw(self, painter: Painter) -> None:
        """Hook to draw the whole scene, maybe under a clip, without changing state. By default nothing."""

    def draw_over(self, painter: Painter) -> None:
        """Hook to draw over `draw`, for all scenes of a kind, without changing state. By default nothing."""

    def draw_leaving(self, painter: Painter, draw_above: Callable[[Painter], None]) -> None:
        """Hook to draw what covers this scene, as it covers it. By default only that."""
        draw_above(painter)

    def on_result(self, result: Any) -> None:
        """Hook for the result of a scene popped above, pushed without ``then``. Does nothing by default."""

    def on_file_dropped(self, path: Path) -> bool:
        """Handle a file dropped on the window. True if the scene used it; by default False."""
        return False

    def on_focus_lost(self) -> None:
        """Hook for the loss of the window's focus. Does nothing by default."""

    def on_covered(self) -> None:
        """Hook for another scene on top, until whose end there are no ticks. Does nothing by default."""

    def on_leave(self) -> None:
        """Hook for being removed from the stack, called once. Does nothing by default."""

    def phone_actions(self) -> Sequence[PhoneAction]:
        """Actions that phones can take while this scene is on the stack. Empty by default.

        Return equal values while nothing changes. Called in every pass of the loop while a party is open.
        """
        return ()

    def prompts(self) -> Prompts:
        """Entries of the prompt bar: by default the shortcuts that have a label."""
        return prompts_of(self.shortcuts())

    def controls(self) -> Controls:
        """All that the prompt bar and the list of "?" show: by default the prompts."""
        return Controls(self.prompts(), pinned=self.pinned_prompts)

    def ask_help(self) -> None:
        """Open the list of all prompts; nothing if `prompts` is empty."""
        if self.prompts():
            self.app.open_scene("all_prompts", self)

    def narration(self) -> NarrationContent | None:
        """Content for the screen reader. None (the default) to read the texts that are drawn."""
        return None

    def switch_targets(self) -> Sequence[Item] | None:
        """Targets for one-switch scanning. None (the default) for the focusable elements, or form."""
        return None

    def default_target(self) -> str:
        """Name of the most likely target, which scanning offers first. Empty for none, as by default."""
        return ""

    def focusable(self) -> Sequence[tuple[str, Box]]:
        """Names and boxes of the focusable elements. Empty by default, or if a form or view has the focus."""
        return ()

    def has_strip(self, owner: object) -> bool:
        """True if ``owner`` draws this scene's prompt bar; by default only if it is the scene itself."""
        return owner is self

    def draws_prompts_for(self, owner: object) -> bool:
        """True if it draws its own prompt bar instead of that of ``owner``, a part. False by default."""
        return False


class SceneStack:
    """The stack of scenes. Only the top one gets input and ticks."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._stack: list[tuple[Scene, Callable[[Any], None] | None]] = []
        self._unseen: list[Callable[[], None]] = []  # callbacks for the next complete drawing

    @property
    def top(self) -> Scene | None:
        """Scene that gets input and ticks. None if all have been popped; the window then closes."""
        return self._stack[-1][0] if self._stack else None

    @property
    def scenes(self) -> list[Scene]:
        """All scenes, the lowest first."""
        return [scene for scene, _ in self._stack]

    def push(self, scene: Scene, then: Callable[[Any], None] | None = None) -> None:
        """Push a scene, enter it and lay it out. ``then`` is called with the result of its pop."""
        scene.app = self._stage
        scene.mark_appeared()
        if self.top is not None:
            self.top.on_covered()
        self._stack.append((scene, then))
        scene.on_enter()
        scene.on_layout()
        scene.needs_redraw = True
        self._stage.scene_changed()

    def when_seen(self, on_drawn: Callable[[], None]) -> None:
        """Call ``on_drawn`` once after the next complete drawing, however slow that is."""
        self._unseen.append(on_drawn)

    def mark_drawn(self) -> None:
        """Run and forget the callbacks of `when_seen`, last first. Called after a complete drawing."""
        while self._unseen:
            self._unseen.pop()()

    @property
    def is_deaf(self) -> bool:
        """True while the top scene ignores input, because it appeared unasked a moment ago."""
        top = self.top
        return top is not None and top.is_interrupting and self._stage.now - top.appeared < top.input_grace_ms

    def intent(self, intent: InputEvent) -> None:
        """Send an input event to the top scene, unless it ignores it. HELP lists its prompts."""
        top = self.top
        if top is None or (intent.act is InputAction.OTHER and not top.wants_unbound_presses):
            return
        if intent.act not in HARMLESS_ACTIONS and self.is_deaf:
            if top.extends_grace and intent.act is InputAction.CONFIRM:
                top.appeared = max(top.appeared, self._stage.now - top.input_grace_ms + INPUT_GRACE_MS)
            return
        # Scenes that end at any press also end at this one.
        if intent.act is InputAction.HELP and not top.wants_unbound_presses:
            top.ask_help()
        else:
            top.on_input(intent)

    def pop(self, result: Any = None) -> None:
        """Pop the top scene and lay out the one below; ``then``, or else that one, gets the result."""
        scene, on_result = self._stack.pop()
        scene.on_leave()
        below = self.top
        if below is not None:
            below.needs_redraw = True
            below.on_layout()
        self._stage.scene_changed()
        if on_result is not None:
            on_result(result)
        elif below is not None:
            below.on_result(result)

    def close(self, scene: Scene) -> None:
        """Pop a scene and all above it. Raises IndexError, with an empty stack, if it is not on the stack."""
        while self.top is not None and self.top is not scene:
            self.pop()
        self.pop()

    def replace(self, scene: Scene) -> None:
        """Remove the top scene without a result and push another, which takes over its ``then``."""
        old_scene, on_result = self._stack.pop()
        old_scene.on_leave()
        self.push(scene, on_result)

    def reset(self, *scenes: Scene) -> None:
        """Remove all scenes without results, push these, the lowest first, and free memory."""
        while self._stack:
            self._stack.pop()[0].on_leave()
        for scene in scenes:
            self.push(scene)
        trim_memory()  # memory of the removed scenes

    def abandon(self) -> None:
        """Remove all scenes without calling their hooks, because one of them is broken."""
        self._stack.clear()

    def relayout(self) -> None:
        """Lay out all scenes again after a change of window, theme, text size or language."""
        for scene, _ in self._stack:
            scene.needs_redraw = True
            scene.on_layout()

    def notify_language(self) -> None:
        """Renew the cached texts of all scenes after a change of language."""
        for scene, _ in self._stack:
            scene.on_language_changed()

    def draw(self, painter: Painter) -> None:
        """Draw the topmost opaque scene and all above it, and what is uncovered of the one below."""
        visible = self.scenes
        first = max((number for number, scene in enumerate(visible) if scene.is_opaque), default=0)
        shown = visible[first:]
        if shown and shown[-1].hides_dialogs:
            del shown[1:-1]

        def draw_above(painter: Painter) -> None:
            """Draw what nothing covers."""
            for scene in shown:
                scene.draw(painter)
                scene.draw_over(painter)

        if first:
            visible[first - 1].draw_leaving(painter, draw_above)
        else:
            draw_above(painter)


BOLD_FACTOR = 1.8  # factor for thick outlines
WAKE_EVENT = pygame.event.custom_type()  # event type that other threads post to wake the main loop


@dataclass
class AppContext:
    """Services and state of the program, shared by all scenes."""

    stores: Storage
    audio: Audio
    clock: Callable[[], float]  # time in ms
    # factories of the screens around the games by name, for scenes that must not import them
    screens: Mapping[str, Callable[..., Scene]] = field(default_factory=dict)
    cache: Path | None = None  # folder of the image cache on disk
    # creates the assets for a scale, with a cache folder
    make_assets: Callable[[float, Path | None], Assets] = Assets
    is_quitting: bool = False  # True if the player wants to close the window
    # True while the first start screen is unanswered; it appears again until it is answered
    is_first_start: bool = False
    last_game: str = ""  # slug of the game played last since the start
    speaker: SpeechEngine = field(default_factory=NullSpeech)
    remembered_places: dict[str, object] = field(default_factory=dict)
    """Last positions of placed elements by owner, so that they stay there if possible."""
    unread_news: list[str] = field(default_factory=list)  # news still to be spoken; empty while speech is off

    def __post_init__(self) -> None:
        """Create all services, then load and apply the settings."""
        self.devices = InputMapper()
        self.type = TextRenderer()
        self.scenes = SceneStack(self)
        self.bot_worker = Worker(_wake)
        self.background_worker = Worker(_wake, patient=True)
        self.ahead = Ahead(Worker(_wake))
        self.insights = AnalysisService(self.worker, self.stores.insights, self.stores.autosave)
        self.socks = AchievementService(self.stores.socks)
        self.phones = PartyController(self, _wake)
        # A save fails in the writer's thread, maybe while the loop sleeps. The banner must appear even then.
        self.stores.autosave.listener = _wake
        self.banner = StorageBanner(self.stores.autosave)
        self.theme: Palette = LINEN
        self.view = Canvas.of(1280, 720)
        self.assets = self.make_assets(1.0, self.cache)
        self._last_assets: Assets | None = None  # of the scale before
        self.settings = self.stores.settings.load()
        self.apply_settings(self.settings)

    def close_workers(self) -> None:
        """Stop the worker processes."""
        for worker in (self.bot_worker, self.background_worker, self.ahead):
            worker.close()

    @property
    def now(self) -> float:
        """Current time in ms, by the program's clock."""
        return self.clock()

    @property
    def text_scale(self) -> float:
        """Factor on the size of text, 1 to 2."""
        return self.settings.text_size / 100

    @property
    def reduced_motion(self) -> bool:
        """True if the settings ask for reduced motion."""
        return self.settings.reduced_motion

    @property
    def idle_motion_off(self) -> bool:
        """True if idle animations are off in the settings, directly or by reduced motion."""
        return self.reduced_motion or not self.settings.scenery

    def on_resize(self, width: int, height: int, top: int = 0) -> None:
        """Fit canvas, images and layout of all scenes to a part of the window, in pixels; see `Canvas.of`."""
        self.view = Canvas.of(width, height, top)
        # A window dragged by one side often keeps its scale, so its images can be kept.
        if self.assets.scale != self.view.scale:
            self._make_assets()
        self.scenes.relayout()

    @property
    def _bold(self) -> float:
        """Factor for the outline width of focused elements: `BOLD_FACTOR` if set so, else 1."""
        return BOLD_FACTOR if self.settings.outlines else 1.0

    def _make_assets(self) -> None:
        """Replace the images by those of the scale before, or an empty cache; for the outlines, too.

        A bar or column that comes for seconds then costs no second drawing of everything when it goes.
        """
        before, self._last_assets = self._last_assets, self.assets
        if before is None or before.scale != self.view.scale:
            before = self.make_assets(self.view.scale, self.cache)
        self.assets = before
        self.assets.bold = self._bold

    def update_settings(self, **changes: object) -> None:
        """Change and apply some settings, and save them unless the first start is unanswered."""
        self.apply_settings(self.settings.with_changes(**changes))
        self.save_settings()

    def save_settings(self) -> None:
        """Save the settings, unless the first start screen is unanswered."""
        if not self.is_first_start:
            self.stores.settings.save(self.settings)

    def apply_settings(self, settings: Settings) -> None:
        """Apply settings from now on and lay out all scenes again, without saving."""
        before, self.settings = self.settings.language, settings
        self.theme = THEMES[settings.theme]
        if self.assets.bold != self._bold:
            self._make_assets()
        i18n.set_language(settings.language, system_languages())
        volume = settings.volume / 100
        self.audio.set_volumes(round(settings.effects * volume), round(settings.music * volume))
        self.audio.set_mono(mono=settings.mono)
        self.devices.pads.vibration = settings.vibration
        self.bound = tuple(settings.keys.items()), tuple(settings.pads.items())
        self.devices.bind(settings.key_bindings(DEFAULT_KEYS), settings.pad_bindings(DEFAULT_PAD_BUTTONS))
        if settings.language != before:
            self.scenes.notify_language()
        self.scenes.relayout()

    @property
    def measuring_painter(self) -> Painter:
        """New painter of a blank surface, to measure texts with."""
        return self.painter(pygame.Surface((1, 1)))

    def painter(self, surface: pygame.Surface) -> Painter:
        """Painter for a surface of the window's size."""
        return Painter(surface, self.view, self.theme, self.assets, self.type, self.text_scale)

    def scene_changed(self) -> None:
        """End text input and key capture, and set the top scene's music and mood, if it has any."""
        # The text field may be gone. A scene that still needs text input sets it again at the next tick.
        self.devices.typing = False
        self.devices.listening = ""
        top = self.scenes.top
        if top is not None and top.music:
            self.audio.music(top.music)
        if top is not None and top.mood is not None:
            self.audio.mood(top.mood)

    def tell_focus(self, text: str) -> None:
        """Speak a text instead of the current line (unless that is news), if speech is on. Empty: nothing."""
        if text and self.settings.speech is not SpeechRate.OFF:
            self.speaker.say(Utterance(text), language=current_language(), rate=self.settings.speech.rate)

    def announce(self, text: str) -> None:
        """Queue a text for speech, if speech is on."""
        if text and self.settings.speech is not SpeechRate.OFF:
            self.unread_news.append(text)

    def play_sound(self, name: str, x: float | None = None, tone: int | None = None) -> None:
        """Play an effect from ``x`` units right of the left edge, or from the centre if None.

        ``tone`` is the number of semitones by which it is higher; None for a small random step.
        """
        self.audio.play(name, 0.0 if x is None else pan_of(x, self.view.w), tone)

    def worker(self) -> Worker:
        """New background worker, which wakes the main loop."""
        return Worker(_wake)

    def open_scene(
        self, name: str, *arguments: Any, then: Callable[[Any], None] | None = None, **named: Any
    ) -> None:
        """Push the screen registered as ``name``, created with these arguments. KeyError if there is none."""
        self.scenes.push(self.screens[name](*arguments, **named), then)


def _wake() -> None:
    """Wake the main loop from another thread."""
    # A thread may outlive the window; then there is no queue to post to.
    if pygame.get_init() or pygame.display.get_init():
        with suppress(pygame.error):  # the queue is full, so the loop is awake anyway
            pygame.event.post(pygame.event.Event(WAKE_EVENT))
